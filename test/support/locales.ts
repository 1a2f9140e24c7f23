/** Reads the text files, and makes tests in Node use their languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createI18n, PSEUDO, pseudo, type I18n, type Messages } from './i18n.ts';

const FOLDER = join(import.meta.dirname, '../../src/public/_locales');

/** As their folders are named, but with the hyphen of a language tag. */
export const LANGUAGES: readonly string[] = readdirSync(FOLDER).map((folder) =>
  folder.replace('_', '-'),
);
export const TRANSLATIONS: readonly string[] = LANGUAGES.filter((language) => language !== 'en');

/** Each file is read once: some tests ask for every text of it one by one. */
const read = new Map<string, Messages>();

/** @returns every text of a language, by its key */
export function messagesOf(language: string): Messages {
  const known = read.get(language);
  if (known) return known;
  const path = join(FOLDER, language.replace('-', '_'), 'messages.json');
  const messages = JSON.parse(readFileSync(path, 'utf8')) as Messages;
  read.set(language, messages);
  return messages;
}

/** @param language one of LANGUAGES, or PSEUDO; browsers show English for all others */
export function i18nIn(language: string): I18n {
  const english = messagesOf('en');
  if (language === PSEUDO) return pseudo(createI18n(english, english));
  return createI18n(LANGUAGES.includes(language) ? messagesOf(language) : english, english);
}

/** Makes modules imported from now on use this language. */
export async function speak(language: string): Promise<void> {
  vi.resetModules();
  await setI18n(i18nIn(language));
}

/** Gives `browser` of 'wxt/browser' texts; it exists in unit tests only. */
export async function setI18n(i18n: I18n): Promise<void> {
  const scope = globalThis as { chrome?: object };
  scope.chrome ??= {};
  const { browser } = await import('wxt/browser');
  Object.assign(browser, { i18n });
}
