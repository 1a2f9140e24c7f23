import { expect, test } from 'vitest';
import { backupsText, backupText, deleteText } from '../../../src/pages/healing/backup-text.ts';
import { healingTexts as texts } from '../../../src/healing/texts.ts';
import type { BackupSummary } from '../../../src/healing/types.ts';

const when = new Date(2026, 2, 3, 14, 5).getTime();
const backup: BackupSummary = {
  id: 1,
  chatId: 'a',
  title: 'A chat',
  when,
  messages: 5,
  state: 'healed',
};

test('a backup shows what it contains, and from when', () => {
  expect(backupText(backup)).toBe('Can be restored, 3 March 2026 at 14:05, 5 replies');
  expect(backupText({ ...backup, state: 'in-doubt', messages: 1 })).toBe(
    'Not sure whether it was cleaned, 3 March 2026 at 14:05, 1 reply',
  );
});

test('all backups together show how many they are', () => {
  expect(backupsText([backup, backup])).toBe(`2 backups. ${texts.backupsAbout}`);
  expect(backupsText([])).toBe(texts.noBackups);
});

test('the text about deletion fits one and many backups', () => {
  expect(deleteText([backup])).toContain('this chat can no longer be restored');
  expect(deleteText([backup, backup])).toContain('these 2 backups');
});
