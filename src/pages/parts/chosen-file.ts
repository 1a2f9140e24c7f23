/** A file that the person chose, in a section of the full page. */
import { MAX_FILE } from '../../settings/own-file.ts';

/** Why its text is not to be had. */
export type ChosenFileProblem = 'too-large' | 'unreadable';

/**
 * @param read what to make of its text, which has no byte-order mark any more
 * @returns what that made of it, or why there was no text
 */
export async function readChosenFile<T>(
  file: Pick<File, 'size' | 'text'>,
  read: (text: string) => T,
): Promise<T | { readonly problem: ChosenFileProblem }> {
  // UTF-8 has at most three bytes for one UTF-16 unit.
  if (file.size > 3 * MAX_FILE) return { problem: 'too-large' };
  const text = await file.text().catch(() => null);
  return text === null ? { problem: 'unreadable' } : read(text);
}

/** For a click on the input: to choose the same file again is a change then, as it may have been mended meanwhile. */
export function forgetFile({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
  currentTarget.value = '';
}
