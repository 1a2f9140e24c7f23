import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';
import { completion } from '../../normalizer/open-webui/streams.ts';
import { chunk, sse } from '../../normalizer/repairs/repaired.ts';

// What people have at hand is read: the same stream in every form, and the same diagnosis.

const CHUNKS = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hi  there.' }),
  chunk({}, 'stop'),
];
const STREAM = sse(...CHUNKS, '[DONE]');
const DATA = [...CHUNKS.map((one) => JSON.stringify(one)), '[DONE]'];
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';
/** Its only defect. */
const PING = STREAM.replace('data: [DONE]', 'event: ping\ndata: {}\n\ndata: [DONE]');

interface Ran {
  readonly status: number;
  readonly text: string;
  readonly errors: string;
}

function doctor(input: string | Uint8Array, ...more: readonly string[]): Ran {
  let text = '';
  let errors = '';
  const status = runNormalize(['--doctor', ...more, '-'], {
    read: () => Buffer.from(input),
    print: (bytes) => void (text = Buffer.from(bytes).toString()),
    error: (line) => void (errors += line),
  });
  return { status, text, errors };
}

function har(...entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', entries } });
}

function entry(content: object, more: object = {}): object {
  return {
    request: {
      method: 'POST',
      url: 'https://chat.example.org/v1/chat/completions',
      postData: {
        text: '{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"get_tide"}}]}',
      },
    },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [
        {
          name: 'Content-Type',
          value: 'mimeType' in content ? content.mimeType : 'text/event-stream',
        },
      ],
      content,
    },
    ...more,
  };
}

function chunked(text: string): string {
  return [...(text.match(/[^]{1,100}/g) ?? []), '']
    .map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
    .join('');
}

const PICTURE = entry(
  { mimeType: 'image/png', text: 'iVBORw0KGgo=', encoding: 'base64' },
  { request: { method: 'GET', url: 'https://chat.example.org/logo.png' } },
);

/** The forms in which a stream comes. */
const FORMS: Readonly<Record<string, (body: string) => string | Uint8Array>> = {
  'curl -i': (body) => `${HEAD}\r\n${body}`,
  'the body alone': (body) => body,
  'curl -v': (body) =>
    `*   Trying 127.0.0.1:8080...\n* Connected to h (127.0.0.1) port 8080\n> POST /v1 HTTP/1.1\n> Host: h\n>\n< HTTP/1.1 200 OK\n< Content-Type: text/event-stream\n<\n{ [5 bytes data]\n${body}* Connection #0 to host h left intact\n`,
  'curl -i --raw': (body) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`,
  'a gzip body': (body) =>
    Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), gzipSync(body)]),
  'a br body': (body) =>
    Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: br\r\n\r\n`), brotliCompressSync(body)]),
  'a gzip file': (body) => gzipSync(`${HEAD}\r\n${body}`),
  'UTF-16, little end first': (body) =>
    Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(`${HEAD}\r\n${body}`, 'utf16le')]),
  'UTF-16, big end first': (body) =>
    Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(`${HEAD}\r\n${body}`, 'utf16le').swap16()]),
  'time stamps': (body) => body.replaceAll(/^/gm, '2026-09-01T10:00:00.123Z '),
  'times in brackets': (body) => body.replaceAll(/^/gm, '[10:00:00] '),
  'time stamps, without empty lines': (body) =>
    body.replaceAll('\n\n', '\n').replaceAll(/^(?=.)/gm, 'Sep  1 10:00:00 '),
  'a HAR file': (body) => har(PICTURE, entry({ mimeType: 'text/event-stream', text: body })),
  'a HAR file, base64': (body) =>
    har(
      entry({
        mimeType: 'text/event-stream',
        text: Buffer.from(body).toString('base64'),
        encoding: 'base64',
      }),
    ),
};

test.each(Object.entries(FORMS))('%s: a sound stream and one with a defect', (_, write) => {
  expect(doctor(write(STREAM))).toMatchObject({
    status: 0,
    errors: '',
    text: expect.stringMatching(
      /^Format: +OpenAI chat completions$(?:.|\n)+\nNo defects found\.\n$/m,
    ) as string,
  });
  expect(doctor(write(PING))).toMatchObject({
    status: 1,
    errors: '',
    text: expect.stringMatching(/\n1\. [^\n]+ \(silent-events: once, first in frame 4\)/) as string,
  });
});

const BOMB = Buffer.alloc(70_000_000);
const PACKED = gzipSync(BOMB, { level: 1 });
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function withHead(encoding: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: ${encoding}\r\n\r\n`), body]);
}

test.each<[string, () => string | Uint8Array]>([
  ['a gzip file', () => PACKED],
  ['a gzip body', () => withHead('gzip', PACKED)],
  ['a br body', () => withHead('br', brotliCompressSync(BOMB, FAST))],
  ['a HAR file', () => har(entry({ text: gzipSync(BOMB).toString('base64'), encoding: 'base64' }))],
  [
    'entries of a HAR file that are too large together',
    () => {
      const text = gzipSync(BOMB.subarray(0, 15_000_000)).toString('base64');
      return har(...Array.from({ length: 6 }, () => entry({ text, encoding: 'base64' })));
    },
  ],
])('what would be too large decompressed is refused: %s', (_, write) => {
  expect(doctor(write())).toMatchObject({
    status: 2,
    errors: 'stream-fixer: decompressed, it has more than 64 MB; record a shorter reply\n',
    text: '',
  });
});

const SCRIPT = 'x'.repeat(1_000_000);

test.each<[string, (i: number) => object]>([
  ['scripts', (i) => script(i, { mimeType: 'text/javascript', text: SCRIPT })],
  [
    'compressed scripts',
    (i) => {
      const text = gzipSync(SCRIPT, { level: 1 }).toString('base64');
      return script(i, { mimeType: 'text/javascript', text, encoding: 'base64' });
    },
  ],
])('a reply is found beside 70 MB of %s', (_, write) => {
  const reply = entry({ mimeType: 'text/event-stream', text: STREAM });
  expect(doctor(har(...Array.from({ length: 70 }, (__, i) => write(i)), reply))).toMatchObject({
    status: 0,
    errors: '',
    text: expect.stringMatching(/\nNo defects found\.\n$/) as string,
  });
});

function script(i: number, content: object): object {
  return entry(content, { request: { method: 'GET', url: `https://chat.example.org/${i}.js` } });
}

test.each([
  ['columns', DATA.map((data) => `message\t${data}\t10:00:00.123`)],
  [
    'columns with their heads and ids',
    ['Id\tType\tData\tTime', ...DATA.map((data, i) => `${i}\tmessage\t${data}\t10:00:00.123`)],
  ],
  ['data and times, by blanks', DATA.map((data) => `${data}    10:00:00`)],
  ['data alone', DATA],
])('events that a person copied: %s', (_, lines) => {
  expect(doctor(lines.join('\n'))).toMatchObject({
    status: 0,
    text: expect.stringMatching(/ a copy from (?:.|\n)+No defects/) as string,
  });
});

test('packets of a socket are read, however they come', () => {
  const packets = [completion({ content: 'Hi.' }), completion({ content: 'Hi.', done: true })];
  for (const input of [
    packets.map((packet) => `⬇\t${packet}\t120\t10:00:00.1`).join('\n'),
    [
      'Data\tLength\tTime',
      '2\t1\t10:00:00',
      ...packets.map((packet) => `${packet}\t120\t10:00:00`),
    ].join('\n'),
    packets.join('\n'),
    packets.map((packet) => JSON.stringify(packet)).join('\n'),
    har({
      ...entry({}),
      _webSocketMessages: packets.map((data) => ({ type: 'receive', time: 1, opcode: 1, data })),
    }),
  ])
    expect([input, doctor(input)]).toEqual([
      input,
      {
        status: 0,
        errors: '',
        text: expect.stringMatching(
          /^Server: +Open WebUI (?:.|\n)+\nNo defects found\.\n$/m,
        ) as string,
      },
    ]);
  expect(doctor('2\n3\n40{"sid":"x"}')).toMatchObject({
    status: 1,
    text: expect.stringContaining('unknown-format') as string,
  });
});

const RECORDINGS = new URL('../../recordings/', import.meta.url);

test('every recording of Open WebUI: sockets are recognised, and have no other findings than markers', () => {
  for (const name of readdirSync(new URL('open-webui/', RECORDINGS))) {
    const input = readFileSync(new URL(`open-webui/${name}`, RECORDINGS));
    const found = /-(?:markers|imitated|continue)\./.test(name) ? ['markers'] : [];
    const { findings } = JSON.parse(doctor(input, '--json').text) as {
      readonly findings: readonly { id: string }[];
    };
    expect([name, findings.map(({ id }) => id)]).toEqual([name, found]);
  }
  for (const name of readdirSync(new URL('open-webui-chats/', RECORDINGS)))
    expect(doctor(readFileSync(new URL(`open-webui-chats/${name}`, RECORDINGS))).text).toMatch(
      /\n1\. 3 markers in 2 replies\. /,
    );
});

test('a session of the Realtime API is named as such', () => {
  const events = ['session.created', 'response.created', 'response.output_text.delta'].map((type) =>
    JSON.stringify({ type }),
  );
  for (const input of [
    events.join('\n'),
    events.map((event) => JSON.stringify(event)).join('\n'),
    har({ ...entry({}), _webSocketMessages: events.map((data) => ({ type: 'receive', data })) }),
  ])
    expect([input, doctor(input)]).toEqual([
      input,
      {
        status: 1,
        errors: '',
        text: expect.stringMatching(/^1\. This is a session of the OpenAI Realtime API/m) as string,
      },
    ]);
});

test('a HAR file with several replies has a diagnosis of each, and one without bodies cannot be read', () => {
  const { status, text } = doctor(har(entry({ text: STREAM }), PICTURE, entry({ text: PING })));
  expect(status).toBe(1);
  expect(text.match(/^== \d of 2: POST https:\/\/chat\.example\.org/gm)).toHaveLength(2);
  expect(doctor(har(entry({ mimeType: 'text/event-stream', size: 0 })))).toMatchObject({
    status: 2,
    text: '',
    errors: expect.stringMatching(/^stream-fixer: [^\n]*curl -iN[^\n]*\n$/) as string,
  });
  // The tools that the request offers are known.
  const call = sse(
    CHUNKS[0] ?? {},
    chunk({ content: 'get_tide {"place": "Oslo"}' }),
    chunk({}, 'stop'),
    '[DONE]',
  );
  expect(doctor(har(entry({ text: call }))).text).toContain('(call-as-text: ');
});

const MARKED = 'Two jobs.\n`⏰ list`\n\n\nBoth run.';

test('stored chats and requests are read, and what cleans them is said', () => {
  const message = (content: string): object => ({ role: 'assistant', content });
  const chat = (...texts: readonly string[]): string =>
    JSON.stringify({
      id: 'c',
      chat: {
        history: { messages: Object.fromEntries(texts.map((text, i) => [`m${i}`, message(text)])) },
      },
    });
  const request = (...messages: readonly object[]): string =>
    JSON.stringify({ model: 'm', messages });
  const call = { id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{}' } };
  for (const [input, says] of [
    [chat(MARKED, 'Yes.', MARKED), /\n1\. 2 markers in 2 replies\. [^]+ We: +Clean it with/],
    [`[${chat(MARKED)},${chat('Hi.')}]`, /\n1\. 1 marker in 1 reply\. [^]+Clean it with/],
    [request(message(MARKED)), /\n1\. 1 marker in 1 reply\. [^]+ We: +Clean it with/],
    [
      request(message('[Calling tool: terminal with arguments: {"command": "ls"}]')),
      /\n1\. 1 reply of the history: a tool call is written as text/,
    ],
    [
      request({ ...message(''), tool_calls: [call] }, { role: 'user', content: 'And?' }),
      /\n1\. The tool call "call_1" of the history has no result\./,
    ],
  ] as const)
    expect([input, doctor(input)]).toEqual([
      input,
      { status: 1, errors: '', text: expect.stringMatching(says) as string },
    ]);
  for (const input of [
    chat('Hi.'),
    request(
      message('Hi.'),
      { ...message(''), tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1' },
    ),
  ])
    expect([input, doctor(input)]).toMatchObject([
      input,
      { status: 0, text: expect.stringContaining('\nNo defects found.') as string },
    ]);
});

const BLOCK = '<details type="tool_calls"';
const ATTRIBUTES = 'id="call_1" name="lookup_invoice" arguments="&quot;{}&quot;"';
const ENDED = '\n<summary>Tool Executed</summary>\n';
const SAYS = '</details>\nIt is 12 degrees.';

// Open WebUI 0.5.8 to 0.9 keeps a tool that ran as a block of the text.
test.each<[string, string, boolean]>([
  ['a result', `${BLOCK} done="true" ${ATTRIBUTES} result="&quot;12&quot;">${ENDED}${SAYS}`, false],
  ['a result of nothing', `${BLOCK} done="true" ${ATTRIBUTES} result="">${ENDED}${SAYS}`, false],
  ['the results of older versions', `${BLOCK} done="true" results="[]">${ENDED}${SAYS}`, false],
  ['a result inside', `${BLOCK} done="true" ${ATTRIBUTES}>${ENDED}12 degrees\n${SAYS}`, false],
  ['no summary', `${BLOCK} done="true" ${ATTRIBUTES} result="12">…${SAYS}`, false],
  [
    'no end yet',
    `${BLOCK} done="false" ${ATTRIBUTES}>\n<summary>Executing…</summary>\n${SAYS}`,
    false,
  ],
  [
    'text before it',
    `Let me see.\n${BLOCK} ${ATTRIBUTES} done="true" result="1">${ENDED}${SAYS}`,
    false,
  ],
  ['no result', `${BLOCK} done="true" ${ATTRIBUTES}>${ENDED}</details>`, true],
  [
    'a call behind it',
    `${BLOCK} done="true" ${ATTRIBUTES} result="1">${ENDED}</details>\n[Calling tool: terminal with arguments: {"command": "ls"}]`,
    true,
  ],
])('a block of a tool in a stored chat, with %s', (_, content, isCall) => {
  const message = { role: 'assistant', content };
  for (const input of [
    JSON.stringify({ id: 'c', chat: { history: { messages: { m0: message } } } }),
    JSON.stringify({ model: 'm', messages: [message] }),
  ])
    expect(doctor(input).text.includes('(call-as-text')).toBe(isCall);
});

test('--json prints the diagnosis for machines: one object, or a list', () => {
  const { status, text } = doctor(PING, '--json');
  expect([status, JSON.parse(text)]).toMatchObject([
    1,
    { carrier: 'event-stream', findings: [{ id: 'silent-events', firstFrame: 4 }] },
  ]);
  expect(
    JSON.parse(doctor(har(entry({ text: STREAM }), entry({ text: PING })), '--json').text),
  ).toHaveLength(2);
  expect(doctor(STREAM, '--json').status).toBe(0);
});

test('what only looks like another form stays as it is', () => {
  for (const [input, carrier] of [
    [
      '{"model":"m","message":{"role":"assistant","content":"Hi."},"done":false}\n{"model":"m","message":{"content":""},"done":true}\n',
      'json-lines',
    ],
    ['0:"Hi."\nd:{"finishReason":"stop"}\n', 'data-stream'],
    ['10:00:00 is the time.\nNothing else.\n', 'text'],
    ['* a list\n* of things\n', 'text'],
    ['12\n', 'text'],
    ['{"choices":[{"message":', 'json'],
  ] as const)
    expect([input, JSON.parse(doctor(input, '--json').text)]).toMatchObject([
      input,
      { carrier, notes: [] },
    ]);
});
