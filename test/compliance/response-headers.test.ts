import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s the headers of a response are complete, immutable and always the same object',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, outcome }) => {
      const response = await fetch(stream(1));
      const { headers } = response;
      const all = [...headers].filter(([name]) => name !== 'date');
      return {
        all,
        same: response.headers === headers,
        ours: headers instanceof Headers,
        ownKeys: Reflect.ownKeys(headers),
        set: await outcome(() => headers.set('x-test', 'no')),
        append: await outcome(() => headers.append('x-new', 'no')),
        delete: await outcome(() => headers.delete('x-test')),
        after: headers.get('X-Test'),
      };
    });

    expect(seen.all).toContainEqual(['content-type', 'text/event-stream']);
    expect(seen).toMatchObject({ same: true, ours: true, after: 'yes', ownKeys: [] });
    for (const change of [seen.set, seen.append, seen.delete])
      expect(change).toMatchObject({ error: { class: 'TypeError' } });
  },
);
