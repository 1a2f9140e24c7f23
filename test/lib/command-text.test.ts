import fc from 'fast-check';
import { expect, test } from 'vitest';
import CASES from '../companion/command-cases.json' with { type: 'json' };
import { shownText } from '../companion/shown-text.ts';
import { sizeOf, visibleParts } from '../../src/lib/command-text.ts';

// test/real/companion-asks.test.ts runs the companion's Python against the same table.
test.each(CASES)('$name', ({ command, shown }) => {
  expect(shownText(command)).toBe(shown);
});

// No file of JSON can hold it.
test('half a pair', () => {
  expect(shownText('a\ud800b')).toBe('a[U+D800]b');
});

test.each([
  ['two kinds in turn', '\u200b\u200c'.repeat(10_000)],
  ['between letters', 'a\u200b'.repeat(10_000)],
  ['letters that look alike', 'a\u0430'.repeat(10_000)],
])('20 000 characters of which many are named become no more than 70 000: %s', (_what, command) => {
  expect(shownText(command).length).toBeLessThan(70_000);
  expect(visibleParts(command).filter(({ text }) => /^U\+\w/.test(text)).length).toBeLessThan(201);
});

test('no part is empty, and what is no name is the command without what cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (command) => {
      const parts = visibleParts(command);
      const plain = parts.filter(({ count }) => count === 0).map(({ text }) => text);
      const named = parts.reduce((sum, { count }) => sum + count, 0);
      expect([...command]).toHaveLength([...plain.join('')].length + named);
      expect(parts.map(({ text }) => text)).not.toContain('');
      expect(plain.join('')).not.toMatch(
        /(?! )[\p{Cf}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n\t]/u,
      );
      expect(command.length).toBeGreaterThanOrEqual(plain.join('').length);
    }),
  );
});

test.each([
  ['', { lines: 1, characters: 0 }],
  ['ls', { lines: 1, characters: 2 }],
  ['a\n👍\n', { lines: 3, characters: 4 }],
])('%j is as long as it is', (command, size) => {
  expect(sizeOf(command)).toEqual(size);
});
