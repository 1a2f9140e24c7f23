/** UTF-16 units of the shortest repetition that counts: shorter ones are intended. */
const MIN_REPEAT = 24;
/** Pairs of equal pieces from which on it is no chance. */
const MIN_PAIRS = 4;
/** UTF-16 units that are kept. */
const MAX_KEPT = 262_144;

/** Collects the pieces of one text of a chat, and tells what is odd about their order. */
export function createPieces() {
  let all = '';
  let count = 0;
  let last = '';
  let isPaired = true;
  const different = new Set<string>();

  return {
    /** @param piece the next one; an empty one is none */
    add(piece: string): void {
      if (piece === '') return;
      count++;
      if (count % 2 === 0) isPaired &&= piece === last;
      last = piece;
      if (different.size < MIN_PAIRS) different.add(piece);
      if (all.length < MAX_KEPT) all += piece;
    },
    /** Returns whether a piece is all of the text so far once more. */
    isRepeated: (piece: string): boolean => piece.length >= MIN_REPEAT && piece === all,
    /** Returns whether every piece came twice, one right behind the other. */
    isTwice: (): boolean =>
      isPaired && count % 2 === 0 && count / 2 >= MIN_PAIRS && different.size >= MIN_PAIRS,
    /** Returns how many pieces there are. */
    count: (): number => count,
    all: (): string => all,
  };
}
