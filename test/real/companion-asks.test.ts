/** The companion's questions and receipts, before an agent that answers as the tests say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalTexts } from '../../src/pages/approval/texts.ts';
import COMMANDS from '../companion/command-cases.json' with { type: 'json' };
import REASONS from '../companion/reason-cases.json' with { type: 'json' };
import { shownText } from '../companion/shown-text.ts';
import { runFilter, runFilterOnce } from './run-filter.ts';

interface Told {
  readonly events: readonly {
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly dialogs: readonly {
    readonly data: { readonly title: string; readonly message: string };
  }[];
  readonly posts: readonly (readonly [path: string, authorization: string, body: unknown])[];
  readonly reads: readonly (readonly [path: string, authorization: string])[];
  readonly chunks: readonly unknown[];
  /** Work that reads long texts: in the thread of the server's event loop, and in another one. */
  readonly on_loop: readonly string[];
  readonly beside: readonly string[];
}

const QUESTION = {
  event: 'approval.request',
  run_id: 'chatcmpl-1',
  request_id: 'q1',
  session_id: 'api-1',
  command: 'rm -rf old',
  description: 'recursive delete',
  choices: ['once', 'session', 'always', 'deny'],
};
/** So that nobody waits for minutes. */
const FAST = { ANSWER_WITHIN: 2, ASK_AGAIN: 0.6, TOO_SOON: 0.1 };
const ALLOWED = { after: 0.3, text: 'allow' };
const WAITS = {
  tool: '',
  status: 'waiting',
  command: 'rm -rf old',
  description: 'recursive delete',
};
/** The same where a dialog asks, with a name of the question that is none of the agent's. */
const ASKS = {
  ...WAITS,
  answered_by: 'dialog',
  request_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  dialog: '',
};

function ask(job: object): Told {
  return runFilterOnce<Told>({ do: 'agent', limits: FAST, steps: [QUESTION], ...job });
}

function choicesIn({ posts }: Told): unknown[] {
  return posts.map(([, , body]) => (body as { choice: string }).choice);
}

function waitsIn({ events }: Told): unknown[] {
  const asked = events.filter(({ data }) => data.status === 'waiting' && !data.dialog);
  return asked.map(({ data }) => data.answered_by);
}

test('the word that allows allows the command once, at the own address of the connection and with its key', () => {
  const told = ask({ answers: [ALLOWED] });

  expect(told.posts).toEqual([
    ['/v1/runs/chatcmpl-1/approval', 'Bearer key', { choice: 'once', request_id: 'q1' }],
  ]);
  const [{ data }] = told.dialogs as unknown as [{ data: { dialog: string } }];
  expect(told.events.map((event) => event.data)).toEqual([
    ASKS,
    { ...ASKS, dialog: data.dialog },
    { ...ASKS, status: 'answered' },
  ]);
  expect(told.dialogs.map(({ data }) => data.title)).toEqual(['Hermes asks for permission']);
  // Its server would take the name for an event of its own.
  expect(told.chunks).toEqual([{}]);
});

test.each<[what: string, answers: unknown[]]>([
  ['a dialog that is cancelled', [false]],
  ['a page that is gone', [{ error: 'Client session disconnected.' }, 'never', 'never']],
  ['a word that denies', ['Deny ']],
  ['another text, and then nobody', ['yes', 'never', 'never', 'never']],
  [
    'an Enter in the next message, and then nobody',
    [
      { after: 0.3, text: '' },
      { after: 0.3, text: 'allow me to ask' },
      { after: 0.3, text: true },
      'never',
    ],
  ],
  ['a server that raises', ['raises', 'raises', 'raises']],
  ['nobody, asked once more', ['never', 'never', 'never']],
  [
    'a key that was pressed before anybody could read, and then nobody',
    ['allow', 'never', 'never', 'never'],
  ],
  ['somebody who is too late', [{ after: 9 }, { after: 9 }, { after: 9 }]],
])('%s denies, and is asked again before', (_what, answers) => {
  // Only if it is not asked as often does the time end by itself.
  const told = ask({ answers, ends: true, limits: { ...FAST, ANSWER_WITHIN: 8 } });

  expect([choicesIn(told), told.dialogs.length]).toEqual([['deny'], answers.length]);
});

/** Seconds, a twentieth of what they are. */
const FASTER = {
  ANSWER_WITHIN: 3,
  LOOK_AGAIN: [0.02, 0.03, 0.05, 0.1],
  LOOK_WITHIN: 0.25,
  IN_FRONT: 0.02,
  ASK_UNSEEN: 0.1,
  ASK_AGAIN: 1.5,
  TOO_SOON: 0.1,
  NEWCOMERS: 0.1,
};
interface Asked {
  readonly dialogs: readonly (readonly [page: string, at: number])[];
  readonly posts: readonly string[];
  readonly told: readonly Readonly<Record<string, unknown>>[];
  readonly replayed: readonly (readonly [page: string, states: readonly string[]])[];
}
type Case = readonly [
  what: string,
  pages: readonly object[],
  asked: readonly string[],
  answer: 'once' | 'deny' | null,
  job?: { readonly limits?: object; readonly goesOn?: object },
];

const CASES: readonly Case[] = [
  ['the page shows the chat', [{ id: 'a', presses: [0.3] }], ['a 0'], 'once'],
  ['it is denied', [{ id: 'a', presses: [0.3], confirms: false }], ['a 0'], 'deny'],
  [
    'a new chat, whose page does not know it yet',
    [{ id: 'a', shows: 0.1, presses: [0.3] }],
    ['a 0.1'],
    'once',
  ],
  [
    'another chat, until somebody comes back',
    [{ id: 'a', shows: 0.9, presses: [0.3] }],
    ['a 0.9'],
    'once',
  ],
  [
    'another tab shows it',
    [
      { id: 'a', shows: 99 },
      { id: 'b', shows: 0.5, presses: [0.3] },
    ],
    ['b 0.5'],
    'once',
  ],
  ['the tab is in the background', [{ id: 'a', hidden: true, presses: [0.5] }], ['a 0'], 'once'],
  [
    'another tab in the background',
    [
      { id: 'a', shows: 99 },
      { id: 'b', hidden: true, presses: [0.3] },
    ],
    ['b 0'],
    'once',
  ],
  [
    'the page is loaded again while the dialog is open',
    [
      { id: 'a', closes: 0.4 },
      { id: 'b', opens: 0.7, shows: 0.8, presses: [0.3] },
    ],
    ['a 0', 'b 0.8'],
    'once',
  ],
  [
    'the page may not answer a look',
    [{ id: 'a', looks: false, shows: 0.2, presses: [0.3] }],
    ['a 0.2'],
    'once',
  ],
  [
    'a key that was pressed too soon, and then again',
    [{ id: 'a', presses: [0, 0.9] }],
    ['a 0', 'a 0'],
    'once',
    { limits: { TOO_SOON: 0.5 } },
  ],
  ['nobody shows it', [{ id: 'a', shows: 99 }], [], 'deny', { limits: { ANSWER_WITHIN: 1 } }],
  ['nobody answers', [{ id: 'a' }], ['a 0'], 'deny', { limits: { ANSWER_WITHIN: 1 } }],
  [
    'the agent no longer waits',
    [{ id: 'a' }],
    ['a 0'],
    null,
    { goesOn: { tool: 'terminal', toolCallId: 'c1', status: 'completed' } },
  ],
  [
    'another call is over',
    [{ id: 'a', presses: [0.6] }],
    ['a 0'],
    'once',
    { goesOn: { tool: 'terminal', toolCallId: 'c0', status: 'completed' } },
  ],
];

test('a question is in the one page that shows its chat, once, and no answer is lost', () => {
  const call = { ...RUNS, toolCallId: 'c1' };
  const got = runFilter<Asked>(
    CASES.map(([, pages, , answer, { limits = {}, goesOn = [] } = {}]) => ({
      do: 'pages',
      limits: { ...FASTER, ...limits },
      pages,
      steps: [call, QUESTION, { wait: 0.3 }, goesOn, answer ? 'answered' : [], END].flat(),
    })),
  );

  CASES.forEach(([what, , asked, answer], i) => {
    const { dialogs, posts } = got[i]!;
    const shown = dialogs.map(([page], n) => `${page} ${asked[n]?.split(' ')[1]}`);
    expect([what, shown, posts]).toEqual([what, asked, answer ? [answer] : []]);
    // Not before the page shows the chat; clocks are rounded.
    for (const [n, [, at]] of dialogs.entries())
      expect(at).toBeGreaterThan(Number(asked[n]?.split(' ')[1]) - 0.02);
  });
});

test('what a page is told of a dialog names the one that it has, and nothing once there is none', () => {
  const [told] = runFilter<Asked>([
    {
      do: 'pages',
      limits: FASTER,
      pages: [
        { id: 'a', closes: 0.4 },
        { id: 'b', opens: 0.8, presses: [0.6] },
      ],
      steps: [{ ...RUNS, toolCallId: 'c1' }, QUESTION, 'answered', END],
    },
  ]);

  const { told: states, replayed } = told!;
  const names = states.flatMap(({ status, dialog }) =>
    status === 'waiting' ? [dialog === '' ? 'none' : 'open'] : [],
  );
  expect(names).toEqual(['none', 'open', 'none', 'open']);
  expect(new Set(states.flatMap(({ request_id: id }) => id ?? [])).size).toBe(1);
  expect(states.at(-1)).toMatchObject({ status: 'answered' });
  // The page that has come later gets what it has missed, the question once, and the lines that say
  // so.
  expect(replayed).toEqual([
    ['b', ['running', 'waiting']],
    ['b', ['Waits for your yes: rm -rf old']],
  ]);
});

test('a person who is asked again can still allow it', () => {
  expect(choicesIn(ask({ answers: ['never', ALLOWED] }))).toEqual(['once']);
  for (const early of [true, '', 'allow', 'allow it'])
    expect(choicesIn(ask({ answers: [early, ALLOWED] }))).toEqual(['once']);
  expect(choicesIn(ask({ answers: [{ after: 0.3, text: ' Allow\n' }] }))).toEqual(['once']);
});

test.each<[who: string | undefined, role: string, answeredBy: string]>([
  [undefined, 'admin', 'dialog'],
  [undefined, 'user', 'admin'],
  ['admins', 'pending', 'admin'],
  ['everyone', 'user', 'dialog'],
  ['everyone', 'pending', 'admin'],
  ['nobody', 'admin', 'elsewhere'],
])('where %s may approve, somebody with the role %s sees: %s', (who, role, answeredBy) => {
  const told = ask({ answers: [ALLOWED], role, valves: who ? { who_may_approve: who } : {} });

  expect(waitsIn(told)).toEqual([answeredBy]);
  const asks = answeredBy === 'dialog' ? 1 : 0;
  expect([told.dialogs.length, told.posts.length]).toEqual([asks, asks]);
});

test.each<[what: string, job: object]>([
  [
    'a run whose name would lead to another address',
    { steps: [{ ...QUESTION, run_id: '../../x' }] },
  ],
  ['a run that begins with a dot', { steps: [{ ...QUESTION, run_id: '..' }] }],
  ['a question without a name', { steps: [{ ...QUESTION, request_id: '' }] }],
  ['a question without a command', { steps: [{ ...QUESTION, command: '' }] }],
  ['a command that is too long to read', { steps: [{ ...QUESTION, command: 'x'.repeat(20_001) }] }],
  ['a request without a page', { no_page: true }],
  ['a model of no connection', { model: { id: 'other', name: 'Other' } }],
])('%s is not answered here', (_what, job) => {
  const told = ask({ answers: [ALLOWED], ...job });

  expect([waitsIn(told), told.dialogs, told.posts]).toEqual([['elsewhere'], [], []]);
});

test("the question of a page's own connection is that page's business", () => {
  expect(ask({ answers: [ALLOWED], direct: true })).toMatchObject({
    events: [],
    dialogs: [],
    posts: [],
  });
});

test('one question is asked once, and two are asked apart', () => {
  const other = { ...QUESTION, request_id: 'q2' };
  const told = ask({ answers: [ALLOWED, false], steps: [QUESTION, QUESTION, other, QUESTION] });

  expect(told.dialogs).toHaveLength(2);
  expect(told.posts.map(([, , body]) => body)).toEqual(
    expect.arrayContaining([
      { choice: 'once', request_id: 'q1' },
      { choice: 'deny', request_id: 'q2' },
    ]),
  );
  expect(told.posts).toHaveLength(2);
});

test('a question whose command changes is asked anew, and the answer to the first one is dropped', () => {
  const changed = { ...QUESTION, command: 'rm -rf /' };
  const told = ask({
    answers: [{ after: 0.4, text: 'allow' }, false],
    steps: [QUESTION, { wait: 0.2 }, changed, { wait: 0.6 }],
  });

  const commands = told.dialogs.map(({ data }) => />(rm -rf [^<]*)</.exec(data.message)?.[1]);
  expect(commands).toEqual(['rm -rf old', 'rm -rf /']);
  expect(choicesIn(told)).toEqual(['deny']);
});

test('neither an answer nor a read of the record follows a redirect', () => {
  const told = ask({ answers: [ALLOWED], status: 307, leads_to: '/elsewhere' });

  expect(told.posts.map(([path]) => path)).toEqual(['/v1/runs/chatcmpl-1/approval']);
  expect(told.events.at(-1)?.data.content).toBe('Your answer did not reach the agent.');
});

test('an answer that comes too late, or does not arrive, is told; silence is not', () => {
  const notes = [
    ask({ answers: [ALLOWED], status: 409 }),
    ask({ answers: [false], status: 409 }),
    ask({ answers: [ALLOWED], status: 500 }),
    ask({ answers: [], status: 409 }),
  ].map(({ events }) =>
    events.filter(({ type }) => type === 'notification').map(({ data }) => data.content),
  );

  expect(notes).toEqual([
    ['Your answer came too late: the agent no longer waits for it.'],
    ['Your answer came too late: the agent no longer waits for it.'],
    ['Your answer did not reach the agent.'],
    [],
  ]);
});

test('a model of a workspace is asked for at the connection of its base', () => {
  const info = { base_model_id: 'hermes-agent' };

  expect(choicesIn(ask({ answers: [ALLOWED], model: { id: 'mine', name: 'Mine', info } }))).toEqual(
    ['once'],
  );
  expect(choicesIn(ask({ answers: [ALLOWED], model: { id: 'mine', ...info } }))).toEqual(['once']);
});

test('whatever a command contains, it is read as it is, and none of it is markup', () => {
  const command = '<b>`x`</b> $a$ \u202Egnp.\u200b\u00a0\u3164\r\n"</pre>"\n```\n\tend';
  const shown = '<b>`x`</b> $a$ [U+202E]gnp.[U+200B][U+00A0][U+3164][U+000D]\n"</pre>"\n```\n\tend';
  const job = {
    do: 'dialog',
    command,
    reason: '<i>why\n\nCancel allows it.\nAnswer within 9 minutes.',
    agent: '\u202eH',
  };
  const [html, plain] = runFilter<{ title: string; message: string }>([
    { ...job, plain: false },
    { ...job, plain: true },
  ]);

  const texts = [...(html?.message ?? '').matchAll(/<pre style="[^"<>]*">([^<>]*)<\/pre>/g)].map(
    ([, text]) => text ?? '',
  );
  expect(html?.message.replaceAll(/<pre style="[^"<>]*">[^<>]*<\/pre>/g, '')).toBe('\n\n\n\n');
  expect(texts.map(unescaped)).toEqual([
    'Type "allow" and confirm to run this command once (4 lines, 42 characters). Cancel denies it, and so does no answer within 4 minutes.',
    shown,
    'Why it asks: <i>why Cancel allows it. Answer within 9 minutes.',
  ]);
  expect(plain?.message).toContain(shown.replaceAll('\n', ' ⏎ '));
  expect(plain?.message).not.toContain('why');
  expect([html?.title, plain?.title]).toEqual([
    '[U+202E]H asks for permission',
    '[U+202E]H asks for permission',
  ]);
});

test('why the agent asks is said in plain words, several reasons each once', () => {
  const several = 'delete in root path; recursive delete; SQL DROP';
  const reasons = [...REASONS.map(({ reason }) => reason), several];
  const jobs = reasons.map((reason) => ({ do: 'dialog', command: 'x', reason, agent: 'H' }));
  const said = runFilter<{ message: string }>(jobs.map((job) => ({ ...job, plain: false }))).map(
    ({ message }) => unescaped(/.*>([^<>]*)<\/pre>$/s.exec(message)?.[1] ?? ''),
  );
  const { reasons: texts } = approvalTexts;

  expect(said).toEqual([
    ...REASONS.map(({ kind }) => texts[kind as keyof typeof texts]),
    `${texts.files} ${texts.data}`,
  ]);
});

const APART = /[\u2068\u2069]/g;

/**
 * @returns how the dialog shows each command, but for what keeps the order: its own such characters
 * are named
 */
function shownInDialog(commands: readonly string[], order = APART): string[] {
  const jobs = commands.map((command) => ({ do: 'dialog', command, reason: '', agent: 'H' }));
  return runFilter<{ message: string }>(jobs.map((job) => ({ ...job, plain: false }))).map(
    ({ message }) =>
      unescaped(
        /.*<pre [^>]*direction: ltr;[^>]*>([^<]*)<\/pre>$/s.exec(message)?.[1] ?? '',
      ).replace(order, ''),
  );
}

test('words from right to left stand apart, so that they turn nothing else', () => {
  expect(shownInDialog(['echo אב 1 > 22 | ג\u2068; \u0664 - \u0663'], / {99}/g)).toEqual([
    'echo \u2068אב\u2069 1 > 22 | \u2068ג\u2069[U+2068]; \u2068\u0664\u2069 - \u2068\u0663\u2069',
  ]);
});

test('the dialog shows a command as the table says, and the extension does', () => {
  expect(shownInDialog(COMMANDS.map(({ command }) => command))).toEqual(
    COMMANDS.map(({ shown }) => shown),
  );
});

test('the dialog and the extension show any command alike', () => {
  const odd = fc.constantFrom(...COMMANDS.flatMap(({ command }) => [...command]));
  const any = fc.oneof(odd, odd, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(any, { maxLength: 60 }).map((each) => each.join('')),
    // Long ones, of a few kinds in turn.
    fc
      .tuple(fc.array(any, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 400 }))
      .map(([each, times]) => each.join('').repeat(times)),
  );
  const commands = fc.sample(texts, 2000);

  expect(shownInDialog(commands)).toEqual(commands.map(shownText));
});

test('a dialog of 20 000 odd characters has no endless message', () => {
  const odd = ['א ', '\u200b\u200c', 'a\u200b', '&\u200b', 'a\u0430', '"', 'e\u0301\u0301\u0301'];
  const jobs = odd.map((each) => {
    const text = each.repeat(20_000 / each.length);
    return { do: 'dialog', command: text, reason: text, agent: text, plain: false };
  });
  const lengths = runFilter<{ message: string }>(jobs).map(({ message }) => message.length);

  expect(lengths.filter((length) => length > 125_000)).toEqual([]);
});

test('a dialog that asks once more says how much time is left', () => {
  const { dialogs } = ask({
    answers: ['never', 'never', 'never'],
    limits: { ...FAST, ANSWER_WITHIN: 2.9 },
  });
  const left = dialogs.map(({ data }) => /within (.*)\.<\/pre>/.exec(data.message)?.[1]);
  expect(left.slice(0, 3)).toEqual(['3 seconds', '2 seconds', '1 second']);
});

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    amp: '&',
    '#x27': "'",
  };
  return text.replaceAll(/&(#?\w+);/g, (_, name: string) => characters[name] ?? '?');
}

const RUNS = { tool: 'terminal', emoji: '💻', label: 'ls', toolCallId: 'c1', status: 'running' };
const OVER = { tool: 'terminal', toolCallId: 'c1', status: 'completed' };
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const CALL = [RUNS, OVER, END];
const SECOND = [
  { ...RUNS, toolCallId: 'c2' },
  { ...OVER, toolCallId: 'c2' },
];
const CALLED = {
  role: 'assistant',
  tool_calls: [{ id: 'c1', function: { name: 'terminal', arguments: '{"command":"ls"}' } }],
};
const RAN = {
  role: 'tool',
  tool_call_id: 'c1',
  content: '{"output": "a", "exit_code": 0, "error": null}',
};
const FAILED = { ...RAN, content: '{"output": "", "exit_code": 3, "error": null}' };

/** What the page is told of calls that are over. */
function receiptsIn({ events }: Told): unknown[] {
  return events
    .map(({ data }) => data)
    .filter(({ status }) => !['running', 'completed', 'waiting'].includes(String(status)));
}

function receipts(records: readonly unknown[], job: object = {}): unknown[] {
  return receiptsIn(ask({ steps: CALL, records, ...job }));
}

test("what became of a call is read in the agent's record, in the session that the conversation has there", () => {
  const told = ask({ steps: CALL, records: [[CALLED, RAN]] });

  expect(told.reads).toEqual([
    ['/api/sessions/api-b405e458b07957c2/messages?limit=40&order=latest', 'Bearer key'],
  ]);
  expect(told.events).toEqual(
    [
      RUNS,
      OVER,
      {
        tool: 'terminal',
        toolCallId: 'c1',
        status: 'ran',
        exit_code: 0,
        output: 'a',
        input: '{"command":"ls"}',
      },
    ].map((data) => ({ type: 'hermes.tool.progress', data })),
  );
  expect(ask({ steps: CALL, records: [[RAN]], tells_body: true }).reads).toEqual(told.reads);
  // Behind another path, and where the agent has named the session.
  const elsewhere = ask({
    steps: [{ ...QUESTION, command: '' }, ...CALL],
    records: [[RAN]],
    path: '/p/v1',
  });
  expect(elsewhere.reads.map(([path]) => path)).toEqual([
    '/p/api/sessions/api-1/messages?limit=40&order=latest',
  ]);
});

test.each<[what: string, records: unknown[], job?: object]>([
  ['a session that is unknown', []],
  ['an answer that is a page', ['<html>']],
  ['an answer that leads elsewhere', [{ redirect: '/api/sessions/other/messages' }]],
  ['an answer of more than a megabyte', [[RAN, { content: 'x'.repeat(2 ** 20) }]]],
  ['an answer that is slow', [[RAN]], { slow: 0.5, limits: { ...FAST, READ_WITHIN: 0.2 } }],
  ['the record of an earlier reply', [[{ ...RAN, at: -60 }]]],
  ['two calls with the id', [[RAN, FAILED]]],
  [
    'a call with the id that began since, and is not over',
    [[RAN]],
    { steps: [RUNS, OVER, RUNS, END] },
  ],
  ['another call', [[{ ...RAN, tool_call_id: 'c2' }]]],
  ['a result that says nothing', [[{ ...RAN, content: 'Done.' }]]],
  ['a call that was not seen to begin', [[RAN]], { steps: [OVER, END] }],
  ['a page that is told no progress', [[RAN]], { valves: { relay_progress: false } }],
  ['a model of no connection', [[RAN]], { model: { id: 'other' } }],
  ["a page's own connection", [[RAN]], { direct: true }],
])('on doubt the page is told nothing: %s', (_what, records, job) => {
  expect(receipts(records, job)).toEqual([]);
});

test.each<[reason: string | undefined, what: string, records: unknown[], job?: object]>([
  ['absent', 'a session that is unknown', []],
  ['absent', 'a session without entries', [[]]],
  ['closed', 'an answer that is a page', ['<html>']],
  ['closed', 'a slow answer', [[RAN]], { slow: 0.5, limits: { ...FAST, READ_WITHIN: 0.2 } }],
  ['missing', 'another call', [[{ ...RAN, tool_call_id: 'c2' }]]],
  ['missing', 'the record of an earlier reply', [[{ ...RAN, at: -60 }]]],
  [undefined, 'a result that says nothing', [[{ ...RAN, content: 'Done.' }]]],
  [undefined, 'a call whose outcome is known', [[RAN]]],
  [undefined, 'a page that is told no progress', [], { valves: { relay_progress: false } }],
])('the page is told why an outcome is not known (%s): %s', (reason, _what, records, job) => {
  const { events } = ask({ steps: CALL, records, ...job });
  const said = events.flatMap(({ data }) => (data.unread === undefined ? [] : [data]));

  const call = { tool: 'terminal', toolCallId: 'c1', status: 'completed' };
  expect(said).toEqual(reason === undefined ? [] : [{ ...call, unread: reason }]);
});

test('a record that does not arrive in time is read once more', () => {
  const told = ask({
    // The second read has a second, too: a fifth of one was too short on a busy machine.
    steps: [...CALL, { wait: 4 }],
    records: [{ slow: 3 }, [RAN]],
    limits: { ...FAST, READ_WITHIN: 1 },
  });

  expect(receiptsIn(told)).toMatchObject([{ status: 'ran' }]);
  expect(told.reads).toHaveLength(2);
});

test.each([null, [{ ...RAN, at: -60 }]])(
  'a record that is written at the end of a reply is read once more there',
  (early) => {
    const steps = [RUNS, OVER, ...SECOND, { wait: 1.5 }, END, { wait: 0.5 }];
    const told = ask({ steps, records: [early, [RAN, { ...RAN, tool_call_id: 'c2' }]] });

    expect([receiptsIn(told), told.reads.length]).toMatchObject([
      [{ status: 'ran' }, { status: 'ran' }],
      2,
    ]);
  },
);

test.each<[reads: number, what: string, ahead: number]>([
  [2, 'is read when it is over, if the agent records it then', 0.8],
  [1, 'waits for the end, if the agent may record it there', 0],
])('the first call is read once, at the end: %i reads, the next one %s', (reads, _, ahead) => {
  const records = [[RAN, { role: 'assistant', at: ahead }], [{ ...RAN, tool_call_id: 'c2' }]];
  const told = ask({
    steps: [...CALL, { wait: 1.2 }, { reply: 'next' }, ...SECOND, { wait: 1.2 }],
    records,
  });

  expect(told.reads).toHaveLength(reads);
});

test('an id that is used twice in a reply is the later call, once both are over', () => {
  expect(receipts([[RAN, FAILED]], { steps: [RUNS, OVER, ...CALL] })).toMatchObject([
    { status: 'failed', exit_code: 3 },
  ]);
});

test('there is one read for calls that end together, and one a second at most', () => {
  const told = ask({
    steps: [...SECOND, ...CALL],
    records: Array(2).fill([RAN, { ...RAN, tool_call_id: 'c2' }]),
  });

  expect([receiptsIn(told).length, told.reads.length]).toEqual([2, 1]);
});

test('where results are not to be shown, only outcomes leave the server', () => {
  const denied = {
    ...RAN,
    content: '{"exit_code": -1, "error": "BLOCKED: Command denied by user."}',
  };
  const off = { valves: { show_results: false } };

  expect(receipts([[CALLED, FAILED]], off)).toEqual([
    { tool: 'terminal', toolCallId: 'c1', status: 'failed', exit_code: 3 },
  ]);
  expect(receipts([[CALLED, denied]], off)).toEqual([
    { tool: 'terminal', toolCallId: 'c1', status: 'denied' },
  ]);
});

test('of a result there are twenty lines of at most 4000 characters, without secrets', () => {
  const output = `API_KEY=abc123\n${'x'.repeat(5000)}\n${'line\n'.repeat(50)}`;
  const lines = 'line\n'.repeat(50);
  const [long, many] = [output, lines].map((text) =>
    receipts([[{ ...RAN, content: JSON.stringify({ output: text, exit_code: 0, error: null }) }]]),
  ) as [[{ output: string }], [{ output: string }]];

  expect(long[0].output).toBe(`API_KEY=xxxxxx\n${'x'.repeat(4000 - 15)}`);
  expect(many[0].output).toBe('line\n'.repeat(20).trimEnd());
});

test.each([
  ['{{USER_NAME}}-team', '/api/sessions/Ada-team/messages?limit=40&order=latest'],
  ['{{CHAT_ID}}', '/api/sessions/c/messages?limit=40&order=latest'],
  // Titles and tags have a task, and so a session of their own; a reply has none.
  ['{{CHAT_ID}}{{TASK}}', '/api/sessions/c/messages?limit=40&order=latest'],
  ['{{CHAT_ID}}{{USER_GROUPS}}', null],
  ['{{UNHEARD_OF}}', null],
])('a session that the connection names (%s) is read by that name', (name, path) => {
  const connection_headers = { 'X-Hermes-Session-Id': name };
  const of_chat = { chat_id: 'c' };
  const told = ask({ steps: CALL, records: [[RAN]], connection_headers, of_chat });

  expect(told.reads.map(([read]) => read)).toEqual(path === null ? [] : [path]);
  expect(receiptsIn(told)).toHaveLength(path === null ? 0 : 1);
});

test('behind the path of a profile, the session is also looked for by its name', () => {
  const told = ask({ steps: CALL, records: [], path: '/p/coder/v1' });

  expect(told.reads.map(([read]) => read).slice(0, 2)).toEqual([
    expect.stringMatching(/^\/p\/coder\/api\/sessions\/api-[0-9a-f]{16}\/messages/) as string,
    '/p/coder/api/sessions/api-b405e458b07957c2/messages?limit=40&order=latest',
  ]);
  expect(told.reads[0]?.[0]).not.toContain('b405e458b07957c2');
});

test('a session is named as Hermes names it', () => {
  const text = (words: string) => [{ type: 'text', text: words }];
  const rows = [
    { messages: [{ role: 'user', content: 'Hi' }], seed: '\nHi' },
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: text('Hi') },
        { role: 'assistant', content: 'Yes?' },
        { role: 'system', content: [...text('And'), ...text('kind.')] },
        { role: 'user', content: 'Go' },
      ],
      seed: 'Be brief.\nAnd\nkind.\nHi',
    },
  ];

  for (const [computed, expected] of runFilter<[string, string]>(
    rows.map((row) => ({ do: 'session', ...row })),
  ))
    expect(computed).toBe(expected);
  const image = { messages: [{ role: 'user', content: [{ type: 'image_url' }] }], seed: '' };
  expect(runFilterOnce<[string, string]>({ do: 'session', ...image })[0]).toBe('');
});

test('what the agent says of its state reaches the page', () => {
  const status = { kind: 'lifecycle', text: 'Rate limited. Waiting 2.8s (attempt 2/3)...' };
  const failed = {
    choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
    hermes: { completed: false, failed: true, error: 'HTTP 429: rate limited' },
  };
  const { events, chunks } = ask({ steps: [status, failed] });

  expect(events).toEqual([
    { type: 'hermes.status', data: status },
    { type: 'hermes.status', data: { kind: 'failed', text: 'HTTP 429: rate limited' } },
  ]);
  expect(chunks).toEqual([status, failed]);
});

const ANSWER = { model: 'hermes-agent', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const EARLIER = { role: 'tool', tool_call_id: 'c0', content: '{}', at: -60 };
const ASKED = { role: 'user', content: 'Hi', at: 0.1 };
const ANSWERED = { role: 'assistant', content: 'Hello.', at: 0.2 };
const NO_TOOL = [{ type: 'hermes.status', data: { kind: 'no-tool', text: '' } }];

test('that no tool ran in a reply is told if the record says so, by one read', () => {
  const told = ask({ steps: [ANSWER, ANSWER], records: [[EARLIER, ASKED, ANSWERED]] });

  expect(told.events).toEqual(NO_TOOL);
  expect(told.reads).toEqual([
    ['/api/sessions/api-b405e458b07957c2/messages?limit=40&order=latest', 'Bearer key'],
  ]);
  expect(told.chunks).toEqual([ANSWER, ANSWER]);
});

test.each<[what: string, record: unknown, job?: object]>([
  ['no tool at all', [ASKED, ANSWERED]],
  ['another question', [EARLIER, { ...ASKED, content: 'Hello' }, ANSWERED]],
  ['an earlier question', [EARLIER, { ...ASKED, at: -9 }, ANSWERED]],
  ['no reply', [EARLIER, ASKED]],
  [
    'a call of it without a result',
    [EARLIER, ASKED, { role: 'assistant', tool_calls: [{ id: 'c' }], at: 0.15 }, ANSWERED],
  ],
  ['a page', '<html>'],
])('a record that holds %s says nothing', (_what, record) => {
  expect(ask({ steps: [ANSWER], records: [record] })).toMatchObject({ events: [], reads: [{}] });
});

test.each<[what: string, job: object]>([
  ['a reply with a tool', { steps: [RUNS, ANSWER] }],
  ['another server', { steps: [{ ...ANSWER, model: 'other' }] }],
  [
    'a failure',
    { steps: [{ ...ANSWER, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }] },
  ],
  ['a page that is told no progress', { steps: [ANSWER], valves: { relay_progress: false } }],
  ["a page's own connection", { steps: [ANSWER], direct: true }],
])('for %s no record is read', (_what, job) => {
  const { events, reads } = ask({ records: [[EARLIER, ASKED, ANSWERED]], ...job });
  expect([events.filter(({ type }) => type === 'hermes.status'), reads]).toEqual([[], []]);
});

/** A call that no event reports. */
const CALLED_UNKNOWN = {
  role: 'assistant',
  tool_calls: [{ id: 'u', function: { name: 'x', arguments: '{}' } }],
  at: 0.1,
};
const UNKNOWN = {
  role: 'tool',
  tool_call_id: 'u',
  content: "Tool 'x' does not exist. Available tools: y",
  at: 0.15,
};
const REPLAY = [
  {
    type: 'hermes.tool.replay',
    data: {
      events: [
        expect.objectContaining({
          ...{ tool: 'x', toolCallId: 'u', status: 'failed', recorded: true },
          error: expect.stringContaining('does not exist') as string,
        }),
      ],
    },
  },
];

test('calls that no event has reported are told from the record when the reply is over', () => {
  const [alone, beside, other] = runFilter<Told>(
    [
      { steps: [ANSWER], records: [[ASKED, CALLED_UNKNOWN, UNKNOWN, ANSWERED]] },
      { steps: CALL, records: [[ASKED, CALLED, RAN, CALLED_UNKNOWN, UNKNOWN, ANSWERED]] },
      {
        steps: [ANSWER],
        records: [[{ ...ASKED, content: 'Of another chat' }, CALLED_UNKNOWN, UNKNOWN, ANSWERED]],
      },
    ].map((job) => ({ do: 'agent', limits: FAST, ...job })),
  );
  const replays = (told: Told | undefined) =>
    told?.events.filter(({ type }) => type === 'hermes.tool.replay');

  expect([replays(alone), replays(beside), replays(other)]).toEqual([REPLAY, REPLAY, []]);
});

test('199 calls are read in one thread: each one more could hold other requests for a turn', () => {
  expect(runFilterOnce({ do: 'threads', calls: 199 })).toEqual({ count: 1, on_loop: false });
});

test('nothing that reads long texts does so in the thread of the event loop', () => {
  const text = 'password is '.repeat(375);
  const long = { ...RAN, content: JSON.stringify({ output: text, exit_code: 1, error: text }) };
  const ids = Array.from({ length: 19 }, (_, at) => `u${at}`);
  const unreported = ids.flatMap((id) => [
    { role: 'assistant', tool_calls: [{ id, function: { name: 'terminal', arguments: text } }] },
    { ...long, tool_call_id: id },
  ]);
  const record = [ASKED, CALLED, long, ...unreported, ANSWERED];
  const status_lines = { live: true, outlet: 'server' };
  const stored = { stream_fixer: 'record', messages: [ASKED, ANSWERED] };
  const command = 'e\u0301\u200b'.repeat(6000);
  const asked = [{ ...QUESTION, command }, ...CALL];
  const jobs = [
    { steps: [ANSWER], records: [record] },
    { steps: CALL, records: [record], status_lines },
    { steps: asked, records: [record], answers: ['never', false], status_lines },
    { steps: [], records: [[ASKED, ...unreported, ANSWERED]], asked: stored },
  ].map((job) => ({ do: 'agent', limits: FAST, ...job }));
  const told = runFilter<Told>(jobs);

  expect(told.map(({ on_loop }) => on_loop)).toEqual([[], [], [], []]);
  const all = ['loads', 'mask_secrets', 'read_result'];
  expect(told.map(({ beside }) => beside)).toEqual([
    all,
    [...all, 'visible'],
    [...all, 'visible'],
    all,
  ]);
});

const CHAT = ['Hi', 'Go on'].flatMap((content) => [
  { role: 'user', content },
  { role: 'assistant', content: 'That is all.' },
]);
const made = (id: string, command: string) => ({
  role: 'assistant',
  tool_calls: [
    { id, function: { name: 'terminal', arguments: JSON.stringify({ timeout: 9, command }) } },
  ],
});
const DENIED = {
  ...RAN,
  content: '{"exit_code": -1, "error": "BLOCKED: Command denied by user. API_KEY=abc123"}',
};
/** Of that chat; the id of a call is used again. */
const RECORD = [
  CHAT[0],
  made('c1', 'ls\nAPI_KEY=abc123'),
  RAN,
  CHAT[1],
  CHAT[2],
  made('c1', 'curl -u me:secret1 x'),
  FAILED,
  made('c1', 'rm -rf old'),
  DENIED,
  {
    role: 'assistant',
    tool_calls: [null, { id: 'c2', function: { name: 'todo', arguments: 'API_KEY=abc123' } }, 1],
  },
  CHAT[3],
];
const WORDS = 'BLOCKED: Command denied by user. API_KEY=xxxxxx';
const LISTED = [
  { tool: 'terminal', label: 'ls', status: 'ran', exit_code: 0, error: '' },
  { tool: 'terminal', label: 'curl -u xx:xxxxxxx x', status: 'failed', exit_code: 3, error: '' },
  { tool: 'terminal', label: 'rm -rf old', status: 'denied', error: WORDS },
  { tool: 'todo', label: 'API_KEY=xxxxxx', status: 'unknown' },
].map((call) => ({ ...call, time: expect.any(Number) as number }));

/** @returns that chat as a page stores it, asked so many seconds from now */
function chatAt(seconds: number): readonly object[] {
  const timestamp = Math.floor(Date.now() / 1000) + seconds;
  return CHAT.map((message) => ({ ...message, timestamp }));
}

/** @returns what is told of a stored chat in each case, and how often a record was read */
function whatRan(
  cases: readonly (readonly [records: readonly unknown[], job?: object, body?: object])[],
) {
  const jobs = cases.map(([records, job, body]) => ({
    ...{ do: 'agent', limits: FAST, steps: [], records, ...job },
    asked: { stream_fixer: 'record', messages: CHAT, ...body },
  }));
  return runFilter<Told & { body: Record<string, unknown> }>(jobs).map(
    ({ body: { record, ...body }, reads }, i) => {
      expect(body).toEqual(jobs[i]!.asked);
      return [record, reads] as const;
    },
  );
}

test('of a stored chat the calls in its record are told, with their outcomes and without secrets', () => {
  const model = {
    id: 'mine',
    info: { base_model_id: 'hermes-agent', params: { system: 'Be brief.' } },
  };
  const [all, bySystem, few] = whatRan([
    [[RECORD]],
    [[null, RECORD], { model }],
    [[RECORD], { valves: { show_results: false } }],
  ]);

  const path = '/api/sessions/api-b405e458b07957c2/messages?limit=200&order=latest';
  const listed = { state: 'same', cut: false, calls: LISTED };
  expect(all).toEqual([listed, [[path, 'Bearer key']]]);
  expect(bySystem![0]).toEqual(listed);
  expect(new Set(bySystem![1].map(([read]) => read)).size).toBe(2);
  const outcomes = LISTED.map((call) => ({ ...call, label: '', error: '' }));
  expect(few![0]).toEqual({ ...listed, calls: outcomes });
});

test('no other calls than those of the chat are told, and to nobody but an administrator', () => {
  const full: unknown[] = Array(193).fill(made('c0', 'of another chat'));
  const other = { role: 'user', content: 'Of another chat' };
  const end = RECORD.slice(4);
  const rows: readonly (readonly [
    told: unknown,
    reads: number,
    ...Parameters<typeof whatRan>[0][number],
  ])[] = [
    [{ state: 'same', cut: true, calls: LISTED.slice(1) }, 1, [[...full, ...end]]],
    [{ state: 'other' }, 1, [Array(200).fill(RAN)]],
    [{ state: 'other' }, 1, [[...full, other, ...end]]],
    [{ state: 'other' }, 1, [[...RECORD, other]]],
    // The same was asked, and answered otherwise.
    [{ state: 'other' }, 1, [[...RECORD.slice(0, -1), { role: 'assistant', content: 'No.' }]]],
    [{ state: 'other' }, 1, [end]],
    [{ state: 'other' }, 1, [[...end, ...RECORD.slice(0, 4)]]],
    // The same was asked and answered, at another time.
    [{ state: 'other' }, 1, [RECORD], {}, { messages: chatAt(-4000) }],
    [{ state: 'other' }, 1, [RECORD], {}, { messages: chatAt(200) }],
    [{ state: 'same', cut: false, calls: LISTED }, 1, [RECORD], {}, { messages: chatAt(-600) }],
    [{ state: 'same', cut: false, calls: LISTED }, 1, [RECORD], {}, { messages: chatAt(60) }],
    [{ state: 'admin' }, 0, [RECORD], { role: 'user' }],
    [{ state: 'none' }, 2, []],
    [{ state: 'none' }, 1, ['<html>']],
    [{ state: 'none' }, 0, [RECORD], { model: { id: 'other' } }],
    [{ state: 'none' }, 0, [RECORD], { direct: true }],
    [{ state: 'none' }, 0, [RECORD], {}, { messages: [{ role: 'user', content: [1] }] }],
    [{ state: 'none' }, 0, [RECORD], {}, { messages: null }],
    [undefined, 0, [RECORD], { valves: { relay_progress: false } }],
    [undefined, 0, [RECORD], {}, { stream_fixer: null }],
  ];
  const told = whatRan(rows.map(([, , ...one]) => one));

  expect(told.map(([record, reads]) => [record, reads.length])).toEqual(
    rows.map(([record, reads]) => [record, reads]),
  );
});
