import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** What runs where a page can dispatch events of its own. */
const IN_PAGES = globSync(
  [
    'src/{badges,bridge,chat-uis,hook}/**/*.ts',
    'entrypoints/page-*.ts',
    'entrypoints/page-*/**/*.ts',
  ],
  { cwd: root },
);
const LISTENS =
  /addEventListener\(\s*'(?:\w*click|contextmenu|pointer\w+|mouse\w+|key\w+|touch\w+|submit)'|\.on(?:\w*click|pointer\w+|mouse\w+|key\w+|touch\w+) =|\bon(?:Click|Pointer\w+|Key\w+)=/g;

/**
 * @returns the beginning of each listener of a source that takes a press of the page for one of the
 * person
 */
function trusting(source: string): string[] {
  return Array.from(source.matchAll(LISTENS), ({ index }) =>
    source.slice(index, index + 160),
  ).filter(
    // What only keeps the browser from doing something does nothing that a page could not do
    // itself.
    (listener) =>
      !/\bisTrusted\b/.test(listener) && !/^[^\n]*=> event\.preventDefault\(\)\);/.test(listener),
  );
}

test('what a person presses in a page is asked whether a person pressed it', () => {
  const sources = IN_PAGES.map((file) => readFileSync(join(root, file), 'utf8'));

  expect(sources.filter((source) => source.search(LISTENS) >= 0).length).toBeGreaterThan(0);
  expect(sources.flatMap(trusting)).toEqual([]);
});

test.each([
  ["button.addEventListener('click', () => clean());", 1],
  ["button.addEventListener('keydown', (event) => {\n  if (event.isTrusted) clean();\n});", 0],
  ['button.onclick = clean;', 1],
  ["button.addEventListener('mousedown', (event) => event.preventDefault());", 0],
  ["page.addEventListener('message', read);", 0],
])('the check sees what %s is', (source, count) => {
  expect(trusting(source)).toHaveLength(count);
});
