import { gzipSync } from 'node:zlib';
import { concat } from '../../src/lib/bytes.ts';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf } from '../normalizer/splits.ts';

/** A stream modelled on one that somebody reported. */
export interface Report {
  /** `repository#number`; with a letter if one report has several streams. */
  readonly from: string;
  readonly what: string;
  /** As `curl -i` writes it, or only the body. */
  readonly recording: string | Uint8Array;
  /** Id of the first finding; null if nothing is wrong with the stream itself. */
  readonly first: string | null;
  /** The words of its sentence, or of the whole diagnosis; missing if those of its kind suffice. */
  readonly says?: RegExp;
  /** Ids of all findings, if more than the first matters. */
  readonly all?: readonly string[];
}

const SSE = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const ROLE = sse(chunk({ role: 'assistant', content: '' }));
const START = SSE + ROLE;
const STOP = sse(chunk({}, 'stop'), '[DONE]');
const CALLED = sse(chunk({}, 'tool_calls'), '[DONE]');

function head(name: string, more: object = {}): object {
  return { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' }, ...more };
}

function args(said: unknown, more: object = {}): object {
  return { index: 0, ...more, function: { arguments: said } };
}

/** The chunks of a text, piece by piece. */
function said(...pieces: readonly string[]): string {
  return sse(...pieces.map((content) => chunk({ content })));
}

/** A reply with this text, in pieces of a few letters, as models write. */
function written(text: string, end = STOP): string {
  return ROLE + said(...(text.match(/.{1,7}/gs) ?? [])) + end;
}

/** An event of Responses, named by its type. */
function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}

function delta(text: string, item: string, more: object = {}): string {
  return event('response.output_text.delta', {
    item_id: item,
    output_index: 0,
    content_index: 0,
    delta: text,
    ...more,
  });
}

function ended(text: string, item: string): string {
  return event('response.output_text.done', {
    item_id: item,
    output_index: 0,
    content_index: 0,
    text,
  });
}

const CREATED = event('response.created', {
  response: { id: 'resp_1', status: 'in_progress', output: [] },
});
const COMPLETED = event('response.completed', {
  response: { id: 'resp_1', status: 'completed', output: [] },
});

const HELLO = ROLE + said('Hello', ' there, how', ' can I help you today?');

/** One TCP capture: each chunk after its size. */
function rawChunks(...texts: readonly string[]): string {
  return [...texts, '']
    .map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    .join('');
}

const DSML =
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>';

export const REPORTS: readonly Report[] = [
  {
    from: 'CommandCodeAI/command-code#785',
    what: 'the stream ends in the middle of a large call, without finish reason or [DONE]',
    recording:
      START +
      sse(
        calls(head('write_file')),
        calls(args('{"path":"src/app.ts","content":"import ')),
        calls(args('{ useState } from')),
      ),
    first: 'cut-call',
    says: /^The reply was cut in the middle of a tool call: the arguments of "write_file" are incomplete\.$/,
  },
  {
    from: 'BerriAI/litellm#19125',
    what: 'the id of the text is that of the proxy, then that of Gemini',
    recording:
      SSE +
      CREATED +
      delta('Hello', 'msg_7c9e304c') +
      delta(' there.', 'AEVoabq_MuW') +
      ended('Hello there.', 'AEVoabq_MuW') +
      COMPLETED,
    first: 'rotating-ids',
  },
  {
    from: 'diegosouzapw/OmniRoute#7285',
    what: 'the role, and then the connection is closed',
    recording: START,
    first: 'cut-reply',
  },
  {
    from: 'sgl-project/sglang#40236',
    what: 'DeepSeek: DSML in an answer that is not streamed',
    recording: JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: DSML, tool_calls: null },
          finish_reason: 'stop',
        },
      ],
    }),
    first: 'call-as-text',
  },
  {
    from: 'vllm-project/vllm#53255',
    what: 'the finish reason is "tool_calls", and there is no call',
    recording: SSE + HELLO + CALLED,
    first: 'call-missing',
  },
  {
    from: 'RayBytes/ChatMock#114',
    what: 'two finish reasons: "tool_calls", then "stop"',
    recording:
      START + sse(calls(head('fetch')), calls(args('{"url":"x"}')), chunk({}, 'tool_calls')) + STOP,
    first: 'finish-twice',
    says: /"tool_calls", then "stop"\.$/,
  },
  {
    from: 'infiniflow/ragflow#15286',
    what: 'the last delta repeats the whole text',
    recording: SSE + HELLO + said('Hello there, how can I help you today?') + STOP,
    first: 'repeated-text',
  },
  {
    from: 'abundantbeing/hermes-browser-extension#11',
    what: 'the last chunk has the whole message beside the delta',
    recording:
      SSE +
      HELLO +
      sse(
        {
          ...chunk({}),
          choices: [
            {
              index: 0,
              delta: {},
              message: { role: 'assistant', content: 'Hello there, how can I help you today?' },
              finish_reason: 'stop',
            },
          ],
        },
        '[DONE]',
      ),
    first: 'repeated-text',
  },
  {
    from: 'Luce-Org/lucebox#641',
    what: 'half letters in two deltas',
    recording: START + said('All ', '\ufffd\ufffd', '\ufffd\ufffd good') + STOP,
    first: 'broken-letters',
  },
  {
    from: 'FootprintAI/Containarium#826',
    what: 'a gateway passes gzip on without telling so',
    recording: concat([bytesOf(SSE), gzipSync(HELLO + STOP)]),
    // It is read all the same.
    first: 'compressed-body',
    all: ['compressed-body'],
  },
  {
    from: 'jakobdylanc/llmcord#56',
    what: '404, as "/v1" is missing in the address',
    recording: 'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\n404 page not found',
    first: 'http-status',
    says: /^The server refused the request: HTTP status 404 Not Found\.$/,
    all: ['http-status'],
  },
  {
    from: 'open-webui/open-webui#7726',
    what: 'a healthy stream, recorded with "curl -v"',
    recording:
      '*   Trying 127.0.0.1:8080...\n* Connected to localhost (127.0.0.1) port 8080\n> POST /v1/chat/completions HTTP/1.1\n> Host: localhost\n>\n* TLSv1.2 (IN), TLS header, Supplemental data (23):\n{ [5 bytes data]\n' +
      '< HTTP/1.1 200 OK\n< Content-Type: text/event-stream\n<\n' +
      (HELLO + STOP).replaceAll(
        '\n\n',
        '\n\n* TLSv1.2 (IN), TLS header, Supplemental data (23):\n{ [5 bytes data]\n',
      ) +
      '* Connection #0 to host localhost left intact\n',
    first: null,
  },
  {
    from: 'air-verse/air#791',
    what: 'a healthy stream, recorded with "curl --raw"',
    recording: `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n${rawChunks(ROLE, HELLO.slice(ROLE.length), STOP)}`,
    first: null,
  },
  {
    from: 'bayesimpact/bayes-platform#669',
    what: 'an error event without data',
    recording: SSE + 'event: error\nid: 1\n\n',
    first: 'server-error',
  },
  {
    from: 'vercel/ai#18440',
    what: 'calls without ids, all with index 0',
    recording:
      START +
      sse(
        calls({
          index: 0,
          type: 'function',
          function: { name: 'read_file', arguments: '{"path":"p0"}' },
        }),
      ) +
      CALLED,
    first: 'call-without-id',
  },
  {
    from: 'open-webui/open-webui#5048',
    what: 'the older text completions',
    recording:
      SSE +
      sse(
        {
          id: 'cmpl-648',
          object: 'text_completion',
          choices: [{ text: 'Ready.', index: 0, finish_reason: 'stop' }],
        },
        '[DONE]',
      ),
    first: null,
    says: /^Format: +text completions, which are no chat completions$/m,
  },
  {
    from: 'NousResearch/hermes-agent#105189',
    what: 'the connection breaks in the middle of a frame',
    recording: (SSE + HELLO + STOP).slice(0, -90),
    first: 'cut-frame',
  },
  {
    from: 'maximhq/bifrost#1613',
    what: 'the size of a chunk before an event of Gemini',
    recording: '217\r\ndata: {"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]}\r\n\r\n',
    first: 'chunk-sizes',
    all: ['chunk-sizes'],
  },
  {
    from: 'microsoft/semantic-kernel#5289',
    what: 'the content filter of Azure stops the reply',
    recording: SSE + HELLO + sse(chunk({}, 'content_filter'), '[DONE]'),
    first: 'filtered',
  },
  {
    from: 'MoonshotAI/Kimi-K2#89',
    what: 'Kimi: a call in the reasoning',
    recording:
      SSE +
      sse(
        ...[
          'I will look. ',
          '<|tool_calls_sec',
          'tion_begin|> <|tool_call_begin|> functions.bash:0',
        ].map((reasoning_content) => chunk({ reasoning_content })),
      ) +
      STOP,
    first: 'call-as-text',
    says: /^The model wrote a tool call into its reasoning/,
    all: ['call-as-text', 'only-reasoning', 'no-role'],
  },
  {
    from: 'vllm-project/vllm#23694',
    what: 'gpt-oss: the final channel with its control tokens in the text',
    recording: SSE + written('<|channel|>final<|message|>{"issues":[]}<|return|>'),
    first: 'template-tokens',
  },
  {
    from: 'agentscope-ai/agentscope-java#3071',
    what: 'AG-UI: text follows the end of its message',
    recording:
      SSE +
      sse(
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'I write' },
        { type: 'TEXT_MESSAGE_END', messageId: 'm' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: ' a file.' },
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      ),
    first: 'text-after-done',
    all: ['text-after-done', 'out-of-order'],
  },
];
