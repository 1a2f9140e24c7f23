import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

// Firefox does so natively. Chromium may end a body two ticks after its last chunk if both arrived while the page was
// busy, and deep-chat then loses the last words.
test.each(BROWSERS)('in %s promises triggered by the last chunk settle before the body ends', async (kind) => {
  const { hooked, plain } = await observeBoth(kind, async ({ stream }) => {
    const ticks: number[] = [];
    for (let round = 0; round < 10; round++) {
      const reader = (await fetch(stream(3))).body!.getReader();
      let seen = 0;
      for (;;) {
        const { done } = await reader.read();
        if (done) break;
        const until = performance.now() + 20;
        while (performance.now() < until);
        seen = 0;
        void (async () => {
          for (let tick = 0; tick < 100; tick++) {
            await Promise.resolve();
            seen += 1;
          }
        })();
      }
      ticks.push(seen);
    }
    return ticks;
  });

  expect(hooked).toEqual(Array(10).fill(100));
  expect(plain).toHaveLength(10);
});
