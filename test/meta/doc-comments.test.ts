import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/**
 * A relative clause where a noun belongs: "Creates what cleans the requests" for "Creates the
 * request cleaner".
 */
const CLAUSE =
  /(?:\/\*\*|\*) (?:@returns|Returns|Creates|Makes|Builds|Gives) (?:what|whatever|that which)\b.*/g;
function clausesIn(source: string): string[] {
  return source.match(CLAUSE) ?? [];
}

test.each([
  ['/** Creates what cleans the requests of a page. */', 1],
  ['/**\n * @returns what removes each overlay\n */', 1],
  ['/** Creates the request cleaner of a page. */', 0],
  ['/** @returns the overlays, and what they replace */', 0],
])('the check sees %j', (source, count) => {
  expect(clausesIn(source)).toHaveLength(count);
});

/** Longest line of a comment, in UTF-16 units, as the formatter has it for code. */
const WIDTH = 100;

test('no comment is wider than code, but for tables and links', () => {
  const sources = globSync('{src,entrypoints,test}/**/*.{ts,tsx}', { cwd: root });

  const wide = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.length > WIDTH && /^\s*(?:\/\/|\/?\*+) (?!\|)/.test(line))
      .filter((line) => !line.includes('https://'))
      .map((line) => `${file}: ${line}`),
  );

  expect(sources.length).toBeGreaterThan(1000);
  expect(wide).toEqual([]);
});

test('no comment begins with "Creates what", "Returns what" and the like', () => {
  const sources = globSync(['src/**/*.{ts,tsx}', 'entrypoints/**/*.{ts,tsx}'], { cwd: root }).map(
    (file) => file.replaceAll('\\', '/'),
  );

  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources.flatMap((file) =>
      clausesIn(readFileSync(join(root, file), 'utf8')).map((clause) => `${file}: ${clause}`),
    ),
  ).toEqual([]);
});
