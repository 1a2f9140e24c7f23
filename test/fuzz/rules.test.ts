import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRule } from '../../src/normalizer/rules/compile-rules.ts';
import type { ActiveRule, Rule } from '../../src/normalizer/rules/rule.ts';
import { tryRules } from '../../src/normalizer/rules/try-rules.ts';
import { compiled, filtered } from '../normalizer/rules/filtered.ts';
import { MAX_ALIKE, costsTooMuch } from '../../src/rules/pack-cost.ts';
import { unitsRead } from '../support/units-read.ts';
import { cutAt, piecesOf } from '../normalizer/splits.ts';
import { SEED } from './random.ts';
import { runs } from '../support/speed.ts';

/** Few letters, so that patterns match texts, with much repetition. */
const LETTER = fc.constantFrom('a', 'b', 'ab', 'aa', ' ', '`', '[', ']', '>', '-', '🔧', '{{');
const LITERAL = fc.array(LETTER, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
const PATTERN = fc
  .tuple(
    fc.constantFrom('[aa', 'abab', '> ab', '```', '🔧 a', '<details', ''),
    fc.array(fc.oneof(LITERAL, fc.constantFrom('{tool}', '{label}', '{x}')), { maxLength: 8 }),
  )
  .map(([head, parts]) => head + parts.join(''));
const RULE = fc.record({
  pattern: PATTERN,
  until: PATTERN,
  kind: fc.constantFrom<'line' | 'block'>('line', 'block'),
});
const RULES = fc.array(RULE, { minLength: 1, maxLength: 6 }).map((rules) =>
  rules
    .map(({ pattern, until, kind }, i): ActiveRule => {
      const common = { id: `my-${i % 3}/r-${i}`, pattern, tells: 'start' } as const;
      return kind === 'line' ? { ...common, kind } : { ...common, kind, until };
    })
    .filter((rule) => compileRule(rule) !== null),
);
/** Lines that the rules were made for, halves of them, and anything else. */
const textFor = (rules: readonly ActiveRule[]): fc.Arbitrary<string> => {
  const made = rules
    .flatMap((rule) => [rule.pattern, ...(rule.kind === 'block' ? [rule.until] : [])])
    .map((pattern) => pattern.replaceAll(/\{\w+\}/g, 'ab').replaceAll('{{', '{'));
  const line = fc.oneof(
    ...(made.length > 0
      ? [fc.constantFrom(...made), fc.constantFrom(...made.map((text) => text.slice(0, -1)))]
      : []),
    LITERAL,
    fc.constantFrom('', ' ', '```', '~~~~', '\r', '\t'),
    fc.string({ maxLength: 8 }),
  );
  return fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));
};
const CASE = RULES.filter((rules) => rules.length > 0).chain((rules) =>
  fc.tuple(fc.constant(rules), textFor(rules), fc.array(fc.nat(200), { maxLength: 6 })),
);
const RUNS = { seed: SEED };

test('wherever a text is cut, the same is removed and reported', () => {
  fc.assert(
    fc.property(CASE, ([active, text, cuts]) => {
      const rules = compiled(active);
      const resultOf = (deltas: readonly string[]): object => {
        let found = {};
        const units = unitsRead(() => (found = filtered(deltas, rules)));
        return { ...found, texts: null, units };
      };
      const whole = resultOf([text]);
      for (const deltas of [cutAt(text, cuts), piecesOf(text, 1)])
        expect(resultOf(deltas)).toEqual(whole);
    }),
    { ...RUNS, numRuns: runs(20_000) },
  );
});

test('cleaning twice removes nothing more', () => {
  let hits = 0;
  fc.assert(
    fc.property(CASE, ([active, text]) => {
      const rules = compiled(active);
      const first = filtered([text], rules);
      const once = first.text;
      hits += first.hits.length;
      expect(filtered([once], rules)).toMatchObject({ text: once, hits: [] });
    }),
    { ...RUNS, numRuns: runs(20_000) },
  );
  expect(hits).toBeGreaterThan(runs(20_000) / 4);
});

test('whole lines are removed: what stays is lines of the text, in order', () => {
  fc.assert(
    fc.property(CASE, ([active, text]) => {
      for (const [from, to] of tryRules(text, active)) {
        expect([
          from === 0 || text[from - 1] === '\n',
          to === text.length || text[to - 1] === '\n',
        ]).toEqual([true, true]);
      }
    }),
    { ...RUNS, numRuns: runs(10_000) },
  );
});

test('no accepted rule hangs on a text that nearly matches', () => {
  let accepted = 0;
  const ruleAndText = RULE.chain(({ pattern, until, kind }) => {
    const common = { id: 'my-pack/r', pattern, tells: 'nothing' } as const;
    const rule: ActiveRule = kind === 'line' ? { ...common, kind } : { ...common, kind, until };
    const line = pattern.replaceAll(/\{\w+\}/g, 'ab').replaceAll('{{', '{');
    // Texts that nearly match, again and again, on which a backtracking search explodes.
    const nearly = fc
      .tuple(
        fc.constantFrom(line, line.slice(0, -1), 'a', 'ab', 'ba', 'aab'),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom('\n', ''),
      )
      .map(([part, times, end]) => (part + end).repeat(times));
    return fc.tuple(
      fc.constant(rule),
      fc.array(nearly, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n')),
    );
  });
  fc.assert(
    fc.property(ruleAndText, ([rule, text]) => {
      if (compileRule(rule) === null) return;
      accepted++;
      filtered([text], compiled([rule]));
    }),
    { ...RUNS, numRuns: runs(10_000) },
  );
  expect(accepted).toBeGreaterThan(runs(10_000) / 10);
});

/**
 * Patterns that take as long as possible to compare, each with a text that nearly matches all of
 * them.
 */
const WORST: readonly (readonly [kind: string, pattern: (i: number) => string, text: string])[] = [
  [
    'a search that fails at the end',
    (i) => `[C{x}${'a'.repeat(30)}b${i}{y}`,
    `[C${'a'.repeat(3000)}\n`,
  ],
  ['a long beginning', (i) => `${'[C'.repeat(95)}${i}{y}`, `${'[C'.repeat(95)}\n`],
  ['short lines', (i) => `[Ca{x}${i}`, '[Ca\n'],
  ['many placeholders', (i) => `[C${'{x}a'.repeat(40)}${i}`, `[C${'xa'.repeat(41)}\n`],
  ['no placeholder', (i) => `[memory] ${i}`, '[memory] \n'],
];

test.each(WORST)('a pack that may be saved filters any text in time: %s', (_, patternOf, line) => {
  const pack = (size: number) =>
    Array.from({ length: size }, (_each, i): Rule => {
      return { id: `r-${i}`, kind: 'line', pattern: patternOf(i), tells: 'nothing' };
    });
  const text = line.repeat(Math.ceil(20_000 / line.length));
  expect([
    costsTooMuch({ rules: pack(MAX_ALIKE) }),
    costsTooMuch({ rules: pack(MAX_ALIKE + 1) }),
  ]).toEqual([false, true]);
  const rules = compiled(pack(MAX_ALIKE).map((rule) => ({ ...rule, id: `my-pack/${rule.id}` })));
  const began = process.cpuUsage();
  filtered([text], rules);
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5);
});

test('any text at all is accepted as a rule or rejected, and never hangs', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 220 }),
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (pattern, until, text) => {
        tryRules(text, [{ id: 'my-pack/r', kind: 'block', pattern, until, tells: 'end' }]);
        tryRules(text, [{ id: 'my-pack/r', kind: 'line', pattern, tells: 'end' }]);
      },
    ),
    { ...RUNS, numRuns: runs(10_000) },
  );
});
