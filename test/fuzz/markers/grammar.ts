/**
 * A second implementation of the marker grammar, as one reads it: one pattern for each kind of thing in a text, matched
 * from its start to its end. It shares nothing with the product, neither code nor lists nor method: no states, no
 * deltas.
 */

/** According to Hermes 0.8's table of tools. */
const EMOJI = [
  0x1f4bb, 0x2699, 0x1f50d, 0x1f4c4, 0x1f4d6, 0x270d, 0x1f527, 0x1f50e, 0x1f40d, 0x1f500, 0x1f4cb, 0x1f9e0, 0x1f4da,
  0x1f4dd, 0x23f0, 0x2753, 0x1f310, 0x1f4f8, 0x1f446, 0x2328, 0x1f4dc, 0x25c0, 0x1f6aa, 0x1f5bc, 0x1f441, 0x1f5a5,
  0x1f3a8, 0x1f50a, 0x1f4e8, 0x1f3e0, 0x1f9ea, 0x1f52e, 0x26a1,
].map((point) => String.fromCodePoint(point));

const END = '(?=\\n|$(?![^]))';
const BLANK = `(?=\\n[ \\t]*${END}|$(?![^]))`;
/** A fence, its content, and its end if it has one: with the same mark, and at least as long. */
const block = (name: string, opener: string, behind: string): string => {
  const closer = ` {0,3}\\k<${name}>${opener}*[ \\t\\r]*${END}`;
  return ` {0,3}(?<${name}>${opener}{3,})${behind}*${END}(?:\\n(?!${closer})[^\\n]*)*(?:\\n${closer})?`;
};
const HAS_LABEL = `(?=[^\\n]*[^\\s][^\\n]*\`${END})`;
/** The first backtick in the label closes a code span: prose. */
const IS_PROSE = `[^\`\\n]*[^\\s\`]\`(?:[\\s.,;:!?)\\]][^\\n]*\`|\`)${END}`;
const MARKER = `\`(?<emoji>${EMOJI.join('|')})\\uFE0F? ${HAS_LABEL}(?!${IS_PROSE})(?<label>[^\\n]+)\`${BLANK}`;
const LINE = new RegExp(
  [block('ticks', '`', '[^`\\n]'), block('waves', '~', '[^\\n]'), MARKER, '[^\\n]*'].join('|'),
  'y',
);

interface Found {
  readonly kind: 'marker' | 'empty' | 'blank' | 'text';
  readonly from: number;
  readonly to: number;
  readonly emoji: string;
  readonly label: string;
}

function read(text: string): readonly Found[] {
  const found: Found[] = [];
  for (let at = 0; at <= text.length;) {
    LINE.lastIndex = at;
    const match = LINE.exec(text);
    const whole = match?.[0] ?? '';
    const { emoji = '', label = '' } = match?.groups ?? {};
    const kind = label !== '' ? 'marker' : whole === '' ? 'empty' : /^[ \t]+$/.test(whole) ? 'blank' : 'text';
    found.push({ kind, from: at, to: at + whole.length, emoji, label });
    at += whole.length + 1;
  }
  return found;
}

/** Labels in Hermes' own words, for the emoji of random replies. */
const HERMES_WORDS =
  /^(?:\u23f0 (?:create|list|update|pause|resume|remove|run|cronjob)|\u{1f4cb} (?:reading task list|(?:planning|updating) [0-9]+ task\(s\)))$/u;

/**
 * @param expected there is evidence from elsewhere
 * @returns the text without its markers, and their labels
 */
export function cleanByGrammar(
  text: string,
  expected: boolean,
): { readonly text: string; readonly labels: readonly string[]; readonly evidence: 'server' | 'text' | null } {
  const lines = read(text);
  let evidence: 'server' | 'text' | null = null;
  const gone: Found[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (lines[i]!.kind !== 'marker') continue;
    const run = [lines[i]!];
    const isGap = (one: Found | undefined): boolean => one?.kind === 'empty' || one?.kind === 'blank';
    let last = i;
    while (isGap(lines[last + 1]) && lines[last + 2]?.kind === 'marker') run.push(lines[(last += 2)]!);
    if (!expected && evidence === null) {
      const atStart = lines.slice(0, i).every(({ kind }) => kind === 'empty');
      const tight = atStart || lines[i - 1]!.kind !== 'empty';
      // The second of the two blank lines has a line feed of its own at its end.
      const wide = isGap(lines[last + 1]) && lines[last + 2]?.kind === 'empty' && lines[last + 2]!.to < text.length;
      if (run.some(({ emoji, label }) => HERMES_WORDS.test(`${emoji} ${label}`))) evidence = 'text';
      else if (tight && wide) evidence = 'server';
    }
    if (expected || evidence !== null) gone.push(...run);
    i = last;
  }
  const kept = gone.reduceRight(
    (rest, { from, to }) => rest.slice(0, Math.max(0, from - 1)) + rest.slice(to + 1),
    text,
  );
  return { text: kept, labels: gone.map(({ label }) => label), evidence };
}
