import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createPageCounts, type PageCounts } from '../../src/bridge/page-counts.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import { today } from '../../src/stats/calendar.ts';
import { MAX_TOLD_CHATS } from '../../src/stats/chats.ts';
import { MAX_TOOLS, NO_COUNTS, NO_NEWS, type Counts, type News } from '../../src/stats/figures.ts';

const HOUR = 3_600_000;

let view: EventTarget;
let life: AbortController;
let counts: PageCounts;
let sent: News[];
let lost: () => void;

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  sent = [];
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation((message) => {
    sent.push(message as unknown as News);
    return Promise.reject(
      new Error('Could not establish connection. Receiving end does not exist.'),
    );
  });
  open();
});

function open(): void {
  view = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
  life = new AbortController();
  lost = vi.fn();
  counts = createPageCounts(view as Window, { onLost: lost, signal: life.signal });
}

/** Adds these messages. @returns all that was sent within a second */
function after(...messages: readonly PageMessage[]): News[] {
  sent = [];
  for (const message of messages) counts.add(message);
  vi.advanceTimersByTime(1000);
  return sent;
}

function progress(reply: number, call: number, change: Partial<Progress> = {}): PageMessage {
  const texts = { tool: null, emoji: null, label: null, callId: null };
  const whole = {
    call,
    source: 'event',
    ...texts,
    status: 'running',
    provenance: 'server',
    ...change,
  } as const;
  return { type: 'progress', reply, progress: whole };
}

function start(reply: number, { counted = true, chat = '' } = {}): PageMessage {
  const message = chat === '' ? null : { chatId: chat, messageId: `m${reply}` };
  return { type: 'reply-start', reply, message, counts: counted };
}

function removed(markers: number, reply: number | null = null): PageMessage {
  return { type: 'removed', reply, markers };
}

function repaired(repairs: number): PageMessage {
  return { type: 'repaired', repairs };
}

function news(of: Partial<Counts>, more: Partial<News> = {}): object {
  return { type: 'counts', ...NO_NEWS, counts: { ...NO_COUNTS, ...of }, ...more };
}

function hide(): void {
  view.dispatchEvent(new Event('pagehide'));
}

test('counts of a second are one message, and nothing is sent while nothing is counted', () => {
  counts.add(removed(1));
  vi.advanceTimersByTime(999);
  counts.add(removed(2));
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([news({ markers: 3 })]);

  expect(after(start(1), { type: 'reply-end', reply: 1 })).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('as the page closes, what was counted is sent at once, and only once', () => {
  hide();
  expect(sent).toEqual([]);
  counts.add(removed(1));
  hide();
  hide();
  expect(sent).toEqual([news({ markers: 1 })]);
  vi.advanceTimersByTime(600_000);
  expect(sent).toHaveLength(1);

  // It was restored from the browser's cache.
  expect(after(removed(5))).toEqual([news({ markers: 5 })]);
});

test('a message that nobody receives is not sent again', async () => {
  expect(after(removed(1))).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600_000);

  expect(sent).toHaveLength(1);
  expect(lost).not.toHaveBeenCalled();
});

test('if the call itself throws, the page has lost its extension', () => {
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(() => {
    throw new Error('Extension context invalidated.');
  });
  after(removed(1));

  expect(lost).toHaveBeenCalledOnce();
});

test('nothing is sent and no timer runs after its end', () => {
  counts.add(removed(1));
  life.abort();
  expect(vi.getTimerCount()).toBe(0);
  counts.add(removed(1));
  hide();
  vi.advanceTimersByTime(600_000);

  expect(sent).toEqual([]);
});

test('a call counts once, however often it changes, even across messages', () => {
  expect(
    after(progress(1, 0), progress(1, 0, { status: 'ended' }), progress(1, 1), progress(2, 0)),
  ).toEqual([news({ tools: 3 })]);
  expect(after(progress(2, 0, { status: 'ended' }))).toEqual([]);
});

test('what the model made up is not a tool', () => {
  expect(
    after(
      progress(1, 0, { provenance: 'imitated', status: 'ended' }),
      progress(1, 1, { provenance: 'unknown' }),
    ),
  ).toEqual([news({ tools: 1, imitated: 1 })]);
});

test('a reply that another tab counts is not counted until this page continues it', () => {
  expect(after(start(1, { counted: false, chat: 'c' }), progress(1, 0), removed(1, 1))).toEqual([]);

  expect(after(start(1, { chat: 'c' }), progress(1, 1))).toEqual([
    news({ tools: 1 }, { chats: [{ chat: 'c', calls: 1, imitated: 0 }] }),
  ]);
});

test('a call lasts from its first report to its end, even if the clock is changed', () => {
  counts.add(progress(1, 0, { tool: 'terminal' }));
  vi.advanceTimersByTime(400);
  counts.add(progress(1, 0, { tool: 'terminal', label: 'ls' }));
  vi.setSystemTime(new Date('2031-01-01T12:00'));
  vi.advanceTimersByTime(1100);

  expect(
    after(
      progress(1, 0, { tool: 'terminal', status: 'unknown' }),
      progress(1, 0, { tool: 'terminal', status: 'unknown' }),
    ),
  ).toEqual([
    news({}, { times: { terminal: { calls: 1, sum: 1500, longest: 1500, last: '2031-01-01' } } }),
  ]);
});

test.each([
  ['one that failed', { status: 'failed' }, 'terminal', 20],
  ['one without a name', { status: 'unknown', tool: null }, '', 20],
  ['a name that every object has', { status: 'unknown', tool: 'constructor' }, '', 20],
  ['an endless name', { status: 'unknown', tool: 'n'.repeat(300) }, 'n'.repeat(60), 20],
  ['one through a night of sleep', { status: 'unknown' }, 'terminal', 9 * HOUR],
] as const)('the time of %s is counted', (_, change, name, ms) => {
  counts.add(progress(1, 0, { tool: 'terminal' }));
  vi.advanceTimersByTime(ms);
  const time = Math.min(ms, 6 * HOUR);

  const told = after(progress(1, 0, { tool: 'terminal', ...change }));
  expect(told.at(-1)?.times).toEqual({
    [name]: { calls: 1, sum: time, longest: time, last: today() },
  });
});

test.each([
  ['whose end was not reported', { status: 'ended' }, {}],
  ['whose beginning is not known', { status: 'unknown' }, { untimed: true }],
  ['whose end is not known', { status: 'unknown', untimed: true }, {}],
] as const)('a call %s has no duration', (_, end, begin) => {
  expect(
    after(
      progress(1, 0, { tool: 'terminal', ...begin }),
      progress(1, 0, { tool: 'terminal', ...end }),
    ),
  ).toEqual([news({ tools: 1 })]);
  expect(after(progress(1, 1, { tool: 'terminal', status: 'unknown' }))).toEqual([
    news({ tools: 1 }),
  ]);
});

test.each([
  ['ran', { ran: 1 }],
  ['failed', { failed: 1 }],
  ['denied', { refused: 1 }],
  ['blocked', { refused: 1 }],
  ['timed-out', { refused: 1 }],
  ['unknown', {}],
  ['ended', {}],
] as const)('a call that ends as %s counts once as %j', (status, outcome) => {
  const [told] = after(
    progress(1, 0),
    progress(1, 0, { status: 'waiting' }),
    progress(1, 0, { status }),
  );

  expect(told?.counts).toEqual({ markers: 0, tools: 1, imitated: 0, ...outcome });
  expect(after(progress(1, 0, { status }))).toEqual([]);
});

test('an outcome that arrives after a gap counts once', () => {
  after(progress(1, 0), progress(1, 0, { status: 'ended', untimed: true }));

  expect(
    after(progress(1, 0, { status: 'ran', untimed: true }), progress(1, 0, { status: 'ran' })),
  ).toEqual([news({ ran: 1 })]);
});

test('calls are counted by tool and by chat, up to a limit of each', () => {
  const calls = Array.from({ length: MAX_TOLD_CHATS + MAX_TOOLS }, (_, i) => [
    start(i, { chat: `chat ${i}` }),
    progress(i, 0, { tool: `tool ${i}` }),
    progress(i, 0, { tool: `tool ${i}`, status: 'unknown' }),
    progress(i, 1, { provenance: 'imitated', status: 'ended' }),
  ]);
  const [told] = after(...calls.flat());

  expect(told?.counts).toEqual({ markers: 0, tools: calls.length, imitated: calls.length });
  expect(Object.keys(told?.times ?? {})).toHaveLength(MAX_TOOLS);
  expect(told?.chats).toHaveLength(MAX_TOLD_CHATS);
  expect(told?.chats[0]).toEqual({ chat: 'chat 0', calls: 2, imitated: 1 });
});

test('repairs add up, and Hermes is told once', () => {
  expect(after(repaired(2), { type: 'hermes', model: 'm' }, repaired(1))).toEqual([
    news({}, { repairs: 3, hermes: ['m'] }),
  ]);
  expect(after(removed(1))).toEqual([news({ markers: 1 })]);
});
