import { formats } from '../../languages/formats.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { BackupSummary } from '../../healing/types.ts';

/** "Cleaned, 3 March 2026 at 14:05, 5 replies, 12 kB". */
export function backupText({ state, when, messages, bytes }: BackupSummary): string {
  return texts.backup(messages, texts.states[state], formats.moment(when), formats.size(bytes));
}

/** "3 backups, 36 kB." and what backups are. */
export function backupsText(backups: readonly BackupSummary[]): string {
  if (backups.length === 0) return texts.noBackups;
  const bytes = backups.reduce((sum, backup) => sum + backup.bytes, 0);
  return formats.sentences(texts.backups(backups.length, formats.size(bytes)), texts.backupsAbout);
}

/** What is lost with the backups about to be deleted. */
export function deleteText(backups: readonly BackupSummary[]): string {
  return backups.length === 1 ? texts.deletesOne : texts.deletesSome(backups.length);
}

/** @param host with its port; @param now milliseconds since 1970 */
export function backupsFileName(host: string, now: number): string {
  return `stream-fixer-backups-${host.replace(/[^\w.-]+/g, '-')}-${new Date(now).toISOString().slice(0, 10)}.json`;
}
