import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, type Colour } from '../../../src/badges/look/colours.ts';

const CSS = readFileSync(new URL('../../../src/pages/popup/base.css', import.meta.url), 'utf8');

type Tokens = Readonly<Record<string, string>>;

/** The colours of a `:root` block. */
function tokensOf(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name = '', colour = '']) => [
      name,
      colour,
    ]),
  );
}

const blocks = CSS.split(':root').slice(1);
const light = tokensOf(blocks[0] ?? '');
const THEMES = { light, dark: { ...light, ...tokensOf(blocks[1] ?? '') } } as const;

/** @param hex colour such as `#0b737b` */
function colourOf(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return { red, green, blue, alpha: 1 };
}

/** WCAG 2.2, 1.4.3: text. */
const TEXT = 4.5;
/** WCAG 2.2, 1.4.11: marks and the edges of controls. */
const MARK = 3;

const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['text', 'quiet', 'accent', 'amber', 'red'].flatMap((name) =>
    ['surface', 'raised'].map((ground) => [name, ground, TEXT] as const),
  ),
  ['accent-text', 'accent', TEXT],
  ...['edge', 'amber-mark', 'accent', 'red'].flatMap((name) =>
    ['surface', 'raised'].map((ground) => [name, ground, MARK] as const),
  ),
];

test.each(Object.keys(THEMES) as (keyof typeof THEMES)[])(
  'the tokens of the %s theme have the contrast that their use needs',
  (theme) => {
    const tokens: Tokens = THEMES[theme];
    const figures = PAIRS.map(([name, ground, least]) => {
      const figure = contrast(colourOf(tokens[name] ?? ''), colourOf(tokens[ground] ?? ''));
      return {
        pair: `${name} on ${ground}`,
        figure: Number(figure.toFixed(2)),
        enough: figure >= least,
      };
    });

    expect(figures.filter(({ enough }) => !enough)).toEqual([]);
  },
);

test('both themes name the same colours, and the styles use no others', () => {
  expect(Object.keys(light).length).toBeGreaterThan(10);
  expect(Object.keys(tokensOf(blocks[1] ?? ''))).toEqual(Object.keys(light));
  const outside = CSS.replace(/:root\s*\{[^}]*\}/g, '').match(/#[0-9a-f]{3,8}\b/gi);
  expect(outside).toBeNull();
});
