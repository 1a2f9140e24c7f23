import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameDifference } from '../../../src/pages/inspector/frame-difference.ts';

test.each([
  ['abc', 'abc', ['abc', '', '', '']],
  ['abXc', 'abc', ['ab', 'X', '', 'c']],
  ['abc', 'abXc', ['ab', '', 'X', 'c']],
  ['aaa', 'aa', ['aa', 'a', '', '']],
  ['', 'x', ['', '', 'x', '']],
  ['x', '', ['', 'x', '', '']],
  ['a😀b', 'a😁b', ['a', '😀', '😁', 'b']],
  ['a😀b', 'a🨀b', ['a', '😀', '🨀', 'b']],
])('between %j and %j', (before, after, [head, removed, added, tail]) => {
  expect(frameDifference(before, after)).toEqual({ head, removed, added, tail });
});

test('its parts join to both texts, and split no character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁', '🨀'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { head, removed, added, tail } = frameDifference(before, after);

      expect(head + removed + tail).toBe(before);
      expect(head + added + tail).toBe(after);
      for (const part of [head, removed, added, tail]) expect(part.isWellFormed()).toBe(true);
    }),
  );
});
