import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { ALL_DIALECTS } from '../../../src/normalizer/dialects/all-dialects.ts';
import { MAX_HELD } from '../../../src/normalizer/text/marker-filter.ts';
import { wrongIn } from '../../support/lists.ts';
import { pass, steadyIds } from '../pass-deltas.ts';
import { STREAM_MAKERS, type Ids } from './made-streams.ts';

const FOLDER = new URL('../../../src/normalizer/dialects/', import.meta.url);

/** Deltas per second, as models send them. */
const SECOND = 50;

/**
 * Ways to name texts: correctly, with a new name each time, names of two turns (GitHub Copilot),
 * none, one for all.
 */
const NAMES: readonly (readonly [how: string, make: () => Ids])[] = [
  ['steady', () => steadyIds],
  [
    'rotated',
    () => {
      let next = 0;
      return (field) => (field.endsWith('index') ? next++ : `${field}${next++}`);
    },
  ],
  [
    'rotated but for numbers',
    () => {
      let next = 0;
      return (field) => (field.endsWith('index') ? 0 : `${field}${next++}`);
    },
  ],
  ['missing', () => () => undefined],
  ['shared', () => (field) => (field.endsWith('index') ? 0 : 'x')],
];

const EVERY = STREAM_MAKERS.flatMap((maker) =>
  NAMES.map(([how, make]) => [maker.dialect, how, maker, make] as const),
);

test('every dialect is named like its file, and every file of one is in the list', () => {
  const files = readdirSync(FOLDER).filter((file) =>
    /^export const \w+: Dialect = /m.test(readFileSync(new URL(file, FOLDER), 'utf8')),
  );

  expect(
    wrongIn(
      'ALL_DIALECTS in src/normalizer/dialects/all-dialects.ts',
      ALL_DIALECTS.map(({ id }) => id),
      files.map((file) => file.replace(/\.ts$/, '')),
    ),
  ).toEqual([]);
});

test('there is a generator for every dialect with text', () => {
  expect(
    wrongIn(
      'STREAM_MAKERS in test/normalizer/dialects/made-streams.ts',
      STREAM_MAKERS.map(({ dialect }) => dialect),
      ALL_DIALECTS.map(({ id }) => id).filter((id) => id !== 'hermes-progress'),
    ),
  ).toEqual([]);
});

const anyDeltas = fc.array(
  fc.constantFrom(
    'Use',
    ' `💻 ls`',
    '`💻 ls`',
    ' here',
    '\n',
    '\n\n',
    '`⏰',
    ' list',
    '`',
    '`\n\n',
    '\n`⏰ list`',
    '```',
    '~~~\n',
    '- ',
    'one `⏰ list`, two',
    '`⏰ li',
    'st`\n',
    'é',
  ),
  { maxLength: 30 },
);

test.each(EVERY)(
  '%s, names %s: the text is cleaned, and little of it is held',
  (_dialect, _how, maker, make) => {
    fc.assert(
      fc.property(anyDeltas, (made) => {
        const deltas = ['Well', ', let', ' me', ...made];

        const passed = pass(maker, deltas, make());

        expect(passed.text).toBe(cleanText(deltas.join('')).text);
        expect(passed.pushes).toBeLessThanOrEqual(SECOND);
      }),
      { numRuns: 30 },
    );
  },
);

test.each(EVERY)(
  '%s, names %s: 600 deltas that each end a line do not wait for one another',
  (_dialect, _how, maker, make) => {
    const lines = Array.from({ length: 200 }, (_, i) => [
      `line ${i}\n`,
      'Use ',
      '`💻 ls`\n',
    ]).flat();
    const passed = pass(maker, ['Well', ', let', ' me', ...lines], make());

    expect(passed.text).toContain('Use `💻 ls`\nline 1\n');
    expect(passed.units).toBeLessThan(20);
  },
);

test.each(EVERY)(
  '%s, names %s: at most 4096 characters of an endless label are held',
  (_dialect, _how, maker, make) => {
    const deltas = [
      'Well',
      ', let',
      ' me\n',
      '`⏰ ',
      ...Array.from({ length: 180 }, () => 'x'.repeat(30)),
    ];

    const passed = pass(maker, deltas, make());

    expect(passed.text).toBe(deltas.join(''));
    expect(passed.units).toBeGreaterThan(3000);
    // The line feed before it is held with it.
    expect(passed.units).toBeLessThanOrEqual(MAX_HELD + 1);
  },
);
