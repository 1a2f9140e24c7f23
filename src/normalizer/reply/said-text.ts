/**
 * Factor of the rolling hash: any odd number that spreads well over 32 bits (Knuth, TAOCP 3, 6.4).
 */
const FACTOR = 0x9e3779b1;
const FIRST_CAPACITY = 64;
/**
 * Turns of one text that are remembered; beyond, a copy that begins at a later one is not found.
 */
const MAX_TURNS = 64;

/** What is searched for: a text, and the hash of its code units. */
export interface Sought {
  readonly text: string;
  readonly hash: number;
  /** `FACTOR` to the power of its length. */
  readonly power: number;
}

/** @returns a text with its hash, in time linear in its length */
export function soughtOf(text: string): Sought {
  let hash = 0;
  let power = 1;
  for (let i = 0; i < text.length; i++) {
    hash = next(hash, text.charCodeAt(i));
    power = Math.imul(power, FACTOR);
  }
  return { text, hash, power };
}

function next(hash: number, unit: number): number {
  return (Math.imul(hash, FACTOR) + unit + 1) | 0;
}

/** A text that grows, in which parts are found without reading it again. */
export type SaidText = ReturnType<typeof createSaidText>;

/**
 * Keeps the hash of each beginning of the text (Karp and Rabin 1987): whether some text is at some
 * place is told by two of them, in constant time. What it tells is compared unit by unit once, so
 * that equal hashes of different texts only cost time.
 */
export function createSaidText() {
  let units = new Uint16Array(FIRST_CAPACITY);
  /** At `i`, the hash of the first `i` units. */
  let hashes = new Int32Array(FIRST_CAPACITY + 1);
  let length = 0;
  let power = 1;
  /** Where the first unit is that is no blank, and where the last one ends. */
  let start = 0;
  let end = 0;
  /** Where the text goes on behind a turn and the blanks that follow it. */
  const turns: number[] = [];
  /** A turn has come since; the text begins with one. */
  let isTurn = true;

  function reserve(capacity: number): void {
    if (capacity <= units.length) return;
    const size = Math.max(capacity, 2 * units.length);
    const [oldUnits, oldHashes] = [units, hashes];
    units = new Uint16Array(size);
    hashes = new Int32Array(size + 1);
    units.set(oldUnits);
    hashes.set(oldHashes);
  }

  function push(text: string): void {
    reserve(length + text.length);
    const lead = text.length - text.trimStart().length;
    if (lead < text.length) {
      if (end === 0) start = length + lead;
      end = length + text.trimEnd().length;
      if (isTurn && turns.length < MAX_TURNS) turns.push(length + lead);
      isTurn = false;
    }
    for (let i = 0; i < text.length; i++, length++) {
      const unit = text.charCodeAt(i);
      units[length] = unit;
      hashes[length + 1] = next(hashes[length] ?? 0, unit);
      power = Math.imul(power, FACTOR);
    }
  }

  function hashOf(from: number, to: number, power: number): number {
    return ((hashes[to] ?? 0) - Math.imul(hashes[from] ?? 0, power)) | 0;
  }

  /** Returns whether the text, up to where its last word ends, has this one at an offset. */
  function hasAt(at: number, { text, hash, power }: Sought): boolean {
    const to = at + text.length;
    return at >= 0 && to <= end && hashOf(at, to, power) === hash && holds(at, text);
  }

  function holds(at: number, text: string): boolean {
    for (let i = 0; i < text.length; i++) if (units[at + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  return {
    push,
    length: (): number => length,
    /** The hash of all of it, and the power of its length, as of what is sought. */
    hash: (): number => hashes[length] ?? 0,
    power: (): number => power,
    /** Returns whether it has a text at an offset. */
    holds,
    /** @param at offset. @returns the code unit there, -1 if there is none */
    unitAt: (at: number): number => (at < length ? (units[at] ?? -1) : -1),
    /** Something other than text came: a copy may begin here. */
    turn(): void {
      isTurn = true;
    },
    /** Returns whether the whole text is this one, but for the blanks around both. */
    is: (core: Sought): boolean => end - start === core.text.length && hasAt(start, core),
    /**
     * @param core has no blanks around it
     * @returns the offset of it: at the end, otherwise behind a turn; -1 if it is at neither
     */
    find(core: Sought): number {
      const atEnd = end - core.text.length;
      if (hasAt(atEnd, core)) return atEnd;
      return turns.find((at) => hasAt(at, core)) ?? -1;
    },
  };
}
