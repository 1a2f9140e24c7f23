import { expect, test } from 'vitest';
import { readEntry, type ParsedEntry } from '../../../src/healing/backups/backup-entry.ts';
import type { BackupEntry } from '../../../src/healing/types.ts';
import { NewerBackupError } from '../../../src/healing/backups/storage-trouble.ts';

const place = { place: 'history', key: 'a', messageId: 'a' } as const;
const about = { origin: 'https://chat.example', chatId: 'c', title: '"T"', when: 1, undoBegun: false };
const entry: BackupEntry = { ...about, format: 2, messages: [{ ...place, before: '{"x":1.0,"x":2}', after: '{}' }] };

test('backups of this version are read unchanged', () => {
  expect(readEntry(entry)).toBe(entry);
});

test('those of an earlier version become text, marked as such', () => {
  const parsed: ParsedEntry = { ...about, messages: [{ ...place, before: { x: 1 }, after: {} }] };

  expect(readEntry(parsed)).toEqual({
    ...about,
    format: 2,
    messages: [{ ...place, before: '{"x":1}', after: '{}', parsed: true }],
  });
});

test('those of a later version are not misread', () => {
  expect(() => readEntry({ ...entry, format: 3 } as never)).toThrow(NewerBackupError);
});
