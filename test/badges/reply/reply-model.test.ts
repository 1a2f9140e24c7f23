import { expect, test } from 'vitest';
import { createReplyModel, MAX_CALLS } from '../../../src/badges/reply/reply-model.ts';
import type { ReplyModel } from '../../../src/badges/reply/reply-model.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';

function progress(call: number, some: Partial<Progress> = {}): Progress {
  return {
    call,
    source: 'event',
    tool: null,
    emoji: null,
    label: `label ${call}`,
    callId: null,
    status: 'running',
    provenance: 'server',
    ...some,
  };
}

/** `count` calls, each running `length` ms, one after another, the last one still running. */
function runCalls(count: number, length = 1000): ReplyModel {
  const model = createReplyModel();
  for (let call = 0; call < count; call += 1) {
    if (call > 0) model.apply(progress(call - 1, { status: 'finished', label: null }), call * length);
    model.apply(progress(call), call * length);
  }
  return model;
}

function names(model: ReplyModel, now: number): string[] {
  return model.view(now).lines.map((line) => line.name);
}

test('up to four calls are all shown, the newest last', () => {
  expect(names(runCalls(4), 4000)).toEqual(['label 0', 'label 1', 'label 2', 'label 3']);
  expect(runCalls(4).view(4000).fold).toBeNull();
});

test('while running, calls before the last four are folded', () => {
  const model = runCalls(10);

  expect(names(model, 10_000)).toEqual(['label 6', 'label 7', 'label 8', 'label 9']);
  expect(model.view(10_000).fold).toEqual({ text: '+6 earlier', expanded: false });
});

test('the fold opens on demand and closes again', () => {
  const model = runCalls(6);

  model.toggle();
  expect(names(model, 6000)).toHaveLength(6);
  model.toggle();
  expect(names(model, 6000)).toHaveLength(4);
});

test('a finished reply is folded into one line, however many calls it had', () => {
  const model = runCalls(2);

  model.end(12_430);

  expect(model.view(99_000)).toMatchObject({
    done: true,
    fold: { text: '2 tools · 12.4 s', expanded: false },
    lines: [],
    nextTick: null,
  });
});

test('a fold that was open while running is closed at the end', () => {
  const model = runCalls(6);
  model.toggle();

  model.end(6000);

  expect(model.view(6000).fold?.expanded).toBe(false);
});

test('calls still running at the end have ended, not finished', () => {
  const model = runCalls(2);

  model.end(5000);
  model.toggle();

  expect(model.view(5000).lines.map((line) => line.status)).toEqual(['finished', 'ended']);
});

test('a failed call stays failed at the end', () => {
  const model = createReplyModel();
  model.apply(progress(0, { status: 'failed' }), 0);

  model.end(10);
  model.toggle();

  expect(model.view(10).lines[0]?.status).toBe('failed');
});

test('a change without emoji and label keeps those of the start', () => {
  const model = createReplyModel();
  model.apply(progress(0, { emoji: '🔍', label: 'weather' }), 0);
  model.apply(progress(0, { label: null, status: 'finished' }), 3200);

  expect(model.view(9000).lines).toEqual([
    { call: 0, emoji: '🔍', name: 'weather', status: 'finished', elapsed: 3200, began: 0, span: null },
  ]);
});

test.each([
  [{ label: 'weather', tool: 'web_search' }, 'weather'],
  [{ label: null, tool: 'web_search' }, 'web_search'],
  [{ label: ' \n ', tool: '' }, 'Tool'],
  [{ label: null, tool: null }, 'Tool'],
])('%j is named %s', (some, name) => {
  const model = createReplyModel();
  model.apply(progress(0, some), 0);

  expect(names(model, 0)).toEqual([name]);
});

test('a word instead of an emoji is not said twice', () => {
  const model = createReplyModel();
  model.apply(progress(0, { emoji: 'video', label: 'video' }), 0);

  expect(model.view(0).lines[0]).toMatchObject({ emoji: '', name: 'video' });
});

test('a faked call is a note, never a tool', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(1, { provenance: 'imitated' }), 10);
  model.apply(progress(2, { provenance: 'imitated' }), 20);
  model.end(30);

  expect(model.view(30).faked).toEqual({ name: expect.stringMatching(/\w/), dismissed: false });
  expect(model.count()).toEqual({ tools: 1, more: false, failed: 0, faked: true });
});

test('a call that proves faked is not a tool any more', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'unknown' }), 0);
  model.apply(progress(0, { provenance: 'imitated' }), 10);

  expect(model.view(10).lines).toEqual([]);
  expect(model.count().tools).toBe(0);
});

test('a dismissed note does not return with the next faked call', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'imitated' }), 0);
  model.dismissFaked(true);
  model.apply(progress(1, { provenance: 'imitated' }), 10);

  expect(model.view(10).faked?.dismissed).toBe(true);
});

test('a dismissed note disappears visually, but is still announced at the end', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'imitated' }), 0);
  model.dismissFaked(true);
  model.end(10);

  expect([model.view(10).faked?.dismissed, model.count().faked]).toEqual([true, true]);
});

test('a faked call that is known from before is warned about without a name, and takes that of one that follows', () => {
  const model = createReplyModel();
  model.recallFaked(true);
  model.end(0);
  expect(model.view(0)).toMatchObject({ faked: { name: '', dismissed: true }, fold: null, lines: [] });

  model.resume();
  model.apply(progress(0, { emoji: '🔍', label: 'weather', provenance: 'imitated' }), 10);
  model.recallFaked(false);
  expect(model.view(10).faked).toEqual({ name: '🔍 weather', dismissed: false });
});

test('nothing is claimed of a marker of unknown provenance', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'unknown', source: 'marker', status: 'ended' }), 0);
  model.end(10);

  expect([model.view(10).faked, model.count().faked]).toEqual([null, false]);
});

test('a reply with only a note has no fold', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'imitated' }), 0);
  model.end(10);

  expect(model.view(10)).toMatchObject({ fold: null, lines: [] });
});

test('calls of unknown provenance count as tools', () => {
  const model = createReplyModel();
  model.apply(progress(0, { provenance: 'unknown' }), 0);

  expect(model.count().tools).toBe(1);
});

test('the duration of a reply spans from its first call to the end of its last, like its axis', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(1), 1000);
  model.apply(progress(0, { status: 'finished' }), 3000);
  model.apply(progress(1, { status: 'finished' }), 4000);
  model.apply(progress(2), 10_000);
  model.apply(progress(2, { status: 'finished' }), 12_000);
  model.end(60_000);

  expect(model.view(60_000).fold?.text).toBe('3 tools · 12.0 s');
});

test('the line of a single tool keeps its name, and says that it failed', () => {
  const model = createReplyModel();
  model.apply(progress(0, { emoji: '💻', label: 'date' }), 0);
  model.apply(progress(0, { label: null, status: 'failed' }), 1500);
  model.end(2000);

  expect(model.view(2000).fold?.text).toBe('💻 date · 1.5 s · failed');
});

test('the line of several tools says how many failed', () => {
  const model = createReplyModel();
  for (const [call, status] of (['finished', 'failed', 'failed'] as const).entries()) {
    model.apply(progress(call), 0);
    model.apply(progress(call, { status }), 5000);
  }
  model.end(5000);

  expect(model.view(5000).fold?.text).toBe('3 tools · 5.0 s · 2 failed');
  expect(model.count()).toMatchObject({ tools: 3, failed: 2 });
});

test('the note about a faked call has the name of the first one', () => {
  const model = createReplyModel();
  model.apply(progress(0, { emoji: '🔍', label: 'weather', provenance: 'imitated' }), 0);
  model.apply(progress(1, { emoji: '💻', label: 'ls', provenance: 'imitated' }), 10);

  expect(model.view(10).faked).toEqual({ name: '🔍 weather', dismissed: false });
  model.dismissFaked(true);
  expect(model.view(10).faked).toEqual({ name: '🔍 weather', dismissed: true });
  model.dismissFaked(false);
  expect(model.view(10).faked).toEqual({ name: '🔍 weather', dismissed: false });
});

test('bars lie on one time axis', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(0, { status: 'finished' }), 2000);
  model.apply(progress(1), 5000);
  model.end(10_000);
  model.toggle();

  expect(model.view(10_000).lines.map(({ began, span }) => [began, span])).toEqual([
    [0, { from: 0, to: 0.2 }],
    [5000, { from: 0.5, to: 1 }],
  ]);
  expect(model.view(10_000).axis).toEqual({ start: 0, length: 10_000, waits: [{ from: 0.2, to: 0.5 }] });
});

test('there is no axis while a reply is running or folded', () => {
  const model = runCalls(6);
  model.toggle();
  expect(model.view(6000)).toMatchObject({ axis: null, fold: { expanded: true } });

  model.end(6000);
  expect(model.view(6000)).toMatchObject({ axis: null, fold: { expanded: false } });

  model.toggle();
  expect(model.view(6000).axis).not.toBeNull();
});

test('there are no bars for a single call, nor for an instant', () => {
  const one = runCalls(1);
  one.end(5000);
  const quick = runCalls(3, 100);
  quick.end(400);
  one.toggle();
  quick.toggle();

  expect([...one.view(5000).lines, ...quick.view(400).lines].map((line) => line.span)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the next tick is the next full second of any running call', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(1), 300);

  expect(model.view(1000).nextTick).toBe(300);
  expect(model.view(1500).nextTick).toBe(500);
});

test('nothing ticks between calls', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(0, { status: 'finished' }), 100);

  expect(model.view(200).nextTick).toBeNull();
});

test('a call that resumes keeps running', () => {
  const model = createReplyModel();
  model.apply(progress(0), 0);
  model.apply(progress(0, { status: 'finished' }), 1000);
  model.apply(progress(0), 2000);

  expect(model.view(3000).lines[0]).toMatchObject({ status: 'running', elapsed: 3000 });
});

test('a flood keeps the newest calls, says so, and shows no duration that it cannot know', () => {
  const model = createReplyModel();
  for (let call = 0; call < 5000; call += 1) model.apply(progress(call), call);
  model.apply(progress(3, { status: 'finished' }), 5000);
  model.end(6000);
  model.toggle();

  expect(model.view(6000).lines).toHaveLength(MAX_CALLS);
  expect(model.view(6000).lines.at(-1)?.name).toBe('label 4999');
  expect(model.view(6000).fold?.text).toBe('100+ tools');
});

test('nothing changes after the end', () => {
  const model = runCalls(1);
  model.end(1000);
  const before = model.view(1000);

  model.apply(progress(0, { label: 'other' }), 2000);
  model.apply(progress(1), 2000);
  model.end(3000);

  expect(model.view(9000)).toEqual(before);
});

test('a reply that continues after its end unfolds, and further calls are appended', () => {
  const model = runCalls(2);
  model.end(2000);

  model.resume();
  model.apply(progress(2), 3000);

  expect(model.view(3000)).toMatchObject({ done: false, fold: null });
  expect(model.view(3000).lines.map(({ name, status }) => [name, status])).toEqual([
    ['label 0', 'finished'],
    ['label 1', 'ended'],
    ['label 2', 'running'],
  ]);
});

test('a call that had ended with the reply resumes with it', () => {
  const model = runCalls(1);
  model.end(2000);
  model.resume();

  model.apply(progress(0, { status: 'running' }), 3000);

  expect(model.view(5000).lines).toMatchObject([{ status: 'running', elapsed: 5000 }]);
});

test('a fold opened after the end is closed when the reply continues', () => {
  const model = runCalls(6);
  model.end(6000);
  model.toggle();

  model.resume();

  expect(model.view(6000).fold).toEqual({ text: '+2 earlier', expanded: false });
});

/** Two finished calls of 3 and 2 s, reported as `some` says. */
function twoCalls(first: Partial<Progress> = {}, last: Partial<Progress> = {}): ReplyModel {
  const model = createReplyModel();
  model.apply(progress(0, first), 0);
  model.apply(progress(0, { ...first, status: 'finished' }), 3000);
  model.apply(progress(1, last), 3000);
  model.apply(progress(1, { status: 'finished', ...last }), 5000);
  return model;
}

/** What is shown of durations at the end of the reply: the one line, each call, and whether there is an axis. */
function timesOf(model: ReplyModel): unknown[] {
  model.end(6000);
  const { fold } = model.view(6000);
  model.toggle();
  const { lines, axis } = model.view(6000);
  return [fold?.text, lines.map(({ elapsed }) => elapsed), axis !== null];
}

test('a duration seen from beginning to end is shown', () => {
  expect(timesOf(twoCalls())).toEqual(['2 tools · 5.0 s', [3000, 2000], true]);
});

test.each([
  ['whose beginning was not seen', twoCalls({ untimed: true })],
  ['whose end was not seen', twoCalls({}, {})],
  ['that had ended when it was first reported', twoCalls()],
] as const)('of a call %s no time is said, nor of all together', (what, model) => {
  if (what === 'whose end was not seen') model.apply(progress(1, { status: 'ended', untimed: true }), 5500);
  if (what === 'that had ended when it was first reported') model.apply(progress(2, { status: 'ended' }), 5500);
  const [summary, times, axis] = timesOf(model);

  expect([summary, axis]).toEqual([what.startsWith('that') ? '3 tools' : '2 tools', false]);
  expect(times).toEqual(
    { 'whose beginning was not seen': [null, 2000], 'whose end was not seen': [3000, null] }[what as string] ?? [
      3000,
      2000,
      null,
    ],
  );
});

test('a reply that was joined in the middle has no total duration, however it continues', () => {
  const model = twoCalls();
  model.join();
  model.end(5500);
  model.resume();

  expect(timesOf(model)).toEqual(['2 tools', [3000, 2000], false]);
});

test('a call whose beginning was not seen does not tick', () => {
  const model = createReplyModel();
  model.apply(progress(0, { untimed: true }), 0);

  expect(model.view(25_000)).toMatchObject({ nextTick: null, lines: [{ status: 'running', elapsed: null }] });
});
