import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRANSLATIONS } from '../../src/languages/language.ts';

const FOLDER = join(import.meta.dirname, '../../src/public/_locales');
/** Beyond it, stores refuse the file. */
const MAX_DESCRIPTION = 132;

type Messages = Readonly<Record<string, { readonly message: string }>>;

/** As browsers name folders: with an underscore. */
const FOLDERS = ['en', ...TRANSLATIONS].map((language) => language.replace('-', '_'));

function messagesOf(folder: string): Messages {
  return JSON.parse(readFileSync(join(FOLDER, folder, 'messages.json'), 'utf8')) as Messages;
}

const english = messagesOf('en');

test('the manifest speaks every language of the product and no other', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(FOLDERS.toSorted());
});

test.each(FOLDERS)('%s has every message of the manifest', (folder) => {
  expect(existsSync(join(FOLDER, folder, 'messages.json'))).toBe(true);
  expect(Object.keys(messagesOf(folder))).toEqual(Object.keys(english));
  for (const { message } of Object.values(messagesOf(folder))) expect(message).toMatch(/^\S.*\S$/);
});

test.each(FOLDERS)('in %s the name is the same, and the description fits into a store', (folder) => {
  const { name, description } = messagesOf(folder);

  expect(name?.message).toBe('Stream Fixer');
  expect(description?.message.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
  expect(description?.message).not.toMatch(/[!！]/);
});

test('no two languages describe it alike', () => {
  const descriptions = FOLDERS.map((folder) => messagesOf(folder).description?.message);

  expect(new Set(descriptions).size).toBe(FOLDERS.length);
});
