import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a reply can be stored in a cache and is read back whole', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome }) => {
    const cache = await caches.open('replies');
    const response = await fetch(stream(2));
    await cache.put('/kept', response);
    const found = await cache.match('/kept');
    const record = {
      used: response.bodyUsed,
      again: await outcome(() => cache.put('/kept', response)),
      status: found?.status,
      headers: [...(found?.headers ?? [])].filter(([name]) => name !== 'date'),
      text: await found?.text(),
    };
    await caches.delete('replies');
    return record;
  });

  expect(seen).toMatchObject({ used: true, status: 200, again: { error: { class: 'TypeError' } } });
  expect(seen.headers).toContainEqual(['content-type', 'text/event-stream']);
  expect(seen.text).toContain('word 2 ');
});
