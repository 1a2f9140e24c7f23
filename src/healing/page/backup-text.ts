import type { BackupSummary } from '../types.ts';
import { countText, momentText, sizeText } from './found-text.ts';
import { healingTexts as texts } from './texts.ts';

/** "Cleaned, 3 March 2026 at 14:05, 5 replies, 12 kB". */
export function backupText({ state, when, messages, bytes }: BackupSummary): string {
  return `${texts.states[state]}, ${momentText(when)}, ${countText(messages, ['reply', 'replies'])}, ${sizeText(bytes)}`;
}

/** "3 backups, 36 kB." */
export function backupsText(backups: readonly BackupSummary[]): string {
  const bytes = backups.reduce((sum, backup) => sum + backup.bytes, 0);
  return `${countText(backups.length, ['backup', 'backups'])}, ${sizeText(bytes)}.`;
}

/** @param host with its port; @param now milliseconds since 1970 */
export function backupsFileName(host: string, now: number): string {
  return `stream-fixer-backups-${host.replace(/[^\w.-]+/g, '-')}-${new Date(now).toISOString().slice(0, 10)}.json`;
}
