import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s every whole frame is delivered as soon as it has arrived', async (kind) => {
  const seen = await observe(kind, async ({ stream, step }) => {
    const reader = (await fetch(stream(1, 'hold'))).body!.getReader();
    await reader.read();
    const frames: string[] = [];
    for (let i = 0; i < 3; i++) {
      await step('frame');
      // The next frame is sent only after this one was read.
      const { value } = await reader.read();
      frames.push(new TextDecoder().decode(value));
    }
    await step('end');
    return { frames, last: await reader.read() };
  });

  expect(seen.frames.map((frame) => /word \d/.exec(frame)?.[0])).toEqual(['word 2', 'word 3', 'word 4']);
  expect(seen.last.done).toBe(true);
});
