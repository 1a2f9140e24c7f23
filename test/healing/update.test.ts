/**
 * Chats that a real earlier build cleaned in Chromium: its database, and the chats as their servers stored them then, in
 * test/recordings/storage. One server is of the first generation that we know, one of the latest; on that one the page was closed
 * while the third chat was written.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHealing, type Healing } from '../../src/healing/healing.ts';
import type { Row, Table } from '../../src/healing/backups/indexed-db-store.ts';

import { DIRTY } from './chats.ts';
import { createFakeOpenWebUi, type FakeOpenWebUi, type Generation, type StoredRecord } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';
import { heal, healed, messageOf, scan, undo } from './steps.ts';

interface Recording {
  readonly databases: {
    readonly healing: {
      readonly version: number;
      readonly tables: Readonly<Record<Table, readonly (readonly [readonly [string, number], never])[]>>;
    };
  };
  readonly servers: Readonly<Record<'home' | 'work', Readonly<Record<string, StoredRecord>>>>;
}

const recording = JSON.parse(
  readFileSync(join(import.meta.dirname, '../recordings/storage/251bfd8-chromium.json'), 'utf8'),
) as Recording;
const { tables } = recording.databases.healing;

const SERVERS = {
  home: { origin: 'http://localhost:3000', generation: '0.12.4' },
  work: { origin: 'https://chat.example.org', generation: '0.6.43' },
} as const satisfies Record<string, { readonly origin: string; readonly generation: Generation }>;

async function open(name: keyof typeof SERVERS): Promise<{ readonly healing: Healing; readonly fake: FakeOpenWebUi }> {
  const { origin, generation } = SERVERS[name];
  const store = createMemoryStore();
  for (const table of ['backups', 'contents'] as const) {
    for (const [[site, key], value] of tables[table]) await store.write(site, [{ table, key, value } as Row]);
  }
  const fake = createFakeOpenWebUi(generation);
  for (const [id, record] of Object.entries(recording.servers[name])) fake.records.set(id, structuredClone(record));
  const healing = createHealing({
    origin,
    version: generation,
    call: fake.call,
    store,
    pause: 0,
    isHermes: () => Promise.resolve(true),
  });
  return { healing, fake };
}

test.each(['home', 'work'] as const)('every backup of %s is listed as it was', async (name) => {
  const { healing } = await open(name);
  const { origin } = SERVERS[name];

  const listed = tables.backups.filter(([[site]]) => site === origin).map(([, summary]) => summary);

  expect(listed.length).toBeGreaterThan(2);
  expect(await healing.backups()).toEqual(listed.toReversed());
});

test.each(['home', 'work'] as const)('every chat of %s that was cleaned can be put back', async (name) => {
  const { healing, fake } = await open(name);
  await healing.settle();
  const before = fake.snapshot();

  for (const { id, state } of await healing.backups()) {
    if (state === 'healed') expect(await undo(healing, id)).toMatchObject({ kind: 'restored', kept: 0 });
  }

  expect((await healing.backups()).map(({ state }) => state)).toEqual(
    expect.not.arrayContaining(['healed', 'in-doubt']),
  );
  for (const id of ['chat-1', 'chat-2', 'chat-3']) expect(messageOf(fake, id, 'a0').content).toBe(DIRTY);
  expect(healed(fake.snapshot())).toEqual(healed(before));
});

test('a run that the page left in the middle is settled, and a scan finds the rest', async () => {
  const { healing, fake } = await open('home');

  await healing.settle();

  expect((await healing.backups()).map(({ state }) => state)).not.toContain('in-doubt');
  const { found } = await scan(healing);
  expect(found.map(({ chat }) => chat.id)).toEqual(['chat-4']);
  expect(await heal(healing, ['chat-4'])).toMatchObject([{ kind: 'healed' }]);
  expect(messageOf(fake, 'chat-4', 'a0').content).not.toBe(DIRTY);
});
