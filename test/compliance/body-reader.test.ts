import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a body can be read, locked and released like the native one', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome, drain }) => {
    const response = await fetch(stream(2));
    const body = response.body!;
    const before = [body.locked, response.bodyUsed];
    const reader = body.getReader();
    const held = [body.locked, response.bodyUsed];
    const failures = [
      await outcome(() => body.getReader()),
      await outcome(() => response.text()),
      await outcome(() => body.cancel()),
    ];
    reader.releaseLock();
    const released = [body.locked, response.bodyUsed];
    const second = body.getReader();
    const { text, end } = await drain(second);
    const closed = await outcome(() => second.closed);
    return {
      before,
      held,
      released,
      failures,
      text,
      end,
      closed,
      used: response.bodyUsed,
      kind: second instanceof ReadableStreamDefaultReader,
    };
  });

  expect(seen).toMatchObject({ before: [false, false], held: [true, false], end: 'done', used: true, kind: true });
  expect(seen.released[0]).toBe(false);
  expect(seen.text).toContain('word 2 ');
  for (const failure of seen.failures) expect(failure).toMatchObject({ error: { class: 'TypeError' } });
});
