/**
 * A command as a person must see it before it runs: what shows nothing, or looks like something else, is named. Instead
 * of a list of such characters, the classes of Unicode say what is shown as it is, and all else is named.
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
/** Stands for all further ones of the stretch. */
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
 * What is shown as it is: letters, digits and punctuation of scripts in use; symbols within the first plane, and emoji.
 * Of the blanks only the space, the line feed and the tab; nothing that is drawn as nothing, although its class does not
 * say so (U+FFFC).
 */
const SHOWN = new RegExp(
  String.raw`^(?![\p{Default_Ignorable_Code_Point}\p{Cn}\ufffc])` +
    String.raw`(?:[ \n\t]|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}` +
    String.raw`|(?=[${USED}])(?:[\p{L}\p{N}\p{P}]|(?=[\0-\uffff])\p{S}))$`,
  'u',
);
const MARK = /^\p{M}$/u;
const LETTER = /^[\p{L}\p{N}]$/u;
/** What fullwidth and mathematical letters, digits and signs look like; to a shell, they are others. */
const STYLED = /^[\x21-\x7e]$/;
/** A word, and its letters that are Latin or look so. */
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN = new RegExp(ALIKE, 'u');
const LETTER_ALIKE = new RegExp(String.raw`^(?=\p{L})${ALIKE}$`, 'u');

/**
 * Splits a command so that nothing in it is hidden.
 * @param command of any content and length
 * @returns its parts in order, none of them empty. A named character appears as "U+202E"; beyond `MOST_NAMES` of them,
 * the others of one stretch are counted together
 */
export function visibleParts(command: string): readonly CommandPart[] {
  if (command === '') return [];
  if (PLAIN.test(command)) return [{ text: command, count: 0 }];
  const mixed = mixedWords(command);
  const parts: { text: string; count: number }[] = [];
  let names = 0;
  let marks = 0;
  /** Marks belong on a letter. */
  let onLetter = false;
  let at = 0;
  for (const character of command) {
    const isMark = MARK.test(character);
    marks = isMark ? marks + 1 : 0;
    onLetter = isMark ? onLetter : LETTER.test(character);
    const shows = isMark
      ? onLetter && marks <= MOST_MARKS && !isIgnorable(character) && isUsedMark(character)
      : isShown(character) && !(mixed.has(at) && LETTER_ALIKE.test(character));
    at += character.length;
    const last = parts.at(-1);
    if (shows) {
      names = 0;
      if (last?.count === 0) last.text += character;
      else parts.push({ text: character, count: 0 });
      continue;
    }
    // What is named in its place is no letter that a mark could be on.
    if (!isMark) onLetter = false;
    const name = names < MOST_NAMES ? nameOf(character) : OTHERS;
    if (last && last.count > 0 && (last.text === name || last.text === nameOf(character)))
      last.count += 1;
    else {
      parts.push({ text: name, count: 1 });
      names += 1;
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

/** @returns where a word is in which letters stand among Latin ones that only look like them; each of its offsets */
function mixedWords(command: string): ReadonlySet<number> {
  const within = new Set<number>();
  for (const { 0: word, index } of command.matchAll(WORD)) {
    if (!LATIN.test(word) || !LOOKS_LATIN.test(word)) continue;
    for (let at = index; at < index + word.length; at += 1) within.add(at);
  }
  return within;
}

function isShown(character: string): boolean {
  if (PLAIN.test(character)) return true;
  if (!SHOWN.test(character)) return false;
  return !STYLED.test(character.normalize('NFKC'));
}

function isIgnorable(character: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character);
}

const USED_MARK = new RegExp(String.raw`^[\p{Script=Inherited}${USED}]$`, 'u');

function isUsedMark(character: string): boolean {
  return USED_MARK.test(character);
}

/** @returns the name of a character, such as "U+202E" */
function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
