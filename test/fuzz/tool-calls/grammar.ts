import type { Call } from '../../clients/client.ts';
import { piecesOf } from '../harm/replies.ts';
import type { Random } from '../random.ts';

/** Indexes as JSON, written literally: numbers at the limits, and values that are no numbers. */
export const INDEXES: readonly string[] = (
  '0 1 2 -0 -1 0.5 1.0 10000 10001 2147483648 4294967296 9007199254740991 9007199254740992 1e21 1e308 1e400 -1e300 ' +
  '-1e400 1e-400 null true "0" "1" "x" "99999" [] {} [0]'
).split(' ');
/** Those that distinguish calls: no two are equal. */
const KEYS = (
  '0 1 2 -1 0.5 10000 10001 2147483648 4294967296 9007199254740991 9007199254740992 1e21 1e308 1e400 -1e300 true "x" ' +
  '"99999"'
).split(' ');

const NAMES = ['get', 'get_weather', 'ls', 'terminal', 'get_time', 'größe'];
const ARGUMENTS = [
  '{}',
  '{"a":1}',
  '{"city":"Oslo","days":[1,2]}',
  '{"text":"a {} \\"b\\" }"}',
  '{ "n" : 1.0 , "m":{"k":[{}]} }',
  '{"x":1e400,"y":12345678901234567890}',
  '{"s":"\\ud83d\\ude00 \\\\"}',
];

/** How a server writes its calls, all of one stream alike: as most do, and what some do instead. */
const USUAL = {
  indexes: ['own', 'with gaps'],
  ids: ['own'],
  names: ['whole'],
  arguments: ['in pieces', 'whole', 'in the head'],
  turns: ['one by one'],
  deltas: ['each its own'],
  container: ['a list'],
} as const;
const UNUSUAL = {
  indexes: ['as text', 'edges', 'one for all', 'none', 'in heads', 'ever another'],
  ids: ['repeated', 'late', 'one for all', 'none', 'ever another', 'odd'],
  names: ['repeated', 'nulls behind', 'late', 'growing', 'in pieces'],
  arguments: [
    'an object',
    'an object in the head',
    'an object ever again',
    'braces first',
    'null first',
  ],
  turns: ['mixed'],
  deltas: ['some together', 'in one'],
  container: ['an object'],
} as const;
const FIELDS = Object.keys(USUAL) as readonly (keyof typeof USUAL)[];

export type Style = {
  readonly [K in keyof typeof USUAL]: (typeof USUAL)[K][number] | (typeof UNUSUAL)[K][number];
};

/** A reply that calls tools. */
export interface Stream {
  readonly style: Style;
  /** The number of fields in which that is unusual. */
  readonly deviations: number;
  readonly calls: readonly Call[];
  readonly text: string;
  readonly frames: readonly string[];
}

/** One entry of `tool_calls`, its members as JSON. */
interface Entry {
  readonly call: number;
  readonly isHead?: boolean;
  index?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  args?: string | undefined;
}

/**
 * @returns a reply in one style, with one or two deviations or any number: each call as its head
 * and what follows, then grouped into deltas
 */
export function writeStream(random: Random): Stream {
  const few = random.oneIn(2) ? [random.pick(FIELDS), random.pick(FIELDS)] : null;
  const unusual = FIELDS.filter((field) => few?.includes(field) ?? random.oneIn(2));
  const style = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      random.pick<string>((unusual.includes(field) ? UNUSUAL : USUAL)[field]),
    ]),
  ) as Style;
  const calls = Array.from({ length: random.pick([1, 2, 2, 3, 5]) }, (): Call => ({
    name: random.pick(NAMES),
    arguments: random.pick(ARGUMENTS),
  }));
  const entries = calls.map(({ name, arguments: said }, call) =>
    identify(random, style, nameEntries(random, style, name, argue(random, style, call, said))),
  );
  numberEntries(random, style, entries);
  const groups = group(
    random,
    style,
    style.turns === 'mixed' ? mix(random, entries) : entries.flat(),
  );
  let text = '';
  const frames = groups.flatMap((said, i) => {
    const content = said[0]?.isHead && random.oneIn(4) ? random.pick(['Hi', ' {', '\n']) : '';
    text += content;
    const list = said.map(write);
    const calling =
      style.container === 'an object' && list.length === 1 ? list[0] : `[${list.join()}]`;
    const role = i === 0 ? '"role":"assistant",' : '';
    const beside =
      content === ''
        ? !said[0]?.isHead
          ? ''
          : random.pick(['', '', '"content":null,', '"content":"",'])
        : `"content":${JSON.stringify(content)},`;
    // Before a call, as most do, or beside it.
    return random.oneIn(3)
      ? [frameOf(`${role}${beside}"tool_calls":${calling}`)]
      : [
          ...(role || beside ? [frameOf((role + beside).slice(0, -1))] : []),
          frameOf(`"tool_calls":${calling}`),
        ];
  });
  return {
    style,
    deviations: unusual.length,
    calls,
    text,
    frames: [
      ...frames,
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n',
    ],
  };
}

/** The entries of one call, its arguments only; the first one is its head. */
function argue(random: Random, style: Style, call: number, said: string): Entry[] {
  const text = JSON.stringify(said);
  const pieces = piecesOf(random, said).map((piece): Entry => ({
    call,
    args: JSON.stringify(piece),
  }));
  const head: Entry = { call, args: random.oneIn(2) ? '""' : undefined };
  const [first, ...rest] = pieces;
  const written: Record<Style['arguments'], Entry[]> = {
    'in pieces': [head, ...pieces],
    whole: [head, { call, args: text }],
    'in the head': first ? [first, ...rest] : [head],
    'an object': [head, { call, args: said }],
    'an object in the head': [{ call, args: said }],
    'an object ever again': [
      { call, args: said },
      { call, args: said },
      { call, args: said },
    ],
    'braces first': [{ call, args: '"{}"' }, ...(said === '{}' ? [] : pieces)],
    'null first': [{ call, args: 'null' }, ...pieces],
  };
  return written[style.arguments];
}

function nameEntries(
  random: Random,
  style: Style,
  name: string,
  [head, ...rest]: Entry[],
): Entry[] {
  if (!head) return [];
  const text = JSON.stringify(name);
  const at = random.between(1, Math.max(1, name.length - 1));
  const start = { ...head, args: head.args === undefined ? undefined : '""' };
  const written: Record<Style['names'], Entry[]> = {
    whole: [{ ...head, name: text }, ...rest],
    repeated: [head, ...rest].map((entry) => ({ ...entry, name: text })),
    'nulls behind': [
      { ...head, name: text },
      ...rest.map((entry) => ({ ...entry, name: random.pick(['null', '""']) })),
    ],
    late: [
      { ...start, name: random.oneIn(3) ? undefined : random.pick(['null', '""']) },
      { ...head, name: text },
      ...rest,
    ],
    growing: [
      { ...start, name: JSON.stringify(name.slice(0, at)) },
      { ...head, name: text },
      ...rest,
    ],
    'in pieces': [
      { ...start, name: JSON.stringify(name.slice(0, at)) },
      { ...head, name: JSON.stringify(name.slice(at)) },
      ...rest,
    ],
  };
  return written[style.names];
}

function identify(random: Random, style: Style, entries: readonly Entry[]): Entry[] {
  const own = JSON.stringify(`call_${random.letters(6)}`);
  const odd = random.pick(['""', 'null', '7', '{}', '"__proto__"', '"constructor"']);
  return entries.map((entry, i) => {
    const ids: Record<Style['ids'], string | undefined> = {
      own: i === 0 ? own : undefined,
      repeated: own,
      late: i === Math.min(1, entries.length - 1) ? own : undefined,
      'one for all': i === 0 ? '"call_0"' : undefined,
      none: undefined,
      'ever another': JSON.stringify(`call_${random.letters(6)}`),
      odd,
    };
    return { ...entry, id: ids[style.ids], isHead: i === 0 };
  });
}

/** Gives the entries of all calls their indexes, in place. */
function numberEntries(random: Random, style: Style, calls: readonly Entry[][]): void {
  const keys = KEYS.toSorted(() => random.below(3) - 1);
  const shared = random.pick(INDEXES);
  calls.forEach((entries, call) =>
    entries.forEach((entry, i) => {
      const indexes: Record<Style['indexes'], string | undefined> = {
        own: String(call),
        'with gaps': String(call * 3 + 1),
        'as text': `"${call}"`,
        edges: keys[call],
        'one for all': shared,
        none: undefined,
        'in heads': i === 0 ? String(call) : undefined,
        'ever another': random.pick(INDEXES),
      };
      entry.index = indexes[style.indexes];
    }),
  );
}

/** Interleaved calls; the entries of each keep their order. */
function mix(random: Random, calls: readonly (readonly Entry[])[]): Entry[] {
  const queues = calls.map((entries) => [...entries]);
  return calls
    .flat()
    .flatMap(() => random.pick(queues.filter(({ length }) => length > 0)).splice(0, 1));
}

function group(random: Random, { deltas }: Style, entries: readonly Entry[]): Entry[][] {
  if (deltas === 'in one') return [[...entries]];
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (deltas === 'some together' && last && random.oneIn(2)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function write({ index, id, name, args }: Entry): string {
  const said = [
    name === undefined ? [] : [`"name":${name}`],
    args === undefined ? [] : [`"arguments":${args}`],
  ]
    .flat()
    .join();
  const members = [
    index === undefined ? [] : [`"index":${index}`],
    id === undefined ? [] : [`"id":${id},"type":"function"`],
    [`"function":{${said}}`],
  ];
  return `{${members.flat().join()}}`;
}

function frameOf(delta: string): string {
  return `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{${delta}},"finish_reason":null}]}\n\n`;
}
