import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOpenWebuiClient } from './client.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { chunk, MESSAGE, messageItem, packetOf, REASONING, textDelta } from './streams.ts';
import { runs } from '../../support/speed.ts';

/**
 * Checks every string of payloads that combine all fields that any release ever sent. The page
 * decides what is text of the reply: whatever it shows is clean, and whatever is not the
 * assistant's stays.
 */

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const FOLDER = new URL('../../recordings/open-webui/', import.meta.url);

/** The payloads of all recorded events about replies. */
function recordedPayloads(): Json[] {
  const payloads = new Map<string, Json>();
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n')) {
      const { kind, data } = JSON.parse(line) as { kind: string; data: string };
      const found =
        kind === 'ws-in' && data.startsWith('42[')
          ? (JSON.parse(data.slice(2)) as [string, Json])
          : null;
      const event = (found?.[1]?.data ?? {}) as { type?: string; data?: Json };
      if (
        !/^(?:chat|response):(?:completion|outlet)|^chat:tasks:cancel|message/.test(
          event.type ?? '',
        ) ||
        !event.data
      )
        continue;
      // One of each shape.
      payloads.set(
        JSON.stringify(event.data, (_, value: unknown) =>
          typeof value === 'string' ? 's' : typeof value === 'number' ? 0 : value,
        ),
        event.data,
      );
    }
  }
  return [...payloads.values()];
}

const CALL = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'n',
  arguments: '{}',
  status: 'completed',
};
const OTHER_ITEMS: readonly Json[] = [
  CALL,
  {
    type: 'function_call_output',
    call_id: 'call_1',
    output: [{ type: 'input_text', text: 'x' }],
    content: [{ type: 'input_text', text: 'x' }],
  },
  {
    type: 'reasoning',
    id: 'r_1',
    status: 'completed',
    content: [{ type: 'output_text', text: 'x' }],
    summary: [{ type: 'summary_text', text: 'x' }],
  },
  { type: 'open_webui:code_interpreter', id: 'ci_1', code: 'x', output: 'x' },
  { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'x' } },
];
const TEXT_ITEMS: readonly Json[] = [
  messageItem('x', 'completed', 'msg_1') as Json,
  messageItem('x', 'in_progress', 'msg_2') as Json,
  { type: 'message', content: [{ text: 'x' }, { type: 'text', text: 'x' }] },
  { id: 'odd', type: 'of_tomorrow', content: [{ type: 'words', text: 'x' }] },
];

/** Fields that a payload may have, each as some release sends it. */
const FIELDS: readonly Json[] = [
  { content: 'x' },
  chunk({
    content: 'x',
    reasoning_content: 'x',
    tool_calls: [{ function: { arguments: 'x' } }],
  }) as Json,
  { choices: [{ message: { role: 'assistant', content: 'x' } }] },
  { output: [OTHER_ITEMS[2]!, TEXT_ITEMS[0]!, OTHER_ITEMS[0]!, OTHER_ITEMS[1]!, TEXT_ITEMS[1]!] },
  { output: [...OTHER_ITEMS, ...TEXT_ITEMS] },
  { item: TEXT_ITEMS[0]!, output_index: 1 },
  { item: OTHER_ITEMS[2]!, output_index: 0 },
  { part: { type: 'output_text', text: 'x' }, item_id: 'msg_1', output_index: 1, content_index: 0 },
  textDelta('x', 'msg_1', 1) as Json,
  textDelta('x', 'r_1', 0) as Json,
  { delta: 'x', item_id: 'fc_1', output_index: 2 },
  { text: 'x', item_id: 'msg_2', output_index: 4, content_index: 0 },
  { arguments: 'x', item_id: 'fc_1' },
  { response: { id: 'resp', model: 'm', output: [...TEXT_ITEMS, ...OTHER_ITEMS] } },
  {
    messages: [
      { id: MESSAGE, role: 'assistant', content: 'x', output: [TEXT_ITEMS[0]!, OTHER_ITEMS[0]!] },
      { id: 'u', role: 'user', content: 'x', output: [TEXT_ITEMS[0]!] },
    ],
  },
  { done: true, title: 'x' },
  {
    sources: [{ document: ['x'], metadata: [{ name: 'x' }] }],
    usage: { total: 1 },
    selected_model_id: 'm',
  },
];

const TYPES = [
  ...(
    'output_text.delta output_text.done text.delta reasoning_text.delta reasoning_text.done ' +
    'reasoning_summary_text.delta function_call_arguments.delta function_call_arguments.done refusal.delta ' +
    'content_part.added content_part.done output_item.added output_item.done created in_progress completed failed ' +
    'incomplete of_tomorrow'
  )
    .split(' ')
    .map((type) => `response.${type}`),
  'info',
];
const EVENTS = ['chat:completion', 'response:completion', 'chat:tasks:cancel', 'chat:outlet'];

/** Strings that are types or labels, and so steer the page. */
const STEERING = new Set(
  'type id item_id call_id role status object model finish_reason selected_model_id name'.split(
    ' ',
  ),
);

/** @returns a copy in which each string is the result of `give`; keys that steer stay */
function mapStrings(value: unknown, give: (path: Path) => string, path: Path = []): unknown {
  if (typeof value === 'string') return STEERING.has(String(path.at(-1))) ? value : give(path);
  if (Array.isArray(value)) return value.map((one, i) => mapStrings(one, give, [...path, i]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapStrings(one, give, [...path, key])]),
  );
}

function at(value: unknown, path: Path): unknown {
  return path.reduce(
    (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

function pathsOf(value: unknown): Path[] {
  const paths: Path[] = [];
  mapStrings(value, (path) => {
    paths.push(path);
    return '';
  });
  return paths;
}

/** What replaces the n-th string: certainly a marker between two texts. */
function marked(n: number): string {
  return `begin${n}.\n\`⏰ list\`\n\nEnd${n}.`;
}

function cleaned(n: number): string {
  return `begin${n}.\nEnd${n}.`;
}

/**
 * By the grammar alone: a line that is nothing but a code span beginning with an emoji, followed by
 * a blank line or nothing.
 */
function findMarker(text: string): boolean {
  return /(?:^|\n)`\p{Extended_Pictographic}[^\n]*`[ \t]*(?:\n[ \t]*(?:\n|$)|$)/u.test(text);
}

/** Everything that the page would show as the text of a reply. */
function screen(packets: readonly string[]): string {
  const client = createOpenWebuiClient();
  const shown: string[] = [];
  for (const packet of packets) {
    client.receive(packet);
    for (const { role, content, output } of client.messages().values()) {
      if (role === 'user') continue;
      shown.push(content, ...output.flatMap(drawn));
    }
  }
  return shown.join('\n');
}

const OTHERS = /^reasoning$|^open_webui:|_call$|_output$/;

/**
 * Texts of items that the page shows as such: those of messages, and of every type that it does not
 * know.
 */
function drawn(item: Json): string[] {
  if (item.role === 'user' || OTHERS.test(String(item.type))) return [];
  return (Array.isArray(item.content) ? (item.content as Json[]) : []).map((part) =>
    typeof part?.text === 'string' ? part.text : '',
  );
}

/** Places that the test itself knows not to be the assistant's, whatever is around them. */
function isOthers(payload: unknown, path: Path): boolean {
  const key = String(path.at(-1));
  if (!['content', 'text', 'delta', 'title'].includes(key)) return true;
  return path.some((_, depth) => {
    const around = at(payload, path.slice(0, depth)) as Json | undefined;
    return (
      depth > 0 &&
      (around?.role === 'user' ||
        OTHERS.test(String(around?.type)) ||
        path[depth - 1] === 'sources')
    );
  });
}

interface Case {
  readonly event: string;
  readonly payload: Json;
}

/**
 * An event writes into an item that the same payload shows as not text: what the page makes of it
 * depends on its order.
 */
function isDisputed({ item_id: id, output_index: index, item, output, response }: Json): boolean {
  if (id !== undefined && OTHERS.test(String((item as Json | undefined)?.type))) return true;
  const lists = [output, (response as Json | undefined)?.output].map((list) =>
    Array.isArray(list) ? (list as Json[]) : [],
  );
  return lists.some((list) =>
    list.some((one, i) => OTHERS.test(String(one.type)) && (one.id === id || i === index)),
  );
}

function check({ event, payload }: Case): void {
  if (isDisputed(payload)) return;
  const paths = pathsOf(payload);
  const numbers = new Map(paths.map((path, i) => [path.join('.'), i]));
  const full = mapStrings(payload, (path) => marked(numbers.get(path.join('.'))!)) as Json;
  const before = packetOf(event, full);

  const after = createSocketNormalizer({}).receive(before);

  const data = (JSON.parse(after.slice(2)) as [string, { data: { data: Json } }])[1].data.data;
  const seen = screen([before]);
  paths.forEach((path, i) => {
    const now = at(data, path);
    const actual = [event, payload.type, path.join('.'), now];
    if (seen.includes(`begin${i}.`))
      expect(actual).toEqual([event, payload.type, path.join('.'), cleaned(i)]);
    else if (isOthers(full, path))
      expect(actual).toEqual([event, payload.type, path.join('.'), marked(i)]);
    else expect([marked(i), cleaned(i)]).toContain(now);
  });
  expect(findMarker(screen([after]))).toBe(false);
  // Nothing but those strings.
  expect(mapStrings(data, () => '')).toEqual(mapStrings(full, () => ''));
}

test('the oracle finds leftovers: it would be useless if it never failed', () => {
  const packet = packetOf('chat:completion', {
    type: 'response.output_text.delta',
    output: [messageItem(marked(0))],
  });
  expect(findMarker(screen([packet]))).toBe(true);
  expect(findMarker('a\n`⏰ list`\nb') || findMarker('see `⏰ list`') || findMarker('a\nb')).toBe(
    false,
  );
});

test('one field under every type, in every event', () => {
  for (const event of EVENTS) {
    for (const type of [undefined, ...TYPES]) {
      for (const field of FIELDS)
        check({ event, payload: { ...field, ...(type !== undefined && { type }) } });
    }
  }
});

test('two fields at a time under every type, in every event', () => {
  for (const event of EVENTS) {
    for (const type of [undefined, ...TYPES]) {
      FIELDS.forEach((one, i) =>
        FIELDS.slice(i + 1).forEach((other) =>
          check({ event, payload: { ...one, ...other, ...(type !== undefined && { type }) } }),
        ),
      );
    }
  }
});

test('any fields of recorded payloads combined with ours', () => {
  const all = [...recordedPayloads(), ...FIELDS];
  expect(all.length).toBeGreaterThan(FIELDS.length + 10);
  fc.assert(
    fc.property(
      fc.constantFrom(...EVENTS),
      fc.subarray(all, { minLength: 1, maxLength: 6 }),
      fc.option(fc.constantFrom(...TYPES)),
      fc.option(fc.boolean()),
      (event, parts, type, done) => {
        const payload: Json = Object.assign({}, ...parts) as Json;
        check({
          event,
          payload: { ...payload, ...(type !== null && { type }), ...(done !== null && { done }) },
        });
      },
    ),
    { numRuns: runs(3000) },
  );
});

const REPLY =
  'Let me check. \n`⏰ list`\n\n`💻 echo "today `date +%Y`"`\n\n\nAll done: `code` stays.';
const EARLIER = 'Before.\n`📖 notes.md`\n\nSo far.';
const CLEAN = 'Let me check. \n\nAll done: `code` stays.';

/**
 * Ways to send a growing text, in one payload each; `so` is the text so far, `more` its new part.
 */
const WAYS: Readonly<Record<string, (so: string, more: string) => Json>> = {
  'Continue Response': (so) => ({
    output: [
      {
        ...messageItem(EARLIER),
        content: [EARLIER, so].map((text) => ({ type: 'output_text', text })),
      },
    ],
    type: 'response.output_text.delta',
  }),
  'a delta with the whole': (so, more) => ({ ...textDelta(more), output: [messageItem(so)] }),
  'a chunk with the whole': (so, more) => ({ ...chunk({ content: more }), content: so }),
  'content and output with a type': (so) => ({
    type: 'response.in_progress',
    content: so,
    output: [messageItem(so)],
  }),
  'content behind a block, with a type': (so) => ({
    type: 'response.output_text.delta',
    content: REASONING + so,
  }),
  'a delta whose id changes': (so, more) => textDelta(more, `id_${so.length}`, 0) as Json,
  'a delta without an id': (_, more) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    delta: more,
  }),
  'an item for every delta': (so) => ({
    type: 'response.output_item.added',
    output_index: 0,
    item: messageItem(so),
  }),
  'a part for every delta': (so) => ({
    type: 'response.content_part.added',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    part: { type: 'output_text', text: so },
  }),
};

test.each(Object.entries(WAYS))(
  '%s: no step of a reply shows a marker or a piece of one, at any cut',
  (_, payload) => {
    for (const event of ['chat:completion', 'response:completion']) {
      for (let size = 1; size <= REPLY.length; size += 3) {
        const socket = createSocketNormalizer({});
        const client = createOpenWebuiClient();
        for (let end = size; end < REPLY.length + size; end += size) {
          client.receive(
            socket.receive(
              packetOf(event, payload(REPLY.slice(0, end), REPLY.slice(end - size, end))),
            ),
          );
          const text = client.messages().get(MESSAGE)?.content ?? '';
          expect([
            size,
            end,
            /[⏰💻📖]/u.test(text.replace(REASONING, '')),
            findMarker(text.replace(REASONING, '')),
          ]).toEqual([size, end, false, false]);
        }
        client.receive(
          socket.receive(
            packetOf('chat:completion', { done: true, output: [messageItem(REPLY, 'completed')] }),
          ),
        );
        expect(client.messages().get(MESSAGE)?.content).toBe(CLEAN);
      }
    }
  },
);
