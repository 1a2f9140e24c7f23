import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { BackupSummary } from '../../healing/types.ts';

/** "Can be restored, 3 March 2026 at 14:05, 5 replies". */
export function backupText({ state, when, messages }: BackupSummary): string {
  return texts.backup(messages, texts.states[state], formats.moment(when));
}

/** "3 backups." and what backups are. */
export function backupsText(backups: readonly BackupSummary[]): string {
  if (backups.length === 0) return texts.noBackups;
  return formats.sentences(texts.backups(backups.length), texts.backupsAbout);
}

/** What is lost with the backups about to be deleted. */
export function deleteText(backups: readonly BackupSummary[]): string {
  return backups.length === 1 ? texts.deletesOne : texts.deletesSome(backups.length);
}
