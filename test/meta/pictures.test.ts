import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS_PICTURES } from '../screenshots/docs-pictures.ts';
import { readPictureTexts } from '../screenshots/picture-texts.ts';
import { allShots } from '../screenshots/shots.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = join(root, 'src/tools/demo/pictures');
/** They are cloned with the code, and loaded with the page. */
const LARGEST = 200_000;

const pictures = readdirSync(FOLDER);
const docs = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

test('every picture of the docs is shown in one of them', () => {
  const text = docs.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');

  expect(pictures.length).toBeGreaterThan(4);
  // In Markdown, or in HTML, which can say how wide.
  const shown = (name: string) =>
    [')', '"'].some((end) => text.includes(`src/tools/demo/pictures/${name}${end}`));
  expect(pictures.filter((name) => !shown(name))).toEqual([]);
});

test('every picture of the docs is taken by a command, from a state that there is', () => {
  const shots = new Set(allShots().map(({ name }) => name));

  expect(pictures.toSorted()).toEqual(DOCS_PICTURES.map(({ name }) => `${name}.png`).toSorted());
  expect(
    DOCS_PICTURES.filter((picture) => picture.from === 'shot' && !shots.has(picture.taken)),
  ).toEqual([]);
});

test('no text in a picture has changed since; after a change: npm run pictures, npm run store', () => {
  const { recorded, messages } = readPictureTexts();
  const store = readdirSync(join(root, 'store/pictures'));

  expect(Object.keys(recorded).toSorted()).toEqual(
    [
      ...pictures.map((name) => `src/tools/demo/pictures/${name}`),
      ...store.map((name) => `store/pictures/${name}`),
    ].toSorted(),
  );
  for (const [path, texts] of Object.entries(recorded)) {
    const keys = Object.keys(texts);
    expect([path, texts]).toEqual([
      path,
      Object.fromEntries(keys.map((key) => [key, messages[key]?.message])),
    ]);
    // Without the extension, and of an icon alone, there is nothing to say.
    if (!/turn-1|tile-440/.test(path)) expect([path, keys.length]).not.toEqual([path, 0]);
  }
});

test.each(pictures)('%s is not too large', (name) => {
  expect(statSync(join(FOLDER, name)).size).toBeLessThan(LARGEST);
});
