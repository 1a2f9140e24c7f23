import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fitPattern,
  literalText,
  MAX_PATTERN,
  readPattern,
  trimBlanks,
} from '../../../src/normalizer/rules/pattern.ts';
import { unitsRead } from '../../support/units-read.ts';
import { runs } from '../../support/speed.ts';

/** The values of a pattern's placeholders in a line. */
function fit(text: string, line: string): readonly string[] | null {
  const pattern = readPattern(text);
  if (!pattern) throw new Error(`${text} is no pattern`);
  return fitPattern(pattern, line);
}

const FITS: readonly (readonly [
  pattern: string,
  line: string,
  values: readonly string[] | null,
])[] = [
  ['[memory]', '[memory]', []],
  ['[memory]', '[memory] x', null],
  ['[memory]', '[memor', null],
  ['[Calling tool: {tool}]', '[Calling tool: search]', ['search']],
  ['[Calling tool: {tool}]', '[Calling tool: ]', null],
  ['[Calling tool: {tool}]', '[Calling tool: search] x', null],
  ['[Calling tool: {tool}]', '[Calling tool: a]b]', ['a]b']],
  ['Run {tool}', 'Run a b', ['a b']],
  ['Run {tool}', 'Run ', null],
  ['{a}-{b}', 'x-y-z', ['x', 'y-z']],
  // The placeholder takes at least one unit, so what is there is not yet what follows it.
  ['Run {a}-{b}', 'Run --x', ['-', 'x']],
  ['Run {a}ab{b}ab', 'Run xabyabab', ['x', 'yab']],
  ['a {{x} b', 'a {x} b', []],
  ['`{{{args}}`', '`{"q": 1}`', ['"q": 1']],
  ['🔧 Calling {tool}...', '🔧 Calling argocd...', ['argocd']],
  ['  Run {tool}  ', 'Run x', ['x']],
];

test.each(FITS)('%j on %j', (pattern, line, values) => {
  expect(fit(pattern, line)).toEqual(values);
});

test.each([
  ['empty', ''],
  ['blank', ' \t '],
  ['not one line', 'a\nb'],
  ['not one line either', 'a\r'],
  ['too long', 'x'.repeat(MAX_PATTERN + 1)],
  ['open at a brace', 'Run {tool'],
  ['a brace without a name', 'Run {}'],
  ['a name with a blank', 'Run {a b}'],
  ['JSON', '{"a": 1}'],
  ['two placeholders side by side', 'Run {a}{b}'],
  ['a match of everything', '{all}'],
  ['a match of all with a blank', '{a} {b}'],
])('a text that is %s is no pattern: %j', (_, pattern) => {
  expect(readPattern(pattern)).toBeNull();
});

test('a pattern of maximum length is read', () => {
  expect(readPattern('x'.repeat(MAX_PATTERN))).toMatchObject({ head: 'x'.repeat(MAX_PATTERN) });
});

test('literal text is everything but the placeholders', () => {
  const pattern = readPattern('[Calling {tool} with {{{args}}]');

  expect(pattern && literalText(pattern)).toBe('[Calling  with {}]');
});

/** The same by a regular expression, which may backtrack. */
function fitByRegExp(pattern: string, line: string): readonly string[] | null {
  const source = pattern
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('([^\\n]+?)');
  return new RegExp(`^${source}$`).exec(line)?.slice(1) ?? null;
}

test('it matches what a regular expression matches, and reads each unit of the line at most three times', () => {
  const parts = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  const lines = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 60 });
  fc.assert(
    fc.property(parts, fc.boolean(), lines, (literals, open, line) => {
      const pattern = literals.join('{x}') + (open ? '{x}' : '');
      const read = readPattern(pattern);
      if (!read) throw new Error(`${pattern} is no pattern`);
      let values: readonly string[] | null = null;
      const units = unitsRead(() => (values = fitPattern(read, line)));
      expect([pattern, line, values]).toEqual([pattern, line, fitByRegExp(pattern, line)]);
      // Each comparison reads a unit of the line and one of the pattern.
      expect(units).toBeLessThanOrEqual(2 * (3 * line.length + 1));
    }),
    { numRuns: runs(3000) },
  );
});

test('blanks are spaces, tabs and carriage returns', () => {
  expect(trimBlanks(' \t a b\t\r')).toBe('a b');
  expect(trimBlanks(' \r')).toBe('');
  expect(trimBlanks('\u00a0a')).toBe('\u00a0a');
});
