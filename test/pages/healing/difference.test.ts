import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf, type Piece } from '../../../src/pages/healing/difference.ts';

function kept(...lines: string[]): Piece {
  return { kind: 'kept', lines };
}

function removed(...lines: string[]): Piece {
  return { kind: 'removed', lines };
}

function added(...lines: string[]): Piece {
  return { kind: 'added', lines };
}

const many = Array.from({ length: 12 }, (_, i) => `line ${i}`);

test.each<[string, string, readonly Piece[]]>([
  [
    'Let me check. \n`⏰ list`\n\n\nAll done.',
    'Let me check. \n\nAll done.',
    [kept('Let me check. '), removed('`⏰ list`', ''), kept('', 'All done.')],
  ],
  ['`⏰ list`', '(empty)', [removed('`⏰ list`'), added('(empty)')]],
  ['a\nb `x` c', 'a\nb c', [removed('a', 'b `x` c'), added('a', 'b c')]],
  ['a\na\na', 'a\na', [removed('a'), kept('a', 'a')]],
  ['same', 'same', [kept('same')]],
  [
    `${many.join('\n')}\nm\n${many.join('\n')}`,
    [...many, ...many].join('\n'),
    [
      { kind: 'skipped', count: 9 },
      kept('line 9', 'line 10', 'line 11'),
      removed('m'),
      kept('line 0', 'line 1', 'line 2'),
      { kind: 'skipped', count: 9 },
    ],
  ],
  [
    `m\n${many.join('\n')}\nm`,
    many.join('\n'),
    [
      removed('m'),
      kept('line 0', 'line 1', 'line 2'),
      { kind: 'skipped', count: 6 },
      kept('line 9', 'line 10', 'line 11'),
      removed('m'),
    ],
  ],
  ['1\n2\n3\n4\nm', '1\n2\n3\n4', [kept('1', '2', '3', '4'), removed('m')]],
])('of %j and %j', (before, after, pieces) => {
  expect(differenceOf(before, after)).toEqual(pieces);
});

/** The texts that the pieces represent, as far as they are shown. */
function count(pieces: readonly Piece[], without: Piece['kind']): number {
  return pieces.reduce(
    (sum, piece) =>
      sum +
      (piece.kind === without ? 0 : piece.kind === 'skipped' ? piece.count : piece.lines.length),
    0,
  );
}

test('no line of either text is lost, whatever the texts', () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', '`⏰ list`'), { minLength: 1, maxLength: 30 })
    .map((lines) => lines.join('\n'));

  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = differenceOf(before, after);

      expect(count(pieces, 'added')).toBe(before.split('\n').length);
      expect(count(pieces, 'removed')).toBe(after.split('\n').length);
    }),
  );
});
