/**
 * A command as a person must see it before it runs: what shows nothing, or looks like something
 * else, is named. Instead of a list of such characters, the classes of Unicode say what is shown as
 * it is, and all else is named.
 */

export interface CommandPart {
  readonly text: string;
  /** How often a character that is named comes in a row; 0: the text is shown as it is. */
  readonly count: number;
}

/** How long a command is. */
export interface CommandSize {
  readonly lines: number;
  /** In characters, of which Unicode may need two units for one. */
  readonly characters: number;
}

/** Kinds of named characters told apart in one stretch of them; nobody reads more. */
const MOST_NAMES = 8;
/** The same in a whole command, which could otherwise become eight times as long. */
const MOST_IN_ALL = 200;
/** Stands for all further ones of a stretch. */
const OTHERS = 'U+…';
/** Marks on one letter: Vietnamese has two where it is decomposed. */
const MOST_MARKS = 2;

/** The scripts in general use: Unicode Standard Annex 31, table 5, and what all of them share. */
const USED = [
  ...['Common', 'Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Ethiopic'],
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/** Those whose letters look like Latin ones. */
const ALIKE = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]`;

const PLAIN = /^[\x20-\x7e\n\t]*$/;
/**
 * What is shown as it is: letters, digits and punctuation of scripts in use; symbols within the
 * first plane, and emoji. Of the blanks only the space, the line feed and the tab; nothing that is
 * drawn as nothing, although its class does not say so (U+FFFC).
 */
const SHOWN = new RegExp(
  String.raw`^(?![\p{Default_Ignorable_Code_Point}\p{Cn}\ufffc])` +
    String.raw`(?:[ \n\t]|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}` +
    String.raw`|(?=[${USED}])(?:[\p{L}\p{N}\p{P}]|(?=[\0-\uffff])\p{S}))$`,
  'u',
);
const USED_MARK = new RegExp(
  String.raw`^(?!\p{Default_Ignorable_Code_Point})(?=\p{M})[\p{Script=Inherited}${USED}]$`,
  'u',
);
const LETTER = /^[\p{L}\p{N}_]$/u;
/**
 * What fullwidth and mathematical letters, digits and signs look like; to a shell, they are others.
 */
const STYLED = /^[\x21-\x7e]$/;
const LATIN = /^\p{Script=Latin}$/u;
const LETTER_ALIKE = new RegExp(String.raw`^(?=\p{L})${ALIKE}$`, 'u');

/**
 * The classes of characters. The companion has a table of them, so both say the same; `letter` also
 * for digits and the low line: whatever a word consists of.
 */
export type CharacterKind = 'letter' | 'mark' | 'sign' | 'named';

/** @param character one code point. @returns whether it may be shown, and what it is then */
export function kindOf(character: string): CharacterKind {
  if (USED_MARK.test(character)) return 'mark';
  if (!PLAIN.test(character)) {
    if (!SHOWN.test(character) || STYLED.test(character.normalize('NFKC'))) return 'named';
  }
  return LETTER.test(character) ? 'letter' : 'sign';
}

/**
 * @param character one code point.
 * @returns the side of a mixed word that it is on, shown or not; null for none
 */
export function sideOf(character: string): 'latin' | 'alike' | null {
  if (LATIN.test(character)) return 'latin';
  return LETTER_ALIKE.test(character) ? 'alike' : null;
}

/** The blocks of Unicode that are written from right to left. */
const FROM_RIGHT =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+)/u;

/** @param character one code point. @returns whether it is written from right to left */
export function isFromRight(character: string): boolean {
  return FROM_RIGHT.test(character);
}

/** @returns the parts of a text in order; each second one is written from right to left */
export function splitByDirection(text: string): readonly string[] {
  return text.split(FROM_RIGHT);
}

/**
 * Splits a command so that nothing in it is hidden.
 * @param command of any content and length
 * @returns its parts in order, none of them empty. A named character appears as "U+202E"; beyond
 * `MOST_NAMES` of one stretch, and `MOST_IN_ALL` of the command, the others of a stretch are
 * counted together
 */
export function visibleParts(command: string): readonly CommandPart[] {
  if (command === '') return [];
  if (PLAIN.test(command)) return [{ text: command, count: 0 }];
  const characters = [...command];
  const kinds = characters.map(kindOf);
  const mixed = mixedLetters(characters, kinds);
  const parts: { text: string; count: number }[] = [];
  let names = 0;
  let all = 0;
  let marks = 0;
  /** Marks belong on a letter; what is named in its place is none. */
  let onLetter = false;
  for (const [at, character] of characters.entries()) {
    const isMark = kinds[at] === 'mark';
    marks = isMark ? marks + 1 : 0;
    const shows: boolean = isMark
      ? onLetter && marks <= MOST_MARKS
      : kinds[at] !== 'named' && !mixed.has(at);
    onLetter = shows && (isMark || (kinds[at] === 'letter' && character !== '_'));
    const last = parts.at(-1);
    if (shows) {
      names = 0;
      if (last?.count === 0) last.text += character;
      else parts.push({ text: character, count: 0 });
      continue;
    }
    const name = names < MOST_NAMES && all < MOST_IN_ALL ? nameOf(character) : OTHERS;
    if (last && last.count > 0 && (last.text === name || last.text === nameOf(character)))
      last.count += 1;
    else {
      parts.push({ text: name, count: 1 });
      names += 1;
      all += 1;
    }
  }
  return parts;
}

/** @param text a command of any length. @returns how long it is; an empty one has one line */
export function sizeOf(text: string): CommandSize {
  let lines = 1;
  let characters = 0;
  for (const character of text) {
    characters += 1;
    if (character === '\n') lines += 1;
  }
  return { lines, characters };
}

/**
 * @returns the places of letters that only look like the Latin ones in the same word. What is named
 * ends no word: it may be drawn as nothing
 */
function mixedLetters(
  characters: readonly string[],
  kinds: readonly CharacterKind[],
): ReadonlySet<number> {
  const mixed = new Set<number>();
  let alike: number[] = [];
  let hasLatin = false;
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at];
    if (character === undefined || kinds[at] === 'sign') {
      if (hasLatin) for (const each of alike) mixed.add(each);
      alike = [];
      hasLatin = false;
      continue;
    }
    const side = sideOf(character);
    hasLatin ||= side === 'latin';
    if (side === 'alike') alike.push(at);
  }
  return mixed;
}

/** @returns the name of a character, such as "U+202E" */
function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
