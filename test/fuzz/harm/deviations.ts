import { parseJson } from '../../../src/normalizer/json/json-edit.ts';
import type { Random } from '../random.ts';
import { chunkOf, type Chunk, type Entry } from './replies.ts';

/**
 * One way in which a server deviates; changes the chunks in place, and leaves them unchanged if it
 * does not apply.
 */
export type Deviation = (random: Random, chunks: Chunk[]) => void;
/** The same for the frames of a body. @returns those to send */
export type WireDeviation = (random: Random, frames: readonly string[]) => string[];

function entriesOf({ delta }: Chunk): Entry[] {
  return Array.isArray(delta.tool_calls) ? (delta.tool_calls as Entry[]) : [];
}

function eachEntry(chunks: readonly Chunk[], change: (entry: Entry, chunk: Chunk) => void): void {
  for (const chunk of chunks) for (const entry of entriesOf(chunk)) change(entry, chunk);
}

/** Heads only, or only what follows. */
function eachOf(
  chunks: readonly Chunk[],
  heads: boolean,
  change: (entry: Entry, said: Record<string, unknown>) => void,
): void {
  eachEntry(chunks, (entry, { isHead = false }) => {
    if (isHead === heads) change(entry, (entry.function ??= {}));
  });
}

/** The chunks of each call, its head first. */
function callsOf(chunks: readonly Chunk[]): Chunk[][] {
  const heads = chunks.filter(({ isHead }) => isHead);
  return heads.map((head) => [
    head,
    ...chunks.filter((chunk) => chunk.call === head.call && chunk !== head),
  ]);
}

function argumentsOf(call: readonly Chunk[]): string {
  return call
    .flatMap(entriesOf)
    .map((entry) => String(entry.function?.arguments ?? ''))
    .join('');
}

/** Moves the first `count` chunks after the head of a call into the head. */
function merge(chunks: Chunk[], call: readonly Chunk[], count: number): void {
  const [head, ...rest] = call;
  const said = head && entriesOf(head)[0]?.function;
  if (!head || !said) return;
  const gone = rest.slice(0, count);
  said.arguments = argumentsOf([head, ...gone]);
  const [first, ...others] = entriesOf(head);
  head.delta.tool_calls = [first, ...others.filter(({ index }) => index !== first?.index)];
  for (const chunk of gone) chunks.splice(chunks.indexOf(chunk), 1);
}

function insertBefore(chunks: Chunk[], chunk: Chunk | undefined, ...added: Chunk[]): void {
  if (chunk) chunks.splice(chunks.indexOf(chunk), 0, ...added);
}

const EDGES: readonly unknown[] = [
  2 ** 53,
  1e300,
  -1,
  -1e300,
  0.5,
  10_000,
  10_001,
  '0',
  null,
  true,
];

/** By name, for messages. */
export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'first arguments in the head': (_, chunks) =>
    callsOf(chunks).forEach((call) => merge(chunks, call, 1)),
  'whole calls': (_, chunks) => callsOf(chunks).forEach((call) => merge(chunks, call, call.length)),
  'all calls in one delta': (_, chunks) => {
    callsOf(chunks).forEach((call) => merge(chunks, call, call.length));
    const [first, ...rest] = chunks.filter(({ isHead }) => isHead);
    if (!first) return;
    first.delta.tool_calls = [first, ...rest].flatMap(entriesOf);
    for (const chunk of rest) chunks.splice(chunks.indexOf(chunk), 1);
  },
  'two entries in one delta': (random, chunks) => {
    const called = chunks.filter(({ call }) => call !== undefined);
    const at = random.below(Math.max(1, called.length - 1));
    const [one, two] = [called[at], called[at + 1]];
    if (!one || !two) return;
    one.delta.tool_calls = [...entriesOf(one), ...entriesOf(two)];
    chunks.splice(chunks.indexOf(two), 1);
  },
  'text and a call in one delta': (_, chunks) => {
    const at = chunks.findIndex(({ isHead }) => isHead);
    const [before, head] = [chunks[at - 1], chunks[at]];
    if (!before || !head || typeof before.delta.content !== 'string') return;
    head.delta = { ...before.delta, ...head.delta };
    chunks.splice(at - 1, 1);
  },
  'reasoning beside a call': (_, chunks) =>
    eachEntry(chunks, (__, chunk) => void (chunk.delta.reasoning_content ??= 'Hm.')),
  'finish reason with the last call': (_, chunks) => {
    const at = chunks.findIndex(({ finish }) => finish !== null);
    const [last, finish] = [chunks[at - 1], chunks[at]];
    if (!last || !finish) return;
    last.finish = finish.finish;
    chunks.splice(at, 1);
  },
  'calls as an object': (_, chunks) => {
    for (const chunk of chunks)
      if (entriesOf(chunk).length === 1) chunk.delta.tool_calls = entriesOf(chunk)[0];
  },
  'null or no calls beside text': (random, chunks) => {
    const none = random.pick([null, []]);
    for (const { delta } of chunks) if (!('tool_calls' in delta)) delta.tool_calls = none;
  },
  'no index': (_, chunks) => eachEntry(chunks, (entry) => delete entry.index),
  'one index for all': (random, chunks) => {
    const index = random.pick([0, 0, 1, 7]);
    eachEntry(chunks, (entry) => (entry.index = index));
  },
  'indexes from one on': (_, chunks) =>
    eachEntry(chunks, (entry) => (entry.index = Number(entry.index) + 1)),
  'odd indexes': (random, chunks) => {
    const edges = chunks.map(() => random.pick(EDGES));
    eachEntry(chunks, (entry, { call = 0 }) => (entry.index = edges[call]));
  },
  'no id': (_, chunks) => eachOf(chunks, true, (entry) => delete entry.id),
  'one id for all': (_, chunks) => eachOf(chunks, true, (entry) => (entry.id = 'call_0')),
  'empty id and name': (random, chunks) => {
    const empty = random.pick(['', null]);
    eachOf(chunks, false, (entry, said) =>
      Object.assign(entry, {
        id: empty,
        type: random.pick(['function', null]),
        function: { name: empty, ...said },
      }),
    );
  },
  'name null': (_, chunks) => eachOf(chunks, false, (_entry, said) => void (said.name = null)),
  'id and name again': (random, chunks) => {
    const [withId, withName] = random.pick([
      [true, true],
      [true, false],
      [false, true],
    ]);
    const heads = chunks.filter(({ isHead }) => isHead);
    eachEntry(chunks, (entry, { isHead, call }) => {
      const head = heads.find((each) => each.call === call);
      const first = head && entriesOf(head)[0];
      if (isHead || !first) return;
      if (withId) Object.assign(entry, { id: first.id, type: 'function' });
      if (withName) entry.function = { name: first.function?.name, ...entry.function };
    });
  },
  'a new id with every delta': (random, chunks) =>
    eachEntry(chunks, (entry) => (entry.id = `call_${random.letters(6)}`)),
  'bare heads': (_, chunks) =>
    eachOf(chunks, true, (_entry, said) => said.arguments === '' && delete said.arguments),
  'arguments null in heads': (_, chunks) =>
    eachOf(chunks, true, (_entry, said) => said.arguments === '' && (said.arguments = null)),
  'arguments as an object': (_, chunks) => {
    callsOf(chunks).forEach((call) => merge(chunks, call, call.length));
    eachOf(chunks, true, (_entry, said) => {
      if (typeof said.arguments === 'string')
        said.arguments = parseJson(said.arguments) ?? said.arguments;
    });
  },
  'braces before the arguments': (_, chunks) =>
    eachOf(chunks, true, (_entry, said) => said.arguments === '' && (said.arguments = '{}')),
  'no name yet': (random, chunks) => {
    const silent = random.below(3);
    for (const [head, ...rest] of callsOf(chunks)) {
      const [entry] = head ? entriesOf(head) : [];
      const next = rest[0] && entriesOf(rest[0])[0];
      if (!entry?.function || !next) continue;
      next.function = { name: entry.function.name, ...next.function };
      if (random.oneIn(2)) Object.assign(next, { id: entry.id, type: 'function' });
      entry.function.name = random.pick(['', null]);
      insertBefore(
        chunks,
        rest[0],
        ...Array.from({ length: silent }, () => ({
          ...chunkOf({}),
          more: { tool_call_generating: true },
        })),
      );
    }
  },
  'a name in pieces': (_, chunks) => {
    for (const [head, ...rest] of callsOf(chunks)) {
      const [entry] = head ? entriesOf(head) : [];
      if (!head || !entry?.function || typeof entry.function.name !== 'string') continue;
      const { name } = entry.function;
      entry.function.name = name.slice(0, 4);
      chunks.splice(chunks.indexOf(head) + 1, 0, {
        ...chunkOf({
          tool_calls: [{ index: entry.index, function: { name: name.slice(4), arguments: '' } }],
        }),
        call: head.call ?? 0,
      });
      void rest;
    }
  },
  'a name that grows': (random, chunks) => {
    const bare = random.oneIn(2);
    for (const [head] of callsOf(chunks)) {
      const [entry] = head ? entriesOf(head) : [];
      if (!head || !entry?.function || typeof entry.function.name !== 'string') continue;
      const start = bare
        ? { name: entry.function.name.slice(0, 3) }
        : { ...entry.function, name: entry.function.name.slice(0, 3), arguments: '' };
      insertBefore(chunks, head, {
        ...chunkOf({ tool_calls: [{ ...entry, function: start }] }),
        call: head.call ?? 0,
      });
      if (bare && entry.function.arguments === '') delete entry.function.arguments;
    }
  },
  'no type': (_, chunks) => eachOf(chunks, true, (entry) => delete entry.type),
  'calls take turns': (random, chunks) => {
    const rest = chunks.filter(({ call, isHead }) => call !== undefined && !isHead);
    const [first] = rest;
    if (!first) return;
    const end = chunks.findIndex(({ finish }) => finish !== null);
    const turns = rest
      .map((chunk) => ({ chunk, place: random.below(100) }))
      .toSorted((a, b) => a.place - b.place);
    // The pieces of one call keep their order.
    const queues = new Map(
      rest.map(({ call }) => [call, rest.filter((chunk) => chunk.call === call)]),
    );
    const mixed = turns.flatMap(({ chunk }) => queues.get(chunk.call)?.shift() ?? []);
    const others = chunks.slice(0, end).filter((chunk) => !rest.includes(chunk));
    chunks.splice(0, end, ...others, ...mixed);
  },
  'content null beside calls': (random, chunks) =>
    eachEntry(chunks, (_entry, chunk) => void (chunk.delta.content ??= random.pick([null, '']))),
  'no role': (random, chunks) => {
    const [first] = chunks;
    if (first && random.oneIn(2)) delete first.delta.role;
    else chunks.shift();
  },
  'no role, from llama.cpp': (_, chunks) => {
    chunks.shift();
    for (const { more } of chunks) more.system_fingerprint = 'b11549-0d1e2f3';
  },
  'a role in every delta': (random, chunks) => {
    const role = random.pick(['assistant', 'assistant', null, '']);
    for (const { delta } of chunks) delta.role ??= role;
  },
  'empty deltas between': (random, chunks) =>
    chunks.splice(random.below(chunks.length), 0, chunkOf({}), chunkOf({ content: '' })),
  'null choices of the usage': (_, chunks) =>
    chunks.push({ ...chunkOf({}), choices: null, more: { usage: { total_tokens: 3 } } }),
  'no choices first': (_, chunks) =>
    chunks.unshift({ ...chunkOf({}), choices: [], more: { prompt_filter_results: [] } }),
  padding: (random, chunks) =>
    chunks.forEach(({ more }) => (more.p = random.letters(random.below(9)))),
  'content in parts': (_, chunks) => {
    for (const { delta } of chunks)
      if (delta.content) delta.content = [{ type: 'text', text: delta.content }];
  },
  'stop after calls': (_, chunks) => {
    for (const chunk of chunks) if (chunk.finish === 'tool_calls') chunk.finish = 'stop';
  },
  'an empty finish reason': (_, chunks) => {
    for (const chunk of chunks) chunk.finish ??= '';
  },
  'no finish reason': (_, chunks) => {
    for (const chunk of chunks) chunk.finish = null;
  },
  'the finish twice': (_, chunks) => {
    const finish = chunks.find((chunk) => chunk.finish !== null);
    if (finish) chunks.push({ ...finish });
  },
  'usage in every chunk': (_, chunks) =>
    chunks.forEach(({ more }) => (more.usage ??= { total_tokens: 1 })),
  'usage with the last words': (_, chunks) => {
    const last = chunks.findLast(({ call, delta }) => call !== undefined || delta.content);
    if (last) last.more.usage = { total_tokens: 1 };
  },
};

const EVENT =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","label":"ls","toolCallId":"c1","status":"running"}\n\n';

const ERROR = '{"code":500,"message":"no"}';

/** @returns whether a body ends with an error, which another deviation may have removed */
export function tellsError(frames: readonly string[]): boolean {
  return frames.some((frame) => frame.includes(ERROR));
}

function between(...added: readonly string[]): WireDeviation {
  return (random, frames) =>
    frames.flatMap((frame) => (random.oneIn(3) ? [random.pick(added), frame] : [frame]));
}

/** By name, for messages. */
export const WIRE_DEVIATIONS: Readonly<Record<string, WireDeviation>> = {
  comments: between(': keepalive\n\n', ':\n\n', ': OPENROUTER PROCESSING\n\n'),
  'blank lines': between('\n', '\n\n'),
  'comments as data': between('data: : OPENROUTER PROCESSING\n\n'),
  'events without data': between('event: ping\n\n'),
  'named heartbeats': between('event: ping\ndata: {"type":"ping"}\n\n'),
  'unknown events': between('event: agent.progress\ndata: {"step":1}\n\n'),
  'tool events': between(EVENT),
  'null as data': between('data: null\n\n'),
  'event ids': (_, frames) => frames.map((frame, i) => `id: ${i}\n${frame}`),
  'a byte-order mark': (_, [first = '', ...rest]) => [`\ufeff${first}`, ...rest],
  'no end': (_, frames) => frames.slice(0, -1),
  'no blank line at the end': (_, frames) => [
    ...frames.slice(0, -1),
    (frames.at(-1) ?? '').slice(0, -1),
  ],
  'no end, no blank line': (_, frames) => [
    ...frames.slice(0, -2),
    (frames.at(-2) ?? '').slice(0, -1),
  ],
  'no space': (_, frames) => frames.map((frame) => frame.replace(/^data: /, 'data:')),
  'carriage returns': (_, frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n')),
  'chunks over several lines': (_, frames) =>
    frames.map((frame) => {
      const json = frame.startsWith('data: {') ? parseJson(frame.slice(6)) : undefined;
      return json === undefined
        ? frame
        : `data: ${JSON.stringify(json, null, 1).replaceAll('\n', '\ndata: ')}\n\n`;
    }),
  'two chunks in one frame': (random, frames) => {
    const at = random.below(Math.max(1, frames.length - 1));
    const [one = '', two = ''] = frames.slice(at, at + 2);
    return [
      ...frames.slice(0, at),
      `${one.trimEnd()}${two.replace(/^data: ?/, '')}`,
      ...frames.slice(at + 2),
    ];
  },
  'an error in a field of its own': (_, frames) => [...frames.slice(0, -2), `error: ${ERROR}\n\n`],
  'an error as a bare line': (_, frames) => [...frames.slice(0, -2), `{"error":${ERROR}}\n\n`],
};
