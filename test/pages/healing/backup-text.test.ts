import { expect, test } from 'vitest';
import { backupsFileName, backupsText, backupText, deleteText } from '../../../src/pages/healing/backup-text.ts';
import { healingTexts as texts } from '../../../src/healing/texts.ts';
import type { BackupSummary } from '../../../src/healing/types.ts';

const when = new Date(2026, 2, 3, 14, 5).getTime();
const backup: BackupSummary = {
  id: 1,
  chatId: 'a',
  title: 'A chat',
  when,
  messages: 5,
  bytes: 12_300,
  state: 'healed',
};

test('a backup shows what it contains, from when, and its size', () => {
  expect(backupText(backup)).toBe('Can be restored, 3 March 2026 at 14:05, 5 replies, 12 kB');
  expect(backupText({ ...backup, state: 'in-doubt', messages: 1 })).toBe(
    'Not sure whether it was cleaned, 3 March 2026 at 14:05, 1 reply, 12 kB',
  );
});

test('all backups together show their total size', () => {
  expect(backupsText([backup, backup])).toBe(`2 backups, 25 kB. ${texts.backupsAbout}`);
  expect(backupsText([])).toBe(texts.noBackups);
});

test('the text about deletion fits one and many backups', () => {
  expect(deleteText([backup])).toContain('this chat can no longer be restored');
  expect(deleteText([backup, backup])).toContain('these 2 backups');
});

test('the file is named after the server and the day, without characters that are invalid in file names', () => {
  expect(backupsFileName('chat.example.org:8443', Date.UTC(2026, 2, 3))).toBe(
    'stream-fixer-backups-chat.example.org-8443-2026-03-03.json',
  );
  expect(backupsFileName('[::1]:3000', Date.UTC(2026, 2, 3))).toBe('stream-fixer-backups--1-3000-2026-03-03.json');
});
