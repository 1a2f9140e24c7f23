import { expect, test } from 'vitest';
import { piecesOf } from '../../../src/pages/rules/tried-pieces.ts';

const cut = (from: number, to: number) => ({ from, to, rule: 'my-agent/rule-1' });

test.each([
  ['', [], []],
  ['abc', [], [['abc', false]]],
  ['abc', [cut(0, 3)], [['abc', true]]],
  [
    'abcde',
    [cut(1, 2), cut(3, 4)],
    [
      ['a', false],
      ['b', true],
      ['c', false],
      ['d', true],
      ['e', false],
    ],
  ],
  [
    'abcd',
    [cut(0, 2), cut(2, 4)],
    [
      ['ab', true],
      ['cd', true],
    ],
  ],
])('%j cut at %j', (text, cuts, pieces) => {
  const read = piecesOf(text, cuts);
  expect(read.map((piece) => [piece.text, piece.isRemoved])).toEqual(pieces);
  expect(read.map((piece) => piece.text).join('')).toBe(text);
});
