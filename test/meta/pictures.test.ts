import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS_PICTURES } from '../screenshots/docs-pictures.ts';
import { allShots } from '../screenshots/shots.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = join(root, 'src/tools/demo/pictures');
/** They are cloned with the code, and loaded with the page. */
const LARGEST = 200_000;

const pictures = readdirSync(FOLDER);
const docs = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

test('every picture of the docs is shown in one of them', () => {
  const text = docs.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');

  expect(pictures.length).toBeGreaterThan(4);
  expect(pictures.filter((name) => !text.includes(`src/tools/demo/pictures/${name})`))).toEqual([]);
});

test('every picture of the docs is taken by a command, from a state that there is', () => {
  const shots = new Set(allShots().map(({ name }) => name));
  const demos = readdirSync(join(root, 'src/tools/demo'))
    .filter((name) => name.endsWith('-demo.ts'))
    .map((name) => readFileSync(join(root, 'src/tools/demo', name), 'utf8'))
    .join('\n');

  expect(pictures.toSorted()).toEqual(DOCS_PICTURES.map(({ name }) => `${name}.png`).toSorted());
  expect(
    DOCS_PICTURES.filter(({ from, taken }) => (from === 'shot' ? !shots.has(taken) : !demos.includes(`'${taken}'`))),
  ).toEqual([]);
});

test.each(pictures)('%s is not too large', (name) => {
  expect(statSync(join(FOLDER, name)).size).toBeLessThan(LARGEST);
});
