import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** The demo's page is not part of the extension. */
const LEFT_OUT = /^tools\/demo\//;

/** Directions that stay the same in every script. */
const ALLOWED: readonly (readonly [file: string, style: string])[] = [];

const PHYSICAL = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-[a-z]+)?\s*:[^;}]*/g,
  /(?<![\w-])(?:left|right)\s*:[^;}]*/g,
  /(?<![\w-])(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)\b/g,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:[^;}]*/g,
];
/** Four values in a row: the second and the fourth are right and left. */
const FOUR_SIDES =
  /(?<![\w-])(?:margin|padding|inset|border-width|border-style|border-color)\s*:\s*([^;}]*)/g;

/** @returns declarations that mean left or right, whatever the direction of the script */
function physicalStyles(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const sides = [...plain.matchAll(FOUR_SIDES)]
    .filter(([, value = '']) => isLopsided(value))
    .map(([style]) => style);
  return [...PHYSICAL.flatMap((pattern) => plain.match(pattern) ?? []), ...sides].map((style) =>
    style.trim(),
  );
}

function isLopsided(value: string): boolean {
  const parts = innermostGone(value.replace('!important', '')).trim().split(/\s+/);
  return parts.length === 4 && parts[1] !== parts[3];
}

/** Without parentheses, from the innermost ones on: their content separates no sides. */
function innermostGone(value: string): string {
  const less = value.replace(/\([^()]*\)/g, '');
  return less === value ? value : innermostGone(less);
}

/** Style sheets, and sources that contain styles as text. */
function stylesIn(file: string): string {
  const text = readFileSync(join(SRC, file), 'utf8');
  if (file.endsWith('.css')) return text;
  return [...text.matchAll(/`([^`]*\{[^`]*:[^`]*\}[^`]*)`/g)]
    .map(([, css]) => css ?? '')
    .join('\n');
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(?:\.css|(?:^|\/)styles\.ts)$/.test(file) && !LEFT_OUT.test(file));

test('no style means left or right: in right-to-left text everything is mirrored', () => {
  const found = files.flatMap((file) =>
    physicalStyles(stylesIn(file)).map((style) => [file, style] as const),
  );

  expect(files.length).toBeGreaterThan(2);
  expect(
    found
      .filter(([file, style]) => !ALLOWED.some(([where, what]) => where === file && what === style))
      .map((one) => one.join(': ')),
  ).toEqual([]);
  expect(ALLOWED.filter((allowed) => !found.some((one) => one.join() === allowed.join()))).toEqual(
    [],
  );
});

test.each([
  ['a { margin-left: 4px }', 1],
  ['a { padding-right: 4px; border-left-color: red }', 2],
  ['a { left: 0; right: 0 }', 2],
  ['a { text-align: left; float: right }', 2],
  ['a { border-top-left-radius: 4px }', 1],
  ['a { margin: 0 4px 0 8px }', 1],
  ['a { inset: auto max(1px, env(safe-area-inset-right)) 0 auto }', 1],
  ['a { margin: 0 4px 2px 4px; padding: 0 4px }', 0],
  ['a { inset-inline-start: 0; text-align: start; margin-inline-end: 4px }', 0],
  ['/* left: 4px */ a { color: var(--left) }', 0],
])('left and right are detected: %s', (css, count) => {
  expect(physicalStyles(css)).toHaveLength(count);
});
