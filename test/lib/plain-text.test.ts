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
  ['👩🏽‍💻 build ❤️‍🔥', '👩🏽‍💻 build ❤️‍🔥'],
  ['a\u061cb\u200cc\u200dd\u200ee\u200ff\u00adg\u2060h\u{e0041}i', 'a b c d e f g h i'],
  ['👩\u200d rm', '👩 rm'],
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
      expect(line.replaceAll('\u200d', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('an emoji may be a word, but not a novel', () => {
  expect(emojiText('video')).toBe('video');
  expect(emojiText('video '.repeat(20)).length).toBeLessThanOrEqual(24);
});
