/** How the responses of fetch arrive, and what they are. */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s fetch resolves when the response begins, before the first frame is complete',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, step }) => {
      // One byte, because Firefox itself does not resolve without.
      const response = await fetch(stream(0, 'hold', { text: ':' }));
      const { status, bodyUsed } = response;
      // The rest leaves the server only now: if fetch had waited for it, we would not get here.
      await step('frame');
      await step('frame');
      await step('end');
      return { status, bodyUsed, text: await response.text() };
    });

    expect(seen).toMatchObject({ status: 200, bodyUsed: false });
    expect(seen.text).toContain('word 2 ');
  },
);

test('in chromium fetch resolves with the headers alone', async () => {
  const seen = await observe('chromium', async ({ stream, step }) => {
    const response = await fetch(stream(0, 'hold'));
    const { status, bodyUsed } = response;
    await step('frame');
    await step('end');
    return { status, bodyUsed, text: await response.text() };
  });

  expect(seen).toMatchObject({ status: 200, bodyUsed: false });
  expect(seen.text).toContain('word 1 ');
});

test.each(BROWSERS)(
  'in %s every whole frame is delivered as soon as it has arrived',
  async (kind) => {
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

    expect(seen.frames.map((frame) => /word \d/.exec(frame)?.[0])).toEqual([
      'word 2',
      'word 3',
      'word 4',
    ]);
    expect(seen.last.done).toBe(true);
  },
);

// Firefox does so natively. Chromium may end a body two ticks after its last chunk if both arrived
// while the page was busy, and deep-chat then loses the last words.
test.each(BROWSERS)(
  'in %s promises triggered by the last chunk settle before the body ends',
  async (kind) => {
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
  },
);

test.each(BROWSERS)(
  'in %s a body that nobody reads is not taken off the network beyond what the browser itself takes',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, ask }) => {
      const response = await fetch(stream(0, 'flood'));
      const reader = response.body!.getReader();
      await reader.read();
      const { bytes } = (await ask('/taken')) as { bytes: number };
      await reader.cancel();
      return bytes;
    });

    expect(plain).toBeGreaterThan(0);
    expect(hooked).toBeGreaterThan(0);
    // The browsers' own buffering varies by some megabytes from run to run.
    expect(hooked).toBeLessThanOrEqual(plain + 16 * 1024 * 1024);
  },
);

test.each(BROWSERS)(
  'in %s a clone shares the immutable headers object with its original, where the native one has a copy',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream }) => {
      const original = await fetch(stream(1));
      const clone = original.clone();
      return {
        same: clone.headers === original.headers,
        stays: clone.headers === clone.headers,
        test: clone.headers.get('x-test'),
      };
    });

    expect(plain).toEqual({ same: false, stays: true, test: 'yes' });
    expect(hooked).toEqual({ same: true, stays: true, test: 'yes' });
  },
);

test.each(BROWSERS)(
  'in %s a reply read back from a cache has lost its URL: deliberate',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream }) => {
      const cache = await caches.open('replies');
      await cache.put('/kept', await fetch(stream(1)));
      const { url, type } = (await cache.match('/kept'))!;
      await caches.delete('replies');
      return { path: url === '' ? '' : new URL(url).pathname, type };
    });

    expect(plain).toMatchObject({ type: 'basic' });
    expect(plain.path).not.toBe('');
    expect(hooked).toEqual({ path: '', type: 'default' });
  },
);
