import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a reply read back from a cache has lost its URL: deliberate', async (kind) => {
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
});
