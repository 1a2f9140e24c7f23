/** A file chosen by the person, in a section of the full page. */
import { MAX_FILE } from '../../extension/own-file.ts';

/** Why its text cannot be read. */
export type ChosenFileProblem = 'too-large' | 'unreadable';

/**
 * @param read parses its text, from which the byte-order mark was removed
 * @returns the result of `read`, or why there was no text
 */
export async function readChosenFile<T>(
  file: Pick<File, 'size' | 'text'>,
  read: (text: string) => T,
): Promise<T | { readonly problem: ChosenFileProblem }> {
  // UTF-8 takes at most three bytes for one UTF-16 unit.
  if (file.size > 3 * MAX_FILE) return { problem: 'too-large' };
  const text = await file.text().catch(() => null);
  return text === null ? { problem: 'unreadable' } : read(text);
}

/** For a click on the input: choosing the same file again is then a change, as it may have been corrected meanwhile. */
export function forgetFile({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
  currentTarget.value = '';
}
