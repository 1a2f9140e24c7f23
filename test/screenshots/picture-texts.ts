/**
 * Which texts of the product are in a picture, so that a test knows when one of them has changed
 * since.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Messages } from '../support/i18n.ts';

const FILE = new URL('picture-texts.json', import.meta.url);
const ENGLISH = new URL('../../src/public/_locales/en/messages.json', import.meta.url);

/** By the paths of pictures: the texts in each, by their keys, as they were. */
type PictureTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Shorter texts are in any other. */
const SHORTEST = 5;

/** @returns the messages that are among the words of a picture, by their keys */
function textsIn(words: string, messages: Messages): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, { message }] of Object.entries(messages)) {
    const parts = message.replaceAll('**', '').split(/\$\w+\$/);
    if (parts.join('').trim().length < SHORTEST) continue;
    const pattern = parts
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{1,40}?');
    if (new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'u').test(words)) found[key] = message;
  }
  return found;
}

/** @returns what was recorded with the pictures, and what the product says now */
export function readPictureTexts(): {
  readonly recorded: PictureTexts;
  readonly messages: Messages;
} {
  return {
    recorded: JSON.parse(readFileSync(FILE, 'utf8')) as PictureTexts,
    messages: JSON.parse(readFileSync(ENGLISH, 'utf8')) as Messages,
  };
}

/**
 * Records the texts in a picture.
 * @param path of it, from the root
 * @param words all that is to be read in it
 */
export function recordTexts(path: string, words: string): void {
  const { recorded, messages } = readPictureTexts();
  const entries = Object.entries({ ...recorded, [path]: textsIn(words, messages) });
  const sorted = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
