import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { ALL_DIALECTS } from '../../../src/normalizer/dialects/all-dialects.ts';
import { MAX_HELD } from '../../../src/normalizer/text/marker-filter.ts';
import { bytesOf, textOf } from '../splits.ts';
import { saidIn, STREAM_MAKERS, type Ids, type StreamMaker } from './made-streams.ts';

/** Deltas per second, as models send them. */
const SECOND = 50;

/** Ways to name texts: correctly, with a new name each time, names of two turns (GitHub Copilot), none, one for all. */
const NAMES: readonly (readonly [how: string, make: () => Ids])[] = [
  ['steady', () => (field) => (field.endsWith('index') ? 0 : field)],
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

const EVERY = STREAM_MAKERS.flatMap((maker) => NAMES.map(([how, make]) => [maker.dialect, how, maker, make] as const));

interface Passed {
  readonly text: string;
  /** The most text, and the most deltas, that were held back. */
  readonly units: number;
  readonly deltas: number;
}

function pass(maker: StreamMaker, ids: Ids, deltas: readonly string[]): Passed {
  const normalizer = createBodyNormalizer({ contentType: maker.contentType, isReply: true, repairs: new Set() });
  if (!normalizer) throw new Error(`nothing reads ${maker.contentType}`);
  const push = (frame: string): string => textOf(normalizer.push(bytesOf(frame)));
  let body = maker.begin(ids).map(push).join('');
  let waits = 0;
  let units = 0;
  let longest = 0;
  let held = 0;
  for (const delta of deltas) {
    const out = push(maker.delta(delta, ids));
    body += out;
    held = out === '' ? held + 1 : 0;
    longest = Math.max(longest, held);
    // Frames leave whole, and what was removed from one waits no longer.
    waits = out === '' ? waits + delta.length : 0;
    units = Math.max(units, waits);
  }
  body += maker.end(deltas.join(''), ids).map(push).join('') + textOf(concat([normalizer.end()]));
  return { text: saidIn(maker, body), units, deltas: longest };
}

test('there is a generator for every dialect with text', () => {
  expect(STREAM_MAKERS.map(({ dialect }) => dialect).toSorted(), 'STREAM_MAKERS in made-streams.ts').toEqual(
    ALL_DIALECTS.map(({ id }) => id)
      .filter((id) => id !== 'hermes-progress')
      .toSorted(),
  );
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
    '\n`⏰ x`',
    '```',
    '~~~\n',
    '- ',
    'one `⏰ x`, two',
    '`⏰ li',
    'st`\n',
    'é',
  ),
  { maxLength: 30 },
);

test.each(EVERY)('%s, names %s: the text is cleaned, and little of it is held', (_dialect, _how, maker, make) => {
  fc.assert(
    fc.property(anyDeltas, (made) => {
      const deltas = ['Well', ', let', ' me', ...made];

      const passed = pass(maker, make(), deltas);

      expect(passed.text).toBe(cleanText(deltas.join('')).text);
      expect(passed.deltas).toBeLessThanOrEqual(SECOND);
    }),
    { numRuns: 30 },
  );
});

test.each(EVERY)(
  '%s, names %s: 600 deltas that each end a line do not wait for one another',
  (_dialect, _how, maker, make) => {
    const passed = pass(maker, make(), [
      'Well',
      ', let',
      ' me',
      ...Array.from({ length: 200 }, (_, i) => [`line ${i}\n`, 'Use ', '`💻 ls`\n']).flat(),
    ]);

    expect(passed.text).toContain('Use `💻 ls`\nline 1\n');
    expect(passed.units).toBeLessThan(20);
  },
);

test.each(EVERY)(
  '%s, names %s: at most 4096 characters of an endless label are held',
  (_dialect, _how, maker, make) => {
    const deltas = ['Well', ', let', ' me\n', '`⏰ ', ...Array.from({ length: 180 }, () => 'x'.repeat(30))];

    const passed = pass(maker, make(), deltas);

    expect(passed.text).toBe(deltas.join(''));
    expect(passed.units).toBeGreaterThan(3000);
    // The line feed before it is held with it.
    expect(passed.units).toBeLessThanOrEqual(MAX_HELD + 1);
  },
);
