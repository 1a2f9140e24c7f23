import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markupWords, sentencesIn } from '../support/source-words.ts';

const SRC = join(import.meta.dirname, '../../src');
/** Folders with text that people see. */
const SEEN = [
  'badges',
  'companion',
  'healing',
  'inspector',
  'pages',
  'rules',
  'settings',
  'sites',
  'stats',
];

/** Not for people, or not to be translated. */
const ALLOWED: readonly (readonly [file: string, text: string])[] = [
  ['companion/source.ts', 'Stream Fixer companion'],
  // For the console.
  ['extension/promises.ts', 'Stream Fixer could not 1. If this goes on, 1.'],
];
/** What agents write, as examples for rules. */
const OF_AGENTS = /^rules\/(?:packs\/|ordinary-lines)/;

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/'));
}

function textOf(file: string): string {
  return readFileSync(join(SRC, file), 'utf8');
}

const folders = readdirSync(SRC).filter((folder) => SEEN.includes(folder));

test('no word is hard-coded in markup: all come from a catalogue', () => {
  const found = filesIn('.', /\.tsx$/).flatMap((file) =>
    markupWords(textOf(file), file).map((words) => `${file}: ${words}`),
  );

  expect(found).toEqual([]);
});

test('no sentence is hard-coded in the sources of the user interface: all come from a catalogue', () => {
  const found = folders
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .filter((file) => !OF_AGENTS.test(file))
    .flatMap((file) => sentencesIn(textOf(file), file).map((text) => [file, text] as const))
    .filter(([file, text]) => !ALLOWED.some(([where, what]) => where === file && what === text));

  expect(found.map((one) => one.join(': '))).toEqual([]);
});

test('every exception is still needed', () => {
  expect(ALLOWED.filter(([file, text]) => !sentencesIn(textOf(file), file).includes(text))).toEqual(
    [],
  );
});

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<p>{texts.a} (x)</p>', ['(x)']],
  ['<p>{texts.a} ({count}): {texts.b}</p>', []],
  ['<p>{open ? "Yes" : texts.no}</p>', ['Yes']],
  ['<p>{kind === "open" && texts.no}</p>', []],
  ['<p>{`${count} left`}</p>', ['1 left']],
  ['<b aria-label="Close" class="big red" />', ['Close']],
  ['<b title={`on ${host}`} />', ['on 1']],
  ['<b title={texts.close} data-step="go-on" />', []],
])('words in markup are detected: %s', (code, words) => {
  expect(markupWords(`const x = ${code};`, 'x.tsx')).toEqual(words);
});

test.each([
  ["const x = 'Nothing to do.';", ['Nothing to do.']],
  ['const x = `Taken out of ${n} chats.`;', ['Taken out of 1 chats.']],
  ["const x = { why: cond ? 'You were signed out.' : words.other };", ['You were signed out.']],
  ["throw new TypeError('This is for developers.');", []],
  ["import { x } from 'The big module';", []],
  ["type X = 'One of three' | 'Two of three';", []],
  ["const x = 'button primary big';", []],
  ["const x = 'Stream Fixer';", []],
  ['const x = `Open WebUI ${version}`;', []],
])('sentences in sources are detected: %s', (code, sentences) => {
  expect(sentencesIn(code, 'x.ts')).toEqual(sentences);
});
