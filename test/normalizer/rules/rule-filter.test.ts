import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRuleFilter } from '../../../src/normalizer/rules/rule-filter.ts';
import { cutAt, everySplit, piecesOf } from '../splits.ts';
import { blockRule, compiled, filtered, lineRule } from './filtered.ts';
import { runs } from '../../support/speed.ts';

const RULES = compiled([
  lineRule('a/one-line', '<plan>{steps}</plan>'),
  lineRule('a/call', '[Calling tool: {tool}]', 'start'),
  lineRule('a/memory', '[memory]'),
  lineRule('a/named', 'Agent {emoji} {label} uses {tool}.', 'end'),
  blockRule('b/plan', '<plan>{title}', '</plan>'),
  blockRule('b/steps', '<plan>', '</plan>', 'start'),
  lineRule('b/quoted', '> Using tool: {tool}'),
  lineRule('b/fence', '```tool {tool}'),
]);

/** Input and what stays. */
const TEXTS: readonly (readonly [name: string, input: string, output: string])[] = [
  ['a line', 'a\n[Calling tool: x]\nb', 'a\nb'],
  ['blanks around it', 'a\n \t[Calling tool: x] \t\r\nb', 'a\nb'],
  ['at the start', '[Calling tool: x]\nb', 'b'],
  ['at the end', 'a\n[Calling tool: x]', 'a\n'],
  ['nothing else', '[Calling tool: x]', ''],
  [
    'blank lines after it are removed if there is one before it',
    'a\n\n[Calling tool: x]\n\n \t\r\n\nb',
    'a\n\nb',
  ],
  ['and at the start', '\n[Calling tool: x]\n\nb', '\nb'],
  ['else they stay', 'a\n[Calling tool: x]\n\nb', 'a\n\nb'],
  ['two, with blank lines between', 'a\n\n[Calling tool: x]\n\n[Calling tool: y]\n\nb', 'a\n\nb'],
  ['indented text behind it keeps its blanks', '[Calling tool: x]\n\n   b', '   b'],
  ['blanks at the end stay', '[Calling tool: x]\n  ', '  '],
  ['text before it is never withdrawn', 'a\n\n\n[Calling tool: x]\n\nb', 'a\n\n\nb'],
  ['in the middle of a line', 'a [Calling tool: x]\nb', 'a [Calling tool: x]\nb'],
  ['more behind it', '[Calling tool: x] and\nb', '[Calling tool: x] and\nb'],
  ['no end', '[Calling tool: x\nb]', '[Calling tool: x\nb]'],
  ['another rule with the same beginning', '[memory]\n[Calling tool: x]\n[memo]', '[memo]'],
  [
    'a pattern without placeholders is the whole line',
    '[memory]  \n[memory] x\n[memory](y)',
    '[memory] x\n[memory](y)',
  ],
  ['in a code block', '```\n[memory]\n```\n[memory]\n', '```\n[memory]\n```\n'],
  [
    'behind a code block with CRLF',
    '```sh\r\n[memory]\r\n``` \r\n[memory]\r\nb',
    '```sh\r\n[memory]\r\n``` \r\nb',
  ],
  ['in one of tildes', '~~~ x\n[memory]\n~~~\n[memory]\n', '~~~ x\n[memory]\n~~~\n'],
  ['behind a code block that is not closed', '```\n[memory]\n', '```\n[memory]\n'],
  ['a removed line opens no code block', '```tool x\n[memory]\n', ''],
  ['a block', 'a\n<plan>\n1\n\n2\n</plan>\nb', 'a\nb'],
  ['a block with text in its first line', '<plan>My plan\n1\n</plan>\n\nb', 'b'],
  ['a block in one line', '<plan>1, 2</plan>\nb\n</plan>', 'b\n</plan>'],
  ['a block at the end', 'a\n\n<plan>\n</plan>', 'a\n\n'],
  ['a block without an end', 'a\n<plan>\n1\n[memory]\n', 'a\n<plan>\n1\n[memory]\n'],
  ['an end without a block', 'a\n</plan>\n', 'a\n</plan>\n'],
  [
    'a block that begins once more stays',
    '<plan>\na\n<plan>\nb\n</plan>\n[memory]\nc',
    '<plan>\na\n<plan>\nb\n</plan>\nc',
  ],
  ['a block with a code block in it', '<plan>\n```\n[memory]\n```\n</plan>\n[memory]\nb', 'b'],
  ['a block with half a code block in it', '<plan>\n```\n</plan>\n[memory]\nb', 'b'],
  [
    'a code block that a block without an end opened',
    '<plan>\n```\n<plan>\n[memory]\n```\n[memory]\nb',
    '<plan>\n```\n<plan>\n[memory]\n```\nb',
  ],
  [
    'the first line of a block in a code block',
    '```\n<plan>\n```\n</plan>',
    '```\n<plan>\n```\n</plan>',
  ],
  ['a quote, if the pattern is one', '> Using tool: x\n> Using a tool', '> Using a tool'],
  ['blank lines alone', '\n\n  \n\n', '\n\n  \n\n'],
  ['nothing', '', ''],
];

test.each(TEXTS)('%s, at every split', (_name, input, output) => {
  for (const deltas of everySplit(input)) {
    expect([deltas, filtered(deltas, RULES).text]).toEqual([deltas, output]);
  }
});

test('a hit names its rule and the values of the placeholders', () => {
  const { hits } = filtered(
    ['[Calling tool:  x y ]\nAgent 🦄 deep thought uses grep.\n<plan>\n</plan>'],
    RULES,
  );

  expect(hits).toEqual([
    { rule: 'a/call', tells: 'start', tool: 'x y', label: null, emoji: null },
    { rule: 'a/named', tells: 'end', tool: 'grep', label: 'deep thought', emoji: '🦄' },
    { rule: 'b/steps', tells: 'start', tool: null, label: null, emoji: null },
  ]);
});

test('it holds a line only while a rule begins like it', () => {
  const rows: readonly (readonly [text: string, decided: number])[] = [
    ['abc', 3],
    ['abc\n', 4],
    ['[', 0],
    ['[C', 0],
    ['[Ca', 0],
    ['[Cx', 3],
    ['[memory', 0],
    ['[memory]', 0],
    ['[memory] ', 0],
    ['[memory] x', 10],
    ['[Calling tool: anything at all', 0],
    ['a\n  ', 2],
    ['a\n  b', 5],
    ['```\n[mem', 8],
    ['<plan>\nanything at all', 0],
  ];
  for (const [text, decided] of rows) {
    const filter = createRuleFilter(RULES, { onRule() {} });
    for (const unit of text) filter.push(unit);
    expect([text, filter.decided()]).toEqual([text, decided]);
    expect([text, filter.suspects()]).toEqual([text, decided < text.length]);
  }
});

test('if text may have come before, the first line stays', () => {
  expect(filtered(['[memory]\n[memory]\n\na'], RULES, true).text).toBe('[memory]\n\na');
  expect(filtered(['```\n[memory]\n'], RULES, true).text).toBe('```\n[memory]\n');
});

test('given-up text stays, and the next line is read again', () => {
  for (const [before, after, left] of [
    ['a\n[Calling to', 'ol: x]\n[memory]\nb', 'a\n[Calling tool: x]\nb'],
    ['<plan>\n1\n', '[memory]\n</plan>\n', '<plan>\n1\n</plan>\n'],
    ['<plan>\n1', '\n</plan>\n[memory]\n', '<plan>\n1\n</plan>\n'],
    ['<plan>\n```\n', '[memory]\n', '<plan>\n```\n[memory]\n'],
    ['a\n', '[memory]\nb', 'a\nb'],
    ['', '[memory]\nb', 'b'],
  ] as const) {
    const filter = createRuleFilter(RULES, { onRule() {} });
    filter.push(before);
    filter.giveUp();
    expect([before, filter.decided()]).toEqual([before, before.length]);
    filter.push(after);
    filter.end();
    expect([before, filter.kept(0, before + after)]).toEqual([before, left]);
  }
});

test('giving up in the middle of a line removes nothing of it', () => {
  const filter = createRuleFilter(RULES, { midLine: true, onRule() {} });

  filter.giveUp();
  filter.push('[memory]\n');
  filter.end();

  expect(filter.removals()).toEqual([]);
});

test('a line of 4096 units is removed, a longer one stays', () => {
  const longest = `[Calling tool: ${'x'.repeat(4096 - 16)}]`;

  expect(filtered([`${longest}\na`], RULES).text).toBe('a');
  for (const size of [1, 1000, 10_000]) {
    expect(
      filtered(piecesOf(`[${longest}\na`.replace('[[', '[Calling tool: y['), size), RULES).text
        .length,
    ).toBe(4096 + 16 + 2);
  }
});

test('a block of 64 Ki units or 400 lines is removed, a larger one stays, however it is cut', () => {
  const wide = `<plan>\n${`${'x'.repeat(1023)}\n`.repeat(63)}${'x'.repeat(1024 - 7 - 9)}\n</plan>\n`;
  const high = `<plan>\n${'x\n'.repeat(398)}</plan>\n`;
  expect([wide.length, high.split('\n').length - 1]).toEqual([64 * 1024, 400]);

  for (const size of [1, 777, 100_000]) {
    expect(filtered(piecesOf(`${wide}a`, size), RULES).text).toBe('a');
    expect(filtered(piecesOf(`${high}a`, size), RULES).text).toBe('a');
    const wider = wide.replace('x', 'xx');
    expect(filtered(piecesOf(`${wider}[memory]\na`, size), RULES).text).toBe(`${wider}a`);
    const higher = high.replace('x', 'x\nx');
    expect(filtered(piecesOf(`${higher}[memory]\na`, size), RULES).text).toBe(`${higher}a`);
  }
});

test('it reports text that stays, never blanks or removals', () => {
  const texts = (text: string): number[] =>
    everySplit(text).map((deltas) => Number(filtered(deltas, RULES).texts > 0));

  for (const text of ['\n\n', '[Calling tool: x]\n', '\n<plan>\n1\n</plan>\n \n'])
    expect([text, ...new Set(texts(text))]).toEqual([text, 0]);
  for (const text of ['a', '[Cal', '[Calling tool: x] y', '<plan>\n', '```\n\n```'])
    expect([text, ...new Set(texts(text))]).toEqual([text, 1]);
});

test('every line by the letter: a match is removed with its line feed, outside of code blocks', () => {
  const line = fc.constantFrom(
    '[memory]',
    ' [memory]\t',
    '[Calling tool: a]',
    '[Calling tool: ]',
    '[Call',
    'a',
    '',
    ' ',
    '```',
    '~~~',
    'b ```',
    '> Using tool: [memory]',
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.array(fc.nat(120), { maxLength: 6 }),
      (lines, cuts) => {
        const text = lines.join('\n');
        expect([text, filtered(cutAt(text, cuts), RULES).text]).toEqual([text, byTheLetter(lines)]);
      },
    ),
    { numRuns: runs(3000) },
  );
});

/** Slow and stateless: for line rules only. */
function byTheLetter(lines: readonly string[]): string {
  const stays: string[] = [];
  let fence: string | null = null;
  let eats = false;
  lines.forEach((line, i) => {
    const mark = /^(```|~~~)$/.exec(line)?.[0] ?? null;
    const inside = fence !== null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const gone =
      !inside && /^[ \t]*(\[memory\]|\[Calling tool: .+\]|> Using tool: .+)[ \t]*$/.test(line);
    const blank = !inside && line.trim() === '';
    const last = i === lines.length - 1;
    if (gone) {
      const before = stays[stays.length - 1];
      eats = before === undefined || before.trim() === '';
    } else if (!(blank && eats && !last)) {
      stays.push(last ? line : `${line}\n`);
      eats &&= blank;
    }
  });
  return stays.join('');
}
