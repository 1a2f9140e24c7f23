import { TEMPLATES, type Template } from './templates.ts';

/** A range of a text as [from, to). */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface TranscriptHints {
  /** The stop strings of the request: they name what opens the next turn. */
  readonly stops: readonly string[];
  /**
   * Whose message the text is, if it is sent as one. In a person's, the text must begin with a turn and a stop string
   * must name one; in a model's, which is otherwise entirely the assistant's, either is enough.
   */
  readonly sender?: 'person' | 'model';
}

/** Most stop strings that are read; providers accept four to sixteen. */
const MAX_STOPS = 100;
/** What a tokenizer adds before the first turn and between turns. */
const BEGIN =
  /^(?:\s|<s>|<bos>|<BOS_TOKEN>|<\|begin_of_text\|>|<\|startoftext\|>|<｜begin▁of▁sentence｜>|\[gMASK\]|<sop>)+/;
const BETWEEN =
  /<s>|<\/s>|<bos>|<eos>|<\|begin_of_text\|>|<\|end_of_text\|>|<\|endoftext\|>|<｜begin▁of▁sentence｜>|<\|END_OF_TURN_TOKEN\|>/g;
const END_OF_THINKING = '</think>';

/**
 * Finds the assistant's parts of a chat that a prompt template wrote as one text.
 *
 * Somebody may quote a template in their own text, so it must be certain that one wrote the whole text: it begins with
 * a turn, or a stop string of the request names one; the turns follow each other without gaps, none within another; and
 * the last one is open, as the reply is to continue there. That last turn stays unchanged.
 * @returns null for any other text
 */
export function findSaid(text: string, hints: TranscriptHints): readonly Stretch[] | null {
  const stops = hints.stops.slice(0, MAX_STOPS);
  let first = Infinity;
  let writer: Template | null = null;
  let named = false;
  for (const template of TEMPLATES) {
    const isNamed = stops.some((stop) => template.opens.some((open) => stop.includes(open)));
    if (template.words && !isNamed && hints.sender !== 'model') continue;
    const at = firstTurn(text, template);
    // A template that occurs later is quoted in a turn of the first one.
    if (at >= first) continue;
    first = at;
    writer = template;
    named = isNamed;
  }
  return writer && isCertain(text, writer, first, named, hints) ? readTurns(text, writer) : null;
}

/** @returns where a template opens its first turn; Infinity if nowhere */
function firstTurn(text: string, template: Template): number {
  let first = Infinity;
  for (const open of template.opens) {
    let at = text.indexOf(open);
    while (at !== -1 && template.words && !startsLine(text, at)) at = text.indexOf(open, at + open.length);
    if (at !== -1 && at < first) first = at;
  }
  return first;
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 0x0a;
}

function isCertain(
  text: string,
  template: Template,
  first: number,
  named: boolean,
  { sender }: TranscriptHints,
): boolean {
  const begin = BEGIN.exec(text)?.[0] ?? '';
  const begins = first === begin.length;
  if (sender) return sender === 'person' ? begins && named : begins || named;
  // In some templates a bare system text precedes the first turn, after the token that begins the text.
  return named || (!template.words && (begins || begin.trim() !== ''));
}

/** Returns whether a text contains what opens a turn in any template, even quoted. Mere words do not count. */
export function mentionsTurns(text: string): boolean {
  return TEMPLATES.some(({ opens, words }) => !words && opens.some((open) => text.includes(open)));
}

interface Token {
  readonly at: number;
  readonly end: number;
  readonly opens: boolean;
}

function readTurns(text: string, template: Template): readonly Stretch[] | null {
  const said: Stretch[] = [];
  /** The open turn, -1 if none, and the start of its text. */
  let open = -1;
  let from = -1;
  let lastFrom = -1;
  /** Where the last turn was closed; -1 before the first turn. */
  let closed = -1;

  function endTurn(to: number): void {
    if (from !== -1) addSaid(said, text, from, to);
    open = -1;
    lastFrom = from;
    from = -1;
  }

  for (const token of tokensOf(text, template)) {
    if (!token.opens) {
      if (open !== -1) endTurn(token.at);
      else if (closed === -1) continue;
      else if (!isGap(text.slice(closed, token.at))) return null;
      closed = token.end;
      continue;
    }
    if (open !== -1) {
      if (template.closed) return null;
      endTurn(token.at);
    } else if (closed !== -1 && !isGap(text.slice(closed, token.at))) return null;
    open = token.at;
    from = startOfSaid(text, token.at, template);
    // Nobody quotes a turn without its opening: two adjacent ones of the assistant show that one of them is quoted.
    if (!template.closed && from !== -1 && lastFrom !== -1) return null;
    closed = token.end;
  }
  return open === -1 ? null : said;
}

function startOfSaid(text: string, at: number, template: Template): number {
  const head = template.assistant.find((opens) => text.startsWith(opens, at));
  if (head === undefined) return -1;
  const from = at + head.length;
  // Templates that begin the reply on the line of its opening put a space between.
  return text[from] === ' ' && !head.endsWith('\n') ? from + 1 : from;
}

/** Adds a turn without trailing blanks, which separate it from the next one; thoughts are cleaned separately. */
function addSaid(said: Stretch[], text: string, from: number, end: number): void {
  let to = end;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  const thoughts = text.slice(from, to).indexOf(END_OF_THINKING);
  if (thoughts !== -1) {
    said.push({ from, to: from + thoughts });
    from += thoughts + END_OF_THINKING.length;
  }
  if (to > from) said.push({ from, to });
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isGap(text: string): boolean {
  return text.trim() === '' || text.replace(BETWEEN, '').trim() === '';
}

/** @returns what opens and closes turns, in the order of the text; the longest of several at one place */
function tokensOf(text: string, template: Template): readonly Token[] {
  const tokens: Token[] = [];
  const find = (literals: readonly string[], opens: boolean): void => {
    for (const literal of literals) {
      for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + literal.length)) {
        if (!opens || !template.words || startsLine(text, at)) tokens.push({ at, end: at + literal.length, opens });
      }
    }
  };
  find(template.opens, true);
  find(template.closes, false);
  tokens.sort((a, b) => a.at - b.at || b.end - a.end);
  let end = 0;
  return tokens.filter((token) => {
    const apart = token.at >= end;
    if (apart) end = token.end;
    return apart;
  });
}
