import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emojiText, MAX_NAME, oneLine } from '../../src/lib/plain-text.ts';

test.each([
  [null, ''],
  ['', ''],
  ['  list \n all\t', 'list all'],
  ['a\u0000b\u001b[31mc', 'a b [31mc'],
  ['safe\u202egnp.exe', 'safe gnp.exe'],
  ['<b onclick=x>&amp;</b>', '<b onclick=x>&amp;</b>'],
  ['👩‍💻 build', '👩‍💻 build'],
])('%j becomes the line %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test('a cut line is as long as allowed and never ends in half a character', () => {
  expect(oneLine('x'.repeat(400))).toBe(`${'x'.repeat(MAX_NAME - 1)}…`);
  expect(oneLine(`abc${'😀'.repeat(9)}`, 7)).toBe('abc😀…');
});

test('any input becomes one short line without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
      const line = oneLine(text);
      expect(line.length).toBeLessThanOrEqual(MAX_NAME);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('an emoji may be a word, but not a novel', () => {
  expect(emojiText('video')).toBe('video');
  expect(emojiText('video '.repeat(20)).length).toBeLessThanOrEqual(24);
});
