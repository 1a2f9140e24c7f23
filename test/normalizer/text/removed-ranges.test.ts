import { expect, test } from 'vitest';
import {
  createRemovedRanges,
  unionOf,
  type Range,
} from '../../../src/normalizer/text/removed-ranges.ts';

/** What stays of these texts, requested one after another, after the ranges were removed. */
function kept(ranges: readonly Range[], ...texts: readonly string[]): string[] {
  const removals = createRemovedRanges();
  for (const range of ranges) removals.add(...range);
  let at = 0;
  return texts.map((text) => {
    const rest = removals.kept(at, text);
    at += text.length;
    removals.forget(at);
    return rest;
  });
}

test.each<
  [name: string, ranges: readonly Range[], texts: readonly string[], kept: readonly string[]]
>([
  ['nothing was removed', [], ['one', 'two'], ['one', 'two']],
  ['a stretch of one text', [[1, 2]], ['abc'], ['ac']],
  ['a stretch over two texts', [[2, 4]], ['abc', 'def'], ['ab', 'ef']],
  ['a gap inside a text', [[1, 2, true]], ['abc'], ['a\nc']],
  [
    'a gap at the end of a text counts for the next one',
    [[1, 3, true]],
    ['abc', '', 'def', 'ghi'],
    ['a', '', '\ndef', 'ghi'],
  ],
  ['a gap before a line feed', [[1, 3, true]], ['abc', '\ndef'], ['a', '\ndef']],
  ['a gap before nothing', [[1, 3, true]], ['abc'], ['a']],
  [
    'a gap continues in the range after it',
    [
      [1, 3, true],
      [3, 5],
    ],
    ['abc', 'de', 'f'],
    ['a', '', '\nf'],
  ],
  [
    'a gap that text follows ends with it',
    [
      [1, 3, true],
      [4, 5],
    ],
    ['abc', 'de', 'f'],
    ['a', '\nd', 'f'],
  ],
])('%s', (_, ranges, texts, expected) => {
  expect(kept(ranges, ...texts)).toEqual(expected);
});

test('a spared gap is not a gap', () => {
  const removals = createRemovedRanges();
  removals.add(1, 3, true);
  removals.spare(0, 3);
  expect([removals.kept(0, 'abc'), removals.kept(3, 'def')]).toEqual(['abc', 'def']);
});

test('a union keeps the gap of either side', () => {
  expect(unionOf([[0, 2]], [[1, 3, true]])).toEqual([[0, 3, true]]);
});
