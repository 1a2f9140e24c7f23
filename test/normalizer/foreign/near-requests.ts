// Bodies of other programs that lie close to a request for a reply, or to a chat that a known page
// stores. None of them is one. Those of `KEPT` were written before the rule, and first tried when
// it was done.

/** Real markers of Hermes that somebody quotes. */
const M =
  'Let me look.\n`⏰ list`\n\n`📖 /srv/demo/jobs.txt`\n\n\nThree jobs are due: the backup, the report and `date`.';

export type NearRequest = readonly [what: string, address: string, body: object];

const ask = (content: unknown = 'What is due?') => ({ role: 'user', content });
const reply = (content: unknown = M) => ({ role: 'assistant', content });
const system = { role: 'system', content: 'You are brief.' };

export const TRIED: readonly NearRequest[] = [
  [
    'prompt library, an example with its model',
    '/api/examples/3',
    { model: 'gpt-5', temperature: 0.2, messages: [system, ask(), reply()] },
  ],
  [
    'prompt library, examples before the question, with its key',
    '/api/prompts/due',
    { prompt_key: 'due', model: 'm', messages: [ask(), reply(), ask('And now?')] },
  ],
  [
    'prompt library, examples alone',
    '/library/items',
    { messages: [system, ask(), reply(), ask('{{question}}')] },
  ],
  [
    'prompt library, for Gemini',
    '/library/gemini',
    {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ text: M }] },
        { role: 'user', parts: [{ text: 'r' }] },
      ],
      shared: true,
    },
  ],
  [
    'data set, a row with tools',
    '/datasets/7/rows',
    { tools: [], messages: [ask(), reply()], source: 'export' },
  ],
  [
    'data set, a row of several turns, the person last',
    '/datasets/7/rows',
    { id: 'row-1', messages: [ask(), reply(), ask('thanks')], quality: 5 },
  ],
  [
    'data set, of Responses',
    '/rows/new',
    { row_id: 4, model: 'm', input: [ask(), reply(), ask()], labels_by: 'ada' },
  ],
  [
    'evaluation, a case',
    '/evals/cases',
    { case_id: 1, model: 'judge', stream: false, messages: [ask(), reply(), ask('Was it right?')] },
  ],
  [
    'log of calls, one that was streamed',
    '/ingest',
    {
      model: 'm',
      stream: true,
      messages: [ask(), reply(), ask()],
      started_at: 1795681403,
      duration_ms: 120,
    },
  ],
  [
    'log of calls, with its ids',
    '/v1/traces',
    { trace_id: 'a', span_id: 'b', model: 'm', messages: [ask(), reply(), ask()] },
  ],
  [
    'help desk, a history beside what is typed',
    '/tickets/7/suggest-tags',
    { customer: 'x', conversation_history: [ask(), reply()], input: 'Which tag?' },
  ],
  [
    'help desk, a history and a note alone',
    '/tickets/7',
    { conversation_history: [ask(), reply()], input: 'internal note' },
  ],
  [
    'help desk, a session of its bot',
    '/sessions/9/archive',
    {
      session_id: 's',
      chat_id: 'c',
      messages: [
        { id: 'a', role: 'user', content: 'q' },
        { id: 'b', role: 'assistant', content: M },
      ],
    },
  ],
  [
    'help desk, whose bot is called CHATBOT',
    '/transfer',
    {
      message: 'Please take over',
      chat_history: [
        { role: 'USER', message: 'q' },
        { role: 'CHATBOT', message: M },
      ],
      queue: 'second line',
    },
  ],
  [
    'help desk, a transcript with a time for each',
    '/transcripts',
    {
      model: 'TRADFRI',
      messages: [
        { role: 'assistant', content: M, timestamp: 1 },
        { role: 'user', content: 'ok', timestamp: 2 },
      ],
    },
  ],
  [
    'chat of a game',
    '/rooms/3',
    {
      chat: [
        { name: 'Bot', is_user: false, mes: M },
        { name: 'Ada', is_user: true, mes: 'ok' },
      ],
    },
  ],
  [
    'chat of a shop, with a history',
    '/shop/chats',
    { chat: { history: { messages: { a: reply() } }, customer: 7 } },
  ],
  [
    'chat of a shop, with models of shoes',
    '/shop/chats',
    { chat: { models: ['runner'], messages: [ask(), reply()] } },
  ],
  [
    'CRM, an activity of an agent',
    '/activities',
    { method: 'agent/note', body: { messages: [ask(), reply()] } },
  ],
  [
    'editor, its commands beside its state',
    '/documents/4/sync',
    { commands: [{ type: 'insert', at: 3 }], state: { messages: [{ type: 'ai', content: M }] } },
  ],
  [
    'issue tracker, an assistant and its input',
    '/rest/issue/A-1',
    { assistant_id: 'ada', input: { messages: [reply(), ask()] }, priority: 'high' },
  ],
  [
    'dashboard, its data',
    '/dash/update',
    { data: [[{ ...reply(), metadata: { row: 1 } }]], fn_index: 3 },
  ],
  [
    'survey, answers to be compared',
    '/surveys/2',
    { model: 'm', prompt: 'Which is better?', responses: [M, 'plain'], stream: true, page: 2 },
  ],
  [
    'wiki, a page of a chat',
    '/wiki/agents',
    { title: 'Agents', session_id: 's', messages: [ask(), reply(), ask()] },
  ],
  [
    'code review, a thread',
    '/reviews/8',
    { threadId: 't', messages: [reply(), ask('Why?')], path: 'a.ts', line: 3 },
  ],
  [
    'mail, an answer written by an assistant',
    '/mail/drafts',
    { options: { html: false }, messages: [{ ...reply(), to: 'ada@example.org' }, ask()] },
  ],
];

export const KEPT: readonly NearRequest[] = [
  [
    'prompt library, a playground that is saved',
    '/playgrounds/4',
    {
      id: 4,
      model: 'm',
      temperature: 1,
      max_tokens: 10,
      stream: false,
      messages: [ask(), reply(), ask()],
    },
  ],
  [
    'prompt library, a template in parts',
    '/api/templates',
    {
      id: 'due',
      messages: [
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'q' }] },
        { id: '2', role: 'assistant', parts: [{ type: 'text', text: M }] },
      ],
    },
  ],
  [
    'prompt library, a preset with its tools',
    '/presets',
    { preset: 'due', tools: [], tool_choice: 'auto', messages: [ask(), reply(), ask()] },
  ],
  [
    'data set, lines to be uploaded',
    '/v1/files',
    { lines: [{ messages: [ask(), reply()] }], purpose: 'fine-tune', model: 'm' },
  ],
  [
    'data set, a line of a batch',
    '/batches/add',
    {
      custom_id: 'a',
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'm', messages: [ask(), reply(), ask()] },
    },
  ],
  [
    'data set, a conversation for training that ends with a tool',
    '/train',
    { messages: [ask(), reply(), { role: 'tool', tool_call_id: 'c', content: 'x' }], weight: 1 },
  ],
  [
    'annotation of a chat',
    '/annotate',
    { annotator: 'ada', model: 'm', messages: [ask(), reply(), ask()], verdict: 'good' },
  ],
  [
    'log of calls, in Anthropic’s words',
    '/logs',
    {
      anthropic_version: '2023-06-01',
      messages: [ask(), reply([{ type: 'text', text: M }])],
      request_id: 'r',
      http_status: 200,
    },
  ],
  [
    'log of calls, Bedrock',
    '/logs',
    {
      modelId: 'm',
      inferenceConfig: {},
      messages: [ask([{ text: 'q' }]), reply([{ text: M }]), ask([{ text: 'r' }])],
      elapsed: 3,
    },
  ],
  [
    'observability, a generation',
    '/api/public/ingestion',
    { traceId: 't', model: 'm', input: [ask(), reply(), ask()], level: 'DEFAULT' },
  ],
  [
    'observability, a run of an agent',
    '/runs/save',
    { threadId: 't', runId: 'r', messages: [ask(), reply()], finishedAt: 3 },
  ],
  [
    'help desk, a chat handed to a person',
    '/handover',
    { chat_id: 'c', session_id: 's', messages: [ask(), reply(), ask('A person, please')], team: 2 },
  ],
  ['help desk, macros', '/macros', { trigger: 'on_open', messages: [ask('{{subject}}'), reply()] }],
  [
    'help desk, what its bot answered',
    '/bot/answers',
    { message: { role: 'assistant', parts: [{ type: 'text', text: M }] }, id: 'm' },
  ],
  [
    'mail, a thread with roles',
    '/jmap/threads',
    {
      threadId: 't',
      messages: [
        { ...reply(), subject: 'Jobs' },
        { ...ask(), subject: 'Re: Jobs' },
      ],
    },
  ],
  ['mail, a rule', '/mail/rules', { prompt: M, temperature: 'warm', folder: 'Later' }],
  [
    'chat of a team, with a bot',
    '/channels/3/messages',
    { stream: 'general', topic: 'jobs', messages: [reply(), ask('thanks')] },
  ],
  [
    'chat of a team, imported',
    '/import',
    { chats: [{ history: { messages: { a: reply() } }, members: [1] }] },
  ],
  [
    'CRM, a call that was written down',
    '/calls',
    {
      model: 'whisper',
      input: [
        { ...reply(), start: 1, end: 2 },
        { ...ask(), start: 2, end: 3 },
      ],
    },
  ],
  [
    'CRM, a contact’s history',
    '/contacts/5',
    { message: 'see below', chat_history: [{ role: 'CHATBOT', message: M }], model: 'sales' },
  ],
  [
    'workflow, the state of a node',
    '/workflows/2/nodes/4',
    {
      commands: [],
      state: {
        messages: [
          { type: 'human', content: 'q' },
          { type: 'ai', content: M },
        ],
      },
    },
  ],
  [
    'workflow, an assistant to be configured',
    '/assistants',
    { assistant_id: 'a', input: { messages: [ask(), { type: 'ai', content: M }] } },
  ],
  [
    'code review, suggestions of a model',
    '/suggestions',
    {
      model: 'm',
      stop: ['x'],
      messages: [reply(), { role: 'user', content: 'fix', file: 'a.ts' }],
    },
  ],
  [
    'wiki, contents of a page',
    '/pages/7',
    {
      contents: [
        { role: 'model', parts: [{ text: M }] },
        { role: 'user', parts: [{ text: 'x' }] },
      ],
    },
  ],
  [
    'notes, one with an agent',
    '/notes/4',
    { conversation_history: [ask(), reply()], input: [ask()], pinned: true },
  ],
  [
    'notes, of a meeting with a model',
    '/meetings',
    { temperature: 21.5, messages: [ask(), reply(), ask()] },
  ],
  [
    'backup of a page’s storage',
    '/backup',
    { model: 'm', chat: [{ is_user: false, mes: M }], messages: [ask(), reply()] },
  ],
  [
    'form builder, a dialogue',
    '/forms/3',
    {
      json: {
        chatGenerate: { chatSequence: [{ role: 'model', parts: [{ pt: 'text', text: M }] }] },
      },
      form: 3,
    },
  ],
];
