/**
 * What a frame must have for any rule to apply: a backtick or tilde (markers, fences), an escape (line feeds; a backtick
 * written as \u0060), an event name, a tool, the end of a reply. All ASCII, so that bytes can be searched without decoding them. A search for
 * a fixed string is some ten times as fast as a regular expression over all of them (V8 and SpiderMonkey use memchr).
 */
const NEEDLES: readonly string[] = ['`', '~', '\\', 'tool', '[DONE]', 'event:'];
/** The one that counts at the start of a line only; found by the line feed before it, which is rarer than its letters. */
const LINE_NEEDLE = 'event:';

/** Searches one text, forwards only. */
export interface WorkSearch {
  /** @returns the offset of the first needle at or behind `at`, or Infinity; `at` must not go back */
  next(at: number): number;
}

/** @param text one unit per byte */
export function createWorkSearch(text: string): WorkSearch {
  /** The next hit of each needle, from the last `at` on. */
  const hits = NEEDLES.map((needle) => find(text, needle, 0));

  function next(at: number): number {
    let first = Infinity;
    for (let i = 0; i < hits.length; i++) {
      let hit = hits[i] ?? Infinity;
      if (hit < at) {
        const needle = NEEDLES[i];
        hit = needle === undefined ? Infinity : find(text, needle, at);
        hits[i] = hit;
      }
      if (hit < first) first = hit;
    }
    return first;
  }

  return { next };
}

function find(text: string, needle: string, from: number): number {
  if (needle !== LINE_NEEDLE) return toOffset(text.indexOf(needle, from));
  if (text.startsWith(needle, from) && (from === 0 || text[from - 1] === '\n')) return from;
  return toOffset(text.indexOf('\n' + needle, from)) + 1;
}

function toOffset(found: number): number {
  return found === -1 ? Infinity : found;
}

/** Has one frame anything to work on? */
export function hasWork(frame: string): boolean {
  return NEEDLES.some((needle) => frame.includes(needle));
}
