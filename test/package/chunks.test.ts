import { expect, test } from 'vitest';
import { chunks, ReplyError, type Progress } from '../../src/package/stream-fixer.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf } from '../normalizer/splits.ts';

const SSE = 'text/event-stream';
const HI = chunk({ content: 'Hi' });

/** A response in pieces of so many bytes, and whether its reader has left. */
function answer(body: string, type = SSE, size = 7, status = 200) {
  const bytes = bytesOf(body);
  const seen = { left: false };
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) return controller.enqueue(bytes.slice(at, (at += size)));
      // A server may leave the connection open.
      if (!body.includes('[DONE]')) controller.close();
    },
    cancel: () => void (seen.left = true),
  });
  return { response: new Response(stream, { status, headers: { 'content-type': type } }), seen };
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

test.each([1, 7, 4096])(
  'the chunks of a reply are cleaned, parsed, and end at [DONE]: pieces of %i',
  async (size) => {
    const { response, seen } = answer(
      readRecording('v0.8-chat-scenario-1').frames.join(''),
      SSE,
      size,
    );
    const tools: unknown[] = [];
    let text = '';

    const onProgress = ({ label }: Progress): void => void tools.push(label);
    for await (const { choices } of chunks<Chunk>(response, { onProgress }))
      text += choices[0]?.delta.content ?? '';

    expect([text.includes('`'), text.length > 10, tools.length > 0, seen.left]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  },
);

const LINES = [{ message: { content: 'Hi' }, done: false }, { done: true }];
/** As a server that is asked for no stream may print its answer: one chunk. */
const PRINTED = JSON.stringify({ choices: LINES }, null, 2);

test.each([
  [
    'lines',
    answer(LINES.map((line) => `${JSON.stringify(line)}\n`).join(''), 'application/x-ndjson'),
    LINES,
  ],
  ['a whole answer', answer(JSON.stringify(LINES[1]), 'application/json'), LINES.slice(1)],
  [
    'one over many lines',
    answer(`\n${PRINTED}\n`, 'application/json; charset=utf-8'),
    [{ choices: LINES }],
  ],
  ['one under another type', answer(PRINTED, 'text/plain'), [{ choices: LINES }]],
  [
    'lines under another type',
    answer(
      LINES.map((line) => `${JSON.stringify(line)}\r\n`).join('\n'),
      'application/octet-stream',
    ),
    LINES,
  ],
  ['a stream without an end', answer(sse(HI, HI).trimEnd()), [HI, HI]],
])('the chunks of %s', async (_, { response }, expected) => {
  expect(await Array.fromAsync(chunks(response, { repairs: { done: false } }))).toEqual(expected);
});

test.each([
  [
    'of OpenAI',
    `${sse(HI)}data: {"error":{"message":"too long","code":400}}\n\n`,
    SSE,
    400,
    { message: 'too long', code: 400 },
  ],
  [
    'with a word for a code',
    `${sse(HI)}data: {"error":{"message":"too long","code":"length"}}\n\n`,
    SSE,
    200,
    { message: 'too long', code: 'length' },
  ],
  [
    'in an answer over many lines',
    '{\n  "error": {\n    "message": "too long",\n    "code": 400\n  }\n}\n',
    'application/json',
    400,
    { message: 'too long', code: 400 },
  ],
  ['of Ollama', '{"error":"too long"}\n', 'application/x-ndjson', 200, 'too long'],
  [
    'of Anthropic',
    'event: error\ndata: {"type":"error","error":{"type":"x","message":"too long"}}\n\n',
    SSE,
    200,
    { type: 'x', message: 'too long' },
  ],
  [
    'of Responses',
    'event: error\ndata: {"type":"error","code":"x","message":"too long","param":null}\n\n',
    SSE,
    200,
    { type: 'error', code: 'x', message: 'too long', param: null },
  ],
  [
    'in a response that failed',
    'data: {"type":"response.failed","response":{"error":{"code":"x","message":"too long"}}}\n\n',
    SSE,
    200,
    { code: 'x', message: 'too long' },
  ],
  [
    'of the AI SDK',
    'data: {"type":"start"}\n\ndata: {"type":"error","errorText":"too long"}\n\n',
    SSE,
    200,
    { type: 'error', errorText: 'too long' },
  ],
  [
    'in a choice, as of OpenRouter',
    'data: {"choices":[{"index":0,"delta":{},"error":{"code":502,"message":"too long"}}]}\n\n',
    SSE,
    502,
    { code: 502, message: 'too long' },
  ],
])('an error %s is thrown', async (_, body, type, status, cause) => {
  const read = Array.fromAsync(chunks(answer(body, type).response));
  await expect(read).rejects.toThrow(ReplyError);
  await expect(read).rejects.toMatchObject({ message: 'too long', status, cause });
});

test.each([
  ['text/plain', 'Wrong key', 'Wrong key'],
  ['application/json', '{"error":{"message":"Wrong key"}}', { error: { message: 'Wrong key' } }],
])('a failed request is an error, in the words of the server: %s', async (type, body, cause) => {
  const read = Array.fromAsync(chunks(answer(body, type, 7, 401).response));
  await expect(read).rejects.toMatchObject({ message: `HTTP 401: ${body}`, status: 401, cause });
});

test('a tool that failed is no error of the reply', async () => {
  const failed = { type: 'tool-result', tool: 'terminal', error: true };
  const { response } = answer(`data: ${JSON.stringify(failed)}\n\n${sse(HI, '[DONE]')}`);
  expect(await Array.fromAsync(chunks(response))).toEqual([failed, HI]);
});

test.each([`${PRINTED.slice(0, -1)}`, `${JSON.stringify(LINES[0])}\n{"done":`])(
  'an answer that breaks off is no chunk: %s',
  async (body) => {
    const read = Array.fromAsync(chunks(answer(body, 'application/json').response));
    await expect(read).rejects.toThrow(SyntaxError);
  },
);

test('whoever leaves the loop ends the request', async () => {
  const { response, seen } = answer(sse(HI, HI, HI, '[DONE]'));
  for await (const _ of chunks(response)) break;
  expect(seen.left).toBe(true);
});
