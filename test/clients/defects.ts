import { readFileSync } from 'node:fs';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { concat } from '../../src/lib/bytes.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';
import type { Call, Format } from './client.ts';

/** A defect of a stream, and what a client should have read. */
export interface Defect {
  /** In plain words, for the table. */
  readonly what: string;
  /** Id of the repair that repairs it, or the part of the normalizer that does. */
  readonly repair: string;
  /** `chat` by default. */
  readonly format?: Format;
  readonly body: Uint8Array;
  /** The reply. */
  readonly text: string;
  /** Its calls; none by default. */
  readonly calls?: readonly Call[];
  /** Its calls do not matter, as after an error no client makes one. */
  readonly anyCalls?: boolean;
  /** The server sends an error, which must be shown. */
  readonly error?: boolean;
  /** Bytes of each read before; by default one read for each frame. */
  readonly readSize?: number;
  /**
   * Clients, by name and in the order of the table, that break even so, and why that is accepted.
   */
  readonly left?: { readonly clients: readonly string[]; readonly reason: string };
}

const START = sse(chunk({ role: 'assistant', content: '' }));
const HI = chunk({ content: 'Hi ' });
const YOU = sse(chunk({ content: 'you.' }));
const STOP = sse(chunk({}, 'stop'), '[DONE]');
const CALLED = sse(chunk({}, 'tool_calls'), '[DONE]');

const OSLO: Call = { name: 'get_weather', arguments: '{"city":"Oslo"}' };
const TIME: Call = { name: 'get_time', arguments: '{"zone":"CET"}' };
const WEATHER_HEAD = weather('');

function head(index: number | undefined, id: string | undefined, said: object): object {
  return { index, id, type: 'function', function: said };
}

/** The head of the first call, with these arguments. */
function weather(said: unknown): object {
  return head(0, 'call_a', { name: 'get_weather', arguments: said });
}

function rest(index: number | undefined, said: unknown, more: object = {}): object {
  return { index, ...more, function: { arguments: said } };
}

/** A stream of chat chunks with these entries of `tool_calls`, one after another. */
function called(...entries: readonly object[]): Uint8Array {
  return bytesOf(START + sse(...entries.map((entry) => calls(entry))) + CALLED);
}

/** A stream that says "Hi you." with something between the two words. */
function between(frames: string): Uint8Array {
  return bytesOf(START + sse(HI) + frames + YOU + STOP);
}

function recorded(path: string): Uint8Array {
  return readResponse(readFileSync(new URL(`../recordings/${path}.txt`, import.meta.url))).body;
}

const OVER_LINES =
  JSON.stringify(HI, null, 1)
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('') + '\n';

/** The first byte of an emoji. */
const FOUR_BYTES = 0xf0;
const EARTH = bytesOf(START + sse(HI, chunk({ content: '🌍 ' })) + YOU + STOP);

const HI_YOU = { text: 'Hi you.' };
const ONE_CALL = { text: '', calls: [OSLO] };
const TWO_CALLS = { text: '', calls: [OSLO, TIME] };
const ERROR =
  '{"code":500,"message":"Invalid diff: now finding less tool calls!","type":"server_error"}';

const AG_UI_START = sse(
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
);
const AG_UI_END = sse(
  { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
  { type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' },
);

const GROWING = ['Here are ', 'the three ', 'cities ', 'of Norway.'].map((_, i, words) =>
  words.slice(0, i + 1).join(''),
);

const MARKED = 'Let me check. \n\nAll done: `code` stays.\n- `⏰ kept`\nEnd.';

/** One entry for each defect, in the order of the table. */
export const DEFECTS: readonly Defect[] = [
  {
    what: 'Hermes 0.19 reports its tools in separate events',
    repair: 'progress events',
    body: recorded('hermes/v0.19-chat-scenario-2'),
    text: '\n\nNow a failing one. \n\nFinished `three` calls. ',
  },
  {
    what: 'Hermes 0.9 reports the start of a tool only',
    repair: 'progress events',
    body: recorded('hermes/v0.9-chat-scenario-1'),
    text: 'Let me check. \n\nAll done: it printed the year. ',
  },
  {
    what: 'Hermes 0.8 writes markers into the reply',
    repair: 'markers',
    body: recorded('hermes/v0.8-chat-scenario-1'),
    text: 'Let me check. \n\nAll done: it printed the year. ',
  },
  {
    what: 'The network cuts within frames and characters',
    repair: 'whole frames',
    body: EARTH,
    text: 'Hi 🌍 you.',
    readSize: EARTH.indexOf(FOUR_BYTES) + 2,
  },
  {
    what: 'Name and first arguments of a call in one delta (llama.cpp)',
    repair: 'tool-call-split',
    body: called(weather('{'), rest(0, '"city":'), rest(0, '"Oslo"}')),
    ...ONE_CALL,
  },
  {
    what: 'A whole call in one delta (llama.cpp, vLLM)',
    repair: 'tool-call-split',
    body: called(head(0, 'call_a', OSLO)),
    ...ONE_CALL,
  },
  {
    what: 'Two calls in one delta',
    repair: 'tool-call-split',
    body: bytesOf(START + sse(calls(head(0, 'call_a', OSLO), head(1, 'call_b', TIME))) + CALLED),
    ...TWO_CALLS,
  },
  {
    what: 'Text and a call in one delta',
    repair: 'tool-call-split',
    body: bytesOf(
      START +
        sse(
          chunk({ content: 'Let me look.', tool_calls: [WEATHER_HEAD] }),
          calls(rest(0, OSLO.arguments)),
        ) +
        CALLED,
    ),
    text: 'Let me look.',
    calls: [OSLO],
  },
  {
    what: '`tool_calls` is an object (TGI)',
    repair: 'tool-call-container',
    body: bytesOf(
      START +
        sse(chunk({ tool_calls: WEATHER_HEAD }), chunk({ tool_calls: rest(0, OSLO.arguments) })) +
        CALLED,
    ),
    ...ONE_CALL,
  },
  {
    what: '`tool_calls` is null beside text (SGLang)',
    repair: 'tool-call-container',
    body: bytesOf(
      START +
        sse(
          chunk({ content: 'Hi ', tool_calls: null }),
          chunk({ content: 'you.', tool_calls: null }),
        ) +
        STOP,
    ),
    ...HI_YOU,
  },
  {
    what: 'Calls without index (Gemini, mistral.rs)',
    repair: 'tool-call-index',
    body: called(head(undefined, 'call_a', OSLO), head(undefined, 'call_b', TIME)),
    ...TWO_CALLS,
  },
  {
    what: 'Two calls, both with index 0 (Ollama, lmdeploy)',
    repair: 'tool-call-index',
    body: called(head(0, 'call_a', OSLO), head(0, 'call_b', TIME)),
    ...TWO_CALLS,
  },
  {
    what: 'Whole calls with empty ids, all with index 0, in one delta (Gemini)',
    repair: 'tool-call-index',
    body: bytesOf(START + sse(calls(head(0, '', OSLO), head(0, '', TIME))) + CALLED),
    ...TWO_CALLS,
    left: {
      clients: ['NextChat', 'KoboldAI Lite'],
      reason: 'they know calls by their ids only, and an id that nobody sent is not made up',
    },
  },
  {
    what: 'The arguments of a call have another index than its head (LibreChat)',
    repair: 'tool-call-index',
    body: called(WEATHER_HEAD, rest(1, '{"city":'), rest(1, '"Oslo"}')),
    ...ONE_CALL,
  },
  {
    what: 'The head of the second call has the index of the first, its arguments have their own (Ollama)',
    repair: 'tool-call-index',
    body: called(
      WEATHER_HEAD,
      rest(0, OSLO.arguments),
      head(0, 'call_b', { name: TIME.name, arguments: '{"zo' }),
      rest(1, 'ne":"CET"}'),
    ),
    ...TWO_CALLS,
  },
  {
    what: 'The heads of both calls have the index of the first, their arguments have their own',
    repair: 'tool-call-index',
    body: called(
      WEATHER_HEAD,
      head(0, 'call_b', { name: TIME.name, arguments: '' }),
      rest(0, OSLO.arguments),
      rest(1, TIME.arguments),
    ),
    ...TWO_CALLS,
    left: {
      clients: ['NextChat', 'KoboldAI Lite'],
      reason: 'they add arguments to the call that came last, whatever their index',
    },
  },
  {
    what: 'The arguments of a call are empty at first, and have another index than its head',
    repair: 'tool-call-index',
    body: called(WEATHER_HEAD, rest(1, ''), rest(1, '{"city":'), rest(1, '"Oslo"}')),
    ...ONE_CALL,
  },
  {
    what: 'Null as the name in later deltas (vLLM)',
    repair: 'tool-call-empty-fields',
    body: called(WEATHER_HEAD, { index: 0, function: { name: null, arguments: OSLO.arguments } }),
    ...ONE_CALL,
  },
  {
    what: 'Null as id and name in later deltas (SGLang)',
    repair: 'tool-call-empty-fields',
    body: called(WEATHER_HEAD, {
      index: 0,
      id: null,
      type: null,
      function: { name: null, arguments: OSLO.arguments },
    }),
    ...ONE_CALL,
  },
  {
    what: 'Empty id and name in later deltas (DashScope, GLM)',
    repair: 'tool-call-empty-fields',
    body: called(WEATHER_HEAD, {
      index: 0,
      id: '',
      type: 'function',
      function: { name: '', arguments: OSLO.arguments },
    }),
    ...ONE_CALL,
  },
  {
    what: 'Arguments as an object (continue, TGI)',
    repair: 'tool-call-arguments',
    body: called(weather({ city: 'Oslo' })),
    ...ONE_CALL,
  },
  {
    what: 'Null as the arguments of the first delta (vLLM)',
    repair: 'tool-call-arguments',
    body: called(weather(null), rest(0, OSLO.arguments)),
    ...ONE_CALL,
  },
  {
    what: 'Id and name repeated in every delta (llama.cpp before PR #13800)',
    repair: 'tool-call-repeats',
    body: called(WEATHER_HEAD, weather('{"city":'), weather('"Oslo"}')),
    ...ONE_CALL,
  },
  {
    what: 'A new id in every delta (OCI)',
    repair: 'tool-call-repeats',
    body: called(
      WEATHER_HEAD,
      rest(0, '{"city":', { id: 'call_x' }),
      rest(0, '"Oslo"}', { id: 'call_y' }),
    ),
    ...ONE_CALL,
  },
  {
    what: 'The name of a call grows (llama.cpp)',
    repair: 'tool-call-growing',
    body: called(
      head(0, 'call_a', { name: 'get' }),
      head(0, 'call_a', { name: 'get_weather' }),
      rest(0, OSLO.arguments),
    ),
    ...ONE_CALL,
  },
  {
    what: 'The head of a call has no name yet (vmlx, vLLM)',
    repair: 'tool-call-nameless',
    body: called(head(0, 'call_a', { name: '', arguments: '' }), head(0, 'call_a', OSLO)),
    ...ONE_CALL,
  },
  {
    what: 'The name comes later, after empty chunks (vmlx)',
    repair: 'tool-call-nameless',
    body: bytesOf(
      START +
        sse(
          calls(head(0, 'call_a', { name: '', arguments: '' })),
          chunk({}, null, { tool_call_generating: true }),
          chunk({}, null, { tool_call_generating: true }),
          calls(head(0, 'call_a', OSLO)),
        ) +
        CALLED,
    ),
    ...ONE_CALL,
  },
  {
    what: 'The name of a call in pieces',
    repair: 'tool-call-name-pieces',
    body: called(
      head(0, 'call_a', { name: 'get_', arguments: '' }),
      { index: 0, function: { name: 'weather', arguments: '' } },
      rest(0, OSLO.arguments),
    ),
    ...ONE_CALL,
  },
  {
    what: 'The head of a call has no arguments, not even empty ones (llama.cpp)',
    repair: 'tool-call-bare-head',
    body: called(head(0, 'call_a', { name: 'get_weather' }), rest(0, OSLO.arguments)),
    ...ONE_CALL,
  },
  {
    what: '`{}` in place of the arguments that follow (vLLM)',
    repair: 'tool-call-placeholder',
    body: called(weather('{}'), rest(0, OSLO.arguments)),
    ...ONE_CALL,
  },
  {
    what: 'No role on a reply that begins with an emoji (llama.cpp)',
    repair: 'first-role',
    body: recorded('llama.cpp/b11549-emoji-first'),
    text: '👋 Hello from Oslo.',
  },
  {
    what: 'An empty role in every delta (GLM, MiniMax)',
    repair: 'empty-role',
    body: bytesOf(
      sse(chunk({ role: '', content: 'Hi ' }), chunk({ role: '', content: 'you.' })) + STOP,
    ),
    ...HI_YOU,
  },
  {
    what: 'An empty role beside a call',
    repair: 'empty-role',
    body: bytesOf(
      sse(chunk({ role: '', tool_calls: [WEATHER_HEAD] }), calls(rest(0, OSLO.arguments))) + CALLED,
    ),
    ...ONE_CALL,
  },
  {
    what: 'A comment as data (gateways before OpenRouter)',
    repair: 'data-comments',
    body: bytesOf('data: : OPENROUTER PROCESSING\n\n' + START + sse(HI) + YOU + STOP),
    ...HI_YOU,
  },
  {
    what: 'An event without data (proxies of Responses)',
    repair: 'silent-events',
    body: between('event: ping\n\n'),
    ...HI_YOU,
  },
  {
    what: 'A heartbeat as empty data',
    repair: 'silent-events',
    body: between('data: \n\n'),
    ...HI_YOU,
  },
  {
    what: 'An id without data',
    repair: 'silent-events',
    body: between('id: 7\n\n'),
    ...HI_YOU,
    left: {
      clients: ['BetterChatGPT'],
      reason:
        'it reads the line `id:` and the data as one text; the id stays for clients that continue from it',
    },
  },
  {
    what: 'A heartbeat with data of its own',
    repair: 'silent-events',
    body: between('event: ping\ndata: {"type":"ping"}\n\n'),
    ...HI_YOU,
  },
  {
    what: 'An error in a field of its own (older llama.cpp)',
    repair: 'error-lines',
    body: bytesOf(START + sse(HI) + `error: ${ERROR}\n\n`),
    text: 'Hi ',
    error: true,
  },
  {
    what: 'An error as a bare line of JSON (js-genai)',
    repair: 'bare-json',
    body: bytesOf(START + sse(HI) + `{"error":${ERROR}}\n\n`),
    text: 'Hi ',
    error: true,
  },
  {
    what: 'Two chunks in one frame (sub2api)',
    repair: 'joined-objects',
    body: bytesOf(
      START + `data: ${JSON.stringify(HI)}${JSON.stringify(chunk({ content: 'you.' }))}\n\n` + STOP,
    ),
    ...HI_YOU,
  },
  {
    what: 'A chunk in several data lines (term-llm)',
    repair: 'data-lines',
    body: bytesOf(START + OVER_LINES + YOU + STOP),
    ...HI_YOU,
  },
  {
    what: 'No blank line after the last frame, which has text',
    repair: 'last-blank-line',
    body: concat([
      bytesOf(START + sse(HI)),
      bytesOf(sse(chunk({ content: 'you.' }, 'stop')).slice(0, -1)),
    ]),
    ...HI_YOU,
  },
  {
    what: 'A heartbeat as a comment, after a chunk that was repaired',
    repair: 'keep-alive-comments',
    body: bytesOf(START + OVER_LINES + ': keepalive\n\n' + YOU + STOP),
    ...HI_YOU,
  },
  {
    what: 'A heartbeat as a comment, and nothing else',
    repair: 'lone-comments',
    body: between(': keepalive\n\n'),
    ...HI_YOU,
  },
  {
    what: 'An event that is no chunk',
    repair: 'foreign-events',
    body: between('event: agent.progress\ndata: {"step":1}\n\n'),
    ...HI_YOU,
  },
  {
    what: 'A message that is no chunk, without a name (pipelines of Open WebUI)',
    repair: 'foreign-events',
    body: between('data: {"event":{"type":"status","data":{"done":false}}}\n\n'),
    ...HI_YOU,
  },
  {
    what: 'No `[DONE]` (ik_llama.cpp, mistral.rs)',
    repair: 'done',
    body: bytesOf(START + sse(HI) + YOU + sse(chunk({}, 'stop'))),
    ...HI_YOU,
  },
  {
    what: 'A choice without a delta (Azure)',
    repair: 'delta-missing',
    body: between(sse({ ...HI, choices: [{ index: 0, finish_reason: null }] })),
    ...HI_YOU,
  },
  {
    what: 'Null as the choices of the usage (MiniMax)',
    repair: 'null-choices',
    body: bytesOf(
      START +
        sse(HI) +
        YOU +
        sse(
          chunk({}, 'stop'),
          {
            ...HI,
            choices: null,
            usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
          },
          '[DONE]',
        ),
    ),
    ...HI_YOU,
  },
  {
    what: 'Usage in a message that is no chunk (DeepInfra)',
    repair: 'null-choices',
    body: bytesOf(
      START +
        sse(HI) +
        YOU +
        sse(
          chunk({}, 'stop'),
          {
            id: 'c1',
            model: 'm',
            usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
          },
          '[DONE]',
        ),
    ),
    ...HI_YOU,
  },
  {
    what: 'Content as an array of parts (Mistral)',
    repair: 'content-arrays',
    body: bytesOf(
      START +
        sse(
          chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
          chunk({ content: [{ type: 'text', text: 'Hi ' }] }),
        ) +
        YOU +
        STOP,
    ),
    ...HI_YOU,
  },
  {
    what: 'Each delta repeats the whole text',
    repair: 'cumulative-text',
    body: bytesOf(START + sse(...GROWING.map((content) => chunk({ content }))) + STOP),
    text: 'Here are the three cities of Norway.',
  },
  {
    what: '"stop" as the finish reason of a call (Gemini, Ollama)',
    repair: 'finish-tool-calls',
    body: bytesOf(START + sse(calls(WEATHER_HEAD), calls(rest(0, OSLO.arguments))) + STOP),
    ...ONE_CALL,
  },
  {
    what: 'No finish reason at all (NVIDIA NIM)',
    repair: 'finish-missing',
    body: bytesOf(START + sse(HI) + YOU + sse('[DONE]')),
    ...HI_YOU,
  },
  {
    what: 'Markers in a stream of Ollama',
    repair: 'markers',
    format: 'ollama',
    body: recorded('dialects/ollama-chat'),
    text: MARKED,
  },
  {
    what: 'The network cuts lines of Ollama anywhere',
    repair: 'whole frames',
    format: 'ollama',
    body: bytesOf(['Hi ', '🌍 ', 'you.'].map(ollamaLine).join('')),
    text: 'Hi 🌍 you.',
    readSize: 50,
  },
  {
    what: 'Markers in a stream of AG-UI',
    repair: 'markers',
    format: 'ag-ui',
    body: bytesOf(
      AG_UI_START +
        sse(agUiText('Hi '), agUiText('\n`⏰ list`\n'), agUiText('\n\nyou.')) +
        AG_UI_END,
    ),
    text: 'Hi \n\nyou.',
  },
  {
    what: 'Events of Hermes in a stream of AG-UI',
    repair: 'progress events',
    format: 'ag-ui',
    body: bytesOf(
      AG_UI_START +
        sse(agUiText('Hi ')) +
        'event: hermes.tool.progress\ndata: {"tool": "terminal", "toolCallId": "call_1", "status": "running"}\n\n' +
        sse(agUiText('you.')) +
        AG_UI_END,
    ),
    ...HI_YOU,
  },
];

function ollamaLine(content: string): string {
  return (
    JSON.stringify({
      model: 'm',
      created_at: '2026-11-20T10:00:00Z',
      message: { role: 'assistant', content },
      done: content === 'you.',
    }) + '\n'
  );
}

function agUiText(delta: string): object {
  return { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta };
}
