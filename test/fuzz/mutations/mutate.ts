import { dataOf, framesOf } from '../frames-of.ts';
import type { Random } from '../random.ts';

/** Building blocks of mutations. Bodies have one unit per byte. */
export interface Material {
  /** Whole frames, some repeated. */
  readonly frames: readonly string[];
  readonly carrier: 'sse' | 'lines';
}

type Mutation = (random: Random, body: string, material: Material, other: Material) => string;

/** Bytes that mean something to a parser. */
const BYTES = [
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  ...'\0"\\`~: {}[],',
  '\xef\xbb\xbf',
  '\xff',
  '\xc3',
  '\xed\xa0\xbd',
  '\xf0\x9f',
  '\\u0060',
  '\\n',
  '\\ud83d',
  '1',
  'e',
  '-',
];
/** Lines of all kinds. */
const LINES = [
  'data: [DONE]',
  'data:',
  'data',
  'event: error',
  'event: hermes.tool.progress',
  'event: ping',
  'event:',
  'event',
  'id: 7',
  'retry: 1',
  ': keep-alive',
  ':',
  'data: : OPENROUTER PROCESSING',
  'error: {"code":500}',
  '{"error":{"message":"x"}}',
  'data: null',
  'data: {}',
  'data: []',
  'data: "x"',
  'data: {"choices":null}',
  'data: {"choices":[{"delta":{"content":"`"}}]}',
  'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{"}}]}}]}',
  'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"f"}}]}}]}',
];
const MARKERS = [
  '`⏰ list`',
  '\n`💻 ls`\n',
  '\n`⏰ list`\n\n',
  '`⏰ list',
  '`',
  '\n',
  '```\n',
  '`⏰ `',
  '~~~',
  '\ud83d',
  '\n`🦄 x`\n',
  '`⏰ list`\n \t\n',
];
const CALLS: readonly unknown[] = [
  [{ index: 0, id: 'call_1', type: 'function', function: { name: 'get', arguments: '{' } }],
  [{ index: 0, id: 'call_1', function: { name: 'get_weather', arguments: '{}' } }],
  [{ index: 0, function: { arguments: '{"a":1}' } }],
  [
    { function: { name: 'f', arguments: { a: 1 } } },
    { id: '', function: { name: null, arguments: null } },
  ],
  [{ index: 0, id: 'x', function: { name: 'get' } }],
  [{ index: -1 }, { index: 1e9 }, { index: 'a' }, null, 1, []],
  { index: 0, function: { name: 'f', arguments: '1' } },
  [],
];

/** Deeper than any of our parsers would go. */
const DEPTH = 10_000;
const HUGE = 100_000;
/** A value made deep or huge is not rewritten: JSON.stringify would not get so deep. */
const LONGEST_JSON = 20_000;

/** A value of any kind, usually small. */
function strange(random: Random): unknown {
  if (random.oneIn(1500)) return 'x'.repeat(HUGE);
  return random.pick<() => unknown>([
    () => null,
    () => ({}),
    () => [],
    () => '',
    () => 0,
    () => -1,
    () => 1e308,
    () => 0.5,
    () => 2 ** 53,
    () => true,
    () => false,
    () => 'stop',
    () => 'tool_calls',
    () => '__proto__',
    () => [null],
    () => [[]],
    () => ({ choices: [] }),
    () => ({ type: 'text', text: 'x' }),
    () => random.pick(MARKERS),
    () => random.pick(MARKERS),
    () => random.pick(CALLS),
    () => random.pick(CALLS),
  ])();
}

/** Names that dialects and repairs look for. */
const KEYS = (
  'choices delta content tool_calls finish_reason index id model error usage object event type value text status ' +
  'tool emoji toolCallId message done run_id task_id uuid token messages output item response'
).split(' ');

/**
 * Changes one value somewhere in a JSON text: replaces, renames, duplicates, removes or wraps it.
 */
export function mutateJson(random: Random, text: string): string {
  const root = { '': text.length > LONGEST_JSON ? undefined : parse(text) } as Record<
    string,
    unknown
  >;
  if (root[''] === undefined) return text;
  let parent: Record<string, unknown> = root;
  let key = '';
  for (;;) {
    const value = parent[key];
    if (typeof value !== 'object' || value === null || random.oneIn(6)) break;
    const keys = Object.keys(value);
    if (keys.length === 0) break;
    parent = value as Record<string, unknown>;
    key = random.pick(keys);
  }
  switch (random.below(10)) {
    case 0:
      if (Array.isArray(parent)) (parent as unknown[]).splice(Number(key), 1);
      else delete parent[key];
      break;
    case 1:
      parent[random.pick(KEYS)] = parent[key];
      break;
    case 2:
      parent[key] = random.pick([
        [parent[key]],
        { [random.pick(KEYS)]: parent[key] },
        [parent[key], parent[key]],
        String(parent[key]),
        JSON.stringify(parent[key]) ?? '',
      ]);
      break;
    case 3:
      parent[random.pick(KEYS)] = strange(random);
      break;
    case 4:
      if (typeof parent[key] === 'string')
        parent[key] = random.pick(MARKERS) + parent[key] + random.pick(MARKERS);
      break;
    default:
      parent[key] = strange(random);
  }
  const plain = JSON.stringify(root['']) ?? 'null';
  const written = random.oneIn(60)
    ? plain.replace(`"${random.pick(KEYS)}":`, '"__proto__":')
    : plain;
  if (!random.oneIn(800)) return written;
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"choices":[{"delta":{"tool_calls":', '}}]}'],
    ['[{"function":{"arguments":', '}}]'],
  ] as const);
  const deep = open.repeat(DEPTH) + '0' + close.repeat(random.pick([DEPTH, DEPTH, 5]));
  const places = [...written.matchAll(/(?<=[:[,])(?:null|0|"[a-z]*")(?=[,}\]])/g)];
  const place = places.length > 0 ? random.pick(places) : null;
  return place
    ? written.slice(0, place.index) + deep + written.slice(place.index + place[0].length)
    : deep;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON is changed as text; the body has one unit per byte. */
function jsonMutation(random: Random, body: string, { carrier }: Material): string {
  const frames = framesOf(body, carrier);
  const at = random.below(Math.max(1, frames.length));
  const frame = frames[at] ?? '';
  const data = dataOf(frame);
  if (data === '') return body;
  const changed = toBytes(mutateJson(random, toText(data)));
  frames[at] = frame.replace(data, () => changed);
  return frames.join('');
}

/** @returns bytes as text, one unit each */
export function toText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** @returns a text as bytes, one per unit */
export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function splice(body: string, at: number, gone: number, put: string): string {
  return body.slice(0, at) + put + body.slice(at + gone);
}

function sliceOf(random: Random, body: string): string {
  const from = random.below(body.length + 1);
  return body.slice(from, from + random.between(1, random.pick([4, 40, 400])));
}

function ontoFrames(
  change: (random: Random, frames: string[], other: Material) => string[],
): Mutation {
  return (random, body, { carrier }, other) =>
    change(random, framesOf(body, carrier), other).join('');
}

const MUTATIONS: readonly Mutation[] = [
  // Flip a bit.
  (random, body) => {
    const at = random.below(body.length || 1);
    return body === ''
      ? body
      : splice(body, at, 1, String.fromCharCode(body.charCodeAt(at) ^ (1 << random.below(8))));
  },
  // Insert, replace or remove bytes.
  (random, body) =>
    splice(body, random.below(body.length + 1), random.pick([0, 0, 1]), random.pick(BYTES)),
  (random, body) =>
    splice(body, random.below(body.length + 1), 0, String.fromCharCode(random.below(256))),
  (random, body) =>
    splice(body, random.below(body.length + 1), random.between(1, random.pick([2, 30, 300])), ''),
  // Duplicate a slice, or insert one of another recording.
  (random, body) => splice(body, random.below(body.length + 1), 0, sliceOf(random, body)),
  (random, body, _, other) =>
    splice(
      body,
      random.below(body.length + 1),
      random.pick([0, 50]),
      sliceOf(random, other.frames.join('')),
    ),
  // Truncate, at the beginning or the end.
  (random, body) =>
    random.oneIn(2)
      ? body.slice(0, random.below(body.length + 1))
      : body.slice(random.below(body.length + 1)),
  // Swap, duplicate, remove, insert, join or split frames.
  ontoFrames((random, frames) => {
    const [from, to] = [random.below(frames.length || 1), random.below(frames.length || 1)];
    [frames[from], frames[to]] = [frames[to] ?? '', frames[from] ?? ''];
    return frames;
  }),
  ontoFrames((random, frames) =>
    frames.toSpliced(
      random.below(frames.length + 1),
      random.pick([0, 1]),
      random.pick(frames.length > 0 ? frames : ['']),
    ),
  ),
  ontoFrames((random, frames, other) =>
    frames.toSpliced(
      random.below(frames.length + 1),
      random.pick([0, 0, 2]),
      random.pick(other.frames),
    ),
  ),
  ontoFrames((random, frames) => {
    const at = random.below(frames.length || 1);
    const [first = '', second = ''] = frames.slice(at, at + 2);
    return frames.toSpliced(
      at,
      2,
      first.trimEnd() +
        random.pick(['', ' ', '\n']) +
        (random.oneIn(2)
          ? second
          : second.replace(/^data: ?/, random.pick(['', 'data: ', 'data:\n']))),
    );
  }),
  ontoFrames((random, frames) =>
    frames.toSpliced(
      random.below(frames.length + 1),
      0,
      toBytes(random.pick(LINES)) + random.pick(['\n', '\n\n', '\r\n\r\n', '\r\r']),
    ),
  ),
  // Other line ends, all or one.
  (random, body) => body.replaceAll('\n', random.pick(['\r\n', '\r'])),
  (random, body) =>
    body.replace(/\n(?=[^\n]*$)|\n/, () => random.pick(['', '\r', '\r\n', '\n\n', '\n:\n'])),
  jsonMutation,
  jsonMutation,
  jsonMutation,
  jsonMutation,
  jsonMutation,
  jsonMutation,
  jsonMutation,
  jsonMutation,
];

/**
 * Mutates some frames of a recording at one to three places.
 * @returns the body, one unit per byte
 */
export function mutate(random: Random, recorded: Material, other: Material): string {
  let body = windowOf(random, recorded.frames).join('');
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left--)
    body = random.pick(MUTATIONS)(random, body, recorded, other);
  return body;
}

/**
 * A few consecutive frames, sometimes with the first ones before them or the last ones after them,
 * which say what stream it is.
 */
export function windowOf<T>(random: Random, frames: readonly T[]): T[] {
  const from = random.below(frames.length);
  const part = frames.slice(from, from + random.between(1, 4));
  return [
    ...(random.oneIn(2) ? frames.slice(0, Math.min(from, random.between(1, 2))) : []),
    ...part,
    ...(random.oneIn(4) ? frames.slice(Math.max(from + part.length, frames.length - 2)) : []),
  ];
}
