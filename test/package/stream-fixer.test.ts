import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import {
  cleanRequest,
  createNormalizer,
  fixDispatch,
  fixFetch,
  normalize,
  normalizer,
  socketNormalizer,
} from '../../src/package/stream-fixer.ts';
import { wrongIn } from '../support/lists.ts';

const MARKED =
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"\\n`💻 ls`\\n"}}]}\n\n';
const CLEAN = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n';

function sse(body: BodyInit | null, init: ResponseInit = {}): Response {
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'content-length': '9' },
    ...init,
  });
}

test.each([
  ['an error', sse(MARKED, { status: 500 })],
  ['no body', sse(null)],
  ['a picture', new Response('x', { headers: { 'content-type': 'image/png' } })],
])('%s is returned unchanged', (_, response) => {
  expect(normalize(response)).toBe(response);
});

test('status, headers and address stay; the length, which has changed, is removed', async () => {
  const response = sse(MARKED, {
    status: 203,
    statusText: 'Fine',
    headers: [...sse(null).headers, ['x-a', 'b']],
  });
  Object.defineProperty(response, 'url', { value: 'http://a.test/v1' });

  const clean = normalize(response);

  expect(clean).toMatchObject({ status: 203, statusText: 'Fine', url: 'http://a.test/v1' });
  expect(Object.fromEntries(clean.headers)).toEqual({
    'content-type': 'text/event-stream',
    'x-a': 'b',
  });
  expect(await clean.text()).toContain(CLEAN);
});

test('a body that was read already is rejected with what to do', async () => {
  const response = sse(MARKED);
  await response.text();

  expect(() => normalize(response)).toThrow('Hand the response over before reading it.');
});

test('repairs can be switched off and on by id, and the error for an unknown one lists all', async () => {
  const repaired: string[] = [];
  const onRepair = (id: string): void => void repaired.push(id);
  const calls = [
    { index: 0, id: 'a', type: 'function', function: { name: 'time', arguments: '{' } },
  ];
  const frame = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', tool_calls: calls } }] })}\n\n`;

  const text = await normalize(sse(frame), {
    repairs: { 'tool-call-split': false },
    onRepair,
  }).text();
  await normalize(sse(frame), { onRepair }).text();

  expect(text).toBe(frame);
  expect(repaired).toEqual(['tool-call-split']);
  // @ts-expect-error There is no such repair.
  expect(() => normalize(sse(frame), { repairs: { dnoe: true } })).toThrow(
    'There is no repair "dnoe". There are: ',
  );
  // @ts-expect-error There is no such repair.
  expect(() => normalizer({ repairs: { dnoe: true } })).toThrow(TypeError);
});

const COMMIT = '`📝 update-readme`\n\nThat is the message.';

test.each([
  [false, COMMIT],
  [true, '\nThat is the message.'],
])(
  'a line without evidence of a marker is removed if the server is known to be Hermes: %s',
  async (isHermes, left) => {
    const frame = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content: COMMIT } }] })}\n\n`;
    const pipe = new Blob([frame]).stream().pipeThrough(normalizer({ isHermes }));

    for (const text of [
      await normalize(sse(frame), { isHermes }).text(),
      await new Response(pipe).text(),
    ])
      expect(text).toContain(JSON.stringify(left));
  },
);

test('a content type that is never a reply passes the transform unchanged', async () => {
  const pipe = new Blob([MARKED]).stream().pipeThrough(normalizer({ contentType: 'image/png' }));

  expect(await new Response(pipe).text()).toBe(MARKED);
});

const SENT = { messages: [{ role: 'assistant', content: 'Let me look.\n`⏰ list`\n\n\nDone.' }] };
const SENT_CLEAN = { messages: [{ role: 'assistant', content: 'Let me look.\n\nDone.' }] };
const encode = (value: object) => new TextEncoder().encode(JSON.stringify(value));

test('the body of a request is cleaned as text, as bytes and as an object', () => {
  const sent = structuredClone(SENT);
  const text = JSON.stringify(SENT);
  const rows: readonly (readonly [body: object | string, cleaned: object | string])[] = [
    [text, JSON.stringify(SENT_CLEAN)],
    [Buffer.from(text), encode(SENT_CLEAN)],
    [encode(SENT), encode(SENT_CLEAN)],
    [new DataView(encode(SENT).buffer), encode(SENT_CLEAN)],
    [encode(SENT).buffer, encode(SENT_CLEAN).buffer],
    [sent, SENT_CLEAN],
  ];
  for (const [body, cleaned] of rows)
    expect(cleanRequest(body)).toEqual({
      body: cleaned,
      markers: 1,
      asksReply: true,
      showsMarkers: true,
    });
  expect(sent).toEqual(SENT);
  for (const body of ['{}', Buffer.from('{}'), encode({}), {}, [], SENT_CLEAN, null, undefined])
    expect(cleanRequest(body).body).toBe(body);
});

test.each<[string, object]>([
  ['a form', new FormData()],
  ['a blob', new Blob(['{}'])],
  ['a stream', new Blob(['{}']).stream()],
  ['parameters', new URLSearchParams()],
  ['a request', new Request('http://x.test')],
])('a body that cannot be read at once is refused: %s', (_, body) => {
  expect(() => cleanRequest(body)).toThrow(TypeError);
});

test('a mistyped option is a type error, and an error that names the options', () => {
  const calls: Readonly<Record<string, () => unknown>> = {
    // @ts-expect-error There is no such option.
    normalize: () => normalize(sse(''), { isHermess: true }),
    // @ts-expect-error There is no such option.
    normalizer: () => normalizer({ isHermess: true }),
    // @ts-expect-error There is no such option.
    createNormalizer: () => createNormalizer({ isHermess: true }),
    // @ts-expect-error There is no such option.
    fixFetch: () => fixFetch({ isHermess: true }),
    // @ts-expect-error There is no such option.
    fixDispatch: () => fixDispatch({ isHermess: true }),
    // @ts-expect-error There is no such option.
    cleanRequest: () => cleanRequest('', { isHermess: true }),
    // @ts-expect-error There is no such option.
    socketNormalizer: () => socketNormalizer({ isHermess: true }),
  };
  for (const call of Object.values(calls))
    expect(call).toThrow(/^There is no option "isHermess". There are: isHermes\b/);
  // @ts-expect-error It is no text.
  expect(() => normalizer({ isHermes: 'yes' })).toThrow(
    'The option "isHermes" is of type boolean.',
  );
  // @ts-expect-error There is no such repair.
  expect(() => normalizer({ repairs: { dnoe: true } })).toThrow('There is no repair "dnoe".');
  // @ts-expect-error It is true or false.
  expect(() => normalizer({ repairs: { done: 'off' } })).toThrow('"done" is true or false.');
  expect(normalizer({ isHermes: undefined as never })).toBeDefined();
});

test('the type of a repair names each that there is', () => {
  const named = readFileSync(new URL('../../src/package/options.ts', import.meta.url), 'utf8');

  expect(
    wrongIn(
      'RepairId in src/package/options.ts',
      [...named.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, id = '']) => id),
      ALL_REPAIRS,
    ),
  ).toEqual([]);
});

test('without streams: bytes in, bytes out', () => {
  const { push, end } = createNormalizer({ repairs: { done: false } });
  const bytes = new TextEncoder().encode(MARKED);
  const out = [...bytes].map((byte) => push(Uint8Array.of(byte)));

  expect(Buffer.concat([...out, end()]).toString()).toBe(CLEAN);
  expect(createNormalizer({ contentType: 'image/png' }).push(bytes)).toEqual(bytes);
});

test('the buffers of a source stay its own: none is detached, and one that comes again is read again', async () => {
  const frame = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < 5; i++) controller.enqueue(frame);
      controller.close();
    },
  });
  const headers = { 'content-type': 'text/event-stream' };

  const text = await normalize(new Response(source, { headers }), {
    repairs: { done: false },
  }).text();

  expect(text).toBe(frame.toString().repeat(5));
  expect(frame.length).toBeGreaterThan(0);
  expect(Buffer.from('hello').toString()).toBe('hello');
});

test('what a callback throws goes to onError, and cleaning goes on', async () => {
  const errors: unknown[] = [];
  const event =
    'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"a","status":"running"}\n\n';
  const body = `data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n${event}${event.replace('"a"', '"b"')}data: [DONE]\n\n`;
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const thrown = new Error('mine');

  const text = await normalize(response, {
    onProgress() {
      throw thrown;
    },
    onError: (error) => errors.push(error),
  }).text();

  expect(text).not.toContain('hermes.tool.progress');
  expect(new Set(errors)).toEqual(new Set([thrown]));
});

test.each([
  [
    'normalize',
    (response: Response, options: object) => Promise.resolve(normalize(response, options)),
  ],
  [
    'fixFetch',
    (response: Response, options: object) =>
      fixFetch({ ...options, fetch: () => Promise.resolve(response) })('http://a.test/v1', {
        method: 'POST',
        body: '{}',
      }),
  ],
])('so does what a callback rejects that is awaited: %s', async (_, read) => {
  const errors: unknown[] = [];
  const thrown = new Error('mine');
  const later = () => Promise.reject(thrown);
  const call =
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"time","arguments":"{"}}]}}]}\n\n';
  const event =
    'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"a","status":"running"}\n\n';
  const response = new Response(event + call, { headers: { 'content-type': 'text/event-stream' } });

  const callbacks = { onProgress: later, onRepair: later };
  const cleaned = await read(response, {
    ...callbacks,
    onError: (error: unknown) => errors.push(error),
  });
  await cleaned.text();
  await new Promise((done) => setTimeout(done));

  // Nobody else may hear of it: a rejection that nobody takes ends a program.
  expect(errors.length).toBeGreaterThan(1);
  expect(new Set(errors)).toEqual(new Set([thrown]));
});

test.each([false, true])(
  'a socket of Open WebUI brings no marker, and tells of each; polling: %s',
  (polls) => {
    const lines = readFileSync('test/recordings/open-webui/0.12.4-markers.jsonl', 'utf8')
      .trim()
      .split('\n');
    const recorded = lines.map((line) => JSON.parse(line) as Record<string, string>);
    const sent = recorded.flatMap(({ kind, data = '' }) => (kind === 'ws-in' ? [data] : []));
    const seen = new Set<string>();
    const socket = socketNormalizer({
      onProgress: ({ emoji, label }) => void seen.add(`${emoji} ${label}`),
    });

    const cleaned = polls
      ? socket.receivePayload(sent.join('\x1e'))
      : sent.map(socket.receive).join('\x1e');

    expect([sent.join(''), cleaned].map((text) => text.split('`💻').length - 1)).toEqual([10, 0]);
    expect([...seen]).toEqual(['⏰ list', '💻 echo "today `date +%Y`"']);
  },
);
