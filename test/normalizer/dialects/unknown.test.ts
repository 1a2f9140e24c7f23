/**
 * Pages that no dialect knows: recorded, or as their programs write; and shapes that nobody has
 * seen.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { on } from '../../support/on.ts';
import { bytesOf, cutsOf, endsEvery, normalizeCut, sameBytes, textOf } from '../splits.ts';

const FOLDER = new URL('../../recordings/chat-pages/', import.meta.url);

const DELTAS = [
  'Alpha ',
  'beta.',
  '\n`🔍 weather in Oslo`\n',
  '\n`⏰ list`\n',
  '\n\n',
  'Gamma ',
  'delta ',
  'omega.',
];
const TEXT = DELTAS.join('');
const GROWN = DELTAS.map((_, i) => DELTAS.slice(0, i + 1).join(''));

/** Both markers, as JSON writes them, with or without escapes. */
const MARKERS = /\\n`(?:🔍|⏰|\\ud83d\\udd0d|\\u23f0) (?:weather in Oslo|list)`\\n/g;

function sse(json: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(json)}\n\n`;
}

function lines(...messages: readonly unknown[]): string {
  return messages.map((json) => `${JSON.stringify(json)}\n`).join('');
}

function recorded(name: string): string {
  return textOf(readResponse(readFileSync(new URL(name, FOLDER))).body);
}

/** @returns the frames that a page has received */
function framesOf(name: string): readonly string[] {
  return readFileSync(new URL(name, FOLDER), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: string })
    .filter(({ kind }) => kind === 'ws-in')
    .map(({ data }) => data);
}

/** What others say: it stays. */
const MINE = '`⏰ update`\n\n\nmine';

function gradioChat(text: string, history: readonly (readonly string[])[] = []): object {
  const parts = [...history, ['user', MINE], ['assistant', text]];
  const messages = parts.map(([role, said]) => ({
    role,
    metadata: null,
    content: [{ text: said, type: 'text' }],
  }));
  return { data: [null, messages], is_generating: true };
}

function gradioLater(first: string, ...deltas: readonly string[]): string {
  const edits = deltas.map((delta) => ({
    data: [[], [['append', [2, 'content', 0, 'text'], delta]]],
  }));
  return [gradioChat(first, [['assistant', 'Old.']]), ...edits]
    .map((output) => sse({ event_id: 'a', output }))
    .join('');
}

const NOT_TEXT = {
  id: '\n`⏰ update`\n',
  tool_calls: [{ function: { name: 'f', arguments: MINE } }],
  input: MINE,
  user: MINE,
};

const SSE = 'text/event-stream';
const LINES = 'application/x-ndjson';
const JSON_TYPE = 'application/json; charset=utf-8';

type Page = [name: string, type: string, body: string, cleaned?: string];

const PAGES: readonly Page[] = [
  ['Google ADK web', SSE, recorded('adk-web.txt')],
  ['hermes-webui', SSE, recorded('hermes-webui.txt')],
  ['Agno 1.7, objects in a row', SSE, recorded('agno-1.txt')],
  [
    'objects in a row, each in one line',
    SSE,
    ['', ...DELTAS].map((content) => JSON.stringify({ event: 'token', content })).join(''),
  ],
  [
    'Perplexica, lines that are called events',
    SSE,
    lines(
      { type: 'sources', data: [{ pageContent: 'a {"', metadata: { title: 'b' } }] },
      ...DELTAS.map((data) => ({ type: 'message', data, messageId: 'a' })),
      { type: 'messageEnd', messageId: 'a' },
    ),
  ],
  [
    'Gradio',
    SSE,
    [
      { msg: 'estimation', rank: 0, queue_size: 1 },
      { msg: 'process_generating', output: gradioChat('Alpha ') },
      ...DELTAS.slice(1).map((delta) => ({
        msg: 'process_generating',
        output: { data: [[], [['append', [1, 'content', 0, 'text'], delta]]] },
      })),
      { msg: 'process_completed', output: gradioChat(TEXT) },
      { msg: 'close_stream', event_id: null },
    ]
      .map((json) => sse(json))
      .join(''),
  ],
  [
    'Gradio, a later reply that begins with a marker',
    SSE,
    gradioLater('`🔍 weather in Oslo`', '\n\n`⏰ list`', '\n\n\nGamma ', 'delta.'),
    gradioLater('', '', '\n\nGamma ', 'delta.'),
  ],
  [
    "n8n's widget, in lines",
    JSON_TYPE,
    lines(
      { type: 'begin' },
      ...DELTAS.map((content) => ({ type: 'item', content, metadata: NOT_TEXT })),
      {
        type: 'end',
      },
    ),
  ],
  ["n8n's widget, one answer", JSON_TYPE, JSON.stringify({ output: TEXT }, null, 1)],
  [
    'assistant-ui with LangGraph',
    'text/plain; charset=utf-8',
    [
      [{ type: 'set', path: ['messages', '0'], value: { type: 'human', content: MINE } }],
      ...GROWN.map((content) => [
        { type: 'set', path: ['messages', '1'], value: { type: 'ai', content } },
      ]),
    ]
      .map((edits) => `aui-state:${JSON.stringify(edits)}\n`)
      .join(''),
  ],
  [
    'appended where it is',
    LINES,
    lines(
      ...DELTAS.map((value) => [
        { op: 'add', path: ['turns', 3, 'says'], value },
        { op: 'set', path: ['n'], value: 1 },
      ]),
    ),
  ],
  [
    'messages in lists',
    SSE,
    DELTAS.map((content) => sse([{ type: 'AIMessageChunk', content }, {}], 'messages')).join(''),
  ],
  [
    'deep, among what is not text',
    SSE,
    DELTAS.map((say) => sse({ a: { b: [{ c: { say, ...NOT_TEXT } }] } })).join(''),
  ],
  [
    'two texts at once, told apart by ids',
    LINES,
    lines(
      { id: 'a', say: 'One' },
      { id: 'a', say: ' two.' },
      ...DELTAS.map((say) => ({ id: 'b', say })),
    ),
  ],
  [
    'states, of one reply after another',
    LINES,
    lines(
      ...GROWN.map((reply) => ({ reply })),
      ...['Then', 'Then this'].map((reply) => ({ reply })),
    ),
  ],
  [
    'a chat with its history at the end',
    SSE,
    [
      ...DELTAS.map((t) => sse({ t }, 'token')),
      sse({
        messages: [
          { from: 'human', text: MINE },
          { from: 'bot', text: 'Old.' },
          { from: 'bot', text: TEXT },
        ],
      }),
    ].join(''),
  ],
];

function calls(
  events: readonly { readonly label: string | null; readonly status: string }[],
): string[] {
  return events.map(({ label, status }) => `${label} ${status}`);
}

test.each<Page>(PAGES)(
  '%s: both markers go and are told as tools, everything else stays, wherever it is cut',
  (_name, contentType, body, cleaned = body.replace(MARKERS, '')) => {
    const bytes = bytesOf(body);
    const options = { contentType, expectsMarkers: () => false };
    const whole = normalizeCut(bytes, [], options);

    expect(cleaned).not.toBe(body);
    expect(textOf(whole.bytes)).toBe(cleaned);
    expect(whole.markers).toBe(2);
    // In a whole text, nothing tells whether the server or the model wrote them.
    const told = calls(whole.events).filter((call) => / (?:ended|undecided)$/.test(call));
    expect(told.map((call) => call.replace(/ \w+$/, ''))).toEqual(['weather in Oslo', 'list']);
    for (const ends of [...cutsOf(bytes).map((at) => [at]), endsEvery(bytes.length, 1)]) {
      const cut = normalizeCut(bytes, ends, options);
      expect([sameBytes(cut.bytes, whole.bytes), cut.events, cut.markers]).toEqual([
        true,
        whole.events,
        2,
      ]);
    }
  },
);

test('chatgpt-web: one state after another, of no type, is read as the answer to its prompt', () => {
  const bytes = bytesOf(recorded('chatgpt-web.txt'));
  const request = '{"prompt":"What jobs are planned?","options":{},"systemMessage":"»","top_p":1}';
  expect(cleanRequest(request)?.asksReply).toBe(true);
  const options = { contentType: 'application/octet-stream', expectsMarkers: () => false };
  const whole = normalizeCut(bytes, [], options);

  const texts = textOf(whole.bytes)
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  expect(texts.at(-1)).toBe(
    'Let me look at your scheduled jobs first. \n\nYou have **three** jobs:\n\n- the backup at two\n- the report at six\n\n```sh\nls -la /srv\n```\n\nThat is all, omega.',
  );
  expect(textOf(whole.bytes)).not.toMatch(/⏰|📖|\\ud83d/);
  expect(whole.markers).toBe(2);
});

test('pages that get their replies from another address than they ask are cleaned likewise', () => {
  for (const [name, contentType, body, cleaned = body.replace(MARKERS, '')] of PAGES) {
    if (contentType !== SSE && contentType !== LINES) continue;
    const options = { contentType, expectsMarkers: () => false, isReply: false };
    const { bytes, markers } = normalizeCut(bytesOf(body), [], options);

    expect([name, textOf(bytes), markers]).toEqual([name, cleaned, 2]);
  }
});

/**
 * Events as an EventSource or a WebSocket gets them: each stays one, and nothing of it comes later.
 */
test.each([
  [
    'events',
    [
      ...DELTAS.map((text) => JSON.stringify({ text })),
      JSON.stringify({ session: { messages: [TEXT] } }),
    ],
  ],
  ['states', GROWN.map((text) => JSON.stringify({ state: { text } }))],
  ['lists', DELTAS.map((text) => JSON.stringify(['token', { text }]))],
])('%s: a marker goes at once, and is told once', (_what, messages) => {
  const log: string[] = [];
  const { receive, end } = createEventNormalizer(() => ({
    expectsMarkers: () => false,
    report: on({
      start: ({ endless }) => log.push(`start ${endless}`),
      progress: ({ progress }) => log.push(`${progress.label} ${progress.status}`),
      end: () => log.push('end'),
    }),
  }));

  const shown = messages.map((data) => receive('token', data));
  end();

  expect(shown).toEqual(messages.map((data) => data.replace(MARKERS, '')));
  expect(log).toEqual([
    'start true',
    'weather in Oslo running',
    'weather in Oslo ended',
    'list running',
    'list ended',
    'end',
  ]);
});

test('a text that is not certainly a marker passes at once', () => {
  const { receive } = createEventNormalizer(() => ({ expectsMarkers: () => true }));
  for (const text of [
    'Use',
    ' it:\n',
    '`⏰',
    ' list`',
    '\n',
    '\nNext.\n',
    '```\n',
    '\n`⏰ list`\n',
    '```',
  ])
    expect(receive(null, JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
});

test('Chainlit: packets of socket.io are read like events', () => {
  const packets = framesOf('chainlit.jsonl');
  const found: { label: string | null; status: string }[] = [];
  let ends = 0;
  const others = createEventNormalizer(() => ({
    expectsMarkers: () => false,
    report: on({ progress: ({ progress }) => found.push(progress), end: () => ends++ }),
  }));
  const { receive } = createSocketNormalizer({ readOther: (args) => others.receive(null, args) });

  expect(packets.map((packet) => receive(packet))).toEqual(
    packets.map((packet) => packet.replace(MARKERS, '')),
  );
  expect(calls(found)).toEqual([
    'weather in Oslo running',
    'weather in Oslo ended',
    'list running',
    'list ended',
  ]);
  expect(ends).toBe(1);
});

test('Bot Framework Web Chat: states of one reply, whose last one ends it', () => {
  const ended: number[] = [];
  let at = 0;
  const { receive } = createEventNormalizer(() => ({
    expectsMarkers: () => false,
    report: on({ end: () => ended.push(at) }),
  }));
  const frames = framesOf('bot-framework.jsonl');
  const shown = frames.map((frame, i) => receive(null, ((at = i), frame)));

  // In a state, a marker leaves its line feeds to the text around it.
  expect(shown.join('\n')).not.toMatch(/⏰|📖|\\u23f0/);
  const kept = frames.map((frame) => frame.replace(/(?:\\n)*`(?:⏰|📖)[^`]*`(?:\\n)*/g, ''));
  expect(shown.map((frame) => frame.replaceAll('\\n', ''))).toEqual(
    kept.map((frame) => frame.replaceAll('\\n', '')),
  );
  expect(ended).toEqual([28]);
});

/** Messages of an agent that say where they begin and end, over a connection that goes on. */
test.each<[what: string, messages: readonly unknown[], ends: readonly number[]]>([
  [
    'Shiny, as recorded',
    framesOf('shiny.jsonl').map((data): unknown => JSON.parse(data)),
    [41, 54],
  ],
  [
    'kinds in one word',
    [
      { event: 'messageStarted', from: 'bot' },
      ...DELTAS.map((text) => ({ event: 'message', from: 'bot', text })),
      { event: 'messageFinished', from: 'bot' },
    ],
    [9],
  ],
  [
    'a step in between, whose end is not that of the message',
    [
      { m: { type: 'reply.start', role: 'assistant' } },
      ...DELTAS.slice(0, 4).map((text) => ({ m: { type: 'reply', text } })),
      { m: { type: 'step.end' } },
      { m: { type: 'tool.end' } },
      { other: { type: 'reply.end' } },
      ...DELTAS.slice(4).map((text) => ({ m: { type: 'reply', text } })),
      { m: { type: 'reply.end' } },
    ],
    [12],
  ],
  [
    'one of the person, which is none of the agent',
    [
      { type: 'message_start', message: { role: 'user' } },
      ...DELTAS.map((text) => ({ type: 'piece', text })),
      { type: 'message_end' },
    ],
    [],
  ],
])('a reply over a socket ends where its message does: %s', (_, messages, ends) => {
  const ended: number[] = [];
  let at = 0;
  const found: string[] = [];
  const { receive } = createEventNormalizer(() => ({
    expectsMarkers: () => false,
    report: on({
      progress: ({ progress }) => found.push(`${progress.emoji} ${progress.status}`),
      end: () => ended.push(at),
    }),
  }));
  for (const [i, message] of messages.entries()) {
    at = i;
    receive(null, JSON.stringify(message));
  }

  expect(ended).toEqual(ends);
  expect(found.filter((status) => status.endsWith('ended'))).toHaveLength(2);
});

test('what answers no request for a reply is a text only if it grows: in pieces, or from state to state', () => {
  const marked = 'Let me look.\n`🔍 weather in Oslo`\n\n\nIt rains.';
  const clean = 'Let me look.\n\nIt rains.';
  const shown = (messages: readonly unknown[], isReply: boolean): readonly unknown[] => {
    const { bytes } = normalizeCut(bytesOf(lines(...messages)), [], {
      contentType: LINES,
      isReply,
      expectsMarkers: () => true,
    });
    const out = textOf(bytes).trim().split('\n');
    return out.map((line): unknown => JSON.parse(line));
  };

  const entries = [{ text: 'One.' }, { text: marked }, { text: 'Three.' }, { text: marked }];
  expect(shown(entries, false)).toEqual(entries);
  expect(shown(entries.slice(1, 2), true)).toEqual([{ text: clean }]);
  // Who joins a text in the middle gets a marker with its first state.
  const states = [{ text: marked }, { text: `${marked} And` }, { text: `${marked} And blows.` }];
  expect(shown(states, false).slice(1)).toEqual([
    { text: `${clean} And` },
    { text: `${clean} And blows.` },
  ]);
  // A server may join what another sent apart.
  const pieces = [{ text: 'Sure, ' }, { text: 'at once. ' }, { text: marked }, { text: ' Bye.' }];
  expect(
    shown(pieces, false)
      .map((piece) => (piece as { text: string }).text)
      .join(''),
  ).toBe(`Sure, at once. ${clean} Bye.`);
});

test.each<[string, readonly unknown[]]>([
  ['in a code block', ['A', ' b.\n```\n', '\n`⏰ list`\n', '\n\n', 'x'].map((text) => ({ text }))],
  [
    'behind half a sentence',
    ['A', ' b like this:', '\n`⏰ list`\n', 'x'].map((text) => ({ text })),
  ],
  [
    'of somebody else',
    ['A', ' b.', '\n`⏰ list`\n'].map((text) => ({ message: { role: 'user', text } })),
  ],
  [
    'in thoughts and arguments',
    [{ type: 'thinking', text: TEXT }, { type: 'tool_call', text: TEXT }, { args: TEXT }],
  ],
  ['as a title', [{ title: '`⏰ list`' }, { type: 'title', title: '`⏰ list`\n' }]],
  [
    'of one-letter fences',
    ['`', '`', '`', 'md\n', '`⏰ list`\n\n\n', 'x y'].map((text) => ({ text })),
  ],
  ['in names', [{ items: ['`⏰ list`', 'a'] }, { name: '\n`⏰ list`\n' }]],
])('what looks like a marker stays %s', (_where, messages) => {
  const body = bytesOf(messages.map((json) => sse(json)).join(''));
  const { bytes, events, markers } = normalizeCut(body, []);
  expect([sameBytes(bytes, body), events, markers]).toEqual([true, [], 0]);
});
