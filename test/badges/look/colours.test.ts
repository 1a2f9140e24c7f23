import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AMBER,
  BLACK,
  contrast,
  isDark,
  LEAST_CONTRAST,
  over,
  parseColour,
  quietText,
  readable,
  RED,
  signalText,
  WHITE,
} from '../../../src/badges/look/colours.ts';
import type { Colour } from '../../../src/badges/look/colours.ts';

const channel = fc.double({ min: 0, max: 1, noNaN: true });
const colour: fc.Arbitrary<Colour> = fc.record({
  red: channel,
  green: channel,
  blue: channel,
  alpha: fc.constant(1),
});

test.each([
  ['rgb(255, 0, 51)', { red: 1, green: 0, blue: 0.2, alpha: 1 }],
  ['rgba(0, 0, 0, 0)', { red: 0, green: 0, blue: 0, alpha: 0 }],
  ['rgb(0 0 0 / 0.5)', { red: 0, green: 0, blue: 0, alpha: 0.5 }],
  ['color(srgb 0.5 1.2 -0.1)', { red: 0.5, green: 1, blue: 0, alpha: 1 }],
  ['color(srgb none 0 1 / 0.25)', { red: 0, green: 0, blue: 1, alpha: 0.25 }],
  ['oklch(0.7 0.1 200)', null],
  ['color(display-p3 1 0 0)', null],
  ['rgb(1, 2)', null],
  ['rgb(a, b, c)', null],
  ['', null],
])('%s is read as %j', (text, read) => {
  expect(parseColour(text)).toEqual(read);
});

test('contrast of black and white is 21 in either order', () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21);
  expect(contrast(WHITE, BLACK)).toBeCloseTo(21);
  expect(contrast(WHITE, WHITE)).toBe(1);
});

test('half black over white is the grey in between', () => {
  expect(over({ ...BLACK, alpha: 0.5 }, WHITE)).toEqual({
    red: 0.5,
    green: 0.5,
    blue: 0.5,
    alpha: 1,
  });
});

test('quiet text is quieter than the page and always readable', () => {
  fc.assert(
    fc.property(colour, colour, (text, background) => {
      const found = contrast(quietText(text, background), background);
      expect(found).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      if (contrast(text, background) >= LEAST_CONTRAST)
        expect(found).toBeLessThanOrEqual(contrast(text, background) + 0.01);
    }),
  );
});

test.each([AMBER, RED])('signal colours are always readable', (...signal) => {
  fc.assert(
    fc.property(colour, (background) => {
      expect(contrast(signalText(signal, background), background)).toBeGreaterThanOrEqual(
        LEAST_CONTRAST,
      );
    }),
  );
});

test('a readable colour stays as it is', () => {
  const teal: Colour = { red: 0, green: 0.4, blue: 0.45, alpha: 1 };

  expect(readable(teal, WHITE)).toEqual(teal);
});

test('dark and light are divided at the point of equal contrast', () => {
  expect(isDark({ red: 0.4, green: 0.4, blue: 0.4, alpha: 1 })).toBe(true);
  expect(isDark({ red: 0.6, green: 0.6, blue: 0.6, alpha: 1 })).toBe(false);
});
