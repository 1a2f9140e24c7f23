import { expect, test } from 'vitest';
import { piecesOf } from '../../normalizer/splits.ts';
import { createRandom, SEED, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { ENTRIES, type Entry } from './entries.ts';

/** Random cases after the known ones. */
const CASES = Number(process.env.GROWTH_CASES) || 100;
/** For twice the text, linear work takes 2 times as long, quadratic work 4 times. */
const LIMIT = 2.8;
/**
 * How often both texts are measured before a case counts as slow; the shortest times are compared.
 */
const ATTEMPTS = 12;
/** Milliseconds; a shorter time is not precise enough. */
const TOO_SHORT = 0.5;
/** Milliseconds; a longer time is not measured again. */
const TOO_LONG = 1000;
const SIZES = [1, 4, 1000] as const;
type Size = (typeof SIZES)[number];
/** Characters of the smallest text, so that each size of pieces takes about the same time. */
const LENGTHS: Readonly<Record<Size, number>> = { 1: 1000, 4: 3000, 1000: 30_000 };

/** Pieces from attacks, and what the rules look for. */
const UNITS: readonly string[] = [
  ...'x \n\t`',
  '```',
  ...'~"\\{}[<>🙂',
  '\ud83d',
  'é',
  '=',
  'a.b ',
  '\r\n',
  '\r',
  ' \n',
  '\n\n',
  '`a` ',
  '`⏰ ',
  '`⏰ list`',
  '`⏰ list`\n\n',
  'x\n`⏰ list`\n\n',
  '\n`⏰ list`\n\n\n',
  '`⏰ list`\n \t',
  '```\n',
  '~~~~\n',
  '    ```\n',
  '<details>\n',
  '</details>\n',
  '<details type="tool_calls" done="true">\n',
  '<details type="reasoning" done="false">\n<summary>a</summary>\n',
  '<summary>',
  '> ',
  '<think>',
  '</think>',
  '[INST]',
  '<|im_start|>',
  '<|im_end|>',
  'data: ',
  'data: {"a":1}\n\n',
  '{"choices":[{"delta":{"content":"a"}}]}\n',
  ': ',
  'event: x\n',
  '[DONE]',
  '- ',
  '| a | b |\n',
  '[Calling tool: ',
  '🔧 Calling tool: **',
  'sk-abcdef',
  'Bearer ',
  '@',
  'https://',
  '🔧',
  '\u200d',
  '⚙️ ',
  'terminal: ',
  'Running: ',
];

interface Case {
  readonly entry: Entry;
  readonly unit: string;
  readonly first: string;
  readonly last: string;
  readonly size: Size;
}

/** Texts that once took quadratic time somewhere. */
const KNOWN: readonly Omit<Case, 'entry' | 'size'>[] = [
  { first: '', unit: 'x\n`⏰ list`\n\n', last: '' },
  { first: 'a', unit: '\n', last: '`⏰ list`\n\n' },
  { first: '```\n', unit: '<details>\n', last: '' },
  { first: '`💻 ', unit: 'a', last: '' },
  { first: '', unit: 'Some `code` and *words* 🙂.\n\n', last: '' },
  { first: '', unit: '\r\n\r\r\n', last: '' },
  { first: 'data: ', unit: '{"a":[', last: '' },
  { first: '', unit: 'data:x\n', last: '' },
  { first: '', unit: ': x\n\n', last: '' },
];
/**
 * Each entry with every text and every size. All combinations would take minutes; seeds 1, 2 and 3
 * cover them together.
 */
const KNOWN_CASES = ENTRIES.flatMap((entry, i) =>
  KNOWN.map((each, j): Case => ({
    entry,
    size: SIZES[(i + j + SEED) % SIZES.length] ?? 1,
    ...each,
  })),
);

function pickCase(random: Random): Case {
  const unit = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(UNITS)).join('');
  return {
    entry: random.pick(ENTRIES),
    unit,
    first: random.oneIn(3) ? random.pick(UNITS) : '',
    last: random.oneIn(3) ? random.pick(UNITS) : '',
    size: random.pick(SIZES),
  };
}

/** @param n multiple of the smallest length */
function textOf({ unit, first, last, size }: Case, n: number): readonly string[] {
  const length = n * LENGTHS[size];
  return piecesOf(
    first + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + last,
    size,
  );
}

/** @returns processor time, which does not include the time that other processes use */
function msFor(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * @param n length of the shorter text, as a multiple of the smallest length
 * @returns the time for a text of twice that length, relative to the shorter one; null if it is too
 * short to measure
 */
function ratioOf({ entry, ...each }: Case, n: number): number | null {
  const [short, long] = [n, 2 * n].map((times) => entry.prepare(textOf({ entry, ...each }, times)));
  if (!short || !long) throw new Error('nothing to measure');
  // The first run also compiles the code.
  short();
  let [few, many] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    few = Math.min(few, msFor(short));
    many = Math.min(many, msFor(long));
    if (many < TOO_SHORT) return null;
    if (many / few <= LIMIT || many > TOO_LONG) break;
  }
  return many / few;
}

/**
 * A text that outgrows a cache of the processor may exceed the limit once. So a ratio above it is
 * measured again with texts of twice the length, and the smaller ratio counts.
 */
function growthOf(each: Case): number | null {
  const grown = ratioOf(each, 2);
  return grown === null || grown <= LIMIT ? grown : Math.min(grown, ratioOf(each, 4) ?? 0);
}

test('twice the text takes at most 2.8 times as long, for every entry, text and size of pieces', async () => {
  const slow: string[] = [];
  const measured = new Set<string>();
  await runCases('growth', KNOWN_CASES.length + CASES, (turn) => {
    const each = KNOWN_CASES[turn] ?? pickCase(createRandom('growth', turn));
    const { entry, first, unit, last, size } = each;
    const grown = growthOf(each);
    if (grown !== null) measured.add(entry.name);
    if (grown !== null && grown > LIMIT)
      slow.push(
        `case ${turn}: ${entry.name}, ${JSON.stringify(first)} ${JSON.stringify(unit)}… ${JSON.stringify(last)} in pieces of ${size}: ${grown.toFixed(1)} times as long`,
      );
  });
  expect(slow, `FUZZ_SEED=${SEED}`).toEqual([]);
  // An entry that does no work would never fail.
  expect(ENTRIES.map(({ name }) => name).filter((name) => !measured.has(name))).toEqual([]);
});
