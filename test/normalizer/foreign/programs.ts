// What other programs send and show: none of it is a chat with an agent, whatever words and keys it
// uses.

/** Real markers of Hermes, quoted by somebody. */
const QUOTED = [
  'Let me look.\n`🔍 weather in Oslo`\n\n\nIt rains.',
  '\n\n`⏰ list`\n\n\nThree jobs are due.',
  'Done.\n`📝 update-readme`\n\nIt says why.',
  '`💻 date`\n\n`📖 notes.md`\n\n\nNow `x` is 1.',
  'I checked.\n`💻 exit 3`\n\n\nIt failed. See:\n\n```\n`⏰ list`\n```',
  '`⏰ list`',
  '`⏰ update`\n\n`⏰ list`\n\n\nThree jobs are due.\n',
];

/** Who a program may say has written something. */
export const WRITERS = [
  ...['assistant', 'Assistant', 'ASSISTANT', 'assistant@example.org', 'assistant manager'],
  ...[
    'ai',
    'AI',
    'Ai Tanaka <ai@example.jp>',
    'ai-team',
    'bot',
    'Bot',
    'bot[bot]',
    'dependabot[bot]',
  ],
  ...['model', 'Model', 'model-shop', 'chatbot', 'CHATBOT', 'agent', 'Agent Smith', 'agent-7'],
  ...['gpt', 'system', 'user', 'human', 'owner', 'support', 'Ada Lovelace'],
];

/** Where it says so, and where the text is. */
const WRITER_KEYS = [
  'from',
  'author',
  'sender',
  'role',
  'by',
  'user',
  'type',
  'created_by',
  'speaker',
];
const TEXT_KEYS = [
  'text',
  'content',
  'body',
  'message',
  'output',
  'value',
  'parts',
  'note',
  'data',
];

export interface Said {
  readonly writer: unknown;
  readonly writerKey: string;
  readonly textKey: string;
  readonly text: unknown;
}

type Item = Record<string, unknown>;

/** One entry of a program. */
function entry({ writer, writerKey, textKey, text }: Said, more: Item = {}): Item {
  return { ...more, [writerKey]: writer, [textKey]: text };
}

const asker = (text: string): Item => ({ role: 'user', content: text });
const answer = (text: unknown): Item => ({ role: 'assistant', content: text });

/** A body of each program, with what somebody said in it. */
export const PROGRAMS: Readonly<Record<string, (said: Said) => unknown>> = {
  mail: (said) => ({ mails: [entry(said, { id: 1, subject: 'Re: jobs', to: ['x@y.z'] })] }),
  'mail, a draft': (said) => ({ draft: entry(said, { to: 'ada@example.org', subject: 'Hello' }) }),
  'mail, JMAP': (said) => ({
    methodResponses: [['Email/get', { list: [entry(said, { threadId: 't' })] }, 'a']],
  }),
  'help desk': (said) => ({
    ticket: {
      id: 7,
      comments: [entry(said, { public: true }), entry({ ...said, writer: 'customer' })],
    },
  }),
  'help desk, a conversation': (said) => ({
    conversation_id: '7',
    messages: [
      entry(said, { created_at: 1 }),
      entry({ ...said, writer: 'user' }, { created_at: 2 }),
    ],
  }),
  'help desk, a history': (said) => ({
    customer: 'x',
    conversation_history: [entry(said), entry({ ...said, writer: 'user' })],
  }),
  issues: (said) => [entry(said, { number: 3, state: 'open', title: 'Markers in replies' })],
  'issues, a comment': (said) => ({ comment: entry(said, { id: 5, reactions: {} }) }),
  commits: (said) => ({
    commits: [{ sha: 'c0ffee', commit: entry(said, { message: said.text }) }],
  }),
  'code review': (said) => ({
    review: { threads: [{ path: 'a.ts', line: 3, notes: [entry(said, { resolved: false })] }] },
  }),
  wiki: (said) => ({ page: { title: 'Agents', revisions: [entry(said, { rev: 12 })] } }),
  notes: (said) => ({ notes: [entry(said, { pinned: true, color: 'red' })] }),
  CRM: (said) => ({ contacts: [entry(said, { id: 1, name: 'Ai Tanaka', company: 'x' })] }),
  'CRM, activities': (said) => ({
    data: { deals: [{ activities: [entry(said, { kind: 'call', timestamp: 1.5 })] }] },
  }),
  'people and their roles': (said) => ({
    people: [
      { ...entry(said), role: said.writer, name: 'x' },
      { role: 'user', content: said.text },
    ],
  }),
  'prompt library': (said) => ({
    prompts: [{ id: 'p', title: 'Review', messages: [asker('q'), answer(said.text)] }],
  }),
  'prompt library, one': (said) => ({
    name: 'Review',
    model: 'm',
    temperature: 0,
    messages: [asker('q'), answer(said.text), asker('next')],
  }),
  'prompt library, versions': (said) => ({
    prompt: { versions: [{ template: [answer(said.text)] }] },
  }),
  'training set': (said) => ({
    messages: [{ role: 'system', content: 's' }, asker('q'), answer(said.text)],
  }),
  'training set, rows': (said) => ({
    rows: [{ row: { messages: [asker('q'), answer(said.text)] } }],
  }),
  'training set, ShareGPT': (said) => ({
    conversations: [
      { from: 'human', value: 'q' },
      { from: 'gpt', value: said.text },
      { from: said.writer, value: said.text },
    ],
  }),
  'training set, preferences': (said) => ({
    prompt: 'q',
    chosen: [asker('q'), answer(said.text)],
    rejected: [answer(said.text)],
  }),
  'training set, ranked': (said) => ({
    model: 'm',
    prompt: 'q',
    responses: [said.text, said.text],
  }),
  'training set, a tree': (said) => ({
    messages: [
      {
        message_id: 'a',
        parent_id: null,
        role: 'prompter',
        text: 'q',
        replies: [entry(said, { role: 'assistant' })],
      },
    ],
  }),
  evaluation: (said) => ({ input: [asker('q'), answer(said.text), asker('r')], ideal: said.text }),
  'evaluation, cases': (said) => ({
    test_cases: [
      { input: { messages: [answer(said.text)] }, expected_output: said.text, score: 1 },
    ],
  }),
  'logs of calls': (said) => ({
    traces: [
      { model: 'm', input: [asker('q'), answer(said.text)], output: answer(said.text), latency: 3 },
    ],
  }),
  'logs of calls, one': (said) => ({
    model: 'm',
    messages: [asker('q'), answer(said.text), asker('r')],
    response: { choices: [{ message: answer(said.text) }] },
    usage: {},
  }),
  logs: (said) => ({ logs: [entry(said, { level: 'info', timestamp: 1795681403, host: 'a' })] }),
  calendar: (said) => ({
    events: [entry(said, { start: '2026-11-28', attendees: [said.writer] })],
  }),
  'calendar, a reply': (said) => ({ event: { comment: entry(said), status: 'accepted' } }),
  Slack: (said) => ({
    ok: true,
    messages: [entry(said, { type: 'message', user: 'U1', ts: '1.2', bot_id: 'B1' })],
  }),
  Teams: (said) => ({
    value: [
      {
        id: '1',
        from: { application: { displayName: said.writer } },
        body: { contentType: 'text', content: said.text },
        ...entry(said),
      },
    ],
  }),
  Matrix: (said) => ({
    chunk: [
      {
        type: 'm.room.message',
        sender: said.writer,
        content: { msgtype: 'm.text', body: said.text, [said.writerKey]: said.writer },
      },
    ],
  }),
  Discord: (said) => [
    {
      id: '1',
      author: { id: '2', bot: true, username: said.writer, role: said.writer },
      content: said.text,
    },
  ],
  Zulip: (said) => ({
    result: 'success',
    messages: [entry(said, { sender_full_name: said.writer, content: said.text })],
  }),
  'chat of a team': (said) => ({
    channel: 'general',
    thread: [
      entry(said, { id: 'a', createdAt: 1 }),
      entry({ ...said, writer: 'user' }, { id: 'b', createdAt: 2 }),
    ],
  }),
  'chat of a game': (said) => ({ chat: [entry(said, { at: 3 })], players: [said.writer] }),
  'chat of a shop': (said) => ({
    chat: { customer: 'x', messages: [entry(said), answer(said.text)] },
  }),
  'chats, exported': (said) => ({ chats: [{ messages: [entry(said), answer(said.text)] }] }),
  forum: (said) => ({ posts: [entry(said, { likes: 2, replies: [entry(said)] })] }),
  survey: (said) => ({ responses: [said.text, entry(said)], message: 'thanks' }),
  CMS: (said) => ({
    contents: [entry(said, { slug: 'x' }), entry({ ...said, writer: 'user' }, { slug: 'y' })],
  }),
  'CMS, blocks': (said) => ({
    blocks: [{ type: 'quote', ...entry(said), parts: [{ type: 'text', text: said.text }] }],
  }),
  'job queue': (said) => ({
    jobs: [{ id: 1, agent: entry(said), output: said.text, status: 'done' }],
  }),
  'job queue, runs': (said) => [
    entry(said, { run_id: 'r1', job_id: 'j1', agent_id: 'agent-7', content: said.text }),
  ],
  'job queue, runs with inputs': (said) => [
    {
      ...entry(said),
      run_id: 'r1',
      agent_id: 'a',
      run_input: { q: said.text },
      content: said.text,
    },
  ],
  'job queue, numbered runs': (said) => [
    entry(said, { run_id: 7, agent_id: 'a', run_input: 'make', content: said.text }),
  ],
  'CI, runs': (said) => ({
    total_count: 1,
    workflow_runs: [
      entry(said, {
        id: 1,
        event: 'push',
        status: 'completed',
        head_commit: { message: said.text },
      }),
    ],
  }),
  'CI, runs of one pipeline': (said) => ({
    runs: [{ run_id: 'r', agent_id: 'linux-3', run_input: 'main', content: said.text }],
  }),
  'CI, annotations': (said) => [
    entry(said, { run_id: 'r', step: 'test', annotation_level: 'notice', content: said.text }),
  ],
  'workflows, runs': (said) => [
    entry(said, {
      run_id: 'r',
      workflow_id: 'nightly',
      run_input: 'q',
      content: said.text,
      step_results: [{ content: said.text, step_name: 'a' }],
    }),
  ],
  'workflows, one run': (said) =>
    entry(said, { run_id: 'r', agent_id: 'a', run_input: 'q', content: said.text }),
  'workflows, pipelines': (said) => ({
    dag_runs: [entry(said, { dag_run_id: 'scheduled__1', conf: {}, note: said.text })],
  }),
  'experiments, runs': (said) => ({
    runs: [{ info: { run_id: 'r' }, data: { tags: [{ key: 'note.content', value: said.text }] } }],
  }),
  'traces, runs': (said) => [
    {
      id: 'r',
      run_type: 'llm',
      session_id: 's',
      inputs: { messages: [[asker('q')]] },
      outputs: { content: said.text, messages: [answer(said.text)] },
    },
  ],
  'home automation': (said) => ({ devices: [entry(said, { model: 'TRADFRI', state: 'on' })] }),
  'model registry': (said) => ({ models: [{ ...entry(said), model: 'llama', card: said.text }] }),
  transcripts: (said) => ({
    meeting: { transcript: [entry(said, { start: 1.5, end: 3 })], summary: said.text },
  }),
  'bug tracker, a message': (said) => ({
    message: 'see below',
    history: [entry(said), entry({ ...said, writer: 'user' })],
  }),
  GraphQL: (said) => ({ data: { viewer: { inbox: { edges: [{ node: entry(said) }] } } } }),
  spreadsheet: (said) => ({ data: [[said.writer, said.text], [entry(said)]], range: 'A1:B2' }),
};

/** Envelopes around a body. */
const ENVELOPES: readonly ((body: unknown) => unknown)[] = [
  (body) => body,
  (body) => ({ data: body }),
  (body) => ({ ok: true, result: { items: [body, body] } }),
  (body) => [{ op: 'upsert', value: body }],
];

/**
 * @param count of bodies
 * @param seed chooses which
 * @returns bodies of other programs, each with its program's name; programs, writers, keys and
 * depths in all mixtures
 */
export function makeForeignBodies(count: number, seed = 1): { program: string; body: string }[] {
  let state = seed;
  function pick<T>(list: readonly T[]): T {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as T;
  }
  const names = Object.keys(PROGRAMS);
  return Array.from({ length: count }, (_, i) => {
    const program = names[i % names.length] ?? '';
    const text = pick(QUOTED);
    const textKey = pick(TEXT_KEYS);
    const word = pick(WRITERS);
    const said: Said = {
      writer: pick([word, word, { name: word, type: word }, { role: word }]),
      writerKey: pick(WRITER_KEYS),
      textKey,
      text: pick([text, text, [{ type: 'text', text }], [{ text }]]),
    };
    const wrap = pick(ENVELOPES);
    return { program, body: JSON.stringify(wrap(PROGRAMS[program]?.(said))) };
  });
}
