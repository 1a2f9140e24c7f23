/**
 * Sound streams of every format with a life cycle, as documented or as real servers send them:
 * events, in order.
 */
export type Events = readonly Readonly<Record<string, unknown>>[];

export interface SoundStream {
  readonly events: Events;
  /** How a server writes an event. */
  write(event: Readonly<Record<string, unknown>>): string;
  readonly contentType: string;
  /** Events without which the stream is still sound. */
  readonly spare: RegExp;
}

const SSE = 'text/event-stream';

function frame(event: Readonly<Record<string, unknown>>): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function namedFrame(event: Readonly<Record<string, unknown>>): string {
  return `event: ${String(event.type)}\n${frame(event)}`;
}

function responseEvents(): Events {
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const text = { type: 'output_text', text: 'Hello there.', annotations: [] };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [text],
  };
  const call = {
    id: 'fc_1',
    type: 'function_call',
    name: 'get_weather',
    call_id: 'call_1',
    status: 'completed',
  };
  const whole = { ...call, arguments: '{"city":"Oslo"}' };
  return [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
    { type: 'response.in_progress', response: { id: 'resp_1', status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...message, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part: { ...text, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: 'Hello ' },
    { type: 'response.output_text.delta', ...place, delta: 'there.' },
    { type: 'response.output_text.done', ...place, text: 'Hello there.' },
    { type: 'response.content_part.done', ...place, part: text },
    { type: 'response.output_item.done', output_index: 0, item: message },
    {
      type: 'response.output_item.added',
      output_index: 1,
      item: { ...call, status: 'in_progress', arguments: '' },
    },
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_1',
      output_index: 1,
      delta: '{"city":',
    },
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_1',
      output_index: 1,
      delta: '"Oslo"}',
    },
    {
      type: 'response.function_call_arguments.done',
      item_id: 'fc_1',
      output_index: 1,
      arguments: '{"city":"Oslo"}',
    },
    { type: 'response.output_item.done', output_index: 1, item: whole },
    {
      type: 'response.completed',
      response: {
        id: 'resp_1',
        status: 'completed',
        output: [message, whole],
        usage: { input_tokens: 9, output_tokens: 9, total_tokens: 18 },
      },
    },
  ];
}

const RUN = { run_id: 'run_1', timestamp: 1790000000.5 };
const SESSION = { session_id: 'api_1', run_id: 'run_1' };
const LINE = { model: 'm', created_at: '2026-09-01T10:00:00Z' };
const GEMINI = { usageMetadata: { promptTokenCount: 1 }, modelVersion: 'gemini-3' };

const COMPLETION = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' };

const DIFY = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1790000000 };

function candidate(parts: readonly object[], more: object = {}): object {
  return { candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], ...GEMINI };
}

export const SOUND: Readonly<Record<string, SoundStream>> = {
  'openai-responses': {
    contentType: SSE,
    write: namedFrame,
    spare: /^response\.(?:created|in_progress|output_text\.done|function_call_arguments\.done)$/,
    events: responseEvents(),
  },
  'anthropic-messages': {
    contentType: SSE,
    write: namedFrame,
    spare: /^(?:ping|message_delta)$|(?:text|thinking|signature)_delta/,
    events: [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'x' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'text_delta', text: 'Hello there.' },
      },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: '{"a"' },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: ':1}' },
      },
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ],
  },
  gemini: {
    contentType: SSE,
    write: frame,
    spare: /Hello|Hm|functionCall/,
    events: [
      { ...candidate([{ text: 'Hm.', thought: true }]) },
      { ...candidate([{ text: 'Hello ' }]) },
      { ...candidate([{ functionCall: { name: 'f', args: {} } }]) },
      { ...candidate([{ text: '' }], { finishReason: 'STOP' }) },
    ],
  },
  ollama: {
    contentType: 'application/x-ndjson',
    write: (event) => JSON.stringify(event) + '\n',
    spare: /"done":false/,
    events: [
      { ...LINE, message: { role: 'assistant', content: '', thinking: 'Hm.' }, done: false },
      { ...LINE, message: { role: 'assistant', content: 'Hello.' }, done: false },
      {
        ...LINE,
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [{ function: { name: 'f', arguments: {} } }],
        },
        done: false,
      },
      {
        ...LINE,
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        eval_count: 9,
      },
    ],
  },
  'ag-ui': {
    contentType: SSE,
    write: frame,
    spare: /TEXT_MESSAGE_CONTENT|TOOL_CALL_RESULT|STATE_DELTA/,
    events: [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello there.' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f', parentMessageId: 'm' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"a":' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '1}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'c', content: 'ok' },
      { type: 'STATE_DELTA', delta: [] },
      { type: 'STEP_FINISHED', stepName: 's' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ],
  },
  'hermes-runs': {
    contentType: SSE,
    write: frame,
    spare: /message\.delta|reasoning\.available/,
    events: [
      { event: 'tool.started', ...RUN, tool: 'terminal', preview: 'ls' },
      { event: 'approval.request', ...RUN, choices: ['once', 'deny'] },
      { event: 'approval.responded', ...RUN, choice: 'once' },
      { event: 'tool.completed', ...RUN, tool: 'terminal', duration: 0.2, error: false },
      { event: 'message.delta', ...RUN, delta: 'Two ' },
      { event: 'message.delta', ...RUN, delta: 'files.' },
      { event: 'reasoning.available', ...RUN, text: 'Two files.' },
      { event: 'run.completed', ...RUN, output: 'Two files.' },
    ],
  },
  'hermes-session': {
    contentType: SSE,
    write: ({ type, ...fields }) => `event: ${String(type)}\n${frame(fields)}`,
    spare: /assistant\.delta|tool\.progress/,
    events: [
      { type: 'run.started', ...SESSION, user_message: { role: 'user', content: 'Go' } },
      { type: 'message.started', ...SESSION, message: { id: 'msg_1', role: 'assistant' } },
      {
        type: 'tool.started',
        ...SESSION,
        message_id: 'msg_1',
        tool_name: 'terminal',
        preview: 'ls',
      },
      { type: 'tool.completed', ...SESSION, message_id: 'msg_1', tool_name: 'terminal' },
      { type: 'assistant.delta', ...SESSION, message_id: 'msg_1', delta: 'Two ' },
      { type: 'assistant.delta', ...SESSION, message_id: 'msg_1', delta: 'files.' },
      {
        type: 'tool.progress',
        ...SESSION,
        message_id: 'msg_1',
        tool_name: '_thinking',
        delta: 'Two files.',
      },
      { type: 'assistant.completed', ...SESSION, message_id: 'msg_1', content: 'Two files.' },
      { type: 'run.completed', ...SESSION, message_id: 'msg_1', messages: [] },
      { type: 'done', ...SESSION },
    ],
  },
  'ai-sdk-messages': {
    contentType: SSE,
    write: frame,
    spare: /"(?:start|start-step|finish-step|text-delta|tool-.*)"/,
    events: [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hello there.' },
      { type: 'text-end', id: '1' },
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'f' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{}' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'f', input: {} },
      { type: 'finish-step' },
      { type: 'finish' },
    ],
  },
  'text-completions': {
    contentType: SSE,
    write: frame,
    spare: /"text":"(?:Hello |there\.)"|"usage"/,
    events: [
      { ...COMPLETION, choices: [{ index: 0, text: 'Hello ', finish_reason: null }] },
      { ...COMPLETION, choices: [{ index: 0, text: 'there.', finish_reason: null }] },
      { ...COMPLETION, choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
    ],
  },
  'llama-completions': {
    contentType: SSE,
    write: frame,
    spare: /"stop":false/,
    events: [
      { index: 0, content: 'Hello ', tokens: [1], stop: false },
      { index: 0, content: 'there.', tokens: [2], stop: false },
      { index: 0, content: '', tokens: [], stop: true, stop_type: 'eos' },
    ],
  },
  dify: {
    contentType: SSE,
    write: frame,
    spare: /"event":"(?:message|ping|agent_thought|workflow_\w+)"/,
    events: [
      { event: 'workflow_started', ...DIFY, workflow_run_id: 'w', data: {} },
      { event: 'message', ...DIFY, answer: 'Hello ' },
      { event: 'ping' },
      { event: 'message', ...DIFY, answer: 'there.' },
      { event: 'workflow_finished', ...DIFY, workflow_run_id: 'w', data: { status: 'succeeded' } },
      { event: 'message_end', ...DIFY, metadata: { usage: { total_tokens: 5 } } },
    ],
  },
};
