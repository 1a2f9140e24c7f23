import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../src/tools/cli/build.ts';
import { longText, shortText } from '../screenshots/listing.ts';
import { allShots } from '../screenshots/shots.ts';
import { STORE_PICTURES } from '../screenshots/store-pictures.ts';
import { LANGUAGES, messagesOf } from '../support/locales.ts';

const STORE = resolve(import.meta.dirname, '../../store');
/**
 * Chrome's, which is the shortest; Firefox takes 250.
 * https://developer.chrome.com/docs/extensions/reference/manifest/description
 */
const SHORT = 132;
/**
 * Edge's, which is the narrowest on both sides.
 * https://learn.microsoft.com/microsoft-edge/extensions/publish/publish-extension
 */
const LONG = { least: 250, most: 10_000 };
/** Chrome's, for the purpose and for each permission. */
const REASON = 1000;

function textIn(language: string, name: string): string {
  return readFileSync(join(STORE, language.replace('-', '_'), name), 'utf8');
}

const readme = readFileSync(join(STORE, 'README.md'), 'utf8');

function reasonFor(heading: string): string {
  return (
    readme
      .split(new RegExp(`^##+ ${heading}\n`, 'm'))[1]
      ?.split(/^##/m)[0]
      ?.trim() ?? ''
  );
}

test.each(LANGUAGES)(
  'the listing in %s is made of the texts of the product; after a change: npm run store -- --texts',
  (language) => {
    expect(textIn(language, 'short.txt')).toBe(shortText(messagesOf(language)));
    expect(textIn(language, 'long.txt')).toBe(longText(messagesOf(language)));
  },
);

test.each(LANGUAGES)('the listing in %s has the length that every store takes', (language) => {
  const long = textIn(language, 'long.txt').length;

  expect(textIn(language, 'short.txt').trim().length).toBeLessThanOrEqual(SHORT);
  expect(long).toBeGreaterThanOrEqual(LONG.least);
  expect(long).toBeLessThanOrEqual(LONG.most);
});

test('a language that the product has not got has no listing', () => {
  const folders = readdirSync(STORE, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'pictures',
  );

  expect(folders.map(({ name }) => name.replace('_', '-')).toSorted()).toEqual(
    [...LANGUAGES].toSorted(),
  );
});

test('there are five pictures and both tiles, in their sizes, and no others', () => {
  const sizes = STORE_PICTURES.map(({ width, height }) => `${width}x${height}`);

  expect(sizes.toSorted()).toEqual(
    ['1400x560', '440x280', ...Array<string>(5).fill('1280x800')].toSorted(),
  );
  expect(readdirSync(join(STORE, 'pictures')).toSorted()).toEqual(
    STORE_PICTURES.map(({ name }) => `${name}.png`).toSorted(),
  );
});

test('every picture shows states that there are', () => {
  const shots = new Set(allShots().map(({ name }) => name));
  const shown = STORE_PICTURES.flatMap(({ placed }) => placed.map(({ from }) => from));

  expect(
    shown.filter((from) => !shots.has(from) && !existsSync(resolve(STORE, '..', from))),
  ).toEqual([]);
});

test.each(STORE_PICTURES)(
  'the picture $name is a PNG of $width by $height without transparency',
  ({ name, width, height }) => {
    const bytes = readFileSync(join(STORE, 'pictures', `${name}.png`));

    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    // Colour type 2: three colours, no alpha.
    expect(bytes[25]).toBe(2);
  },
);

test('each permission has its reason, no other has, and none is longer than the form', async () => {
  const manifest = JSON.parse(
    readFileSync(join(await build('chromium'), 'manifest.json'), 'utf8'),
  ) as {
    permissions: string[];
    optional_permissions: string[];
  };
  const headings = [...readme.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);

  expect(headings).toEqual([
    ...manifest.permissions,
    ...manifest.optional_permissions,
    'Optional host permissions',
  ]);
  for (const heading of ['Single purpose', 'Remote code', ...headings]) {
    expect(reasonFor(heading).length).toBeGreaterThan(40);
    expect(reasonFor(heading).length).toBeLessThanOrEqual(REASON);
  }
});
