/**
 * What a request of any shape is answered with, through the overlays of a page: streams are cleaned
 * as `clean` cleans their bytes, and nothing else is changed.
 */
import './browser-shape.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAgents } from '../../src/hook/agent.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import type { Restore } from '../../src/hook/realm/overlay.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createRequests } from '../../src/hook/requests.ts';
import { createResponses } from '../../src/hook/responses.ts';
import { overlayFetch } from '../../src/hook/transports/fetch.ts';
import { overlayXhr } from '../../src/hook/transports/xhr.ts';
import { createDirectRequests } from '../../src/normalizer/open-webui/page-requests.ts';
import { DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { runNormalize } from '../../src/tools/cli/normalize-command.ts';
import { bytesOf, chatBody, textOf } from '../normalizer/splits.ts';
import { fakeTraffic } from './fake-traffic.ts';
import { FakeXhr } from './fake-xhr.ts';

const restores: (Restore | null)[] = [];

interface Page {
  respond?(): Response;
  /** A person has said that its site runs Hermes. Else nothing is known of it. */
  readonly hermes?: boolean;
}

/** Installs the overlays of a page in place of those of the page before. */
function openPage({ respond = () => Response.error(), hermes = false }: Page) {
  for (const restore of restores.splice(0)) restore?.();
  const send = (): void => undefined;
  const cleaning = createCleaning();
  const evidence = createEvidenceMemory('http://host', send);
  if (hermes) evidence.set({ hermes });
  const inspector = createInspector(send);
  const replies = createReplies(send, cleaning.cleans);
  const onRemoved = send;
  const { cleanRequest } = createRequests({
    isOn: () => true,
    isOff: () => false,
    cleansHistory: () => true,
    cleaning,
    evidence,
    inspector,
    replies,
    directRequests: createDirectRequests(),
    onRemoved,
  });
  const { openBody } = createResponses({
    isOn: () => true,
    repairs: () => DEFAULT_REPAIRS,
    cleansStored: () => true,
    cleaning,
    evidence,
    inspector,
    replies,
    agents: createAgents(() => true),
    countRepair: send,
    onUnread: send,
    onRemoved,
    stopOf: (tell) => tell,
  });
  const traffic = fakeTraffic({ cleanRequest, openBody });
  const view = { fetch: (): Promise<Response> => Promise.resolve(respond()) };
  restores.push(overlayFetch(view, traffic), ...overlayXhr(traffic));
  return view as unknown as Pick<typeof globalThis, 'fetch'>;
}

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

type Asked = readonly [address: string, body: BodyInit | null];

interface How {
  /** Bytes that arrive at a time. */
  readonly size?: number;
  readonly hermes?: boolean;
}

type Transport = (asked: Asked, answer: Answer, how?: How) => Promise<string>;

const SIZE = 97;

const byFetch: Transport = async ([address, body], { headers, body: answer }, how = {}) => {
  const { size = SIZE, hermes } = how;
  const bytes = typeof answer === 'string' ? bytesOf(answer) : answer;
  const respond = (): Response => {
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)));
        else controller.close();
      },
    });
    return new Response(stream, { headers });
  };
  const init = body === null ? {} : { method: 'POST', body };
  const response = await openPage({ respond, hermes }).fetch(address, init);
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
};

const byXhr: Transport = ([address, body], { headers, body: answer }, how = {}) => {
  const { size = SIZE, hermes } = how;
  openPage({ hermes });
  const xhr = new FakeXhr();
  xhr.open(body === null ? 'GET' : 'POST', address);
  xhr.send(body);
  let seen = '';
  xhr.addEventListener('progress', () => {
    expect(xhr.responseText.startsWith(seen), 'what was shown stays').toBe(true);
    seen = xhr.responseText;
  });
  const text = typeof answer === 'string' ? answer : textOf(answer);
  xhr.answer({ headers });
  for (let at = 0; at < text.length; at += size) xhr.arrive(text.slice(at, at + size));
  xhr.finish();
  return Promise.resolve(Buffer.from(bytesOf(xhr.responseText)).toString('latin1'));
};

const TRANSPORTS: readonly (readonly [string, Transport])[] = [
  ['fetch', byFetch],
  ['XMLHttpRequest', byXhr],
];

function latin(body: Answer['body']): string {
  return Buffer.from(typeof body === 'string' ? bytesOf(body) : body).toString('latin1');
}

const QUESTION = 'What jobs are planned?';
const form = (name: string, value: string): FormData => {
  const made = new FormData();
  made.append('model', 'm');
  made.append(name, value);
  return made;
};

/** No page that is known asks like that. */
const UNKNOWN: readonly (readonly [string, () => Asked])[] = [
  ['a key of its own', () => ['/x', JSON.stringify({ q: QUESTION })]],
  ['a text and its kind', () => ['/api/say', JSON.stringify({ text: QUESTION, kind: 'plain' })]],
  ['deep in an envelope', () => ['/rpc', JSON.stringify({ a: [{ b: { said: QUESTION } }] })]],
  ['no JSON', () => ['/x', `q=${encodeURIComponent(QUESTION)}`]],
  ['a form', () => ['/x', form('q', QUESTION)]],
  ['bytes', () => ['/x', bytesOf(JSON.stringify({ q: QUESTION })) as Uint8Array<ArrayBuffer>]],
];

const DELTAS = [
  'Let ',
  'me look.',
  '\n`⏰ list`\n',
  '\n`📖 /srv/demo/jobs.txt`\n',
  '\n\n',
  'You have ',
  'three **jobs**.',
];
const GROWN = DELTAS.map((_, i) => DELTAS.slice(0, i + 1).join(''));
const lines = (of: readonly unknown[]): string =>
  of.map((one) => `${JSON.stringify(one)}\n`).join('');

/** What its events repeat: ids of the names that those of Hermes have. */
const AGENT_OS = { event: 'RunContent', agent_name: 'sse', run_id: 'r1', session_id: 's1' };

/** How servers write a stream of messages. */
const STREAMS: readonly (readonly [name: string, form: 'events' | 'lines' | 'data', string])[] = [
  ['chunks of a chat', 'events', chatBody(DELTAS)],
  ['chunks behind a sign of life', 'events', `: ping\n\nevent: open\nid: 1\n\n${chatBody(DELTAS)}`],
  [
    'events that nobody knows',
    'events',
    DELTAS.map((piece) => `event: token\ndata: ${JSON.stringify({ piece })}\n\n`).join(''),
  ],
  [
    'states that nobody knows, in CRLF',
    'events',
    GROWN.map((reply) => `id: 7\r\ndata: ${JSON.stringify({ reply })}\r\n\r\n`).join(''),
  ],
  [
    'a text in strings (LobeHub)',
    'events',
    DELTAS.map((text) => `event: text\ndata: ${JSON.stringify(text)}\n\n`).join(''),
  ],
  [
    'chatgpt-web, as recorded',
    'lines',
    textOf(
      readResponse(
        readFileSync(new URL('../recordings/chat-pages/chatgpt-web.txt', import.meta.url)),
      ).body,
    ),
  ],
  ['states in lines', 'lines', lines(GROWN.map((text) => ({ id: 'a', text })))],
  ['pieces in lines', 'lines', lines(DELTAS.map((say) => ({ say })))],
  [
    'events of a run in a session that is not one of Hermes (AgentOS)',
    'events',
    DELTAS.map((content) => ({ ...AGENT_OS, content }))
      .map((json) => `event: RunContent\ndata: ${JSON.stringify(json)}\n\n`)
      .join(''),
  ],
  ['the same in lines', 'lines', lines(DELTAS.map((content) => ({ ...AGENT_OS, content })))],
  [
    'lines of Ollama',
    'lines',
    lines(DELTAS.map((content) => ({ message: { role: 'assistant', content }, done: false }))),
  ],
  [
    'a data stream of the AI SDK',
    'data',
    DELTAS.map((text) => `0:${JSON.stringify(text)}\n`).join(''),
  ],
];

const ASKED: Asked = ['/x', JSON.stringify({ q: QUESTION })];

const NO_TYPE = 'none';
const TYPES = [
  'text/event-stream',
  'application/x-ndjson',
  'application/json',
  'application/octet-stream',
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  NO_TYPE,
];

/** Under these types, no form but that one is read, whatever was asked. */
const ONLY: Readonly<Record<string, string>> = {
  'text/event-stream': 'events',
  'application/x-ndjson': 'lines',
  'text/html; charset=utf-8': 'events',
};

const headersOf = (type: string): Record<string, string> =>
  type === NO_TYPE ? {} : { 'content-type': type };

/** @returns what the command `clean` makes of a response */
function cleaned(type: string, body: string): string {
  const head = type === NO_TYPE ? '' : `Content-Type: ${type}\r\n`;
  let out = '';
  const code = runNormalize(['file'], {
    read: () => bytesOf(`HTTP/1.1 200 OK\r\n${head}\r\n${body}`),
    print: (bytes) => void (out = latin(new Uint8Array(bytes))),
    error: (text) => expect.unreachable(text),
  });
  expect(code).toBe(0);
  return out;
}

/** Types and forms that belong together. */
const READ = STREAMS.flatMap(([name, written, body]) =>
  TYPES.filter((type) => (ONLY[type] ?? written) === written).map(
    (type) => [name, type, body] as const,
  ),
).filter(([, type, body]) => type !== 'application/json' || !/^\d/.test(body));

test.each(READ)('%s of the type %s is read by what it is, whatever was asked', async (...row) => {
  const [, type, body] = row;
  const wanted = cleaned(type, body);
  expect(wanted).not.toBe(latin(body));

  for (const [transport, read] of TRANSPORTS)
    for (const [shape, ask] of UNKNOWN) {
      const got = await read(ask(), { headers: headersOf(type), body });
      expect([transport, shape, got]).toEqual([transport, shape, wanted]);
    }
});

test('it is, wherever the network cuts it', async () => {
  for (const [, , body] of STREAMS) {
    const wanted = cleaned(NO_TYPE, body);
    const answer = { headers: {}, body };
    for (const size of [1, 3, 8, 1e6])
      for (const [transport, read] of TRANSPORTS)
        expect([transport, size, await read(ASKED, answer, { size })]).toEqual([
          transport,
          size,
          wanted,
        ]);
  }
});

const MARKED = 'Let me look.\n`⏰ list`\n\n`📖 /srv/demo/jobs.txt`\n\n\nThree jobs.';
const binary = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256);
const withHead = (head: string): Uint8Array<ArrayBuffer> => {
  const bytes = binary.slice();
  bytes.set(bytesOf(head));
  return bytes;
};

/** What else answers such requests, and quotes markers. */
const OTHERS: readonly (readonly [string, Answer['body']])[] = [
  ['a text', MARKED],
  ['a text that begins as an event does', `data: the jobs of today\n\n${MARKED}\n`],
  ['notes', `id: 7\nevent: review\n\n${MARKED}\n`],
  ['a smiley', `:) ${MARKED}`],
  ['a letter and a colon', `a: ${MARKED}\n\n\nb: ${MARKED}`],
  ['CSV', `id,text\n1,"${MARKED}"\n2,"${MARKED}"\n`],
  ['YAML', `data:\n  - text: |\n      ${MARKED.replaceAll('\n', '\n      ')}\n`],
  ['Markdown', `# Markers\n\n${MARKED}\n`],
  ['HTML', `<!doctype html>\n<p>${MARKED}</p>`],
  ['a document of JSON', JSON.stringify({ text: MARKED, notes: [MARKED] })],
  ['the same in lines', JSON.stringify({ text: MARKED, notes: [MARKED] }, null, 1)],
  ['a list', JSON.stringify([{ text: MARKED }, { text: MARKED }], null, 1)],
  ['an export in lines', lines([1, 2, 3].map((id) => ({ id, text: MARKED })))],
  ['a data set', lines([1, 2].map(() => ({ messages: [{ role: 'assistant', content: MARKED }] })))],
  ['a log', lines(MARKED.split('\n').map((log) => ({ stream: 'stdout', log: `${log}\n` })))],
  ['a log of levels', lines(['start', MARKED, 'end'].map((msg) => ({ level: 'info', msg })))],
  ['a search', lines(['', MARKED].map((snippet, score) => ({ score, hit: { snippet } })))],
  ['events of a log', `data: ${JSON.stringify({ line: `${MARKED}\n` })}\n\n`.repeat(3)],
  ['lists of numbers', '1:[1]\n2:["`⏰ list`"]\n'],
  ['bytes', binary],
  ['bytes that begin as an object does', withHead('{"a')],
  ['bytes that begin as an event does', withHead('data:')],
  ['an archive', withHead('PK\u0003\u0004')],
  ['nothing', ''],
];

test.each(OTHERS)('any other answer stays as it came: %s', async (_, body) => {
  for (const type of TYPES)
    for (const [transport, read] of TRANSPORTS) {
      // As a text, bytes are not the same.
      if (transport !== 'fetch' && typeof body !== 'string') continue;
      for (const hermes of [true, false])
        for (const size of [7, 1e6]) {
          const got = await read(ASKED, { headers: headersOf(type), body }, { size, hermes });
          const where = [transport, type, size, hermes];
          expect([...where, got]).toEqual([...where, latin(body)]);
        }
    }
});

const UNTYPED = TYPES.filter(
  (type) => !['text/event-stream', 'application/x-ndjson'].includes(type),
);
const FILE = { 'content-disposition': 'attachment; filename="chat.txt"' };

test.each<[what: string, Asked, headers: Readonly<Record<string, string>>]>([
  ['nothing was said', ['/streams/4', null], {}],
  ['it was asked where logs are kept', ['/api/logs/search', '{"q":"jobs"}'], {}],
  ['it is a file', ['/x', '{"q":"jobs"}'], FILE],
])('a stream under a type that says nothing stays where %s', async (_, asked, more) => {
  for (const [, , body] of STREAMS)
    for (const type of UNTYPED) {
      // Server-sent events are read under the name of JSON, whoever asks.
      if (type === 'application/json' && body.includes('data:')) continue;
      for (const [transport, read] of TRANSPORTS) {
        const got = await read(asked, { headers: { ...headersOf(type), ...more }, body });
        expect([transport, type, got]).toEqual([transport, type, latin(body)]);
      }
    }
});

test('what was not asked for, and files, are the very responses of the browser', async () => {
  const headers = { 'content-type': 'application/octet-stream' };
  for (const [init, more] of [
    [undefined, {}],
    [{ method: 'POST' }, {}],
    [{ method: 'POST', body: '{"q":"a"}' }, FILE],
  ] as const) {
    const native = new Response(lines(GROWN.map((text) => ({ text }))), {
      headers: { ...headers, ...more },
    });
    expect(await openPage({ respond: () => native }).fetch('/x', init)).toBe(native);
  }
});
