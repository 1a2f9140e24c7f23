import { isObject, parseJson, editJson, type StringEdit } from '../normalizer/json/json-edit.ts';

/**
 * Masks secrets in a recorded text: letters and digits become "x", so that lengths, escapes and frames stay the same. A
 * secret split over several frames is not recognised.
 * @param text JSON, server-sent events or any other text
 */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const pattern of SECRETS) {
    masked = masked.replace(
      pattern,
      (whole, before: string, secret: string) =>
        before + maskAll(secret) + whole.slice(before.length + secret.length),
    );
  }
  return masked;
}

/** Longest JSON that is searched for what a person wrote, in UTF-16 units. */
const MAX_JSON = 4 * 1024 * 1024;
/** Deepest nesting that is searched; no message is nested a tenth as deep. */
const MAX_DEPTH = 500;

/**
 * Masks what a person wrote: texts of messages with the role "user", what a request asks outside of messages, and
 * titles, which servers make from a chat's first words.
 * @param json the data of one frame, or a request
 * @returns the same text if it contains nothing of a person; null if undecidable: not a JSON object or array, too long,
 * or nested too deeply
 */
export function maskPerson(json: string): string | null {
  const value = json.length > MAX_JSON ? undefined : parseJson(json);
  if (!isObject(value) && !Array.isArray(value)) return null;
  const edits: StringEdit[] = [];
  if (!findPerson(value, [], false, edits)) return null;
  return edits.length === 0 ? json : editJson(json, edits);
}

/** Names of what holds a secret, bounded so that each is read once. In a field named just "token", some servers send the words of a reply. */
const NAME = String.raw`(?<![\w.-])[\w.-]{0,40}(?:[\w-](?<!(?:max|total|completion|prompt|input|output|cached|reasoning)[_-])token|api[_-]?key|access[_-]?key|secret|passw(?:or)?d|passphrase|pwd|authorization|cookie|credential|private[_-]?key|session[_-]?key|signature)[\w-]{0,24}`;
/** The beginning of a line, also inside a JSON string, or of a quoted argument. */
const LINE = String.raw`(?:^|\\[nr]|["'])[ \t-]{0,20}`;

/** The second group of each is masked; the first one, which may be empty, stays. */
const SECRETS: readonly RegExp[] = [
  // Values of fields with such a name, as JSON and as JSON in strings; not token counts, which are not strings.
  new RegExp(String.raw`("${NAME}"\s*:\s*")((?:[^"\\]|\\.)*)`, 'gi'),
  new RegExp(String.raw`(\\"${NAME}\\"\s*:\s*\\")((?:[^"\\]|\\[^"])*)`, 'gi'),
  new RegExp(String.raw`(\\\\"${NAME}\\{2,9}"\s*:\s*\\{2,9}")([^"\\]*)`, 'gi'),
  new RegExp(String.raw`(${NAME}\\{0,9}"?\s{0,9}:\s{0,9}\[\s{0,9}\\{0,9}")([^\]]*)`, 'gi'),
  /(\\?"token\\?"\s*:\s*\\?")([^"\\\s]{16,})/gi,
  // A name whose letters are escaped has something to hide.
  /("[^"\\]{0,40}\\u00[4-7][0-9a-f][^"]{0,80}"\s*:\s*")((?:[^"\\]|\\.)*)/gi,
  // Assignments, variables of an environment, lines of YAML, headers, options and addresses.
  new RegExp(String.raw`(${NAME}[ \t]{0,9}=[ \t]{0,9}\\{0,9}["']?)([^\s"'\\&]+)`, 'gi'),
  /(?:(?<![\w-])|(?<=\\[nr]))([A-Z][A-Z0-9_]{2,63}=\\{0,9}["'])([^"'\\\r\n]+)/g,
  /(?:(?<![\w-])|(?<=\\[nr]))([A-Z][A-Z0-9_]{2,63}=)([^\s"'\\]+)/g,
  new RegExp(String.raw`(${LINE}(?:${NAME}|token):[ \t]*["']?)([^\r\n"'\\{[]*)`, 'gim'),
  /((?<![\w-])(?:-u|--user|--password|--token|--api-key)[ =]["']?)([^\s"'\\]+)/g,
  new RegExp(String.raw`([?&#](?:token|key|${NAME})=)([^&#\s"'\\]*)`, 'gi'),
  /\b((?:bearer|basic)\s+)(?=[\w.~+/=-]*[\d=])([\w.~+/=-]{6,})/gi,
  /(:\/\/)([^\s/:@"'\\]*:[^\s/@"'\\]+)(?=@)/g,
  /(-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)([^-]*)/g,
  // Keys of well-known vendors, and JSON web tokens.
  /\b((?:sk|pk|rk|xai|key)[-_])(?=[\w-]{0,40}\d)([\w-]{12,})/g,
  /\b((?:gh[oprsu]|glpat|hf|xox[abeoprs]|github_pat|npm|r8|gsk|nvapi|whsec|shpat|dop_v1|pypi)[_-])([\w-]{12,})/g,
  /\b(AKIA|ASIA|AIza|ya29\.|SG\.)([\w.-]{12,})/g,
  // Tried only at the start of a run of letters: text with "eyJ" many times over must not be scanned as often.
  /(?<![\w-])(?=[\w-]*\.[\w-]{6})([\w-]*?\b)(eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?)/g,
  /()([\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24})/gu,
  /()\b([0-9a-f]{32,})\b/gi,
  // Long random-looking runs: letters of both cases and digits.
  /()(?<![\w+/=-])(?=[\w+/-]*[0-9])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])([\w+/-]{28,}={0,2})/g,
];

/** Fields that contain a person's text on their own. */
const ASKED = ['prompt', 'input', 'query', 'question', 'user_message', 'inputs'];

/** Fields with a person's words wherever they occur: titles, and messages sent to LibreChat and Chainlit. */
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

/** Masks a whole text: letters and digits become "x"; JSON escapes stay, or become an escaped "x". */
export function maskAll(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}|\\.|[\p{L}\p{M}\p{N}]/giu, (found) => {
    if (found[0] !== '\\') return 'x'.repeat(found.length);
    return found[1] === 'u' ? String.raw`\u0078` : found;
  });
}
