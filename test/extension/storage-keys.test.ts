import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { storageKeys } from '../../src/extension/storage.ts';

beforeEach(async () => {
  fakeBrowser.reset();
  await fakeBrowser.storage.local.set({ a: 1, b: 2 });
});

test('the keys of the session storage are separate from the others', async () => {
  await fakeBrowser.storage.session.set({ c: 3 });

  expect(await storageKeys('session')).toEqual(['c']);
});

test.each([
  ['if the browser can list keys, nothing else is read', async () => ['b', 'a'], 0],
  ['elsewhere they are read with their values', undefined, 1],
])('%s', async (_, getKeys, reads) => {
  const before = fakeBrowser.storage.local.getKeys;
  Object.assign(fakeBrowser.storage.local, { getKeys });
  onTestFinished(() => void Object.assign(fakeBrowser.storage.local, { getKeys: before }));
  const get = vi.spyOn(fakeBrowser.storage.local, 'get');

  expect((await storageKeys()).toSorted()).toEqual(['a', 'b']);
  expect(get).toHaveBeenCalledTimes(reads);
});
