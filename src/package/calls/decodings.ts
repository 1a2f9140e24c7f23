/** The ways in which a text may hide another one, as programs and pages encode it. */

const ENTITIES: Readonly<Record<string, string>> = {
  lowbar: '_',
  colon: ':',
  amp: '&',
  lt: '<',
  gt: '>',
};

/** Invisible copies of the signs of ASCII, which models read (Unicode, block Tags). */
const TAG_CHARACTERS = /[\u{e0020}-\u{e007e}]/gu;
/** What may stand within a word without being seen in a page. */
const MARKUP = /<[^<>]{0,200}>/g;
/** Where a program joins texts. */
const JOINTS = /(["'`])[ \t]{0,8}[+.]?[ \t]{0,8}\\?(?:\r?\n)?[ \t]{0,8}\1/g;
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;

/** @returns a text as a page shows it: without tags and comments */
export function decodeMarkup(text: string): string {
  return text.replace(MARKUP, '');
}

/**
 * Decodes what is written for single characters: escapes of JSON, JavaScript and C, entities of
 * HTML (RFC 8259, section 7; ECMAScript; WHATWG HTML), percents (RFC 3986), and quoted-printable
 * (RFC 2045, section 6.7). Of entities with a name, which are signs mostly, only those stay that
 * may matter.
 * @returns the text itself if there is none
 */
export function decodeEscapes(text: string): string {
  return text
    .replace(TAG_CHARACTERS, (one) => String.fromCharCode(one.codePointAt(0)! - 0xe0000))
    .replace(/\\U([\dA-Fa-f]{8})/g, (all, code: string) => unitOf(code, 16, all))
    .replace(/\\u\{([\da-f]{1,6})\}|[\\%]u([\da-f]{4})|\\x([\da-f]{2})/gi, (all, a, b, c) =>
      unitOf(String(a ?? b ?? c), 16, all),
    )
    .replace(/\\([0-3]?[0-7]{2})/g, (all, code: string) => unitOf(code, 8, all))
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/&#x([\da-f]{1,6});?/gi, (all, code: string) => unitOf(code, 16, all))
    .replace(/&#(\d{1,7});?/g, (all, code: string) => unitOf(code, 10, all))
    .replace(/&([a-z]{2,8});/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/(?:%[\da-f]{2})+/gi, decodePercents)
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (all, code: string) => unitOf(code, 16, all));
}

/**
 * Runs of base64, also in lines, each quoted; of base32; of bytes as binary, hexadecimal, decimal
 * or octal numbers, whatever stands between.
 */
const BASE64 = /[\w+/-]{16,}(?:[ \t>]{0,8}\r?\n[ \t>]{0,8}[\w+/-]{1,256}|[ \t][\w+/-]{16,256})*/g;
const HEXADECIMAL = /(?<![\da-z])(?:0x)?[\da-f]{2}(?:[\s,;:_[\]"'-]{0,4}(?:0x)?[\da-f]{2}){7,}/gi;
const BASE32 = /(?<![A-Z0-9])(?:[A-Z2-7]{8}[ \t]?(?:\r?\n)?){2,}[A-Z2-7]{0,7}/gi;
const BINARY = /(?<![\dA-Za-z])(?:[01]{8}[\s,;_-]{0,4}){8,}/g;
const NUMBERS = /(?:\b(?:0o)?\d{2,3}\b[\s,;.:\-[\]]{0,4}){8,}/gi;

/** Each with what reads it: '' for what is no text. */
const BLOCKS: readonly (readonly [RegExp, (run: string) => string])[] = [
  [BASE64, fromBase64],
  [BASE32, (run) => fromBytes(bytesOfBase32(run))],
  [BINARY, (run) => fromBytes(numbersIn(run, /[01]{8}/g, 2))],
  [HEXADECIMAL, (run) => fromBytes(numbersIn(run.replace(/0x/gi, ''), /[\da-f]{2}/gi, 16))],
  [NUMBERS, fromNumbers],
];

/**
 * Decodes blocks of bytes: base64 and base32 (RFC 4648) of UTF-8, and their numbers.
 * @returns their contents, one behind the other; '' if there is none
 */
export function decodeBlocks(encoded: string): string {
  const text = joinBlocks(encoded);
  const found = BLOCKS.flatMap(([run, read]) => (text.match(run) ?? []).map(read));
  return found.filter((one) => one !== '').join('\n');
}

/**
 * @returns a text with each block decoded where it stands, as a call may be encoded in part; the
 * text itself if there is none
 */
export function decodeInPlace(encoded: string): string {
  const text = joinBlocks(encoded);
  const decoded = BLOCKS.reduce(
    (all, [run, read]) => all.replace(run, (one) => read(one) || one),
    text,
  );
  return decoded === text ? encoded : decoded;
}

/** @returns a text without what may stand within a block */
function joinBlocks(text: string): string {
  return text.replace(UNSEEN, '').replace(JOINTS, '');
}

function numbersIn(run: string, number: RegExp, base: number): number[] {
  return (run.match(number) ?? []).map((one) => Number.parseInt(one, base));
}

/** Nothing tells decimal numbers from octal ones: both are read. */
function fromNumbers(run: string): string {
  const octal = /[89]/.test(run) ? '' : fromBytes(numbersIn(run, /\d{2,3}/g, 8));
  const decimal = /o/i.test(run) ? '' : fromBytes(numbersIn(run, /\d{2,3}/g, 10));
  return [decimal, octal].filter(Boolean).join('\n');
}

/**
 * @returns its text from the first line on that begins one, the end of which may be garbage; '' if
 * there is none
 */
function fromBase64(run: string): string {
  const lines = run.split(/\s+/).map((line) => line.replace(/[^\w+/-]+/g, ''));
  const first = lines.findIndex(
    (line) => line.length >= 16 && textOfBase64(line.slice(0, 16)) !== '',
  );
  return first === -1 ? '' : textOfBase64(lines.slice(first).join(''));
}

/** @returns the text of base64, which may be cut; '' if it begins with none */
function textOfBase64(digits: string): string {
  const whole = digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0));
  const bytes = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return fromBytes(Array.from(bytes, (char) => char.charCodeAt(0)));
}

function bytesOfBase32(run: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const digit of run.toUpperCase().replace(/\s+/g, '')) {
    value = ((value << 5) | DIGITS_OF_32.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return bytes;
}

const DIGITS_OF_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns '' if they do not begin with text */
function fromBytes(bytes: readonly number[]): string {
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  return /^[^\ufffd]{8}/.test(text) ? text : '';
}

function decodePercents(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

function unitOf(code: string, base: number, all: string): string {
  const point = Number.parseInt(code, base);
  return point <= 0x10ffff ? String.fromCodePoint(point) : all;
}
