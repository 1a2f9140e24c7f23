import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { readPackNames } from '../../src/rules/pack-names.ts';
import { caipe } from '../../src/rules/packs/caipe.ts';
import { changePacks } from '../../src/sites/store.ts';

beforeEach(() => {
  fakeBrowser.reset();
});

test('built-in packs and those of one’s own are called what their lists call them', async () => {
  await changePacks(() => [{ ...caipe, id: 'my-pack', name: '私のエージェント' }]);

  const names = await readPackNames();

  expect(names.get('my-pack')).toBe('私のエージェント');
  for (const { id, name } of ALL_PACKS) expect(names.get(id)).toBe(name);
  expect(names.size).toBe(ALL_PACKS.length + 1);
});

test('a storage that cannot be read is told', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValueOnce(new Error('disk full'));

  await expect(readPackNames()).rejects.toThrow('disk full');
});
