/**
 * Tells what is new among things that are read again and again, such as the markers of a text in its growing snapshots: the
 * n-th of them is the same each time. Where part of the stream was missed the numbers do not fit any more; once the whole
 * is read again, from the first on, a thing is known by what it says.
 */
export interface Telling {
  /** @param n its number, from 1. @returns whether it is new */
  isNew(n: number, words: string): boolean;
  /** The n-th was none after all, nor is any behind it; those before it are. */
  takeBack(n: number): void;
  /** How many were reported. */
  last(): number;
  /** Part of the stream was missed. */
  miss(): void;
  /** A text is read from its beginning. */
  begin(): void;
}

/** Things remembered; more than any reply has. */
const MAX_WORDS = 500;

export function createTelling(): Telling {
  let last = 0;
  /** What the reported things said. */
  let said: string[] = [];
  /** Likewise, of those that have not been met again since the reading from the first on. */
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
