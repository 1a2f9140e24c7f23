import { expect, test } from 'vitest';
import { backupRows, createBackups, newBackupId } from '../../../src/healing/backups/backups.ts';
import { NewerBackupError } from '../../../src/healing/backups/storage-trouble.ts';
import type { BackupEntry } from '../../../src/healing/types.ts';
import { createMemoryStore } from '../memory-store.ts';
import { begin, heal, scan, serverOf } from '../steps.ts';

test('backups are deleted one by one and all together', async () => {
  const fake = serverOf('0.12.4', 3);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  await heal(healing, ['c0', 'c1', 'c2']);
  const backups = await healing.backups();

  await healing.deleteBackups([backups[0]?.id ?? 0]);
  expect((await healing.backups()).map(({ id }) => id)).toEqual(
    backups.slice(1).map(({ id }) => id),
  );
  await healing.deleteBackups();
  expect(await healing.backups()).toEqual([]);
});

test('backups of the same moment have different ids', () => {
  expect(new Set(Array.from({ length: 2000 }, () => newBackupId(1))).size).toBe(2000);
});

test('a backup is read as it was written, and one of another version is not misread', async () => {
  const origin = 'https://chat.example';
  const entry: BackupEntry = {
    format: 2,
    origin,
    chatId: 'c',
    title: 'T',
    when: 1,
    messages: [],
    undoBegun: false,
  };
  const store = createMemoryStore();
  await store.write(origin, backupRows(1, entry, 'healed'));
  await store.write(origin, backupRows(2, { ...entry, format: 3 as never }, 'healed'));
  const backups = createBackups(store, origin);

  expect((await backups.read(1))?.entry).toEqual(entry);
  await expect(backups.read(2)).rejects.toThrow(NewerBackupError);
});
