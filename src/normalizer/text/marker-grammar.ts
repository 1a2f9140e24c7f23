import TABLE from '../tables/hermes-labels.json' with { type: 'json' };

/** What the labels of Hermes' tools look like, by emoji. */
interface Labels {
  /**
   * Words that Hermes 0.7 and 0.8 make up themselves, and names of tools that are no ordinary
   * words.
   */
  readonly words?: string;
  /** Any other label: an argument of the call. Missing if there is none. */
  readonly argument?: string;
}

/**
 * The labels of NousResearch/hermes-agent 0.8.0 (agent/display.py): the argument of the call that
 * says most, or the name of the tool if it has none. A label that its tool cannot have, as in ``
 * `⚙️ Settings` ``, is no marker. The companion reads the same table, so its patterns mean the same
 * in Python.
 */
const LABELS: Readonly<Record<string, Labels>> = Object.fromEntries(
  (TABLE as readonly (Labels & { readonly emoji: string })[]).map((row) => [row.emoji, row]),
);

/**
 * The emoji that Hermes 0.7 and 0.8 put into inline markers: one per built-in tool, and the default
 * ⚡. Written without the variation selector U+FE0F, which UIs and models drop or add at will.
 */
export const LISTED_EMOJI: readonly string[] = Object.keys(LABELS);

const VARIATION_SELECTOR = '\uFE0F';

/** Returns an emoji without its variation selector, which pages and models drop or add at will. */
export function plainEmoji(emoji: string): string {
  return emoji.replace(VARIATION_SELECTOR, '');
}

/**
 * Reads a listed emoji, with or without its variation selector.
 * @param text any text
 * @param at offset in UTF-16 units where the emoji should begin
 * @returns the offset after the emoji, or -1 if none begins there
 */
export function endOfListedEmoji(text: string, at: number): number {
  for (const emoji of LISTED_EMOJI) {
    if (!text.startsWith(emoji, at)) continue;
    const end = at + emoji.length;
    return text[end] === VARIATION_SELECTOR ? end + 1 : end;
  }
  return -1;
}

/**
 * Returns whether more text could turn this into a listed emoji; an emoji can be cut in the middle
 * of its surrogate pair.
 * @param text a short text, from where the emoji should begin to what has arrived so far
 */
export function mayBecomeListedEmoji(text: string): boolean {
  return LISTED_EMOJI.some(
    (emoji) => emoji.startsWith(text) || text === emoji || text === emoji + VARIATION_SELECTOR,
  );
}

/** The content of a marker: `` `⏰ list` `` has the emoji ⏰ and the label "list". */
export interface Marker {
  readonly emoji: string;
  readonly label: string;
}

/** A marker as it was found in a channel. */
export interface FoundMarker extends Marker {
  /** It arrived as exactly one delta, as servers inject it. */
  readonly whole: boolean;
  /** The line arrived in more than one delta, as only a model writes it. */
  readonly split: boolean;
}

/**
 * A pictograph as skins of Hermes may set it: not ASCII, so that `` `npm install` `` is never taken
 * for a marker.
 */
const PICTOGRAPH = /^\p{Extended_Pictographic}[^\s`]{0,15}$/u;

/**
 * Reads one whole line as a marker: backtick, listed emoji, space, label, backtick.
 * @param line a line without its line feed, from the start of a text or after a line feed
 * @returns the marker, or null for every other line, including prose that begins with a code span
 */
export function readMarkerLine(line: string): Marker | null {
  const marker = readSpan(line);
  if (!marker || endOfListedEmoji(line, 1) !== 1 + marker.emoji.length) return null;
  return isProse(marker.label) ? null : marker;
}

/**
 * Reads a whole chunk as Hermes 0.7 and 0.8 injected markers: line feed, marker, line feed, nothing
 * else.
 * @param text the whole text of one delta
 * @returns the marker with what speaks for or against it: `listed`, its emoji is one of Hermes'
 * own; `prose`, the prose guard would keep it. Null for every other text, and for emoji that no
 * skin would set.
 */
export function readMarkerChunk(
  text: string,
): (Marker & { readonly listed: boolean; readonly prose: boolean }) | null {
  if (text.length < 6 || text[0] !== '\n' || text[1] !== '`' || !text.endsWith('`\n')) return null;
  const line = text.slice(1, -1);
  if (line.includes('\n')) return null;
  const marker = readSpan(line);
  if (!marker) return null;
  const listed = endOfListedEmoji(line, 1) === 1 + marker.emoji.length;
  if (!listed && !PICTOGRAPH.test(marker.emoji)) return null;
  return { ...marker, listed, prose: isProse(marker.label) };
}

/**
 * Returns whether more text could turn the beginning of a line into a marker.
 * @param line what has arrived of a line that begins with a backtick
 * @returns 'no', 'yes' (still within emoji or space), or 'label' (what comes next is label, up to
 * the end of the line)
 */
export function prospectOf(line: string): 'no' | 'yes' | 'label' {
  const end = endOfListedEmoji(line, 1);
  // The variation selector may still follow a complete emoji.
  if (end === -1 || end === line.length) return mayBecomeListedEmoji(line.slice(1)) ? 'yes' : 'no';
  if (line[end] !== ' ') return 'no';
  return 'label';
}

function readSpan(line: string): Marker | null {
  if (line[0] !== '`' || !line.endsWith('`')) return null;
  const space = line.indexOf(' ');
  if (space < 2) return null;
  const label = line.slice(space + 1, -1);
  if (label.trim() === '') return null;
  return { emoji: line.slice(1, space), label };
}

/**
 * Returns whether a first inner backtick closes a code span, which shows that the line is prose, as
 * in `` `💻 foo differs from `bar` ``. Labels contain backticks too (shell back-quotes), so
 * counting them does not help.
 */
function isProse(label: string): boolean {
  const inner = label.indexOf('`');
  if (inner < 1 || /\s/.test(label.charAt(inner - 1))) return false;
  return inner + 1 === label.length || /[\s.,;:!?)\]]/.test(label.charAt(inner + 1));
}

/** Patterns by emoji, compiled when the first is needed: most pages never need one. */
const compiled = new Map<string, { readonly words: RegExp; readonly argument: RegExp }>();

function patternsOf(emoji: string): { readonly words: RegExp; readonly argument: RegExp } {
  const key = plainEmoji(emoji);
  let patterns = compiled.get(key);
  if (!patterns) {
    // Nothing, but for what the tool can have; another emoji comes from a skin, and may be any
    // tool's.
    const { words = '(?!)', argument = '(?!)' } = LABELS[key] ?? { argument: '.*' };
    patterns = {
      words: new RegExp(`^(?:${words})$`, 's'),
      argument: new RegExp(`^(?:${argument})$`, 's'),
    };
    compiled.set(key, patterns);
  }
  return patterns;
}

/**
 * Returns whether only Hermes, or a model that copies it, would write these words after this emoji.
 */
export function isHermesWorded({ emoji, label }: Marker): boolean {
  return patternsOf(emoji).words.test(label);
}

/**
 * Returns whether a text begins with markers in Hermes' words, one blank line behind each, and goes
 * on: as a model writes that copies them (NousResearch/hermes-agent#6972). One text is no evidence,
 * as it may quote one; several of one chat are.
 */
export function beginsWithMarkers(text: string): boolean {
  const lines = text.trimStart().split('\n', 64);
  let at = 0;
  for (let line = lines[at]; line?.startsWith('`'); line = lines[at]) {
    const marker = readMarkerLine(line);
    if (!marker || !isHermesWorded(marker) || lines[at + 1]?.trim() !== '') return false;
    at += 2;
  }
  return at > 0 && lines.slice(at).some((line) => line.trim() !== '');
}

/** Returns whether the tool of this emoji can have this label. */
export function fitsTool({ emoji, label }: Marker): boolean {
  const { words, argument } = patternsOf(emoji);
  return words.test(label) || argument.test(label);
}
