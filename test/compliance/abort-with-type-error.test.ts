import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a page that aborts with its own TypeError gets a TypeError from every way of reading: deliberate',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, url, describe }) => {
      const readings: Record<string, (response: Response) => Promise<unknown>> = {
        text: (response) => response.text(),
        reader: (response) => response.body!.getReader().closed,
      };
      const record: Record<string, unknown> = {};
      for (const [name, read] of Object.entries(readings)) {
        const controller = new AbortController();
        const reading = read(
          await fetch(stream(1, 'hold', { id: `${url('').slice(4)}-${name}` }), { signal: controller.signal }),
        );
        controller.abort(new TypeError('mine'));
        record[name] = await reading.then(() => 'done', describe);
      }
      return record;
    });

    expect(hooked.reader).toEqual(plain.reader);
    // Chromium's whole-body readers have a different message with the hook, Firefox's give an AbortError without it.
    expect(hooked).toMatchObject({ text: { class: 'TypeError' }, reader: { class: 'TypeError', message: 'mine' } });
  },
);
