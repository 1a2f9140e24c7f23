import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keepPacks, readOwnPackIds, readOwnPacks, readPackRequest } from '../../src/rules/own-pack-store.ts';
import { keepChoices } from '../../src/settings/keep-choices.ts';
import { packCalled } from '../settings/some-settings.ts';

beforeEach(() => fakeBrowser.reset());

function stored(): Promise<Record<string, unknown>> {
  return fakeBrowser.storage.local.get(null);
}

test.each([
  { type: 'delete-pack', id: 'my-own' },
  { type: 'save-packs', packs: [packCalled('my-own')] },
  { type: 'save-packs', packs: [] },
])('%j is read as it is, without what does not belong to it', (request) => {
  expect(readPackRequest({ ...request, more: 'x', toString: null })).toEqual(request);
});

test.each([
  null,
  'save-packs',
  { type: 'site-on', id: 'my-own' },
  { type: 'delete-pack', id: 'My own' },
  { type: 'save-packs' },
  { type: 'save-packs', packs: [packCalled('langgraph')] },
  { type: 'save-packs', packs: [packCalled('my-own'), 7] },
])('%j is no request', (value) => {
  expect(readPackRequest(value)).toBeNull();
});

test('packs are saved in their position, and deleted', async () => {
  await keepPacks({ type: 'save-packs', packs: [packCalled('my-one'), packCalled('my-two')] });
  await keepPacks({ type: 'save-packs', packs: [packCalled('my-one', 'Renamed')] });
  expect(await stored()).toEqual({ packs: [packCalled('my-one', 'Renamed'), packCalled('my-two')] });

  await keepPacks({ type: 'delete-pack', id: 'my-one' });
  expect(await stored()).toEqual({ packs: [packCalled('my-two')] });
});

test('packs beyond the limit are rejected, and so are those saved with them', async () => {
  const most = Array.from({ length: 50 }, (_, i) => packCalled(`my-${i}`));
  await keepPacks({ type: 'save-packs', packs: most });

  await expect(
    keepPacks({ type: 'save-packs', packs: [packCalled('my-3', 'Renamed'), packCalled('my-new')] }),
  ).rejects.toThrow('50');
  expect(await stored()).toEqual({ packs: most });

  await keepPacks({ type: 'save-packs', packs: [packCalled('my-3', 'Renamed')] });
  expect(await stored()).toMatchObject({ packs: most.map((pack, i) => (i === 3 ? { name: 'Renamed' } : pack)) });
});

test('a stored pack survives saving another one, even if it cannot be read here', async () => {
  const old = {
    ...packCalled('my-old'),
    rules: [{ ...packCalled('my-old').rules[0], matches: ['judged otherwise by now'] }],
  };
  const later = { ...packCalled('my-later'), rules: [{ kind: 'table' }] };
  await fakeBrowser.storage.local.set({ packs: [old, later] });

  await keepPacks({ type: 'save-packs', packs: [packCalled('my-one')] });
  expect(await stored()).toEqual({ packs: [old, packCalled('my-one'), later] });

  await keepPacks({ type: 'delete-pack', id: 'my-one' });
  expect(await stored()).toEqual({ packs: [old, later] });

  await keepChoices({ type: 'replace-choices', choices: { everywhere: {}, sites: {}, packs: [packCalled('my-one')] } });
  expect(await stored()).toEqual({ settings: {}, packs: [packCalled('my-one'), later] });
});

test('even unreadable packs have ids', async () => {
  await fakeBrowser.storage.local.set({ packs: [{ id: 'my-later', rules: 'of another shape' }, 7, { id: 7 }] });

  expect(await readOwnPacks()).toEqual([]);
  expect(await readOwnPackIds()).toEqual(['my-later']);
});
