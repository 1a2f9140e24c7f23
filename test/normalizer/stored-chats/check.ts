import { expect } from 'vitest';
import { findStoredChats } from '../../../src/normalizer/stored-chats/stored-chats.ts';

/** A text with a marker, and what stays of it; both as they are in JSON. */
export const MARKED = 'One.\\n\\n`⏰ list`\\n\\nTwo.';
export const CLEAN = 'One.\\n\\nTwo.';

/**
 * Expects an answer to come cleaned and otherwise byte for byte.
 * @param path where it came from
 * @param answer JSON text; `«` stands for a marked text that is to be cleaned, `»` for one that is to stay
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

/** Expects that answers from these places are not looked at. */
export function expectNone(...paths: readonly string[]): void {
  expect(paths.filter((path) => findStoredChats(`https://chat.example${path}`, () => {}))).toEqual([]);
}
