import { expect, test } from 'vitest';
import { piecesOf } from '../../normalizer/splits.ts';
import { createRandom, SEED, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { ENTRIES, type Entry } from './entries.ts';

/** Cases of chance behind the known ones. */
const CASES = Number(process.env.GROWTH_CASES) || 100;
/** Work that doubles with the text makes 8, what is squared 64; 2.8 for each doubling is the limit. */
const FACTOR = 8;
const LIMIT = 2.8 ** Math.log2(FACTOR);

/** What came up in attacks, and what the rules look at. */
const UNITS: readonly string[] = [
  'x',
  ' ',
  '\n',
  '\t',
  '`',
  '```',
  '~',
  '"',
  '\\',
  '{',
  '}',
  '[',
  '<',
  '>',
  '🙂',
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
  readonly size: number;
}

/** Texts that once took the square of their length somewhere. */
const KNOWN: readonly Omit<Case, 'entry'>[] = [
  { first: '', unit: 'x\n`⏰ list`\n\n', last: '', size: 1000 },
  { first: 'a', unit: '\n', last: '`⏰ list`\n\n', size: 1000 },
  { first: '```\n', unit: '<details>\n', last: '', size: 1000 },
  { first: '`💻 ', unit: 'a', last: '', size: 4 },
];
const KNOWN_CASES = ENTRIES.flatMap((entry) => KNOWN.map((each): Case => ({ entry, ...each })));

function pickCase(random: Random): Case {
  const unit = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(UNITS)).join('');
  return {
    entry: random.pick(ENTRIES),
    unit,
    first: random.oneIn(3) ? random.pick(UNITS) : '',
    last: random.oneIn(3) ? random.pick(UNITS) : '',
    size: random.pick([1, 4, 1000]),
  };
}

/** @param n how many times the smallest text */
function textOf({ unit, first, last, size }: Case, n: number): readonly string[] {
  // About as long a time for each size of the pieces.
  const length = n * (size === 1 ? 1500 : size === 4 ? 5000 : 30_000);
  return piecesOf(first + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + last, size);
}

/** In time of the processor: a machine that others use makes what is long longer still. */
function msFor(run: () => void): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user / 1000;
}

function ratioOf(each: Case): number {
  const [small, large] = [1, FACTOR].map((n) => each.entry.prepare(textOf(each, n)));
  if (!small || !large) throw new Error('nothing to measure');
  let [few, many] = [Infinity, Infinity];
  // The first run pays for the compiler, and a collection of garbage may fall into any.
  for (let attempt = 0; attempt < 6; attempt++) {
    few = Math.min(few, msFor(small));
    many = Math.min(many, msFor(large));
    if (many / (few + 1) < LIMIT) break;
  }
  return many / (few + 1);
}

test('eight times the text takes at most 22 times as long, whatever comes in, wherever and in whichever pieces', async () => {
  const slow: string[] = [];
  await runCases('growth', KNOWN_CASES.length + CASES, (turn) => {
    const each = KNOWN_CASES[turn] ?? pickCase(createRandom('growth', turn));
    const ratio = ratioOf(each);
    if (ratio >= LIMIT)
      slow.push(
        `case ${turn}: ${each.entry.name}, ${JSON.stringify(each.first)} ${JSON.stringify(each.unit)}… ${JSON.stringify(each.last)} in pieces of ${each.size}: ${ratio.toFixed(0)} times as long`,
      );
  });
  expect(slow, `FUZZ_SEED=${SEED}`).toEqual([]);
});
