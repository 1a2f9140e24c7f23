import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { cutAt, everySplit } from '../splits.ts';
import { GENERATIONS, MESSAGE, watch, type Generation } from './streams.ts';
import { runs } from '../../support/speed.ts';

const TEXTS = [
  'Let me check. \n`⏰ list`\n\n`💻 echo "today `date +%Y`"`\n\n\nAll done: `code` stays.',
  '`⏰ update`\n\n`⏰ list`\n\nIch habe',
  '\n`⏰ list`\n',
  'Text.\n`📖 a.md`',
  'Text.\n\n`📖 a.md`\n\nMore',
  'Text:\n`⏰ list`\n\nand more',
  'Use.\n`💻 foo` differs from `bar`\n\nX\n',
  'Code:\n```\n`⏰ list`\n\n```\n`⚙️ poll a`\n\nEnd',
  '\n\nTwo first.\n\n',
];

/** The text the page must end with, and every step on the way there: it only ever grows. */
function expectClean(generation: Generation, pieces: readonly string[]): void {
  const text = generation.whole(pieces.join(''));
  const { moments } = watch(generation.packets(pieces));

  expect(moments.at(-1)).toBe(generation.before + cleanText(text).text);
  const shown = moments.filter((moment) => moment !== '');
  shown.forEach((moment, i) =>
    expect(shown[i + 1] ?? moment).toSatisfy((next: string) => next.startsWith(moment)),
  );
}

test.each(GENERATIONS)(
  '$name: a text in any two pieces, or letter by letter, never shows what later disappears',
  (generation) => {
    for (const text of TEXTS)
      for (const pieces of everySplit(text)) expectClean(generation, pieces);
  },
);

const TOKENS = [
  '\n',
  '\n\n',
  '`',
  '⏰',
  '💻',
  ' ',
  'list',
  '`⏰ list`',
  '\n`💻 echo `date` x`\n',
  '`⚙️ poll a`\n\n',
  'word',
  'Word.\n',
  '```\n',
  '~~~\n',
  '. ',
  '> ',
  '\t',
  'é',
];

test.each(GENERATIONS)(
  '$name: any text in any pieces ends as the whole text cleaned',
  (generation) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TOKENS), { maxLength: 24 }),
        fc.array(fc.nat(80), { maxLength: 12 }),
        (tokens, cuts) => {
          const text = tokens.join('');
          expectClean(generation, cutAt(text, cuts));
        },
      ),
      { numRuns: runs(400) },
    );
  },
);

test.each(GENERATIONS)('$name: a text without markers passes as the same strings', (generation) => {
  const packets = generation.packets(['Run `npm test`. ', 'It ', 'says ', '`ok`: ', 'done.']);

  const { frames, removed, progress } = watch(packets);

  frames.forEach((frame, i) => expect(frame).toBe(packets[i]));
  expect([removed, progress]).toEqual([0, []]);
});

test.each(GENERATIONS)(
  '$name: each marker is counted once, and runs from when it ends the text until more text follows',
  (generation) => {
    const { progress, removed, calls } = watch(
      generation.packets(['Let me. ', '\n`⏰ list`\n', '\n`💻 b`\n', '\n\nAll ', 'done.']),
    );

    expect(removed).toBe(2);
    expect(
      progress.map(({ call, label, status, provenance }) => [call, label, status, provenance]),
    ).toEqual([
      [0, 'list', 'running', 'unknown'],
      [0, 'list', 'ended', 'unknown'],
      [1, 'b', 'running', 'unknown'],
      [1, 'b', 'ended', 'unknown'],
    ]);
    expect(calls).toEqual(['start c-1 m-1', 'end c-1 m-1']);
  },
);

test.each(GENERATIONS)(
  "$name: a marker that grows letter by letter is reported once, as the model's own",
  (generation) => {
    const { progress, removed } = watch(
      generation.packets([...'Sure.\n`💻 echo `date` x`\n\n\nDone']),
      MESSAGE,
      () => true,
    );

    expect(removed).toBe(1);
    expect(progress.map(({ label, status, provenance }) => [label, status, provenance])).toEqual([
      ['echo `date` x', 'ended', 'imitated'],
    ]);
  },
);

/** As CHAT_RESPONSE_STREAM_DELTA_CHUNK_SIZE joins deltas. */
function joined(pieces: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, i) =>
    pieces.slice(i * size, (i + 1) * size).join(''),
  );
}

const SIZES = Array.from({ length: 19 }, (_, i) => i + 2);

test.each(GENERATIONS)(
  '$name: of joined deltas, no faked call counts as a tool, and no real one as faked',
  (generation) => {
    const found = new Map<string, number>();
    for (const size of SIZES) {
      for (let before = 1; before <= size; before++) {
        const words = Array.from({ length: before }, (_, i) => ` word${i}`);
        const faked = [
          ...words,
          '.',
          '\n',
          '`',
          '⏰',
          ' li',
          'st',
          '`',
          '\n',
          '\n',
          '\n',
          'Done',
          ' now.',
        ];
        const real = [...words, '.', '\n`⏰ list`\n', '\n\nDone', ' now.'];
        for (const pieces of [faked, real]) {
          const { progress } = watch(generation.packets(joined(pieces, size)));
          const [what] = progress.map(
            ({ status, provenance }) =>
              `${pieces === real ? 'real' : 'faked'} ${status} ${provenance}`,
          );
          found.set(
            `${progress.length} ${what}`,
            (found.get(`${progress.length} ${what}`) ?? 0) + 1,
          );
        }
      }
    }

    expect([...found.keys()].toSorted()).toEqual([
      '1 faked ended imitated',
      '1 faked undecided unknown',
      '1 real undecided unknown',
    ]);
  },
);
