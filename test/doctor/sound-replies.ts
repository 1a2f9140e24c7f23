// Sound replies as the documents of their providers show them, shortened.

export interface SoundReply {
  /** Who documents it, and what it shows. */
  readonly name: string;
  /** The events or lines of a stream, in order; one object for a whole answer. */
  readonly said: readonly object[];
  /** How its events are written: by default as data alone. */
  readonly form?: 'named' | 'lines' | 'whole';
  /** The last data, such as "[DONE]". */
  readonly end?: string;
  /** Ids of findings that are true of a named reader, though the format allows what they tell. */
  readonly allowed?: readonly string[];
}

const CHAT = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  system_fingerprint: 'fp_1',
};
const USAGE = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 };

function delta(said: object, finish: string | null = null, more: object = {}): object {
  const choices = [{ index: 0, delta: said, logprobs: null, finish_reason: finish }];
  return { ...CHAT, choices, ...more };
}

const ROLE = delta({ role: 'assistant', content: '', refusal: null });
const HELLO = [delta({ content: 'Hello' }), delta({ content: ' there.' })];
const STOP = delta({}, 'stop');

function chat(name: string, ...said: readonly object[]): SoundReply {
  return { name, said, end: '[DONE]' };
}

function entry(index: number, more: object): object {
  return delta({ tool_calls: [{ index, ...more }] });
}

function head(index: number, name: string): object {
  return entry(index, { id: `call_${index}`, type: 'function', function: { name, arguments: '' } });
}

function args(index: number, text: string): object {
  return entry(index, { function: { arguments: text } });
}

function answer(name: string, message: object, finish: string, more: object = {}): SoundReply {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }];
  const said = { ...CHAT, object: 'chat.completion', choices, usage: USAGE, ...more };
  return { name, said: [said], form: 'whole' };
}

const CHATS: readonly SoundReply[] = [
  chat('OpenAI: a text', ROLE, ...HELLO, STOP),
  chat(
    'OpenAI: padding against side channels',
    delta({ role: 'assistant', content: '' }, null, { obfuscation: 'x1' }),
    delta({ content: 'Hello.' }, null, { obfuscation: 'x' }),
    delta({}, 'stop', { obfuscation: 'x12', service_tier: 'default' }),
  ),
  chat(
    'OpenAI: two calls at once',
    delta({ role: 'assistant', content: null }),
    head(0, 'get_time'),
    args(0, '{}'),
    head(1, 'get_tide'),
    args(1, '{"place":'),
    args(1, '"Oslo"}'),
    delta({}, 'tool_calls'),
  ),
  chat(
    'OpenAI: a custom tool',
    delta({ role: 'assistant', content: null }),
    entry(0, { id: 'call_0', type: 'custom', custom: { name: 'code_exec', input: '' } }),
    entry(0, { custom: { input: 'print("hi' } }),
    entry(0, { custom: { input: '")' } }),
    delta({}, 'tool_calls'),
  ),
  chat(
    'OpenAI: sound',
    delta({ role: 'assistant', content: null, audio: { id: 'audio_1', transcript: 'Hel' } }),
    delta({ audio: { transcript: 'lo.' } }),
    delta({ audio: { data: 'UklGRg==' } }),
    delta({ audio: { expires_at: 1_790_003_600 } }),
    STOP,
  ),
  chat(
    'OpenAI: a web search with its citations',
    ROLE,
    ...HELLO,
    delta({
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://example.org', title: 'A' } },
      ],
    }),
    STOP,
  ),
  {
    ...chat('OpenAI: figures of use', ROLE, ...HELLO, STOP, { ...CHAT, choices: [], usage: USAGE }),
    allowed: ['empty-choices'],
  },
  chat(
    'OpenAI: probabilities',
    ROLE,
    {
      ...CHAT,
      choices: [
        {
          index: 0,
          delta: { content: 'Yes' },
          logprobs: { content: [{ token: 'Yes', logprob: -0.1, bytes: [89], top_logprobs: [] }] },
          finish_reason: null,
        },
      ],
    },
    STOP,
  ),
  chat(
    'DeepSeek: thoughts, then a text',
    delta({ role: 'assistant', content: null, reasoning_content: '' }),
    delta({ content: null, reasoning_content: 'They greet me.' }),
    delta({ content: 'Hello.', reasoning_content: null }),
    delta({ content: '', reasoning_content: null }, 'stop', { usage: USAGE }),
  ),
  chat(
    'OpenRouter: a picture',
    delta({ role: 'assistant', content: '' }),
    delta({
      role: 'assistant',
      content: '',
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
    }),
    delta({ role: 'assistant', content: '' }, 'stop', { usage: USAGE }),
  ),
  chat(
    'OpenRouter: thoughts with their details',
    delta({
      role: 'assistant',
      content: '',
      reasoning: 'Hm.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', index: 0 }],
    }),
    ...HELLO,
    delta({ role: 'assistant', content: '' }, 'stop', { provider: 'X', usage: USAGE }),
  ),
  chat(
    'Groq: figures of its own',
    delta({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_1' } }),
    ...HELLO,
    delta({}, 'stop', { x_groq: { id: 'req_1', usage: USAGE } }),
  ),
  chat(
    'Perplexity: sources beside the text',
    delta({ role: 'assistant', content: 'Hello' }, null, {
      citations: ['https://example.org'],
      search_results: [{ title: 'A', url: 'https://example.org' }],
    }),
    delta({ content: ' there.' }),
    delta({ content: '' }, 'stop', { usage: USAGE }),
  ),
  chat(
    'vLLM: tokens and the matched stop',
    {
      ...CHAT,
      choices: [
        {
          index: 0,
          delta: { role: 'assistant', content: '' },
          logprobs: null,
          finish_reason: null,
        },
      ],
    },
    {
      ...CHAT,
      choices: [
        {
          index: 0,
          delta: { content: 'Hi' },
          token_ids: [1],
          logprobs: null,
          finish_reason: 'stop',
          stop_reason: 7,
        },
      ],
    },
  ),
  {
    ...chat(
      'Mistral: thoughts as parts',
      delta({ role: 'assistant', content: '' }),
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      delta({ content: 'Hello.' }),
      delta({ content: '' }, 'stop', { usage: USAGE }),
    ),
    allowed: ['content-arrays'],
  },
  chat(
    'OpenAI: the older call of a function',
    delta({ role: 'assistant', content: null, function_call: { name: 'get_time', arguments: '' } }),
    delta({ function_call: { arguments: '{}' } }),
    delta({}, 'function_call'),
  ),
  chat(
    'OpenAI: a refrain',
    ROLE,
    delta({ content: 'Row, row, row your boat\n' }),
    delta({ content: 'Row, row, row your boat\n' }),
    delta({ content: 'Gently down the stream.' }),
    STOP,
  ),
  answer('OpenAI: a whole text', { content: 'Hello.', refusal: null, annotations: [] }, 'stop'),
  answer(
    'OpenAI: a whole call',
    {
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    'tool_calls',
  ),
  answer(
    'OpenAI: a whole call of a custom tool',
    { content: null, tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'f', input: '' } }] },
    'tool_calls',
  ),
  answer(
    'OpenAI: a whole sound',
    { content: null, audio: { id: 'a', data: 'UklGRg==', expires_at: 1, transcript: 'Hi.' } },
    'stop',
  ),
  answer('OpenAI: a whole refusal', { content: null, refusal: 'I cannot.' }, 'stop'),
];

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [] as readonly object[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 1 },
};

function block(index: number, start: object, ...deltas: readonly object[]): readonly object[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((each) => ({ type: 'content_block_delta', index, delta: each })),
    { type: 'content_block_stop', index },
  ];
}

function messages(name: string, reason: string, ...said: readonly object[]): SoundReply {
  return {
    name: `Anthropic: ${name}`,
    form: 'named',
    said: [
      { type: 'message_start', message: MESSAGE },
      { type: 'ping' },
      ...said,
      {
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 9 },
      },
      { type: 'message_stop' },
    ],
  };
}

const TEXT = { type: 'text', text: '' };
const TEXT_DELTA = { type: 'text_delta', text: 'Hello.' };

const MESSAGES: readonly SoundReply[] = [
  messages('a text', 'end_turn', ...block(0, TEXT, TEXT_DELTA)),
  messages('a stop sequence', 'stop_sequence', ...block(0, TEXT, TEXT_DELTA)),
  messages(
    'a call without arguments',
    'tool_use',
    ...block(0, TEXT, TEXT_DELTA),
    ...block(
      1,
      { type: 'tool_use', id: 'toolu_1', name: 'get_time', input: {} },
      { type: 'input_json_delta', partial_json: '' },
    ),
  ),
  messages(
    'hidden thoughts, and a text',
    'end_turn',
    ...block(0, { type: 'redacted_thinking', data: 'x' }),
    ...block(
      1,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'Hm.' },
      { type: 'signature_delta', signature: 'x' },
    ),
    ...block(2, TEXT, TEXT_DELTA),
  ),
  messages(
    'a search of the server that goes on later',
    'pause_turn',
    ...block(
      0,
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'input_json_delta', partial_json: '{"query":"tides"}' },
    ),
    ...block(1, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
  ),
  messages(
    'a tool of MCP',
    'end_turn',
    ...block(
      0,
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', server_name: 's', input: {} },
      { type: 'input_json_delta', partial_json: '{}' },
    ),
    ...block(1, {
      type: 'mcp_tool_result',
      tool_use_id: 'mcptoolu_1',
      is_error: false,
      content: [],
    }),
    ...block(2, TEXT, { type: 'citations_delta', citation: { type: 'char_location' } }, TEXT_DELTA),
  ),
  {
    name: 'Anthropic: a whole call',
    form: 'whole',
    said: [
      {
        ...MESSAGE,
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } }],
        stop_reason: 'tool_use',
      },
    ],
  },
  {
    name: 'Anthropic: a whole text with thoughts',
    form: 'whole',
    said: [
      {
        ...MESSAGE,
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'x' },
          { type: 'text', text: 'Hello.' },
        ],
        stop_reason: 'end_turn',
      },
    ],
  },
];

function gemini(parts: readonly object[], more: object = {}): object {
  return {
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 1 },
    modelVersion: 'gemini-3',
    responseId: 'r',
  };
}

const END = { finishReason: 'STOP' };

const GEMINI: readonly SoundReply[] = [
  { name: 'Gemini: a text', said: [gemini([{ text: 'Hel' }]), gemini([{ text: 'lo.' }], END)] },
  {
    // streamGenerateContent without `alt=sse`.
    name: 'Gemini: a stream that is one list',
    form: 'whole',
    said: [[gemini([{ text: 'Hel' }]), gemini([{ text: 'lo.' }], END)]],
  },
  {
    name: 'Gemini: a picture',
    said: [gemini([{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }], END)],
  },
  {
    name: 'Gemini: code that it runs',
    said: [
      gemini([{ executableCode: { language: 'PYTHON', code: 'print(1)' } }]),
      gemini([{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } }], END),
    ],
  },
  {
    name: 'Gemini: a call with a signed thought',
    said: [
      gemini([{ functionCall: { name: 'f', args: {} }, thoughtSignature: 'x' }]),
      gemini([{ text: '' }], END),
    ],
  },
];

const LINE = { model: 'm', created_at: '2026-09-01T10:00:00Z' };
const LAST = { done: true, done_reason: 'stop', total_duration: 1, eval_count: 9 };

function ollama(name: string, ...said: readonly object[]): SoundReply {
  return {
    name: `Ollama: ${name}`,
    form: 'lines',
    said: said.map((line) => ({ ...LINE, ...line })),
  };
}

const SAID = { role: 'assistant', content: '' };

const OLLAMA: readonly SoundReply[] = [
  ollama(
    'a text',
    { message: { ...SAID, content: 'Hi' }, done: false },
    { message: SAID, ...LAST },
  ),
  ollama('a completion', { response: 'Hi', done: false }, { response: '', ...LAST, context: [1] }),
  ollama(
    'a call with thoughts',
    { message: { ...SAID, thinking: 'Hm.' }, done: false },
    {
      message: { ...SAID, tool_calls: [{ function: { index: 0, name: 'f', arguments: {} } }] },
      done: false,
    },
    { message: SAID, ...LAST },
  ),
  ollama(
    'a picture',
    { message: { ...SAID, images: ['iVBORw0KGgo='] }, done: false },
    { message: SAID, ...LAST },
  ),
  ollama(
    'a model that is loaded',
    { message: SAID, done: false },
    { message: SAID, done: true, done_reason: 'load' },
  ),
];

const STEP = { type: 'start-step' };
const STEP_END = { type: 'finish-step' };

function aiSdk(name: string, ...said: readonly object[]): SoundReply {
  return {
    name: `AI SDK: ${name}`,
    said: [{ type: 'start', messageId: 'm' }, ...said, { type: 'finish', finishReason: 'stop' }],
    end: '[DONE]',
  };
}

const TEXT_PART = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Hello.' },
  { type: 'text-end', id: '0' },
];
const CALL = { toolCallId: 'c', toolName: 'f' };

const AI_SDK: readonly SoundReply[] = [
  aiSdk(
    'a text with sources',
    STEP,
    { type: 'source-url', sourceId: 's', url: 'https://example.org' },
    ...TEXT_PART,
    STEP_END,
  ),
  aiSdk(
    'a tool of two steps',
    STEP,
    { type: 'tool-input-start', ...CALL },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{}' },
    { type: 'tool-input-available', ...CALL, input: {} },
    { type: 'tool-output-available', toolCallId: 'c', output: {} },
    STEP_END,
    STEP,
    ...TEXT_PART,
    STEP_END,
  ),
  aiSdk(
    'a tool that was approved',
    { type: 'tool-output-available', toolCallId: 'c', output: {} },
    STEP,
    ...TEXT_PART,
    STEP_END,
  ),
  aiSdk(
    'an approval that it asks for',
    STEP,
    { type: 'tool-input-available', ...CALL, input: {} },
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
    STEP_END,
  ),
  aiSdk(
    'data, a file and thoughts',
    { type: 'data-weather', data: { celsius: 12 }, transient: true },
    STEP,
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'file', url: 'https://example.org/a.png', mediaType: 'image/png' },
    ...TEXT_PART,
    STEP_END,
  ),
];

const RUN = { threadId: 't', runId: 'r' };

function agUi(name: string, ...said: readonly object[]): SoundReply {
  return {
    name: `AG-UI: ${name}`,
    said: [{ type: 'RUN_STARTED', ...RUN }, ...said, { type: 'RUN_FINISHED', ...RUN }],
  };
}

const AG_UI: readonly SoundReply[] = [
  agUi(
    'thoughts and a text',
    { type: 'REASONING_START', messageId: 'r' },
    { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'assistant' },
    { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'Hm.' },
    { type: 'REASONING_MESSAGE_END', messageId: 'r' },
    { type: 'REASONING_END', messageId: 'r' },
    { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello.' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  ),
  agUi(
    'chunks in place of beginnings and ends',
    { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'Hello.' },
    { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'f', delta: '{}' },
    { type: 'STATE_SNAPSHOT', snapshot: {} },
  ),
];

const PLACE = { item_id: 'x', output_index: 0 };

function responses(name: string, item: object, ...said: readonly object[]): SoundReply {
  const whole = { id: 'x', status: 'completed', ...item };
  const begun = { ...whole, status: 'in_progress' };
  const response = { id: 'resp_1', status: 'in_progress', output: [] };
  const done = { ...response, status: 'completed', output: [whole], usage: { total_tokens: 9 } };
  return {
    name: `OpenAI Responses: ${name}`,
    form: 'named',
    said: [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
      { type: 'response.output_item.added', output_index: 0, item: begun },
      ...said,
      { type: 'response.output_item.done', output_index: 0, item: whole },
      { type: 'response.completed', response: done },
    ],
  };
}

const RESPONSES: readonly SoundReply[] = [
  responses(
    'a search of the web',
    { type: 'web_search_call', action: { type: 'search', query: 'tides' } },
    { type: 'response.web_search_call.in_progress', ...PLACE },
    { type: 'response.web_search_call.searching', ...PLACE },
    { type: 'response.web_search_call.completed', ...PLACE },
  ),
  responses(
    'a picture',
    { type: 'image_generation_call', result: 'iVBORw0KGgo=' },
    { type: 'response.image_generation_call.generating', ...PLACE },
    { type: 'response.image_generation_call.partial_image', ...PLACE, partial_image_b64: 'x' },
    { type: 'response.image_generation_call.completed', ...PLACE },
  ),
  responses(
    'a custom tool',
    { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'print(1)' },
    { type: 'response.custom_tool_call_input.delta', ...PLACE, delta: 'print(1)' },
    { type: 'response.custom_tool_call_input.done', ...PLACE, input: 'print(1)' },
  ),
  responses(
    'code that it runs',
    { type: 'code_interpreter_call', code: 'print(1)', container_id: 'k' },
    { type: 'response.code_interpreter_call.in_progress', ...PLACE },
    { type: 'response.code_interpreter_call_code.delta', ...PLACE, delta: 'print(1)' },
    { type: 'response.code_interpreter_call_code.done', ...PLACE, code: 'print(1)' },
    { type: 'response.code_interpreter_call.interpreting', ...PLACE },
    { type: 'response.code_interpreter_call.completed', ...PLACE },
  ),
  responses(
    'a refusal',
    { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot.' }] },
    {
      type: 'response.content_part.added',
      ...PLACE,
      content_index: 0,
      part: { type: 'refusal', refusal: '' },
    },
    { type: 'response.refusal.delta', ...PLACE, content_index: 0, delta: 'I cannot.' },
    { type: 'response.refusal.done', ...PLACE, content_index: 0, refusal: 'I cannot.' },
    {
      type: 'response.content_part.done',
      ...PLACE,
      content_index: 0,
      part: { type: 'refusal', refusal: 'I cannot.' },
    },
  ),
  responses(
    'the tools of MCP',
    { type: 'mcp_list_tools', server_label: 's', tools: [] },
    { type: 'response.mcp_list_tools.in_progress', ...PLACE },
    { type: 'response.mcp_list_tools.completed', ...PLACE },
  ),
];

const COMPLETION = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' };

const OTHERS: readonly SoundReply[] = [
  {
    name: 'OpenAI: a text completion',
    said: [
      { ...COMPLETION, choices: [{ index: 0, text: '.', logprobs: null, finish_reason: null }] },
      { ...COMPLETION, choices: [{ index: 0, text: '', logprobs: null, finish_reason: 'length' }] },
    ],
    end: '[DONE]',
  },
  {
    name: 'OpenAI: a whole text completion',
    said: [{ ...COMPLETION, choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }] }],
    form: 'whole',
  },
  {
    name: 'llama.cpp: a completion',
    said: [
      { index: 0, content: 'Hi', tokens: [1], stop: false, id_slot: -1 },
      { index: 0, content: '', tokens: [], stop: true, stop_type: 'limit', timings: {} },
    ],
  },
  {
    name: 'KoboldCpp: a text',
    said: [
      { token: 'Hi', finish_reason: null },
      { token: '.', finish_reason: 'stop' },
    ],
    form: 'named',
  },
  {
    name: 'Dify: an agent',
    said: [
      { event: 'agent_thought', id: 'a', task_id: 't', message_id: 'm', thought: '', tool: 'f' },
      { event: 'agent_message', id: 'm', task_id: 't', message_id: 'm', answer: 'Hi' },
      { event: 'message_end', id: 'm', task_id: 't', message_id: 'm', metadata: {} },
    ],
  },
  {
    name: 'Dify: a workflow',
    said: [
      { event: 'workflow_started', task_id: 't', workflow_run_id: 'w', data: { id: 'w' } },
      { event: 'node_started', task_id: 't', workflow_run_id: 'w', data: { id: 'n' } },
      { event: 'text_chunk', task_id: 't', workflow_run_id: 'w', data: { text: 'Hi' } },
      { event: 'node_finished', task_id: 't', workflow_run_id: 'w', data: { id: 'n' } },
      { event: 'workflow_finished', task_id: 't', workflow_run_id: 'w', data: { id: 'w' } },
    ],
  },
];

export const SOUND_REPLIES: readonly SoundReply[] = [
  ...CHATS,
  ...MESSAGES,
  ...GEMINI,
  ...OLLAMA,
  ...AI_SDK,
  ...AG_UI,
  ...RESPONSES,
  ...OTHERS,
];
