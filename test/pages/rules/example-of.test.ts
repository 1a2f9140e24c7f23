import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tryRules } from '../../../src/normalizer/rules/try-rules.ts';
import { exampleOf } from '../../../src/pages/rules/example-of.ts';

const RULE = { id: 'my-test/call', kind: 'line', pattern: '>> calls {tool}', tells: 'start' } as const;

function example(text: string, most: number): string | null {
  return exampleOf(text, tryRules(text, [RULE]), most);
}

test('a text that is short enough is kept unchanged, whatever is removed from it', () => {
  expect(example('Before\n>> calls ls\nAfter', 24)).toBe('Before\n>> calls ls\nAfter');
  expect(example('Nothing goes.', 13)).toBe('Nothing goes.');
});

test.each<[string, string, number, string | null]>([
  ['the line alone', 'Before\n>> calls ls\nAfter', 12, '>> calls ls\n'],
  ['a line before it too', 'Long before\nBefore\n>> calls ls\nAfterwards', 20, 'Before\n>> calls ls\n'],
  ['a line behind it too', 'Before that\n>> calls ls\nAfter\nAnd on', 18, '>> calls ls\nAfter\n'],
  ['a match at the very end', `${'Before\n'.repeat(9)}>> calls ls`, 20, 'Before\n>> calls ls'],
  ['a match at the very beginning', `>> calls ls\n${'After\n'.repeat(9)}`, 20, '>> calls ls\nAfter\n'],
  ['nothing, as nothing matches', 'x'.repeat(30), 20, null],
  ['nothing, as the line is too long itself', `Before\n>> calls ${'x'.repeat(30)}\nAfter`, 20, null],
])('of a longer text, %s is kept', (_, text, most, kept) => {
  expect(example(text, most)).toBe(kept);
});

test('of a longer text whole lines are kept, as many as fit, and the rule removes something from them', () => {
  const line = fc.oneof(
    fc.constant('>> calls 🔧ls'),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ' ')),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: 20, max: 60 }), (lines, most) => {
      const text = lines.join('\n');
      const kept = example(text, most);
      if (kept === null || kept === text) return;
      expect(kept.length).toBeLessThanOrEqual(most);
      expect(`\n${text}`).toContain(`\n${kept}`);
      expect(kept.endsWith('\n') || text.endsWith(kept)).toBe(true);
      expect(kept).toContain('>> calls');
    }),
  );
});
