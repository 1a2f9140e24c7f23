import { expect } from 'vitest';
import { findStoredChats } from '../../../src/normalizer/stored-chats/stored-chats.ts';

/** A text with a marker, and what stays of it; both as in JSON. */
export const MARKED = 'One.\\n`⏰ list`\\n\\nTwo.';
export const CLEAN = 'One.\\nTwo.';

/**
 * Expects a response to be cleaned and otherwise unchanged, byte for byte.
 * @param path of its URL
 * @param answer JSON text; `«` is replaced by a marked text to be cleaned, `»` by one that must stay
 * @param markers how many are counted
 */
export function expectCleaned(path: string, answer: string, markers: number): void {
  let counted = 0;
  const chats = findStoredChats(`https://chat.example:8443${path}`, (more) => (counted += more));
  const cleaned = chats?.clean(answer.replaceAll(/[«»]/g, MARKED));
  expect({ path, cleaned, counted }).toEqual({
    path,
    cleaned: answer.replaceAll('«', CLEAN).replaceAll('»', MARKED),
    counted: markers,
  });
}

/** Expects that responses from these URLs are not examined. */
export function expectNone(...paths: readonly string[]): void {
  expect(paths.filter((path) => findStoredChats(`https://chat.example${path}`, () => {}))).toEqual([]);
}
