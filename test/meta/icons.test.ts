import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, parseColour, type Colour } from '../../src/badges/look/colours.ts';

/** Toolbars of Chromium and Firefox, light and dark. */
const TOOLBARS = ['#ffffff', '#f9f9fb', '#202124', '#2b2a33', '#3c4043'];
/** WCAG 2.2, 1.4.11: marks. */
const MARK = 3;

function colour(hex: string): Colour {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return parseColour(`rgb(${red}, ${green}, ${blue})`) ?? expect.fail(`${hex} is no colour`);
}

function svg(name: string): string {
  return readFileSync(new URL(`../../src/public/icon/${name}.svg`, import.meta.url), 'utf8');
}

test.each(['on', 'off'])('the mark "%s" stands out on light and dark toolbars', (name) => {
  const [fill, ...others] = [...new Set(svg(name).match(/#[0-9a-f]{6}/g))];
  expect(others).toEqual([]);
  const figures = TOOLBARS.map(
    (toolbar) => [toolbar, contrast(colour(fill ?? ''), colour(toolbar))] as const,
  );
  expect(figures.filter(([, figure]) => figure < MARK)).toEqual([]);
});

test.each(['on', 'off'])('the edges of the mark "%s" lie on whole pixels of 16', (name) => {
  const rects = [...svg(name).matchAll(/<rect ([^>]*)\/>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, Number(value)]),
    ),
  );
  expect(rects.length).toBeGreaterThanOrEqual(3);
  for (const { x = 0, y = 0, width, height } of rects)
    expect([x, y, width, height].every(Number.isInteger)).toBe(true);
});

test('the tile has the mark in white, on a ground that stands out', () => {
  const [ground] = svg('tile').match(/#[0-9a-f]{6}/) ?? [];
  expect(contrast(colour(ground ?? ''), colour('#ffffff'))).toBeGreaterThanOrEqual(4.5);
});
