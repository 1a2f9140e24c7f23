/**
 * What the companion says in Open WebUI's own status line, and when, before an agent that answers
 * as the tests say.
 */
import { expect, test } from 'vitest';
import { runFilter, runFilterOnce } from './run-filter.ts';

type Report = Readonly<Record<string, unknown>>;
type Line = readonly [words: string, done: boolean];

interface Said {
  /** After each "take", and at the end. */
  readonly lines: readonly (readonly Line[])[];
  readonly summary: string;
}

function runs(id: string, label: string, tool = 'terminal'): Report {
  return { tool, emoji: '💻', label, toolCallId: id, status: 'running' };
}

function over(id: string, more: Report = {}): Report {
  return { tool: 'terminal', toolCallId: id, status: 'completed', ...more };
}

/** A call of which this is known. */
function call(id: string, label: string, more: Report, tool?: string): Report[] {
  return [runs(id, label, tool), over(id), over(id, more)];
}

const RAN = { status: 'ran', exit_code: 0 };
const FAILED = { status: 'failed', exit_code: 2 };
const parts = (unit: string, all: number, worked: number, failed: number) => ({
  parts: { unit, all, worked, failed },
});

/**
 * The words of one call, which are those of the reply's summary if it has no other, unless that
 * says it in another way.
 */
const WORDS: readonly (readonly [words: string, reports: readonly Report[], summary?: string])[] = [
  ['Ran ls -la', call('a', 'ls -la', RAN)],
  ['Failed (exit 2): make test', call('a', 'make test', FAILED)],
  ['Failed: make test', call('a', 'make test', { status: 'failed' })],
  ['Not allowed: rm -rf old', call('a', 'rm -rf old', { status: 'denied' })],
  ['Not allowed: rm -rf old', call('a', 'rm -rf old', { status: 'blocked' })],
  ['Not allowed, nobody answered: rm -rf old', call('a', 'rm -rf old', { status: 'timed-out' })],
  ['Started, end unknown: npm run dev', call('a', 'npm run dev', { status: 'background' })],
  ['Outcome not reported: ls', [runs('a', 'ls'), over('a')]],
  ['Outcome not reported: ls', call('a', 'ls', { status: 'a state of tomorrow' })],
  ['End not reported: sleep 20', [runs('a', 'sleep 20')]],
  // Of older agents: no end is ever reported.
  ['Outcome not reported: ls', [{ tool: 'terminal', emoji: '💻', label: 'ls' }]],
  ['Outcome not reported: ls', [{ tool: '', emoji: '💻', label: 'ls', marker: 'whole' }]],
  ['Ran read_file notes.md', call('a', 'notes.md', RAN, 'read_file')],
  ['Ran todo', call('a', '', RAN, 'todo')],
  ['Could not ask you: clarify', call('a', '', { status: 'failed' }, 'clarify')],
  ['Ran cronjob', call('a', 'Cronjob', RAN, 'tool_call')],
  ['Ran ls', call('a', 'display.tools.terminal', { ...RAN, input: '{"command":"ls"}' })],
  ['Ran todo', call('a', '', { ...RAN, input: '{"todos":[]}' }, 'todo')],
  ['Ran a tool', call('a', '', RAN, '')],
  [
    '2 of 3 sub-agents worked, 1 failed: delegate_task look',
    call('a', 'look', { status: 'failed', ...parts('subagents', 3, 2, 1) }, 'delegate_task'),
  ],
  [
    '2 sub-agents ended: delegate_task look',
    call('a', 'look', { status: 'completed', ...parts('subagents', 2, 2, 0) }, 'delegate_task'),
  ],
  [
    '2 sub-agents ended, 10.8 s, 8 tokens: delegate_task look',
    call(
      'a',
      'look',
      {
        ...{ status: 'completed', ...parts('subagents', 2, 2, 0) },
        sub_agents: [
          { state: 'worked', seconds: 10.83, tokens: 4 },
          { state: 'worked', seconds: 4.75, tokens: 4 },
        ],
      },
      'delegate_task',
    ),
    '2 sub-agents ended, 10.8 s: delegate_task look · 8 tokens of 2 sub-agents',
  ],
  [
    'Failed: delegate_task look',
    call('a', 'look', { status: 'failed', ...parts('subagents', 1, 0, 1) }, 'delegate_task'),
  ],
  [
    '1 of 2 pages read, 1 failed: web_extract x.org',
    call('a', 'x.org', { status: 'failed', ...parts('pages', 2, 1, 1) }, 'web_extract'),
  ],
  [
    'Ran web_extract x.org',
    call('a', 'x.org', { ...RAN, ...parts('pages', 2, 2, 0) }, 'web_extract'),
  ],
  ['Failed: x', call('a', 'x', { status: 'failed', exit_code: '<b>', parts: { all: 'x' } })],
  // One line, no secret, no character that nobody sees.
  ['Ran curl -u xx:xxxxxxx x …', call('a', 'curl -u me:secret1 x\nAPI_KEY=abc123', RAN)],
  ['Ran echo [U+202E]x', call('a', 'echo \u202ex', RAN)],
  [`Ran ${'x '.repeat(59)} …`, call('a', 'x '.repeat(500), RAN)],
];

test('of a call, a line says what the table of outcomes says, and nothing of its result', () => {
  const secret = { output: 'canary', error: 'canary', description: 'canary' };
  const said = runFilter<Said>(
    WORDS.map(([, reports]) => ({
      do: 'said',
      reports: reports.map((report) => ({ ...report, ...secret })),
    })),
  );

  expect(said.map(({ lines, summary }) => [lines.at(-1), summary])).toEqual(
    WORDS.map(([words, , summary = words]) => [[[words, true]], summary]),
  );
  expect(JSON.stringify(said)).not.toContain('canary');
});

/** The summary of several calls. */
const SUMMARIES: readonly (readonly [summary: string, reports: readonly Report[]])[] = [
  ['', []],
  ['', [{ tool: '', emoji: '⏰', label: 'list', marker: 'line', status: 'written' }]],
  ['Ran 2 commands', [...call('a', 'ls', RAN), ...call('b', 'date', RAN)]],
  ['Ran 2 tools', [...call('a', 'ls', RAN), ...call('b', 'x', RAN, 'read_file')]],
  [
    '3 commands, 1 failed (exit 2)',
    [...call('a', 'ls', RAN), ...call('b', 'make', FAILED), ...call('c', 'date', RAN)],
  ],
  ['2 commands, 2 failed (exit 2)', [...call('a', 'x', FAILED), ...call('b', 'make', FAILED)]],
  [
    '2 commands, 2 failed',
    [...call('a', 'x', FAILED), ...call('b', 'make', { ...FAILED, exit_code: 3 })],
  ],
  [
    '6 commands, 1 failed, 2 not allowed, 1 started, end unknown, 1 end not reported, 1 outcome not reported',
    [
      ...call('a', 'x', { status: 'failed' }),
      ...call('b', 'x', { status: 'denied' }),
      ...call('c', 'x', { status: 'timed-out' }),
      ...call('d', 'x', { status: 'background' }),
      runs('e', 'x'),
      runs('f', 'x'),
      over('f'),
    ],
  ],
  // The agent may use a name again.
  ['2 commands, 1 failed (exit 2)', [...call('a', 'ls', RAN), ...call('a', 'make', FAILED)]],
  [
    'More than 1000 commands, 1 failed (exit 2)',
    [
      ...Array.from({ length: 999 }, (_, i) => call(`c${i}`, '', RAN)).flat(),
      ...call('a', '', FAILED),
      ...call('b', '', FAILED),
    ],
  ],
];

test('a summary counts what is known and says what is not', () => {
  const said = runFilter<Said>(SUMMARIES.map(([, reports]) => ({ do: 'said', reports })));

  expect(said.map(({ summary }) => summary)).toEqual(SUMMARIES.map(([summary]) => summary));
});

const WAITS = { tool: '', status: 'waiting', command: 'rm -rf old', description: 'canary' };

test('a line says what runs or waits now, and is followed by what became of it', () => {
  const { lines } = runFilterOnce<Said>({
    do: 'said',
    reports: [
      runs('a', 'ls'),
      'take',
      'take',
      over('a'),
      runs('b', 'make'),
      'take',
      over('a', RAN),
      'take',
      { ...WAITS, answered_by: 'admin' },
      'take',
      { ...WAITS, answered_by: 'dialog' },
      'take',
      { ...WAITS, answered_by: 'dialog', status: 'answered' },
      'take',
      over('b'),
      'take',
      over('b', FAILED),
      'take',
      { ...WAITS, answered_by: 'somebody else' },
      'take',
      'writes',
      'take',
    ],
  });

  expect(lines).toEqual([
    [['Running ls', false]],
    [],
    [['Running make', false]],
    [
      ['Ran ls', true],
      ['Running make', false],
    ],
    [["Waits for an administrator's yes: rm -rf old", false]],
    [['Waits for your yes: rm -rf old', false]],
    [['Answered: rm -rf old', false]],
    [['Ended: make', true]],
    [['Failed (exit 2): make', true]],
    [['Waits for a yes where the agent runs: rm -rf old', false]],
    [['No longer waits for an answer', true]],
    [],
  ]);
});

test('what became of an earlier call, or a count of its sub-agents, ends no wait', () => {
  const { lines } = runFilterOnce<Said>({
    do: 'said',
    reports: [
      runs('a', 'ls'),
      over('a'),
      runs('b', 'rm -rf old'),
      { ...WAITS, answered_by: 'admin' },
      'take',
      over('a', RAN),
      'take',
      { ...over('b'), status: 'running', sub_agents: [{ messages: 2 }] },
      'take',
      runs('c', 'date'),
      'take',
    ],
  });

  const waits = ["Waits for an administrator's yes: rm -rf old", false];
  expect(lines.slice(0, 4)).toEqual([
    [waits],
    [['Ran ls', true], waits],
    [],
    [['Running date', false]],
  ]);
});

test('where results are not to be shown, calls are named by their tools', () => {
  const { lines, summary } = runFilterOnce<Said>({
    do: 'said',
    labels: false,
    reports: [runs('a', 'canary'), { ...WAITS, command: 'canary' }, 'take'],
  });

  expect([lines, summary]).toEqual([
    [
      [['Waits for a yes where the agent runs: terminal', false]],
      [['End not reported: terminal', true]],
    ],
    'End not reported: terminal',
  ]);
});

const COUNT = (...messages: readonly unknown[]): Report => ({
  ...{ tool: 'delegate_task', toolCallId: 'a', status: 'running' },
  sub_agents: messages.map((count) => ({ state: 'running', messages: count })),
});

test('what sub-agents have written is a line of its own, and a new one only after a while', () => {
  const { lines, summary } = runFilterOnce<Said>({
    do: 'said',
    reports: [
      runs('a', 'look', 'delegate_task'),
      'take',
      COUNT(0),
      'take',
      COUNT(4, 1),
      'take',
      over('a'),
      'take',
      over('a', { status: 'failed', ...parts('subagents', 2, 1, 1) }),
    ],
  });

  expect(lines).toEqual([
    [['Running delegate_task look', false]],
    [],
    [],
    [['Ended: delegate_task look', true]],
    [['1 of 2 sub-agents worked, 1 failed: delegate_task look', true]],
  ]);
  expect(summary).toBe('1 of 2 sub-agents worked, 1 failed: delegate_task look');
  expect(
    runFilterOnce<Said>({
      do: 'said',
      reports: [runs('a', 'look', 'delegate_task'), COUNT(4), 'take', COUNT(9), 'take'],
    }).lines,
  ).toEqual([
    [['1 sub-agent: 4 messages so far', false]],
    [],
    [['End not reported: delegate_task look', true]],
  ]);
});

interface Told {
  readonly events: readonly { readonly type: string }[];
  readonly lines: readonly (readonly [how: string, words: string, done: boolean] | string)[];
  readonly kept?: readonly unknown[];
  readonly unsettled: number;
  readonly chunks: readonly unknown[];
}

const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const RECORDED = (id: string, code: number) => ({
  role: 'tool',
  tool_call_id: id,
  content: JSON.stringify({ output: 'canary', exit_code: code, error: null }),
});
const TWO = [runs('a', 'ls'), over('a'), runs('b', 'make'), over('b')];
const RECORD = [RECORDED('a', 0), RECORDED('b', 2)];

/** @param outlet who calls `outlet` when the reply is over */
function told(outlet: 'server' | 'page' | 'nobody', job: object = {}, status: object = {}): Told {
  return runFilterOnce<Told>({
    do: 'agent',
    steps: [...TWO, END],
    records: [RECORD, RECORD],
    status_lines: { live: true, outlet, ...status },
    ...job,
  });
}

const SUMMARY = '2 commands, 1 failed (exit 2)';

test('a reply ends with its summary, the only line that the server stores, and before its outlet does', () => {
  const { lines, unsettled } = told('server');

  expect([lines, unsettled]).toEqual([
    [
      'outlet',
      ['shown', 'Ran ls', true],
      ['shown', 'Failed (exit 2): make', true],
      ['stored', SUMMARY, true],
      'end',
    ],
    0,
  ]);
});

test('the line of the only call of a reply is its summary, and said once', () => {
  const steps = [runs('a', 'ls'), { wait: 0.6 }, over('a'), { wait: 1.3 }, END];
  // No time passes that a summary could tell.
  const [early, late] = [true, false].map((prompt) =>
    told('server', { steps, prompt, records: [RECORD, RECORD], clock: true }),
  );

  expect(early?.lines).toEqual([
    ['shown', 'Running ls', false],
    ['shown', 'Ran ls', true],
    'outlet',
    ['kept', 'Ran ls', true],
    'end',
  ]);
  expect(late?.lines).toEqual([
    ['shown', 'Running ls', false],
    ['shown', 'Ended: ls', true],
    'outlet',
    ['stored', 'Ran ls', true],
    'end',
  ]);
});

test('a call that only the record tells of has a line, too', () => {
  const calls = [{ id: 'u', function: { name: 'no_such_tool', arguments: '{}' } }];
  const record = [
    { role: 'user', content: 'Hi', at: 0.1 },
    { role: 'assistant', tool_calls: calls, at: 0.1 },
    { role: 'tool', tool_call_id: 'u', content: "Tool 'no_such_tool' does not exist.", at: 0.1 },
    { role: 'assistant', content: 'All done.', at: 0.2 },
  ];
  const steps = [{ ...END, model: 'hermes-agent' }];

  expect(told('server', { steps, records: [record] }).lines).toEqual([
    'outlet',
    ['stored', 'Failed: no_such_tool', true],
    'end',
  ]);
});

test.each([
  ['beside its tools', TWO, [SUMMARY]],
  ['in a reply without a tool', [], []],
])('what the agent says meanwhile is shown %s, and not stored', (_what, calls, stored) => {
  const says = { kind: 'lifecycle', text: 'Rate limited, api_key=canary7canary.\nWaiting 2.8s' };
  const { lines } = told('server', { steps: [says, ...calls, END], records: [RECORD, RECORD] });
  const wordsOf = (how: string): unknown[] =>
    lines.filter(([is]) => is === how).map(([, words]) => words);

  const words = 'The agent says: Rate limited, api_key=xxxxxxxxxxxxx. …';
  expect(wordsOf('shown').filter((each) => each === words)).toEqual([words]);
  expect(wordsOf('stored')).toEqual(stored);
});

test('a reply that is stopped leaves no line that is not done', () => {
  const stops = { stopped: true };
  const { lines, unsettled } = told(
    'nobody',
    { steps: [runs('a', 'sleep 20'), { wait: 0.6 }] },
    stops,
  );

  expect([lines, unsettled]).toEqual([
    [
      ['shown', 'Running sleep 20', false],
      ['stored', 'Stopped. Last: sleep 20, end unknown.', true],
    ],
    0,
  ]);
  // While the page is being told what runs.
  const slow = told(
    'nobody',
    { steps: [runs('a', 'sleep 20'), { wait: 0.5 }], slow_page: 0.3 },
    stops,
  );
  expect(slow.lines).toEqual(lines);
});

test('pages that store what they have keep the summary alone, if it is their own reply', () => {
  expect(told('page').kept).toEqual(Array(3).fill([['stored', SUMMARY, true]]));
  expect(told('page', {}, { user: 'somebody else' }).kept).toEqual([null, null, null]);
});

test('a server that cannot tell a page without storing it says the summary alone', () => {
  expect(told('nobody', {}, { live: false }).lines).toEqual([['stored', SUMMARY, true]]);
});

test.each<[what: string, job: object]>([
  ['the extension shows badges', { headers: { 'x-stream-fixer': 'on' } }],
  ['its model is known', { headers: { 'x-stream-fixer': 'hermes' } }],
  ['they are switched off', { valves: { show_status_lines: false } }],
  ['no progress is shown', { valves: { relay_progress: false } }],
  ['no tool ran', { steps: [END] }],
  ['a program asks', { no_emitter: true }],
])('there are none where %s', (_what, job) => {
  expect(told('nobody', job)).toMatchObject({ lines: [], unsettled: 0 });
});

test.each<[what: string, isTold: boolean, job: object, status?: object]>([
  ['breaks off while a tool runs', true, { steps: [runs('a', 'sleep 20')] }],
  ['breaks off behind its tools', true, { steps: TWO }],
  ['a person stops', false, { steps: TWO }, { stopped: true }],
  ['says its end', false, {}],
  ['is shown without progress', false, { steps: TWO, valves: { relay_progress: false } }],
])('whether its stream broke off is told of a reply that %s: %s', (_what, isTold, job, status) => {
  const headers = { 'x-stream-fixer': 'on' };
  const { events, lines, unsettled } = told('nobody', { headers, ...job }, status);

  expect([lines, unsettled]).toEqual([[], 0]);
  expect(events.filter(({ type }) => type === 'hermes.status')).toEqual(
    isTold ? [{ type: 'hermes.status', data: { kind: 'broken', text: '' } }] : [],
  );
});

test('lines come at most once a second, and no chunk waits for one', () => {
  const steps = Array.from({ length: 40 }, (_, i) => [runs(`c${i}`, `echo ${i}`), over(`c${i}`)]);
  const { lines, chunks } = told('server', {
    steps: [...steps.flat(), END],
    records: [],
    slow_page: 0.02,
  });

  expect(chunks).toHaveLength(81);
  expect(lines.indexOf('outlet')).toBeLessThan(2);
  expect(lines.at(-2)).toEqual(['stored', '40 commands, 40 outcomes not reported', true]);
});

const SESSION = 'api-b405e458b07957c2';
const LISTED = '/api/sessions?include_children=true&source=subagent&limit=50';
const child = (messages: number, more: object = {}) => ({
  ...{ id: 's', source: 'subagent', parent_session_id: SESSION, ended_at: null, began: 0.1 },
  message_count: messages,
  ...more,
});

/**
 * A reply with a call that has sub-agents, and what its page is told of them: the event, and each
 * read.
 */
function follow(job: object) {
  const { events, reads } = runFilterOnce<{
    readonly events: readonly { readonly data: Report }[];
    readonly reads: readonly (readonly [path: string, key: string])[];
  }>({
    do: 'agent',
    limits: { LOOK_EVERY: 0.1 },
    steps: [runs('a', 'look', 'delegate_task'), { wait: 1.6 }, over('a'), END],
    ...job,
  });
  const counts = events.flatMap(({ data }) => (data.sub_agents ? [data.sub_agents] : []));
  return { counts, reads: reads.filter(([path]) => path === LISTED) };
}

test('while a call has sub-agents, the list of the agent tells of them, once a second at most, and then its record', () => {
  const results = [
    {
      task_index: 0,
      status: 'completed',
      duration_seconds: 5.1,
      tokens: { input: 20, output: 10 },
    },
    { task_index: 1, status: 'failed', error: 'HTTP 429 api_key=canary7canary' },
  ];
  const record = [
    {
      ...{ role: 'tool', tool_call_id: 'a', tool_name: 'delegate_task' },
      content: JSON.stringify({ results }),
    },
  ];
  const records = [[child(2)], [child(4)], record];
  const job = { records, valves: { show_results: true } };
  const ended = { state: 'worked', seconds: 5.1, tokens: 30 };

  expect(follow(job)).toEqual({
    counts: [
      [{ state: 'running', messages: 2 }],
      [{ state: 'running', messages: 4 }],
      [ended, { state: 'failed', error: 'HTTP 429 api_key=xxxxxxxxxxxxx' }],
    ],
    reads: [
      [LISTED, 'Bearer key'],
      [LISTED, 'Bearer key'],
    ],
  });
  const bare = follow({ ...job, valves: { show_results: false } });
  expect(bare.counts.at(-1)).toEqual([ended, { state: 'failed' }]);
});

test.each<[what: string, reads: number, job: object]>([
  ['an agent without such a list', 1, { records: [] }],
  ['a page in its place', 1, { records: ['<!doctype html>'] }],
  [
    'sub-agents of another session',
    2,
    { records: [[child(2, { parent_session_id: 'x' })], [child(2, { parent_session_id: 'x' })]] },
  ],
  [
    'those of an earlier call',
    2,
    { records: [[child(2, { began: -30 })], [child(3, { began: -30 })]] },
  ],
  [
    'one that was over before',
    2,
    { records: [[child(2, { ended_at: 1 })], [child(2, { ended_at: 1 })]] },
  ],
  [
    'two calls at once',
    0,
    {
      steps: [
        runs('a', 'look', 'delegate_task'),
        runs('b', 'see', 'delegate_task'),
        { wait: 0.5 },
        END,
      ],
    },
  ],
  ['no progress that is shown', 0, { valves: { relay_progress: false } }],
  ['a connection of the page', 0, { direct: true }],
])('of %s nothing is told', (_what, reads, job) => {
  const told = follow(job);
  expect([told.counts, told.reads.length]).toEqual([[], reads]);
});
