import { healingTexts as texts } from '../texts.ts';

/** A newer version has stored a backup in a way that this one would misread. */
export class NewerBackupError extends Error {}

/**
 * @param error what a call of the healing store rejected with
 * @returns the reason, in plain words. The database of a newer version is neither read nor changed:
 * the browser itself refuses to open it in an older one
 */
export function explainStorage(error: unknown): string {
  const isNewer =
    error instanceof NewerBackupError || (error instanceof Error && error.name === 'VersionError');
  return isNewer ? texts.newerStorage : texts.noStorage;
}
