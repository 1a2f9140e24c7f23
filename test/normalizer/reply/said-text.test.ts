import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSaidText, soughtOf } from '../../../src/normalizer/reply/said-text.ts';
import { runs } from '../../support/speed.ts';

const pieces = fc.array(
  fc.constantFrom('a', 'b', 'ab', ' ', '\n', '\u00a0', '', 'aab ', ' ba', null),
  {
    maxLength: 12,
  },
);

/** The same by reading everything again. */
function placeIn(said: readonly (string | null)[], core: string): number {
  const text = said.join('');
  const end = text.trimEnd().length;
  if (text.slice(0, end).endsWith(core)) return end - core.length;
  const turns = said.flatMap((piece, i) =>
    piece === null ? [said.slice(0, i).join('').length] : [],
  );
  for (const turn of [0, ...turns]) {
    const at = text.length - text.slice(turn).trimStart().length;
    if (text.slice(0, end).startsWith(core, at)) return at;
  }
  return -1;
}

test('a part is found at the end, and behind each turn, as by reading everything again', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.constantFrom('a', 'ab', 'b a', 'aab', 'ab ab', 'b\n\na'),
      (said, core) => {
        const text = createSaidText();
        for (const piece of said) {
          if (piece === null) text.turn();
          else text.push(piece);
        }

        expect(text.find(soughtOf(core))).toBe(placeIn(said, core));
        expect(text.is(soughtOf(core))).toBe(said.join('').trim() === core);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('equal hashes of different texts are told apart', () => {
  // Thue-Morse words have one hash, whatever the factor, as soon as they are long enough.
  const word = (length: number, flip: number): string =>
    Array.from({ length }, (_, i) =>
      (i.toString(2).split('1').length + flip) % 2 ? 'a' : 'b',
    ).join('');
  const [one, other] = [soughtOf(word(4096, 0)), soughtOf(word(4096, 1))];
  const text = createSaidText();
  text.push(one.text);

  expect(other.hash).toBe(one.hash);
  expect(text.find(one)).toBe(0);
  expect(text.find(other)).toBe(-1);
});
