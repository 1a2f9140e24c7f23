/**
 * A second implementation of the marker grammar, as one reads it: one pattern for each kind of
 * thing in a text, matched from its start to its end. It shares nothing with the product, neither
 * code nor lists nor method: no states, no deltas.
 */

/** According to Hermes 0.8's table of tools. */
const EMOJI = [
  0x1f4bb, 0x2699, 0x1f50d, 0x1f4c4, 0x1f4d6, 0x270d, 0x1f527, 0x1f50e, 0x1f40d, 0x1f500, 0x1f4cb,
  0x1f9e0, 0x1f4da, 0x1f4dd, 0x23f0, 0x2753, 0x1f310, 0x1f4f8, 0x1f446, 0x2328, 0x1f4dc, 0x25c0,
  0x1f6aa, 0x1f5bc, 0x1f441, 0x1f5a5, 0x1f3a8, 0x1f50a, 0x1f4e8, 0x1f3e0, 0x1f9ea, 0x1f52e, 0x26a1,
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
  readonly kind: 'marker' | 'empty' | 'blank' | 'block' | 'text';
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
    const { emoji = '', label = '', ticks, waves } = match?.groups ?? {};
    const isBlock = ticks !== undefined || waves !== undefined;
    const isBlank = /^[ \t]+$/.test(whole);
    const kind =
      label !== ''
        ? 'marker'
        : whole === ''
          ? 'empty'
          : isBlock
            ? 'block'
            : isBlank
              ? 'blank'
              : 'text';
    found.push({ kind, from: at, to: at + whole.length, emoji, label });
    at += whole.length + 1;
  }
  return found;
}

/** Labels in words that Hermes makes up, for the emoji of random replies. */
const WORDED =
  /^(?:\u23f0 (?:create|list|update|pause|resume|remove|run|cronjob)|\u{1f4cb} (?:reading task list|(?:planning|updating) [0-9]+ task\(s\))|\u2699 [a-z]+ proc_[0-9a-f]{8,12}(?: [^\n]*)?|\u{1f4dd} skill_manage)$/u;
/**
 * Arguments that these tools can have: a command, code or a text, an action on a process, the name
 * of a skill, a path.
 */
const ARGUMENT =
  /^(?:[\u{1f4bb}\u{1f40d}\u26a1] [^\n]+|\u2699 (?:list|process|(?:poll|log|wait|kill|write|submit) [^\n]*)|\u{1f4dd} [A-Za-z0-9_./:-]+|\u{1f527} (?:(?:~|\.{0,2}[/\\]|[A-Z]:[/\\])[^\n]*|[^\s./\\_]*[./\\_][^\s]*))$/u;

/**
 * How a line ends that is complete as a sentence: nothing but closing marks, blanks and emoji after
 * its last mark.
 */
const SENTENCE = /[.!?…。！？](?:["'”’»)\]*_\s\uFE0F]|\p{Extended_Pictographic})*$/u;

/**
 * What precedes and follows a run of markers with one blank line between them, as [first, last].
 */
interface Around {
  /** Nothing but line feeds precedes it. */
  readonly begins: boolean;
  /** No blank line precedes it. */
  readonly tight: boolean;
  /** The last line of text before it is no whole sentence, and no code block. */
  readonly open: boolean;
  /** Two blank lines follow it. */
  readonly wide: boolean;
  readonly behind: 'nothing' | 'sentence' | 'text';
}

/**
 * @param start the line with which the text begins: the first one, or that behind a tool and its
 * blank line
 */
function aroundRun(
  text: string,
  lines: readonly Found[],
  start: number,
  first: number,
  last: number,
): Around {
  const before = lines.slice(start, first);
  const begins = before.every(isGap);
  const lead = before.findLast((one) => one.kind !== 'marker' && !isGap(one));
  const [gap, next] = [lines[last + 1], lines[last + 2]];
  // The second of the two blank lines has a line feed of its own at its end.
  const wide = isGap(gap) && next?.kind === 'empty' && next.to < text.length;
  const behind = lines.slice(last + 2).find(({ kind }) => kind !== 'empty');
  const isSentence =
    behind !== undefined && /^[\p{Ll},;:.)\]]/u.test(text.slice(behind.from, behind.to));
  return {
    begins,
    tight: begins || !isGap(lines[first - 1]),
    open:
      !begins && lead?.kind !== 'block' && !(lead && SENTENCE.test(text.slice(lead.from, lead.to))),
    wide,
    behind: behind === undefined ? 'nothing' : isSentence ? 'sentence' : 'text',
  };
}

function isGap(one: Found | undefined): boolean {
  return one?.kind === 'empty' || one?.kind === 'blank';
}

/**
 * @param expected there is evidence from elsewhere
 * @param echoes an earlier text of the chat begins with labels in Hermes' words
 * @returns the text without its markers, their labels, and whether it proves by itself that there
 * are any
 */
export function cleanByGrammar(
  text: string,
  expected: boolean,
  echoes = false,
): { readonly text: string; readonly labels: readonly string[]; readonly proven: boolean } {
  const lines = read(text);
  let proven = false;
  const gone: Found[] = [];
  let start = 0;
  for (let i = 0; i < lines.length; i++) {
    if (lines[i]!.kind !== 'marker') continue;
    const run = [lines[i]!];
    let last = i;
    while (isGap(lines[last + 1]) && lines[last + 2]?.kind === 'marker')
      run.push(lines[(last += 2)]!);
    const { begins, tight, open, wide, behind } = aroundRun(text, lines, start, i, last);
    const worded = run.every(({ emoji, label }) => WORDED.test(`${emoji} ${label}`));
    const fits = run.every(({ emoji, label }) =>
      [WORDED, ARGUMENT].some((form) => form.test(`${emoji} ${label}`)),
    );
    if (!expected && tight && wide) proven ||= fits;
    else if (!expected)
      proven ||= worded && !open && (wide || (echoes && begins && behind === 'text'));
    const isSpoken = tight && behind !== 'sentence' && (worded || !begins || behind === 'text');
    const isCall = tight && wide ? true : fits && !open && (wide ? worded : isSpoken);
    if ((expected || proven) && isCall) {
      gone.push(...run);
      start = last + 2;
    }
    i = last;
  }
  const kept = gone.reduceRight(
    (rest, { from, to }) => rest.slice(0, Math.max(0, from - 1)) + rest.slice(to + 1),
    text,
  );
  return { text: kept, labels: gone.map(({ label }) => label), proven };
}
