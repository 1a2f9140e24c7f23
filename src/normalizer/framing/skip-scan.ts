/**
 * What a frame must have to need any work: a backtick or tilde (markers, fences), an escape (line feeds; a
 * backtick written as \u0060; the emoji of a tool event in Python's ASCII), the id of a tool event, the end of a reply,
 * tool calls, adjacent objects, a second choice (`"index":1`), a line that begins like `event:`, `error:`, a comment as
 * data, an object without a field, or data after data. All ASCII, so that bytes can be searched without decoding them.
 *
 * Chosen by measurement, 2 MiB of chat chunks in V8: a search for a short string runs at the speed of memchr for its
 * first character, 40 GB/s if that is rare, 5 if it is in every frame; one regular expression for all runs at 0.7, and
 * strings of seven characters or more take V8's slower search. So "toolCallId" and "[DONE]" are found by their
 * capitals; a frame examined in vain costs little. What this misses, in the middle of a line only: a tool event of
 * Hermes 0.9 to 0.11 whose name and escapes a proxy removed.
 */
const NEEDLES: readonly string[] = ['`', '~', '\\', 'CallI', 'DONE', '_call', '}{', 'x":1', 'x": 1'];

/** Searches one text, forwards only. */
export interface SkipScan {
  /** @returns the offset of the first needle at or after `at`, or Infinity; `at` must not decrease */
  next(at: number): number;
}

/**
 * @param text one unit per byte
 * @param isSse whether lines have fields; in newline-delimited JSON every line begins as no field does
 */
export function createSkipScan(text: string, isSse: boolean): SkipScan {
  /** Position of the next closing brace, from the last line that asked. */
  let brace = -1;

  /**
   * Returns whether the line at `at` is a whole object. The next brace is searched for once, not for each line before
   * it.
   */
  function closes(at: number): boolean {
    if (brace < at) brace = toOffset(text.indexOf('}', at));
    return brace < Infinity && brace < toOffset(text.indexOf('\n', at));
  }

  /** The next hit of each needle, from the last `at` on; that of a line is last. */
  const hits = NEEDLES.map((needle) => toOffset(text.indexOf(needle)));
  hits[NEEDLES.length] = isSse ? findLine(text, 0, closes) : Infinity;

  function next(at: number): number {
    let first = Infinity;
    for (let i = 0; i < hits.length; i++) {
      let hit = hits[i] ?? Infinity;
      if (hit < at) {
        const needle = NEEDLES[i];
        hit =
          needle === undefined ? (isSse ? findLine(text, at, closes) : Infinity) : toOffset(text.indexOf(needle, at));
        hits[i] = hit;
      }
      if (hit < first) first = hit;
    }
    return first;
  }

  return { next };
}

const LINE_FEED = 0x0a;
const COLON = 0x3a;
/** The first letter of `data`. */
const DATA = 0x64;

/** @returns the offset of the first such line that begins at or after `from`, where a frame begins; or Infinity */
function findLine(text: string, from: number, closes: (at: number) => boolean): number {
  let at = from === 0 ? 0 : text.indexOf('\n', from - 1) + 1;
  if (at === 0 && from > 0) return Infinity;
  let hasData = false;
  do {
    let first = text.charCodeAt(at);
    // The blank line between frames.
    if (first === LINE_FEED) {
      hasData = false;
      first = text.charCodeAt(++at);
    }
    if (first === 0x65 /* e */ || (first === 0x7b /* { */ && closes(at))) return at;
    if (first === DATA) {
      // A second line of data; a heartbeat as data, `data: : ping` or `data::ping`.
      if (hasData || text.charCodeAt(at + 5) === COLON || text.charCodeAt(at + 6) === COLON) return at;
      hasData = true;
    }
    at = text.indexOf('\n', at) + 1;
  } while (at !== 0);
  return Infinity;
}

function toOffset(found: number): number {
  return found === -1 ? Infinity : found;
}

/** Returns whether one frame has work. A lone carriage return may precede such a line; a last frame may have no end. */
export function hasWork(frame: string, isSse: boolean): boolean {
  if (createSkipScan(frame, isSse).next(0) !== Infinity) return true;
  return isSse && (hasLineOfWork(frame) || !frame.slice(-4).replace(/\r\n?/g, '\n').endsWith('\n\n'));
}

/**
 * Returns whether a lone carriage return is followed by a line that the search does not find, or a second line of data.
 */
function hasLineOfWork(frame: string): boolean {
  if (!frame.includes('\r')) return false;
  let afterData = false;
  return frame.split('\r').some((line, i) => {
    if (i > 0 && (/^(?:[e{]|data: ?:)/.test(line) || (afterData && line.startsWith('data:')))) return true;
    afterData = line.includes('data:');
    return false;
  });
}
