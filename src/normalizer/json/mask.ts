import { isObject, parseJson, editJson, type StringEdit } from './json-edit.ts';
import TABLE from '../tables/secrets.json' with { type: 'json' };

/**
 * Masks secrets in a text: letters and digits become "x", so that lengths, escapes and frames stay
 * the same. A secret is known by what it is called or where it is, by the table that the companion
 * reads, too (stream_fixer_companion.py); or else by its look, as a random run of letters and
 * digits. A secret split over several frames is not recognised.
 * @param text JSON, server-sent events or any other text
 */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const pattern of SECRETS)
    masked = masked.replace(pattern, (whole, before: string, secret: string) =>
      isOrdinary(secret)
        ? whole
        : before + maskAll(secret) + whole.slice(before.length + secret.length),
    );
  return masked.replace(RUN, (run) => maskRun(run));
}

/** The second group of each is masked; the first one, which may be empty, stays. */
const SECRETS: readonly RegExp[] = TABLE.patterns.map(({ before, secret, anyCase }) => {
  const source = `(${before})(${secret})`.replace(
    /\{([A-Z]+)\}/g,
    (_, name: string) => TABLE.names[name as keyof typeof TABLE.names],
  );
  return new RegExp(source, anyCase ? 'gi' : 'g');
});

/** What stands for a value: a variable, a place to fill in, a path, a small number. */
const ORDINARY = new RegExp(`^(?:${TABLE.ordinary.join('|')})$`);
/** Values that say something of a secret, and types. */
const WORDS: ReadonlySet<string> = new Set(TABLE.words);
/** No longer value is looked at for being ordinary, in UTF-16 units. */
const MAX_ORDINARY = 200;

function isOrdinary(secret: string): boolean {
  if (secret.length > MAX_ORDINARY) return false;
  const value = secret.replace(/(?<![;,.)\]`])[;,.)\]`]{1,9}$/, '');
  return WORDS.has(value.toLowerCase()) || ORDINARY.test(secret) || ORDINARY.test(value);
}

/** What may be random, from 16 characters on; behind an escape of JSON, too. */
const RUN =
  /(?:(?<![A-Za-z0-9\\])(?<!SHA256:)|(?<=\\)(?![bfnrtu])|(?<=\\[bfnrt]))[A-Za-z0-9][A-Za-z0-9_+/.=-]{15,}/g;
/**
 * Beginnings of names that servers give to replies and calls, and of hashes: no secrets, and good
 * to compare.
 */
const IDS: ReadonlySet<string> = new Set(TABLE.ids);

/** Masks a run of letters, digits and the signs between them from where it looks random. */
function maskRun(run: string): string {
  const parts = run.split(/([^A-Za-z0-9])/);
  if (IDS.has(parts[0] ?? '') || TABLE.heads.some((head) => run.startsWith(head))) return run;
  if (isEncoded(run)) return maskAll(run);
  const first = parts.findIndex((part, i) => isRandom(part, i > 0 && isNamed(parts, i)));
  if (first < 0) return run;
  return parts.slice(0, first).join('') + maskAll(parts.slice(first).join(''));
}

/**
 * Base64, whose signs are part of it: capitals, small letters and digits in turn, as in no path.
 */
function isEncoded(run: string): boolean {
  const plain = run.replace(/[^A-Za-z0-9]/g, '');
  const isMixed = /[a-z]/.test(plain) && /[A-Z]/.test(plain) && /[0-9]/.test(plain);
  return plain.length >= 24 && isMixed && isSurprising(plain, 50);
}

/** @param named a vendor's name precedes it, as in `sbp_…`: then it may be shorter */
function isRandom(part: string, named: boolean): boolean {
  // Bare ones are found by the table, which tells hashes apart.
  if (/^(?:[0-9a-f]*|[0-9A-F]*)$/.test(part))
    return named && part.length >= 24 && /[a-f]/i.test(part) && /[0-9]/.test(part);
  if (/^[A-Za-z]{1,8}[0-9a-f]{32}$/.test(part)) return true;
  if (part.length < (named ? 16 : 20)) return false;
  if (/[0-9]/.test(part)) return /[A-Za-z]/.test(part) && isSurprising(part, 42);
  const isMixed = /[a-z]/.test(part) && /[A-Z]/.test(part);
  if (part.length < (isMixed && named ? 16 : 24)) return false;
  return (isMixed || named) && isSurprising(part, 52);
}

/** Whether a name and one sign precede a part, as in `sbp_…`. */
function isNamed(parts: readonly string[], at: number): boolean {
  return (
    /^[-_.]$/.test(parts[at - 1] ?? '') && /^[A-Za-z][A-Za-z0-9]{0,11}$/.test(parts[at - 2] ?? '')
  );
}

/**
 * Whether so many of a hundred steps from a character to the next are of no word and no name in
 * code: between letters and digits, from a small letter to a capital, or between letters that
 * seldom meet in English, German, French or Spanish.
 */
function isSurprising(part: string, percent: number): boolean {
  let surprises = 0;
  for (let i = 1; i < part.length; i++)
    if (!isUsual(part.charCodeAt(i - 1), part.charCodeAt(i))) surprises++;
  return surprises * 100 >= percent * (part.length - 1);
}

/** The pairs of small letters that are usual, as `128 * first + second` in codes. */
const PAIRS: ReadonlySet<number> = new Set(
  Object.entries(TABLE.pairs).flatMap(([first, seconds]) =>
    Array.from(seconds, (second) => first.charCodeAt(0) * 128 + second.charCodeAt(0)),
  ),
);

function isUsual(first: number, second: number): boolean {
  // The same twice, and a row such as "abc".
  if (second === first || second === first + 1) return true;
  if (first < A_CAPITAL || second < A_CAPITAL) return first < A_CAPITAL && second < A_CAPITAL;
  if (first >= A_SMALL && second < A_SMALL) return false;
  return PAIRS.has((first | 0x20) * 128 + (second | 0x20));
}

const A_CAPITAL = 0x41;
const A_SMALL = 0x61;

/** Longest JSON that is searched for what a person wrote, in UTF-16 units. */
const MAX_JSON = 4 * 1024 * 1024;
/** Deepest nesting that is searched; no message is nested a tenth as deep. */
const MAX_DEPTH = 500;

/**
 * Masks what a person wrote: texts of messages with the role "user", what a request asks outside of
 * messages, and titles, which servers make from a chat's first words.
 * @param json the data of one frame, or a request
 * @returns the same text if it contains nothing of a person; null if undecidable: not a JSON object
 * or array, too long, or nested too deeply
 */
export function maskPerson(json: string): string | null {
  const value = json.length > MAX_JSON ? undefined : parseJson(json);
  if (!isObject(value) && !Array.isArray(value)) return null;
  const edits: StringEdit[] = [];
  if (!findPerson(value, [], false, edits)) return null;
  return edits.length === 0 ? json : editJson(json, edits);
}

/** Fields that contain a person's text on their own. */
const ASKED = ['prompt', 'input', 'query', 'question', 'user_message', 'inputs'];

/**
 * Fields with a person's words wherever they occur: titles, and messages sent to LibreChat and
 * Chainlit.
 */
const PERSONAL: ReadonlySet<string> = new Set(['title', 'requestMessage', 'interaction']);

/**
 * @param path of the value; restored on return
 * @returns false if the value is nested too deeply
 */
function findPerson(
  value: unknown,
  path: (string | number)[],
  isTheirs: boolean,
  edits: StringEdit[],
): boolean {
  if (typeof value === 'string') {
    const masked = isTheirs ? maskAll(value) : value;
    if (masked !== value) edits.push({ path: [...path], value: masked });
    return true;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (path.length >= MAX_DEPTH) return false;
  const inner = (key: string | number, entry: unknown, theirs: boolean): boolean => {
    path.push(key);
    const found = findPerson(entry, path, theirs, edits);
    path.pop();
    return found;
  };
  if (Array.isArray(value)) return value.every((entry, i) => inner(i, entry, isTheirs));
  if (!isObject(value)) return true;
  const theirs = isOfPerson(value) || (isTheirs && !('role' in value));
  const isRoot = path.every((step) => typeof step === 'number');
  return Object.entries(value).every(([key, entry]) => {
    const asked = isRoot && ASKED.includes(key) && isText(entry);
    const personal = PERSONAL.has(key) || (key === 'data' && value.type === 'chat:title');
    return inner(key, entry, asked || personal || (theirs && !LABELS.has(key)));
  });
}

/** Returns whether an object is a message of a person. */
function isOfPerson({
  role,
  type,
  is_user: isUser,
  isCreatedByUser,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    role === 'user' ||
    role === 'human' ||
    type === 'human' ||
    isUser === true ||
    isCreatedByUser === true
  );
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
  );
}

/** Fields of a message that describe it, as opposed to its content. */
const LABELS: ReadonlySet<string> = new Set([
  'role',
  'type',
  'id',
  'parentId',
  'object',
  'status',
  'model',
  'models',
  'timestamp',
]);

/**
 * Masks a whole text: letters and digits become "x"; JSON escapes stay, or become an escaped "x",
 * in JSON in JSON, too.
 */
export function maskAll(text: string): string {
  return text.replace(/\\+(?:u[0-9a-f]{4}|[^\\])?|[\p{L}\p{M}\p{N}]/giu, (found) => {
    if (found[0] !== '\\') return 'x'.repeat(found.length);
    return found.replace(/u[0-9a-f]{4}$/i, 'u0078');
  });
}
