import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameDifference, frameDifferences } from '../../../src/pages/inspector/frame-difference.ts';

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

test('marks each line by itself if no line was added or removed', () => {
  expect(frameDifferences('aX\nsame\nbY\n', 'a\nsame\nb\n')).toEqual([
    { head: 'a', removed: 'X', added: '', tail: '\n' },
    { head: 'same\n', removed: '', added: '', tail: '' },
    { head: 'b', removed: 'Y', added: '', tail: '\n' },
  ]);
});

test('marks one stretch if a line was removed', () => {
  expect(frameDifferences('a\nX\nb', 'a\nb')).toEqual([{ head: 'a\n', removed: 'X\n', added: '', tail: 'b' }]);
});

test('its lines join to both texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = frameDifferences(before, after);

      expect(lines.map(({ head, removed, tail }) => head + removed + tail).join('')).toBe(before);
      expect(lines.map(({ head, added, tail }) => head + added + tail).join('')).toBe(after);
    }),
  );
});
