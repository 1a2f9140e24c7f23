import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keepPacks } from '../../src/rules/own-pack-store.ts';
import { packCalled } from '../settings/some-settings.ts';

beforeEach(() => fakeBrowser.reset());

function stored(): Promise<Record<string, unknown>> {
  return fakeBrowser.storage.local.get(null);
}

test('packs are saved in their position, and deleted', async () => {
  await keepPacks({ type: 'save-pack', pack: packCalled('my-one') });
  await keepPacks({ type: 'save-pack', pack: packCalled('my-two') });
  await keepPacks({ type: 'save-pack', pack: packCalled('my-one', 'Renamed') });
  expect(await stored()).toEqual({
    packs: [packCalled('my-one', 'Renamed'), packCalled('my-two')],
  });

  await keepPacks({ type: 'delete-pack', id: 'my-one' });
  expect(await stored()).toEqual({ packs: [packCalled('my-two')] });
});

test('a pack beyond the limit is rejected; one of those that are there can still be changed', async () => {
  const most = Array.from({ length: 50 }, (_, i) => packCalled(`my-${i}`));
  await fakeBrowser.storage.local.set({ packs: most });

  await expect(keepPacks({ type: 'save-pack', pack: packCalled('my-new') })).rejects.toThrow('50');
  expect(await stored()).toEqual({ packs: most });

  await keepPacks({ type: 'save-pack', pack: packCalled('my-3', 'Renamed') });
  expect(await stored()).toMatchObject({
    packs: most.map((pack, i) => (i === 3 ? { name: 'Renamed' } : pack)),
  });
});
