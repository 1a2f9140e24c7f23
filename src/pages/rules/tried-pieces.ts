import type { RuleCut } from '../../normalizer/rules/try-rules.ts';

/** A stretch of a text that is removed or kept. */
export interface TriedPiece {
  readonly text: string;
  readonly isRemoved: boolean;
}

/** @returns the whole text in pieces, split at the cuts, which are in order and do not overlap. Pure */
export function piecesOf(text: string, cuts: readonly RuleCut[]): readonly TriedPiece[] {
  const pieces: TriedPiece[] = [];
  let at = 0;
  for (const { from, to } of cuts) {
    if (from > at) pieces.push({ text: text.slice(at, from), isRemoved: false });
    pieces.push({ text: text.slice(from, to), isRemoved: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isRemoved: false });
  return pieces;
}
