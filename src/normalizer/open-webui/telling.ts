/**
 * Tells which items are new in a list that is read again and again, such as the markers of a text in its growing
 * snapshots: the n-th of them is the same each time. If part of the stream was missed, the numbers no longer fit; once
 * the whole is read again from the beginning, items are recognised by their words.
 */
export interface Telling {
  /** @param n its number, from 1. @returns whether it is new */
  isNew(n: number, words: string): boolean;
  /** The n-th turned out not to be an item, nor is any after it; those before it are. */
  takeBack(n: number): void;
  /** Returns how many were reported. */
  last(): number;
  /** Part of the stream was missed. */
  miss(): void;
  /** A text is read from its beginning. */
  begin(): void;
}

/** Items remembered; more than any reply has. */
const MAX_WORDS = 500;

export function createTelling(): Telling {
  let last = 0;
  /** The words of the reported items. */
  let said: string[] = [];
  /** Likewise, of those not met again since reading started over. */
  let known: string[] = [];
  let missed = false;

  function isNew(n: number, words: string): boolean {
    if (n <= last) return false;
    last = n;
    if (said.length < MAX_WORDS) said.push(words);
    const at = known.indexOf(words);
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  }

  return {
    isNew,
    takeBack(n) {
      last = n;
    },
    last: () => last,
    miss() {
      missed = true;
    },
    begin() {
      if (!missed) return;
      missed = false;
      last = 0;
      known = [...known, ...said].slice(-MAX_WORDS);
      said = [];
    },
  };
}
