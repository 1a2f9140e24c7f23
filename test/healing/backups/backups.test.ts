import { expect, test } from 'vitest';
import { isObject } from '../../../src/normalizer/json/json-edit.ts';
import type { ParsedEntry } from '../../../src/healing/backups/backup-entry.ts';
import { GENERATIONS } from '../fake-open-webui.ts';
import { createMemoryStore } from '../memory-store.ts';
import { begin, heal, ORIGIN, scan, serverOf, undo } from '../steps.ts';

test('backups are deleted one by one and all together', async () => {
  const fake = serverOf('0.12.4', 3);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  await heal(healing, ['c0', 'c1', 'c2']);
  const backups = await healing.backups();

  await healing.deleteBackups([backups[0]?.id ?? 0]);
  expect((await healing.backups()).map(({ id }) => id)).toEqual(backups.slice(1).map(({ id }) => id));
  await healing.deleteBackups();
  expect(await healing.backups()).toEqual([]);
});

/** As version 0.1 stored backups: parsed messages. */
function asParsed(value: unknown): ParsedEntry {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if ((key === 'before' || key === 'after') && typeof inner === 'string') return JSON.parse(inner) as unknown;
    if (isObject(inner)) delete inner.format;
    return inner;
  }) as ParsedEntry;
}

test.each(GENERATIONS)('%s: a backup of an earlier version can be undone', async (generation) => {
  const fake = serverOf(generation, 1);
  const before = fake.snapshot();
  const store = createMemoryStore();
  const healing = begin(generation, fake, store);
  await scan(healing);
  await heal(healing, ['c0']);
  const [backup] = await healing.backups();
  const id = backup?.id ?? 0;
  const entry = asParsed(await store.read(ORIGIN, 'contents', id));
  expect(entry.messages[0]).toMatchObject({ before: { role: 'assistant' } });
  await store.write(ORIGIN, [{ table: 'contents', key: id, value: entry }]);

  expect(await undo(healing, id)).toMatchObject({ kind: 'restored', messages: 2 });
  expect(fake.snapshot()).toEqual(before);
});
