/** The format shared by the files that are saved and read here: each names its kind. Pure. */
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';

/** Longest file that is read, in UTF-16 units: about as much as Chromium stores for an extension. */
export const MAX_FILE = 10_000_000;

/** A kind of file. */
export interface FileKind {
  readonly format: string;
  /** Raised when earlier versions can no longer read the file. */
  readonly version: number;
}

/** Why a file is not of the expected kind, or cannot be read here. */
export type OwnFileProblem = 'too-large' | 'no-json' | 'other-file' | 'newer-version';

/** @returns the text of a file of this kind */
export function writeOwnFile({ format, version }: FileKind, content: object): string {
  return `${JSON.stringify({ format, version, ...content }, null, 2)}\n`;
}

/**
 * @param text of a file that anybody may have made
 * @returns its content, not validated; or why it is rejected
 */
export function readOwnFile(
  text: string,
  { format, version }: FileKind,
): { readonly content: Readonly<Record<string, unknown>> } | { readonly problem: OwnFileProblem } {
  if (text.length > MAX_FILE) return { problem: 'too-large' };
  const content = parseJson(text);
  if (content === undefined) return { problem: 'no-json' };
  if (!isObject(content) || content.format !== format || typeof content.version !== 'number')
    return { problem: 'other-file' };
  return content.version > version ? { problem: 'newer-version' } : { content };
}
