import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { namePage, type Batch } from '../../src/stats/batch.ts';
import { leftKey } from '../../src/stats/keys.ts';
import { allLeft, leaveBehind, leftIn, takeLeft } from '../../src/stats/orphaned-batches.ts';

const SITE = 'http://localhost:3000';
const PAGE = namePage();
const BATCHES: readonly Batch[] = [
  { number: 1, days: [], findings: [] },
  { number: 2, days: [], findings: [] },
];

beforeEach(() => {
  fakeBrowser.reset();
});

test('batches left behind are reported, found, and deleted once they are added', async () => {
  const reported: string[] = [];
  fakeBrowser.storage.onChanged.addListener((changes) => void reported.push(...leftIn(changes)));
  await fakeBrowser.storage.local.set({ settings: {} });
  await leaveBehind(SITE, PAGE, BATCHES);
  expect(reported).toEqual([leftKey(SITE, PAGE)]);
  expect(await allLeft()).toEqual(reported);

  const keep = vi.fn().mockResolvedValue(null);
  await takeLeft([...reported], keep);

  expect(keep.mock.calls).toEqual([[SITE, PAGE, BATCHES]]);
  expect(await allLeft()).toEqual([]);
  expect(reported.length).toBe(1);
});

test('batches that could not be added stay', async () => {
  await leaveBehind(SITE, PAGE, BATCHES);
  await expect(takeLeft(await allLeft(), () => Promise.reject(new Error('No space.')))).rejects.toThrow('No space.');

  expect(await allLeft()).toEqual([leftKey(SITE, PAGE)]);
});

test('invalid batches are deleted, and missing ones do no harm', async () => {
  const keep = vi.fn();
  await fakeBrowser.storage.local.set({ [leftKey(SITE, PAGE)]: 'rubbish' });
  await takeLeft([leftKey(SITE, PAGE), leftKey(SITE, namePage())], keep);

  expect(keep).not.toHaveBeenCalled();
  expect(await allLeft()).toEqual([]);
});

test('a page in a private window leaves nothing behind', async () => {
  const before = fakeBrowser.extension.inIncognitoContext;
  onTestFinished(() => void Object.assign(fakeBrowser.extension, { inIncognitoContext: before }));
  Object.assign(fakeBrowser.extension, { inIncognitoContext: true });
  await leaveBehind(SITE, PAGE, BATCHES);

  expect(await allLeft()).toEqual([]);
});

test('an orphaned page, where calls throw synchronously, sees no error', async () => {
  const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockImplementation(() => {
    throw new Error('Extension context invalidated.');
  });
  await expect(leaveBehind(SITE, PAGE, BATCHES)).resolves.toBeUndefined();
  set.mockRestore();
});

test('a storage that refuses disturbs no page that closes', async () => {
  const set = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('No space.') as never);
  await expect(leaveBehind(SITE, PAGE, BATCHES)).resolves.toBeUndefined();
  set.mockRestore();
});
