import { expect, test } from 'vitest';
import {
  createMarkerFilter,
  MAX_HELD,
  type MarkerFilter,
} from '../../../src/normalizer/text/marker-filter.ts';
import type { FoundMarker } from '../../../src/normalizer/text/marker-grammar.ts';
import { AROUND_A_MARKER } from '../around-a-marker.ts';
import { cleanByGrammar } from '../../fuzz/markers/grammar.ts';
import { passDeltas } from '../rules/filtered.ts';
import { everySplit, piecesOf } from '../splits.ts';

interface Ran {
  readonly text: string;
  readonly labels: readonly string[];
  readonly markers: readonly FoundMarker[];
}

/** Runs deltas through a filter. */
function run(deltas: readonly string[], isInjected: (label: string) => boolean = () => false): Ran {
  const markers: FoundMarker[] = [];
  const filter = createMarkerFilter({
    onMarker: (marker) => void markers.push(marker),
    isInjected: ({ label }) => isInjected(label),
  });
  const text = passDeltas(filter, deltas);
  expect(filter.position()).toBe(deltas.join('').length);
  return { text, labels: markers.map(({ label }) => label), markers };
}

/** Input and output, in JSON notation as on the wire. */
const VECTORS: readonly (readonly [name: string, input: string, output: string])[] = [
  [
    'genuine shape',
    '"Let me check. \\n`💻 echo \\"today `date`\\"`\\n\\n\\nAll done"',
    '"Let me check. \\n\\nAll done"',
  ],
  ['two markers, no preamble', '"\\n`💻 a`\\n\\n`📖 b`\\n\\n\\nNow"', '"\\n\\nNow"'],
  ['imitation', '"`⏰ update`\\n\\n`⏰ list`\\n\\nIch habe"', '"\\nIch habe"'],
  ['stored turn, trimmed by the UI', '"`⏰ list`\\n\\n\\nI found"', '"\\n\\nI found"'],
  ['later code span untouched', '"`⏰ create`\\n\\n\\nDone, `x`."', '"\\n\\nDone, `x`."'],
  ['at end of text', '"Check.\\n`⏰ list`"', '"Check."'],
  ['between paragraphs', '"Text.\\n\\n`📖 a/b`\\n\\nMore"', '"Text.\\n\\n`📖 a/b`\\n\\nMore"'],
  ['without variation selector', '"`⚙ poll abc`\\n\\nX"', '"\\nX"'],
  ['with variation selector', '"`⚙\\ufe0f poll abc`\\n\\nX"', '"\\nX"'],
  ['marker-only message', '"`⏰ list`"', '""'],
  ['mid-line', '"Use `💻 ls` to list"', '"Use `💻 ls` to list"'],
  ['list items', '"- `💻 terminal`\\n- `🔍 search`"', '"- `💻 terminal`\\n- `🔍 search`"'],
  ['quote', '"> `⏰ list`\\n\\nx"', '"> `⏰ list`\\n\\nx"'],
  ['indent', '" `⏰ list`\\n\\nx"', '" `⏰ list`\\n\\nx"'],
  ['no blank line after', '"`⏰ list`\\nfoo"', '"`⏰ list`\\nfoo"'],
  ['no space', '"`⏰list`\\n\\nx"', '"`⏰list`\\n\\nx"'],
  ['empty label', '"`⏰ `\\n\\nx"', '"`⏰ `\\n\\nx"'],
  ['emoji not in the set', '"`🦄 list`\\n\\nx"', '"`🦄 list`\\n\\nx"'],
  [
    'prose guard, closing before a space',
    '"`💻 foo` differs from `bar`"',
    '"`💻 foo` differs from `bar`"',
  ],
  ['prose guard, closing before a comma', '"`🔍 search`, then `x`"', '"`🔍 search`, then `x`"'],
  ['line does not end in a backtick', '"`💻 x` y\\n\\nz"', '"`💻 x` y\\n\\nz"'],
  ['closing backtick before a letter', '"`💻 echo a`date`b`\\n\\nX"', '"\\nX"'],
  ['backtick behind a space', '"`💻 echo `date` end`\\n\\nX"', '"\\nX"'],
  [
    'backticks before letters',
    '"`💻 echo \\"today `date +%Y`\\" && printf \\"a\\\\nb\\\\n\\"`\\n\\nX"',
    '"\\nX"',
  ],
  ['code with backticks', '"`🐍 x = \\"\\"\\"`a` `b`\\"\\"\\" print(x)`\\n\\nX"', '"\\nX"'],
  [
    'inside a fence of three backticks',
    '"```\\n`⏰ list`\\n\\n```\\n"',
    '"```\\n`⏰ list`\\n\\n```\\n"',
  ],
  // Beyond the published vectors: blank lines.
  ['blank line of spaces and tabs', '"`⏰ list`\\n \\t \\nX"', '" \\t \\nX"'],
  ['blanks at the end of the text', '"`⏰ list`\\n  "', '"  "'],
  ['line feed at the end of the text', '"A.\\n`⏰ list`\\n"', '"A."'],
  ['indented text is no blank line', '"`⏰ list`\\n  x"', '"`⏰ list`\\n  x"'],
  ['refused line, then a marker', '"`⏰ run`\\n`⏰ list`\\n\\n\\nX"', '"`⏰ run`\\n\\nX"'],
  ['refused line, then the end', '"`⏰ run`\\nFoo.\\n`⏰ list`"', '"`⏰ run`\\nFoo."'],
  [
    'refused line, then a fence',
    '"`⏰ run`\\n```\\n`⏰ list`\\n\\n```"',
    '"`⏰ run`\\n```\\n`⏰ list`\\n\\n```"',
  ],
  [
    'refused by an indented fence',
    '"`⏰ run`\\n  ```\\n`⏰ list`\\n\\n  ```"',
    '"`⏰ run`\\n  ```\\n`⏰ list`\\n\\n  ```"',
  ],
  // Labels and emoji.
  ['label of blanks', '"`⏰   `\\n\\nx"', '"`⏰   `\\n\\nx"'],
  ['label that begins with a space', '"`💻  ls`\\n\\nX"', '"\\nX"'],
  [
    'second variation selector',
    '"`⚙\\ufe0f\\ufe0f poll`\\n\\nx"',
    '"`⚙\\ufe0f\\ufe0f poll`\\n\\nx"',
  ],
  ['half an emoji', '"`\\ud83d list`\\n\\nx"', '"`\\ud83d list`\\n\\nx"'],
  ['label with an emoji and quotes', '"`💻 say \\"🦄\\" | tee é.txt`\\n\\nX"', '"\\nX"'],
  ['label closed before the end', '"`💻 say ``\\n\\nX"', '"\\nX"'],
  ['label that ends with a closing backtick', '"`💻 say``\\n\\nx"', '"`💻 say``\\n\\nx"'],
  // Fences, CommonMark 4.5.
  ['marker before a fence', '"`⏰ run`\\n\\n```\\ncode\\n```"', '"\\n```\\ncode\\n```"'],
  ['marker behind a fence', '"```\\ncode\\n```\\n`⏰ run`"', '"```\\ncode\\n```"'],
  ['tildes', '"~~~\\n`⏰ run`\\n\\n~~~\\n`⏰ list`"', '"~~~\\n`⏰ run`\\n\\n~~~"'],
  ['info string', '"```sh title=x\\n`⏰ run`\\n\\n```"', '"```sh title=x\\n`⏰ run`\\n\\n```"'],
  ['tilde info with backticks', '"~~~ `a`\\n`⏰ run`\\n\\n~~~"', '"~~~ `a`\\n`⏰ run`\\n\\n~~~"'],
  [
    'longer fence, shorter inside',
    '"````\\n```\\n`⏰ run`\\n\\n````\\n`⏰ list`"',
    '"````\\n```\\n`⏰ run`\\n\\n````"',
  ],
  ['longer run closes', '"```\\n`⏰ run`\\n\\n`````\\n`⏰ list`"', '"```\\n`⏰ run`\\n\\n`````"'],
  [
    'other mark does not close',
    '"```\\n~~~\\n`⏰ run`\\n\\n```"',
    '"```\\n~~~\\n`⏰ run`\\n\\n```"',
  ],
  ['closing with trailing blanks', '"```\\nx\\n``` \\t\\n`⏰ list`"', '"```\\nx\\n``` \\t"'],
  ['closing with CRLF', '"```sh\\r\\nx\\r\\n```\\r\\n`⏰ list`"', '"```sh\\r\\nx\\r\\n```\\r"'],
  [
    'closing with CRLF, tildes',
    '"~~~\\r\\n`⏰ run`\\n\\n~~~\\r\\n`⏰ list`"',
    '"~~~\\r\\n`⏰ run`\\n\\n~~~\\r"',
  ],
  [
    'closing with an info string does not',
    '"```\\nx\\n``` y\\n`⏰ list`"',
    '"```\\nx\\n``` y\\n`⏰ list`"',
  ],
  ['unclosed fence', '"```\\nx\\n`⏰ list`"', '"```\\nx\\n`⏰ list`"'],
  ['inline triple backticks', '"```x``` Y.\\n`⏰ list`"', '"```x``` Y."'],
  ['two backticks are no fence', '"``\\n`⏰ list`\\n\\n\\nX"', '"``\\n\\nX"'],
  ['two tildes are no fence', '"~~\\n`⏰ list`\\n\\n\\nX"', '"~~\\n\\nX"'],
  [
    'fence indented by three',
    '"   ```\\n`⏰ list`\\n\\n   ```"',
    '"   ```\\n`⏰ list`\\n\\n   ```"',
  ],
  ['four spaces are no fence', '"    ```\\n`⏰ list`\\n\\n\\nX"', '"    ```\\n\\nX"'],
  // Known limits: the first line keeps what could be a marker, which errs on the safe side.
  [
    'one stray backtick looks like a closing one',
    '"`💻 awk \'{print $1}\' f` | sort`"',
    '"`💻 awk \'{print $1}\' f` | sort`"',
  ],
  ['trailing space', '"`⏰ list` \\n\\nx"', '"`⏰ list` \\n\\nx"'],
  ['CRLF', '"`⏰ list`\\r\\n\\r\\nx"', '"`⏰ list`\\r\\n\\r\\nx"'],
];

test.each(VECTORS)(
  '%s: the same stays, however the text is cut into deltas',
  (_name, input, output) => {
    const text = JSON.parse(input) as string;
    const expected = JSON.parse(output) as string;

    for (const deltas of everySplit(text)) {
      const ran = run(deltas);
      if (ran.text !== expected)
        expect({ deltas, text: ran.text }).toEqual({ deltas, text: expected });
    }
  },
);

test('the grammar agrees with every vector', () => {
  for (const [name, input, output] of VECTORS) {
    expect([name, cleanByGrammar(JSON.parse(input) as string, true).text]).toEqual([
      name,
      JSON.parse(output),
    ]);
  }
});

test('a whole-chunk marker is removed at once, wherever it is, and the text around it is treated as if it had never come', () => {
  const injected = "\n`💻 awk '{print $1}' f` | sort`\n";

  for (const [before, after, text] of AROUND_A_MARKER) {
    const ran = run([...before, injected, ...after], (label) => label.includes('awk'));
    expect({ before, text: ran.text }).toEqual({ before, text });
    expect(ran.markers.filter(({ whole }) => whole)).toHaveLength(1);
  }
});

test('only a delta that is exactly a marker is passed to the chunk rule', () => {
  const offered: string[] = [];
  const texts = [
    '`💻 ls`\n',
    '\n`💻 ls`',
    'x\n`💻 ls`\n',
    '\n`💻 ls`\nx',
    '\n`💻 l\ns`\n',
    '\n`💻ls`\n',
    '\n`npm install`\n',
    '\n`a b`\n',
    '\n` x`\n',
    '\n\n`💻 ls`\n',
    '\n`💻 ls`\n',
    '\n`🦄 gallop`\n',
    '\n`⚔\ufe0f fight`\n',
  ];
  for (const text of texts) {
    const filter = createMarkerFilter({
      onMarker: () => {},
      isInjected: ({ emoji, label, listed }) => {
        offered.push(`${emoji} ${label} ${listed}`);
        return false;
      },
    });
    filter.push(text);
  }
  expect(offered).toEqual(['💻 ls true', '🦄 gallop false', '⚔\ufe0f fight false']);
});

test('a marker says whether it came whole, in one delta or in several', () => {
  const injected = run(['a', '\n`💻 ls`\n', '\nx'], () => true).markers;
  const oneDelta = run(['a\n`💻 ls`\n\n\nx']).markers;
  const several = run(['a\n`💻', ' ls`', '\n\n\nx']).markers;
  const cutBehind = run(['a\n', '`💻 ls`', '\n\n\nx']).markers;

  expect(injected).toEqual([{ emoji: '💻', label: 'ls', whole: true, split: false }]);
  expect(oneDelta).toEqual([{ emoji: '💻', label: 'ls', whole: false, split: false }]);
  expect(several).toEqual([{ emoji: '💻', label: 'ls', whole: false, split: true }]);
  expect(cutBehind.map(({ emoji }) => emoji)).toEqual(['💻']);
});

function quiet(): MarkerFilter {
  return createMarkerFilter({ onMarker: () => {}, isInjected: () => false });
}

test('ordinary text is decided at once', () => {
  const filter = quiet();
  for (const text of [
    'Hello',
    ' `code` and',
    ' more\nnext',
    '\n- item',
    ' `⏰ list`',
    '\n> x',
    '\n  `a`',
  ]) {
    filter.push(text);
    expect([text, filter.decided()]).toEqual([text, filter.position()]);
    expect(filter.suspects()).toBe(false);
  }
});

test('a line feed at the end is held until the next character, or until it is released', () => {
  const filter = quiet();
  filter.push('ab\n');
  expect([filter.decided(), filter.suspects()]).toEqual([2, false]);
  filter.push('c\n');
  expect(filter.decided()).toBe(4);
  filter.release();
  expect(filter.decided()).toBe(5);
  filter.push('`⏰ x`\n\n\n');
  filter.end();
  // The released line feed is out, so only the marker and the line feed after it are removed.
  expect(filter.kept(0, 'ab\nc\n`⏰ x`\n\n\n')).toBe('ab\nc\n\n\n');
});

test('inside a fence a line feed is not held', () => {
  const filter = quiet();
  for (const text of ['```\n', 'code\n', '`⏰ list`\n', '\n']) {
    filter.push(text);
    expect([text, filter.decided()]).toEqual([text, filter.position()]);
  }
});

test('a backtick that closes a code span marks prose: after a word, before blank space or punctuation', () => {
  for (const behind of [' ', '\t', '.', ',', ';', ':', '!', '?', ')', ']', '']) {
    const text = `\`💻 foo\`${behind}${behind && 'bar'}\`\n\n\nx`;
    expect([text, run([text]).text]).toEqual([text, text]);
  }
  for (const behind of ['a', '1', '(', '[', '"', "'", '/', '-', '|', '`', '💻'])
    expect([behind, run([`\`💻 foo\`${behind}bar\`\n\n\nx`]).text]).toEqual([behind, '\n\nx']);
  for (const before of [' ', '\t'])
    expect([before, run([`\`💻 foo${before}\` bar\`\n\n\nx`]).text]).toEqual([before, '\n\nx']);
});

test('release does not decide a candidate', () => {
  const filter = quiet();
  filter.push('a\n`⏰ li');
  filter.release();
  expect([filter.decided(), filter.suspects()]).toEqual([1, true]);
});

test('giving up decides held text as text, except for whole markers, and later lines are read as before', () => {
  const rows: readonly (readonly [held: string, after: string, text: string])[] = [
    ['A.\n`⏰ li', 'st`\n\n\nX', 'A.\n`⏰ list`\n\n\nX'],
    ['A.\n`⏰ list`\n', '\n\nX', 'A.\n`⏰ list`\n\n\nX'],
    // With its blank line, it is whole.
    ['A.\n`⏰ list`\n\n', '\nX', 'A.\n\nX'],
    ['`💻 ls`\n\n', 'X', '`💻 ls`\n\nX'],
    ['A.\n`⏰ list`\n', '`⏰ b`\n\n\nX', 'A.\n`⏰ list`\n\n\nX'],
    // No sentence ends before the second one.
    ['A.\n`⏰ list`\n', '`⏰ run`\n\nX', 'A.\n`⏰ list`\n`⏰ run`\n\nX'],
    ['a\n`⏰ list`\n', '```\n`⏰ b`\n\n```', 'a\n`⏰ list`\n```\n`⏰ b`\n\n```'],
    ['a\n`⏰ list`\n  ', ' ```\n`⏰ b`\n\n```', 'a\n`⏰ list`\n   ```\n`⏰ b`\n\n```'],
    ['A.\n', '`⏰ list`', 'A.\n'],
  ];
  for (const [held, after, text] of rows) {
    const filter = quiet();
    filter.push(held);
    filter.giveUp();
    expect(filter.decided()).toBe(filter.position());
    filter.push(after);
    filter.end();
    expect(filter.kept(0, held + after)).toBe(text);
  }
});

test('after the end a new text begins, at the start of a line and outside of fences', () => {
  const filter = quiet();
  filter.push('```\ncode');
  filter.end();
  filter.push('`⏰ list`\n\nX');
  filter.end();
  expect(filter.kept(0, '```\ncode`⏰ list`\n\nX')).toBe('```\ncode\nX');
});

test('a line is held up to its limit and not beyond', () => {
  const longest = '`💻 ' + 'x'.repeat(MAX_HELD - 5) + '`';
  expect(longest).toHaveLength(MAX_HELD);

  for (const size of [7, MAX_HELD, 2 * MAX_HELD]) {
    expect(run(piecesOf(longest + '\n\nZ', size)).text).toBe('\nZ');
    const longer = longest.slice(0, -1) + 'x`\n\nZ';
    expect(run(piecesOf(longer, size)).text).toBe(longer);
    const spaced = longest.slice(0, -9) + '`\n' + ' '.repeat(100) + '\nZ';
    expect(run(piecesOf(spaced, size)).text).toBe(spaced);
  }

  const filter = quiet();
  let mostHeld = 0;
  for (let i = 0; i < 3 * MAX_HELD; i++) {
    filter.push(i === 0 ? '`💻 ' : 'x');
    mostHeld = Math.max(mostHeld, filter.position() - filter.decided());
  }
  expect(mostHeld).toBe(MAX_HELD);
});

test('a whole-chunk marker may have a label of any length', () => {
  const ran = run(['a', '\n`💻 ' + 'x'.repeat(3 * MAX_HELD) + '`\n', '\n\nb'], () => true);
  expect(ran.text).toBe('a\n\nb');
});

test('kept returns the same string if nothing was removed', () => {
  const filter = quiet();
  const text = 'plain `code` text';
  filter.push(text);
  expect(filter.kept(0, text)).toBe(text);
  expect(filter.removals()).toEqual([]);
});

test('removals ascend, do not overlap, and are forgotten on demand', () => {
  const filter = quiet();
  const text = '`⚡ a`\n\n`⚡ b`\n\n`⚡ c`\n\nX';
  filter.push(text);
  expect(filter.removals()).toEqual([
    [0, 6],
    [6, 13],
    [13, 20],
  ]);
  filter.forget(6);
  expect(filter.removals()).toEqual([
    [6, 13],
    [13, 20],
  ]);
});
