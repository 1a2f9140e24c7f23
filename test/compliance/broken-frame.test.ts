import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s half a frame is not lost when the reply ends there', async (kind) => {
  const seen = await observe(kind, async ({ stream, step, drain }) => {
    const reader = (await fetch(stream(1, 'hold'))).body!.getReader();
    await step('part');
    await step('end');
    const { text, end } = await drain(reader);
    return { text, end };
  });

  expect(seen.end).toBe('done');
  expect(seen.text).toMatch(/word 1 [^]*\n\ndata: \{"id":"c1"/);
});
