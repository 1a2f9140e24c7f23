import { expect, test } from 'vitest';
import { MAX_CALLS } from '../../../src/badges/reply/calls.ts';
import {
  createReplyModel,
  type ReplyModel,
  type ReplyView,
} from '../../../src/badges/reply/reply-model.ts';
import { badgeTexts } from '../../../src/badges/texts.ts';
import { SILENT_AFTER } from '../../../src/lib/silent-after.ts';
import type { Note, Progress } from '../../../src/normalizer/progress/progress-types.ts';

function progress(call: number, some: Partial<Progress> = {}): Progress {
  const known = {
    source: 'event',
    tool: null,
    emoji: null,
    label: `label ${call}`,
    callId: null,
  } as const;
  return { call, ...known, status: 'running', provenance: 'server', ...some };
}

/** What happens to a reply, and when. */
type Step = (model: ReplyModel) => void;
const run =
  (call: number, now: number, some: Partial<Progress> = {}): Step =>
  (model) =>
    model.apply(progress(call, some), now);
const finish = (call: number, now: number, some: Partial<Progress> = {}): Step =>
  run(call, now, { label: null, status: 'unknown', ...some });
const fake = (call: number, some: Partial<Progress> = {}): Step =>
  run(call, 0, { provenance: 'imitated', ...some });
const end =
  (now: number): Step =>
  (model) =>
    model.end(now);
const say =
  (kind: Note['kind'], text = '', now = 0): Step =>
  (model) =>
    model.note({ kind, text }, now);
const begin =
  (now: number): Step =>
  (model) =>
    model.begin(now);
const toggle: Step = (model) => model.toggle();
const resume: Step = (model) => model.resume();
const join: Step = (model) => model.join();
const dismiss =
  (dismissed: boolean): Step =>
  (model) =>
    model.dismissFaked(dismissed);
const recall =
  (dismissed: boolean): Step =>
  (model) =>
    model.recallFaked(dismissed);

/** So many calls, each running `length` ms, one after another, the last one still running. */
function calls(count: number, length = 1000): Step[] {
  return Array.from({ length: count }, (_, call) => [
    ...(call > 0 ? [finish(call - 1, call * length)] : []),
    run(call, call * length),
  ]).flat();
}

function modelOf(steps: readonly Step[]): ReplyModel {
  const model = createReplyModel();
  for (const step of steps) step(model);
  return model;
}

const LABELS = Array.from({ length: 10 }, (_, call) => ({ name: `label ${call}` }));

test.each<[string, Step[], number, object]>([
  [
    'up to four calls are all shown, the newest last',
    calls(4),
    4000,
    { lines: LABELS.slice(0, 4), fold: null },
  ],
  [
    'while running, calls before the last four are folded',
    calls(10),
    10_000,
    { lines: LABELS.slice(6), fold: { text: '+6 earlier', expanded: false } },
  ],
  ['the fold opens on demand', [...calls(6), toggle], 6000, { lines: LABELS.slice(0, 6) }],
  ['the fold closes again', [...calls(6), toggle, toggle], 6000, { lines: LABELS.slice(2, 6) }],
  [
    'a finished reply is folded into one line, however many calls it had',
    [...calls(2), end(12_430)],
    99_000,
    { done: true, fold: { text: '2 tools · 12.4 s', expanded: false }, lines: [], nextTick: null },
  ],
  [
    'a fold that was open is closed at the end',
    [...calls(6), toggle, end(6000)],
    6000,
    { fold: { expanded: false } },
  ],
  [
    'calls still running at the end have ended, not finished',
    [...calls(2), end(5000), toggle],
    5000,
    { lines: [{ status: 'unknown' }, { status: 'ended' }] },
  ],
  [
    'a failed call stays failed at the end',
    [run(0, 0, { status: 'failed' }), end(10), toggle],
    10,
    { lines: [{ status: 'failed' }] },
  ],
  [
    'a change without emoji and label keeps those of the start',
    [run(0, 0, { emoji: '🔍', label: 'weather' }), finish(0, 3200)],
    9000,
    {
      lines: [
        {
          call: 0,
          emoji: '🔍',
          name: 'weather',
          status: 'unknown',
          elapsed: 3200,
          began: 0,
          span: null,
        },
      ],
    },
  ],
  [
    'a word instead of an emoji is not said twice',
    [run(0, 0, { emoji: 'video', label: 'video' })],
    0,
    { lines: [{ emoji: '', name: 'video' }] },
  ],
  [
    'a call is named by its tool if it has no label',
    [run(0, 0, { label: null, tool: 'web' })],
    0,
    { lines: [{ name: 'web' }] },
  ],
  [
    'a blank label is none',
    [run(0, 0, { label: ' \n ', tool: '' })],
    0,
    { lines: [{ name: 'Tool' }] },
  ],
  [
    'a call without any name is a tool',
    [run(0, 0, { label: null })],
    0,
    { lines: [{ name: 'Tool' }] },
  ],
  [
    'the duration of a reply spans from its first call to the end of its last, like its axis',
    [
      run(0, 0),
      run(1, 1000),
      finish(0, 3000),
      finish(1, 4000),
      run(2, 10_000),
      finish(2, 12_000),
      end(60_000),
    ],
    60_000,
    { fold: { text: '3 tools · 12.0 s' } },
  ],
  [
    'the line of a single tool keeps its name, and says that it failed',
    [run(0, 0, { emoji: '💻', label: 'date' }), finish(0, 1500, { status: 'failed' }), end(2000)],
    2000,
    { fold: { text: '💻 date · 1.5 s · failed' } },
  ],
  [
    'the line of several tools says how many failed',
    [
      ...[0, 1, 2].map((call) => run(call, 0)),
      finish(0, 5000),
      ...[1, 2].map((call) => finish(call, 5000, { status: 'failed' })),
      end(5000),
    ],
    5000,
    { fold: { text: '3 tools, 2 failed · 5.0 s' } },
  ],
  [
    'bars lie on one time axis',
    [run(0, 0), finish(0, 2000), run(1, 5000), end(10_000), toggle],
    10_000,
    {
      lines: [
        { began: 0, span: { from: 0, to: 0.2 } },
        { began: 5000, span: { from: 0.5, to: 1 } },
      ],
      axis: { start: 0, length: 10_000, waits: [{ from: 0.2, to: 0.5 }] },
    },
  ],
  [
    'there is no axis while a reply is running',
    [...calls(6), toggle],
    6000,
    { axis: null, fold: { expanded: true } },
  ],
  ['there is no axis while a reply is folded', [...calls(6), end(6000)], 6000, { axis: null }],
  [
    'there is no bar for a single call',
    [...calls(1), end(5000), toggle],
    5000,
    { lines: [{ span: null }] },
  ],
  [
    'there are no bars for an instant',
    [...calls(3, 100), end(400), toggle],
    400,
    { lines: [{ span: null }, { span: null }, { span: null }] },
  ],
  [
    'the next tick is the next full second of any running call',
    [run(0, 0), run(1, 300)],
    1000,
    { nextTick: 300 },
  ],
  [
    'the next tick may be that of the first call',
    [run(0, 0), run(1, 300)],
    1500,
    { nextTick: 500 },
  ],
  ['nothing ticks between calls', [run(0, 0), finish(0, 100)], 200, { nextTick: null }],
  [
    'a call that resumes keeps running',
    [run(0, 0), finish(0, 1000), run(0, 2000)],
    3000,
    { lines: [{ status: 'running', elapsed: 3000 }] },
  ],
  [
    'a call whose beginning was not seen does not tick',
    [run(0, 0, { untimed: true })],
    25_000,
    { nextTick: null, lines: [{ status: 'running', elapsed: null }] },
  ],
  [
    'nothing changes after the end',
    [...calls(1), end(1000), run(0, 2000, { label: 'other' }), run(1, 2000), end(3000)],
    9000,
    { done: true, fold: { text: 'label 0 · 1.0 s', expanded: false }, lines: [] },
  ],
  [
    'a reply that continues after its end unfolds, and further calls are appended',
    [...calls(2), end(2000), resume, run(2, 3000)],
    3000,
    {
      done: false,
      fold: null,
      lines: ['unknown', 'ended', 'running'].map((status, call) => ({
        name: `label ${call}`,
        status,
      })),
    },
  ],
  [
    'a call that had ended with the reply resumes with it',
    [...calls(1), end(2000), resume, run(0, 3000)],
    5000,
    { lines: [{ status: 'running', elapsed: 5000 }] },
  ],
  [
    'a fold opened after the end is closed when the reply continues',
    [...calls(6), end(6000), toggle, resume],
    6000,
    { fold: { text: '+2 earlier', expanded: false } },
  ],
])('%s', (_what, steps, now, view) => {
  expect(modelOf(steps).view(now)).toMatchObject(view);
});

test.each([false, true])(
  'beside lines of the companion in the page nothing is said twice (over: %s)',
  (isOver) => {
    const steps = [
      ...calls(6),
      finish(5, 1, { status: 'denied' }),
      say('files', '/a.png'),
      say('failed', 'HTTP 429'),
      say('silent'),
      say('lines'),
      ...(isOver ? [toggle, end(9)] : []),
    ];
    const nothing = {
      ...{ fold: null, lines: [], axis: null, receipt: '', truth: '', alarm: false, files: [] },
      nextTick: null,
    };
    expect(modelOf(steps).view(10)).toEqual({ ...nothing, done: isOver, faked: null });

    // No line says these.
    const more = modelOf([fake(9, WEATHER), ...steps, say('written')]).view(10);
    expect(more).toMatchObject({ ...nothing, truth: badgeTexts.writtenCall, alarm: true });
    expect(more.faked?.name).toBe('🔍 weather');
    // It goes on, asked for with the extension.
    expect(modelOf([...steps, end(11), resume]).view(12).lines).not.toEqual([]);
  },
);

test('a secret is masked wherever what an agent or model wrote is shown', () => {
  const label = 'API_KEY=abc123 make';
  const running = modelOf([run(0, 0, { label }), fake(1, { label }), say('status', label)]).view(1);
  const over = modelOf([run(0, 0, { label }), finish(0, 1), say('failed', label), end(2)]).view(3);

  for (const view of [running, over]) expect(JSON.stringify(view)).not.toContain('abc123');
  const masked = 'API_KEY=xxxxxx make';
  expect([running.lines[0]?.name, running.faked?.name]).toEqual([masked, masked]);
  for (const view of [running, over]) expect(view.truth).toContain(masked);
  expect(over.fold?.text).toContain(masked);
});

const WEATHER = { emoji: '🔍', label: 'weather' };

test.each<[string, Step[], Partial<ReplyView['faked']> | null, number, boolean]>([
  [
    'a faked call is a note, never a tool',
    [run(0, 0), fake(1), fake(2), end(30)],
    { name: 'label 1, label 2' },
    1,
    true,
  ],
  [
    'a call that proves faked is not a tool any more',
    [run(0, 0, { provenance: 'unknown' }), fake(0)],
    {},
    0,
    true,
  ],
  [
    'the note has the names of all calls',
    [fake(0, WEATHER), fake(1), fake(2, WEATHER)],
    { name: '🔍 weather, label 1', dismissed: false },
    0,
    true,
  ],
  [
    'a dismissed note keeps its name',
    [fake(0, WEATHER), dismiss(true)],
    { name: '🔍 weather', dismissed: true },
    0,
    true,
  ],
  [
    'a dismissed note can be restored',
    [fake(0), dismiss(true), dismiss(false)],
    { dismissed: false },
    0,
    true,
  ],
  [
    'a dismissed note does not return with the next faked call',
    [fake(0), dismiss(true), fake(1)],
    { dismissed: true },
    0,
    true,
  ],
  [
    'a dismissed note is still announced at the end',
    [fake(0), dismiss(true), end(10)],
    { dismissed: true },
    0,
    true,
  ],
  [
    'a note known from before has no name',
    [recall(true), end(0)],
    { name: '', dismissed: true },
    0,
    true,
  ],
  [
    'a note known from before takes the name of a call that follows',
    [recall(true), end(0), resume, fake(0, WEATHER), recall(false)],
    { name: '🔍 weather', dismissed: false },
    0,
    true,
  ],
  [
    'nothing is claimed of a marker of unknown provenance, which counts as a tool',
    [run(0, 0, { provenance: 'unknown', source: 'marker', status: 'ended' }), end(10)],
    null,
    1,
    false,
  ],
])('%s', (_what, steps, note, tools, faked) => {
  const model = modelOf(steps);
  const view = model.view(30);

  if (note) expect(view.faked).toMatchObject(note);
  else expect(view.faked).toBeNull();
  expect(model.count()).toMatchObject({ tools, faked });
  if (tools === 0) expect(view).toMatchObject({ fold: null, lines: [] });
});

test('a flood keeps the newest calls, says so, and shows no duration that it cannot know', () => {
  const flood = Array.from({ length: 5000 }, (_, call) => run(call, call));
  const view = modelOf([...flood, finish(3, 5000), end(6000), toggle]).view(6000);

  expect(view.lines).toHaveLength(MAX_CALLS);
  expect(view.lines.at(-1)?.name).toBe('label 4999');
  expect(view.fold?.text).toBe('at least 100 tools');
});

/** Two finished calls of 3 and 2 s. */
const TWO = [run(0, 0), finish(0, 3000), run(1, 3000), finish(1, 5000)];

test.each<[string, Step[], string, (number | null)[], boolean]>([
  ['seen from beginning to end is shown', TWO, '2 tools · 5.0 s', [3000, 2000], true],
  [
    'of a call whose beginning was not seen is not said, nor that of all together',
    [run(0, 0, { untimed: true }), finish(0, 3000, { untimed: true }), ...TWO.slice(2)],
    '2 tools',
    [null, 2000],
    false,
  ],
  [
    'of a call whose end was not seen is not said, nor that of all together',
    [...TWO, run(1, 5500, { status: 'ended', untimed: true })],
    '2 tools',
    [3000, null],
    false,
  ],
  [
    'of a call that had ended when it was first reported is not said, nor that of all together',
    [...TWO, run(2, 5500, { status: 'ended' })],
    '3 tools',
    [3000, 2000, null],
    false,
  ],
  [
    'of a reply that was joined in the middle is not said, however it continues',
    [...TWO, join, end(5500), resume],
    'at least 2 tools',
    [3000, 2000],
    false,
  ],
])('a duration %s', (_what, steps, text, times, hasAxis) => {
  const model = modelOf([...steps, end(6000)]);
  expect(model.view(6000).fold?.text).toBe(text);
  model.toggle();
  const { lines, axis } = model.view(6000);

  expect([lines.map(({ elapsed }) => elapsed), axis !== null]).toEqual([times, hasAxis]);
});

test('what a reply took is the last of its lines, once these are unfolded', () => {
  const model = modelOf([
    begin(0),
    run(0, 500),
    finish(0, 1500, { status: 'ran' }),
    say('tokens', '12300'),
    end(41_200),
  ]);
  const folded = model.view(99_000);
  model.toggle();

  expect([folded.receipt, folded.fold?.text]).toEqual(['', 'Used label 0 · 1.0 s']);
  expect(model.view(99_000).receipt).toBe('Whole reply: 41.2 s · 12,300 tokens');
  model.note({ kind: 'tokens', text: 'canary' }, 0);
  expect(model.view(99_000).receipt).toBe('Whole reply: 41.2 s');
});

test.each<[what: string, steps: readonly Step[], receipt: string]>([
  ['takes no second', [begin(0), run(0, 0), finish(0, 1), end(999)], ''],
  ['was not seen from its beginning', [begin(0), join, run(0, 0), end(5000)], ''],
  ['has no beginning', [run(0, 0), end(5000)], ''],
  ['breaks off', [begin(0), run(0, 0), say('broken'), end(5000)], ''],
  ['goes on after a person has waited', [begin(0), run(0, 0), end(1), resume, end(5000)], ''],
  ['had no tool', [begin(0), say('tokens', '30'), end(5000)], ''],
])('no time is told of a reply that %s', (_what, steps, receipt) => {
  expect(modelOf([...steps, toggle]).view(6000).receipt).toBe(receipt);
});

test.each([
  [[{ tokens: 8100 }], '12,300 tokens, and 8,100 of 1 sub-agent'],
  [[{ tokens: 8000 }, { tokens: 100 }, {}], '12,300 tokens, and 8,100 of 2 sub-agents'],
  [[{}], '12,300 tokens'],
  [[{ tokens: 8000 }, { tokens: 100 }, {}], '8,100 tokens of 2 sub-agents', '0'],
  [[{ tokens: 8100 }], '8,100 tokens of 1 sub-agent', '0'],
])('%j have used their own: %s', (used, words, own = '12300') => {
  const subAgents = used.map((each) => ({ state: 'worked', ...each }) as const);
  const model = modelOf([
    run(0, 0),
    finish(0, 1000, { status: 'unknown', receipt: { subAgents } }),
    say('tokens', own),
    end(2000),
    toggle,
  ]);

  expect(model.view(3000).receipt).toBe(`Whole reply: ${words}`);
});

const FAILURE = 'The agent failed: HTTP 429. This text is its error message, not a reply.';
const STOPPED = 'This reply stopped before its end.';
const WAITS = 'The agent says: Waiting 2.8s (attempt 2/3)...';

test('the files of a reply are those it told last, also when it goes on', () => {
  const files =
    (text: string): Step =>
    (model) =>
      model.note({ kind: 'files', text }, 1);

  expect(modelOf([run(0, 0)]).view(1).files).toEqual([]);
  const steps = [files('/a.png'), files('/a.png\n/b.pdf'), end(2), resume];
  expect(modelOf(steps).view(3)).toMatchObject({ files: ['/a.png', '/b.pdf'], truth: '' });
});

test.each<[what: string, steps: readonly Step[], truth: string]>([
  ['nothing of a reply whose tools ran', [run(0, 0), finish(0, 1, { status: 'ran' }), end(2)], ''],
  [
    'what the agent said last',
    [say('status', 'Retrying'), say('status', 'Waiting 2.8s (attempt 2/3)...')],
    WAITS,
  ],
  [
    'that a call is text, rather than what the agent said',
    [say('status', 'x'), say('written', ''), end(1)],
    'A tool call is written here as text, so it may not have run.',
  ],
  [
    'a line that may be a faked call, rather than that no tool ran',
    [say('no-tool', ''), say('lookalike', '💻 mysql -psecret12 shop'), end(1)],
    '“💻 mysql -pxxxxxxxx shop” may be faked: it looks like a running tool, but no tool was reported.',
  ],
  [
    'a failure, whatever follows',
    [say('failed', 'HTTP 429.'), say('status', 'x'), end(1)],
    FAILURE,
  ],
  [
    'nothing of a refusal while the reply goes on',
    [run(0, 0), finish(0, 1, { status: 'denied' })],
    '',
  ],
  [
    'a refusal, rather than what the agent said',
    [say('status', 'x'), run(0, 0), finish(0, 1, { status: 'timed-out' }), end(2)],
    '1 call was not allowed. The reply was written after that.',
  ],
  [
    'a refusal that was found after the end',
    [run(0, 0), finish(0, 1), end(2), finish(0, 3, { status: 'blocked' })],
    '1 call was not allowed. The reply was written after that.',
  ],
  [
    'a reply that stopped',
    [say('status', 'x'), run(0, 0), finish(0, 1), say('stopped'), end(2)],
    STOPPED,
  ],
  [
    'during which call a reply stopped',
    [
      run(0, 0),
      finish(0, 1),
      run(1, 2, { label: 'sleep 20', status: 'ended' }),
      say('stopped'),
      end(3),
    ],
    `${STOPPED} Last: sleep 20, end unknown.`,
  ],
  ['that a reply broke off', [run(0, 0), finish(0, 1), say('broken'), end(2)], 'Broken off.'],
  [
    'so, as the companion knows it later',
    [run(0, 0), finish(0, 1), end(2), resume, say('broken'), end(3)],
    'Broken off.',
  ],
  [
    'during which call a reply broke off',
    [run(0, 0, { label: 'sleep 20' }), say('broken'), end(3)],
    'Broken off. Last: sleep 20, end unknown.',
  ],
  ['nothing of a break once the reply goes on', [say('broken'), end(1), resume], ''],
  [
    'a failure, rather than that it stopped',
    [say('stopped'), say('failed', 'HTTP 429'), end(1)],
    FAILURE,
  ],
  ['nothing of a stop once the reply goes on', [say('stopped'), end(1), resume], ''],
  [
    'no tool, rather than what the agent said',
    [say('status', 'x'), say('no-tool'), end(1)],
    'No tool ran in this reply.',
  ],
])('the line of truth says %s', (_what, steps, truth) => {
  expect(modelOf(steps).view(9).truth).toBe(truth);
});

test.each<
  [what: string, steps: readonly Step[], now: number, truth: string, nextTick: number | null]
>([
  ['is told, and ticks', [say('silent', '', SILENT_AFTER)], 45_300, 'Still working · 45 s', 700],
  [
    'begins half a minute ago',
    [run(0, 0), finish(0, 1), say('silent', '', 40_000)],
    40_000,
    'Still working · 30 s',
    1000,
  ],
  [
    'is more than what the agent said',
    [say('status', 'x'), say('silent', '', SILENT_AFTER)],
    90_000,
    'Still working · 1 min 30 s',
    1000,
  ],
  ['ends with what comes next', [say('silent', '', SILENT_AFTER), say('heard')], 45_000, '', null],
  ['ends with the reply', [say('silent', '', SILENT_AFTER), end(45_000)], 45_000, '', null],
  [
    'is not told while a tool runs',
    [run(0, 40_000), say('silent', '', SILENT_AFTER)],
    45_500,
    '',
    500,
  ],
  [
    'is not told while an agent waits',
    [run(0, 0), run(0, 1, { status: 'waiting' }), say('silent', '', SILENT_AFTER)],
    40_000,
    '',
    1000,
  ],
  ['is not told for ever', [say('silent', '', SILENT_AFTER)], 600_001, '', null],
])('a silence %s', (_what, steps, now, truth, nextTick) => {
  expect(modelOf(steps).view(now)).toMatchObject({ truth, nextTick });
});

test('after the end of a reply only outcomes are taken, of known calls without one', () => {
  const receipt = { exitCode: 3, output: 'no' };
  const over = [
    run(0, 0, { receipt: { input: 'ls' } }),
    finish(0, 1),
    run(1, 2),
    finish(1, 3, { status: 'ran' }),
    end(4),
  ];
  const late = [
    finish(0, 5, { status: 'failed', receipt }),
    finish(0, 6, { status: 'ran', receipt: {} }),
    finish(1, 7, { status: 'failed' }),
    run(0, 8),
    finish(2, 9, { status: 'failed' }),
  ];
  const { lines, fold } = modelOf([...over, ...late, toggle]).view(10);

  expect(fold?.text).toBe('2 tools, 1 failed (exit 3)');
  expect(lines).toMatchObject([
    { status: 'failed', receipt: { input: 'ls', ...receipt } },
    { status: 'ran', receipt: {} },
  ]);
});

test.each<[what: string, text: string, trouble: string, steps: readonly Step[], refusal?: string]>([
  [
    'commands, one of which failed',
    '3 commands, 1 failed (exit 2)',
    '1 failed (exit 2)',
    [
      { status: 'ran', tool: 'terminal' } as const,
      { status: 'ran', tool: 'terminal' } as const,
      { status: 'failed', tool: 'terminal', receipt: { exitCode: 2 } } as const,
    ].flatMap((how, call) => [run(call, 0, { tool: 'terminal' }), finish(call, 0, how)]),
  ],
  [
    'failures of two kinds',
    '2 tools, 2 failed',
    '2 failed',
    [2, 3].flatMap((exitCode, call) => [
      run(call, 0),
      finish(call, 0, { status: 'failed', receipt: { exitCode } }),
    ]),
  ],
  [
    'one that failed and one that was not allowed',
    '2 tools, 1 failed (exit 2), 1 not allowed',
    '1 failed (exit 2)',
    [
      run(0, 0),
      finish(0, 0, { status: 'failed', receipt: { exitCode: 2 } }),
      run(1, 0),
      finish(1, 0, { status: 'denied' }),
    ],
    '1 not allowed',
  ],
  [
    'the only one, not allowed',
    'label 0 · not allowed',
    '',
    [run(0, 0), finish(0, 0, { status: 'denied' })],
    'not allowed',
  ],
  [
    'work that goes on',
    '2 tools, 1 started, end unknown',
    '',
    [run(0, 0), finish(0, 0, { status: 'started' }), run(1, 0), finish(1, 0, { status: 'ran' })],
  ],
  [
    'one that goes on',
    'label 0 · started, end unknown',
    '',
    [run(0, 0), finish(0, 0, { status: 'started' })],
  ],
  [
    'sub-agents',
    'label 0 · 2 of 3 sub-agents worked; 1 failed: HTTP 429',
    '2 of 3 sub-agents worked; 1 failed: HTTP 429',
    [
      run(0, 0),
      finish(0, 0, {
        status: 'failed',
        receipt: {
          error: 'HTTP 429',
          parts: { unit: 'subagents', all: 3, worked: 2, failed: 1 },
        },
      }),
    ],
  ],
  [
    'sub-agents that ended',
    'label 0 · 2 sub-agents ended by themselves',
    '',
    [
      run(0, 0),
      finish(0, 0, { receipt: { parts: { unit: 'subagents', all: 2, worked: 2, failed: 0 } } }),
    ],
  ],
  [
    'a call without a label',
    'Ran make a && make b',
    '',
    [
      run(0, 0, { label: null, tool: 'terminal' }),
      finish(0, 0, { status: 'ran', receipt: { input: '{"command":"make a && make b\\nls"}' } }),
    ],
  ],
])('the folded line of %s', (_what, text, trouble, steps, refusal = '') => {
  const { fold } = modelOf([...steps, end(1)]).view(1);

  expect(fold).toEqual({ text, trouble, refusal, expanded: false });
});

test('a question is there while its call waits', () => {
  const question = {
    runId: 'r',
    requestId: 'q',
    command: 'rm',
    reason: '',
    choices: [],
    answeredBy: 'you',
  } as const;
  const waits = [run(0, 0), run(0, 1, { status: 'waiting', question })];

  expect(modelOf(waits).view(2).lines).toMatchObject([{ status: 'waiting', question }]);
  for (const next of [run(0, 2), finish(0, 2)])
    expect(modelOf([...waits, next]).view(3).lines).toMatchObject([{ question: null }]);
  expect(modelOf([...waits, end(2), toggle]).view(3).lines).toMatchObject([
    { status: 'ended', question: null },
  ]);
});

test('a question that was withdrawn with its connection is said to be, until the reply goes on', () => {
  const withdrawn: Note = { kind: 'withdrawn', text: '' };
  const model = modelOf([run(0, 0, { status: 'waiting' }), end(1)]);
  model.note(withdrawn, 1);
  expect(model.view(2)).toMatchObject({ truth: badgeTexts.withdrawn, alarm: true });

  model.resume();
  expect(model.view(3).truth).toBe('');
});
