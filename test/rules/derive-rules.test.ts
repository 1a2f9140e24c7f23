import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLES } from './pack-examples.ts';
import type { Rule } from '../../src/normalizer/rules/rule.ts';
import { tryRules } from '../../src/normalizer/rules/try-rules.ts';
import { rulesOf } from '../../src/rules/active-rules.ts';
import { deriveRules, isExact, ruleWords } from '../../src/rules/derive-rules.ts';
import { ORDINARY_LINES } from '../../src/rules/ordinary-lines.ts';
import { looksLikeProgress } from '../../src/rules/progress-lines.ts';
import { MAX_RULES } from '../../src/rules/read-packs.ts';
import { readBlocks } from '../normalizer/prose-corpus.ts';
import { runs, someOf } from '../support/speed.ts';

/** What rules leave of a text. */
function left(text: string, rules: readonly Rule[]): string {
  let rest = '';
  let at = 0;
  for (const [from, to] of tryRules(text, rulesOf({ id: 'own', rules }))) {
    rest += text.slice(at, from);
    at = to;
  }
  return rest + text.slice(at);
}

test.each<[patterns: string[], selected: string[], others?: string[]]>([
  [['[Calling tool: {tool}]'], ['[Calling tool: search]']],
  [['_Using tool: `{tool}`_'], ['_Using tool: `search`_']],
  [['✅ Tool **{tool}** completed'], ['✅ Tool **list_files** completed']],
  [['- Running: {tool}({text})'], ['- Running: search(weather in Rome)']],
  [
    ['⚙️ Calling tool: **{tool}** with arguments: {{{text}}'],
    ['⚙️ Calling tool: **a** with arguments: {"q": "x"}'],
  ],
  [['<x type="tool" id="{text}" name="{tool}">'], ['<x type="tool" id="1" name="ls">']],
  [['Analysis started... {text} {text}'], ['Analysis started... 2025-03-04 10:20:30']],
  [['[Tool {text}/{text}] fetch'], ['[Tool 3/7] fetch']],
  [['⟦Plan: {text}⟧'], ['⟦Plan: list them⟧']],
  [['>> calls {tool}'], ['>> calls list_files']],
  // What varies is seen only in several lines, and cut between words.
  [['>> calls ls'], ['>> calls ls']],
  [['>> calls {tool}'], ['>> calls ls', '>> calls cat a.txt']],
  [['>> calls {tool} done'], ['>> calls ls done', '>> calls less done']],
  [['🔧🔧🔧 {text} 🔧'], ['🔧🔧🔧 😀 🔧', '🔧🔧🔧 😁 🔧']],
  [['正在调用工具：{text}'], ['正在调用工具：搜索', '正在调用工具：读取']],
  // One rule for each kind.
  [
    ['🔧 Calling tool: **{tool}**', '✅ Tool **{tool}** completed'],
    ['🔧 Calling tool: **a_b**', '✅ Tool **a_b** completed', '🔧 Calling tool: **c**'],
  ],
  // A line that must stay makes it narrower.
  [['[Calling tool: search]'], ['[Calling tool: search]'], ['[Calling tool: read]']],
  [
    ['Running ls', 'Running cat'],
    ['Running ls', 'Running cat'],
  ],
  [['a {{{text}} b {{ `{text}`'], ['a {x} b { `c`']],
  // Nothing fits.
  [[], ['Done.']],
  [[], ['x']],
  [[], ['---', '[Calling tool: search]']],
])('%j', (patterns, selected, others = []) => {
  const rules = deriveRules(selected, others);

  expect(rules.map(({ pattern }) => pattern)).toEqual(patterns);
  if (rules.length > 0)
    expect([left(selected.join('\n'), rules), left(others.join('\n'), rules)]).toEqual([
      '',
      others.join('\n'),
    ]);
});

test.each([
  ['[Calling tool: search]', 'start'],
  ['<x done="true" name="search">', 'start'],
  ['✅ Tool **search** completed', 'end'],
  ['⟦Plan: list them⟧', 'nothing'],
  ['[Tool complete]', 'nothing'],
])('%s tells of a tool only if it names one: %s', (line, tells) => {
  expect(deriveRules([line], []).map((rule) => rule.tells)).toEqual([tells]);
});

const LINES = Object.values(EXAMPLES)
  .flatMap(({ removed }) => removed.flatMap((text) => text.split('\n')))
  .map((line) => line.trim())
  .filter((line) => line !== '');

test('rules derived from the lines of all known agents remove nothing from the documents of packages', () => {
  const progress = [...new Set(LINES)].filter(looksLikeProgress);
  const derived = progress.map((line) => deriveRules([line], []));
  expect(derived.filter((rules) => rules.length === 0)).toEqual([]);

  const wrong = someOf(readBlocks(), 2000).flatMap((block) =>
    derived.filter((rules) => left(block, rules) !== block).map(() => block),
  );
  expect(wrong).toEqual([]);
});

test('whatever is selected goes, or there are no rules; all else stays', () => {
  const line = fc
    .array(
      fc.constantFrom(
        '>> ',
        'calls',
        ' ',
        'ls',
        'cat',
        '`',
        '**',
        '[',
        ']',
        ': ',
        '{',
        '🔧',
        '7',
        '_',
        '"',
        '(',
        ')',
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '' && !/^(?:`{3}|~{3})/.test(text));
  let derived = 0;
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 2, maxLength: 8 }), fc.nat(7), (lines, count) => {
      const [selected, others] = [lines.slice(0, count), lines.slice(count)];
      const rules = deriveRules(selected, others);
      if (rules.length === 0) return;
      derived++;
      expect(left(selected.join('\n'), rules)).toBe('');
      for (const other of [...others, ...ORDINARY_LINES]) expect(left(other, rules)).toBe(other);
    }),
    { numRuns: runs(3000) },
  );
  expect(derived).toBeGreaterThan(runs(3000) / 10);
});

test('there are never more rules than a pack may have, nor more that begin alike', () => {
  const lines = (first: (i: number) => string) =>
    Array.from({ length: MAX_RULES + 1 }, (_, i) => `${first(i)} is one`);

  expect(
    deriveRules(
      lines((i) => String.fromCodePoint(0x4e00 + i).repeat(2)),
      [],
    ),
  ).toEqual([]);
  expect(
    deriveRules(
      lines((i) => `a${String.fromCodePoint(0x4e00 + i)}`),
      [],
    ),
  ).toEqual([]);
});

test('a rule is shown with an ellipsis for what varies', () => {
  const rule = { id: 'r', tells: 'nothing' } as const;

  expect(ruleWords({ ...rule, kind: 'line', pattern: 'a {{x} {tool}: {text}' })).toBe('a {x} …: …');
  expect(ruleWords({ ...rule, kind: 'block', pattern: '<x {id}>', until: '</x>' })).toBe(
    '<x …> … </x>',
  );
  expect([
    isExact({ ...rule, kind: 'line', pattern: '[memory]' }),
    isExact({ ...rule, kind: 'line', pattern: '[memory {x}]' }),
    isExact({ ...rule, kind: 'block', pattern: '[memory]', until: '[end]' }),
  ]).toEqual([true, false, false]);
});

test.each([
  '`⏰ list`',
  '💻 `ls -la`',
  '[tool search (12 ms)]',
  '[Calling tool: x]',
  '<tool_call>',
  '<details type="tool_calls" done="true">',
  '>> calls ls',
  '🔧 **Using tool: `search`**',
  '*Searching the web…*',
  'Calling tool search',
])('%s looks like progress', (line) => {
  expect(looksLikeProgress(line)).toBe(true);
});

test.each([
  'This is a sentence.',
  '# Tools',
  '| Tool | Calls |',
  '[Tools](#tools)',
  '- Run it',
  '- [x] Call the tool',
  '`npm start`',
  '<details type="reasoning" done="true">',
])('%s does not', (line) => {
  expect(looksLikeProgress(line)).toBe(false);
});
