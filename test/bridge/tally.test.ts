import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTally, type Tallied } from '../../src/bridge/tally.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import { MAX_NEWS } from '../../src/stats/batch.ts';
import { MAX_TOLD_CHATS } from '../../src/stats/chats.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { sumDays } from '../../src/stats/read-figures.ts';

const TODAY = '2026-11-22';
const HOUR = 3_600_000;

function setUp() {
  const clock = { ms: 0, day: TODAY };
  return { clock, tally: createTally({ now: () => clock.ms, today: () => clock.day }) };
}

function progress(reply: number, call: number, change: Partial<Progress> = {}): PageMessage {
  const whole: Progress = {
    call,
    source: 'event',
    tool: null,
    emoji: null,
    label: null,
    callId: null,
    status: 'running',
    provenance: 'server',
    ...change,
  };
  return { type: 'progress', reply, progress: whole };
}

function start(
  reply: number,
  { counts = true, chat = null }: { counts?: boolean; chat?: string | null } = {},
): PageMessage {
  return {
    type: 'reply-start',
    reply,
    message: chat === null ? null : { chatId: chat, messageId: `m${reply}` },
    counts,
  };
}

function findings(server: string, repairs: Record<string, number>, bytes = 0): PageMessage {
  return { type: 'findings', server, repairs, events: 1, unknown: {}, bytes };
}

/** The result for a single day. */
function today(
  figures: Partial<DayFigures>,
  more: Partial<Tallied> & { chats?: Tallied['days'][number]['chats'] } = {},
): Tallied {
  const { chats = [], findings: found = [] } = more;
  return { days: [{ day: TODAY, figures: { ...NO_FIGURES, ...figures }, chats }], findings: found };
}

test('there is nothing to take until something is counted, and again afterwards', () => {
  const { tally } = setUp();
  expect(tally.take()).toBeNull();

  tally.add({ type: 'removed', reply: null, markers: 2 });
  tally.add({ type: 'removed', reply: 1, markers: 1 });

  expect(tally.take()).toEqual(today({ markers: 3 }));
  expect(tally.take()).toBeNull();
});

test('a call counts once, however often it changes, even across takes', () => {
  const { tally } = setUp();
  tally.add(progress(1, 0));
  tally.add(progress(1, 0, { status: 'ended' }));
  tally.add(progress(1, 1));
  tally.add(progress(2, 0));
  expect(tally.take()).toEqual(today({ tools: 3 }));

  tally.add(progress(2, 0, { status: 'ended' }));

  expect(tally.take()).toBeNull();
});

test('what the model made up is not a tool', () => {
  const { tally } = setUp();
  tally.add(progress(1, 0, { provenance: 'imitated', status: 'ended' }));
  tally.add(progress(1, 1, { provenance: 'unknown' }));

  expect(tally.take()).toEqual(today({ tools: 1, imitated: 1 }));
});

test('a reply counts once by its number, even if it continues after its end and after a take', () => {
  const { tally } = setUp();
  tally.add(start(1));
  tally.add({ type: 'reply-end', reply: 1 });
  tally.add(start(1));
  tally.add(start(2));
  expect(tally.take()).toEqual(today({ replies: 2 }));

  tally.add(start(2));

  expect(tally.take()).toBeNull();
});

test('a reply that another tab counts is not counted until this page continues it', () => {
  const { tally } = setUp();
  tally.add(start(1, { counts: false, chat: 'c' }));
  tally.add(progress(1, 0));
  tally.add({ type: 'removed', reply: 1, markers: 1 });
  expect(tally.take()).toBeNull();

  tally.add(start(1, { chat: 'c' }));
  tally.add(progress(1, 1));

  expect(tally.take()).toEqual(today({ replies: 1, tools: 1 }, { chats: [{ chat: 'c', calls: 1, imitated: 0 }] }));
});

test('a call lasts from its first report to its end, even if the clock is changed', () => {
  const { clock, tally } = setUp();
  tally.add(progress(1, 0, { tool: 'terminal' }));
  clock.ms = 400;
  tally.add(progress(1, 0, { tool: 'terminal', label: 'ls' }));
  clock.day = '2031-01-01';
  clock.ms = 1500.4;
  tally.add(progress(1, 0, { tool: 'terminal', status: 'finished' }));
  tally.add(progress(1, 0, { tool: 'terminal', status: 'finished' }));

  expect(tally.take()?.days.map(({ day, figures }) => [day, figures.tools, figures.times])).toEqual([
    [TODAY, 1, {}],
    ['2031-01-01', 0, { terminal: { calls: 1, sum: 1500, longest: 1500 } }],
  ]);
});

test.each([
  ['one that failed', { status: 'failed' }, 'terminal', 20],
  ['one without a name', { status: 'finished', tool: null }, '', 20],
  ['a name that every object has', { status: 'finished', tool: 'constructor' }, '', 20],
  ['an endless name', { status: 'finished', tool: 'n'.repeat(300) }, 'n'.repeat(60), 20],
  ['one through a night of sleep', { status: 'finished' }, 'terminal', 9 * HOUR],
] as const)('the time of %s is counted', (_, change, name, ms) => {
  const { clock, tally } = setUp();
  tally.add(progress(1, 0, { tool: 'terminal' }));
  clock.ms = ms;
  tally.add(progress(1, 0, { tool: 'terminal', ...change }));

  const time = Math.min(ms, 6 * HOUR);
  expect(tally.take()).toEqual(today({ tools: 1, times: { [name]: { calls: 1, sum: time, longest: time } } }));
});

test('a call without a reported beginning or end has no duration', () => {
  const { clock, tally } = setUp();
  tally.add(progress(1, 0, { tool: 'terminal' }));
  clock.ms = 100;
  tally.add(progress(1, 0, { tool: 'terminal', status: 'ended' }));
  tally.add(progress(1, 1, { tool: 'browser', status: 'finished' }));

  expect(tally.take()).toEqual(today({ tools: 2 }));
});

test('of many names thirty are separate, the others combined', () => {
  const { tally } = setUp();
  for (let call = 0; call < 60; call++) {
    tally.add(progress(1, call, { tool: `tool ${call}` }));
    tally.add(progress(1, call, { tool: `tool ${call}`, status: 'finished' }));
  }

  const times = tally.take()?.days[0]?.figures.times ?? {};
  expect(Object.keys(times).length).toBe(31);
  expect(times['']?.calls).toBe(30);
});

test('what happens after midnight belongs to the next day', () => {
  const { clock, tally } = setUp();
  tally.add(start(1));
  clock.day = '2026-11-23';
  tally.add({ type: 'removed', reply: 1, markers: 4 });

  expect(tally.take()?.days).toEqual([
    { day: TODAY, figures: { ...NO_FIGURES, replies: 1 }, chats: [] },
    { day: '2026-11-23', figures: { ...NO_FIGURES, markers: 4 }, chats: [] },
  ]);
});

test('a clock that is set again and again loses no count', () => {
  const { clock, tally } = setUp();
  for (let month = 1; month <= 12; month++) {
    clock.day = `2026-${String(month).padStart(2, '0')}-01`;
    tally.add({ type: 'removed', reply: null, markers: 1 });
  }

  const days = tally.take()?.days ?? [];
  expect(days.length).toBe(MAX_NEWS);
  expect(sumDays(days).markers).toBe(12);
});

test('calls are counted by chat if known, up to a limit of chats', () => {
  const { tally } = setUp();
  for (let reply = 1; reply <= MAX_TOLD_CHATS + 5; reply++) {
    tally.add(start(reply, { chat: `chat ${reply}` }));
    tally.add(progress(reply, 0));
    tally.add(progress(reply, 1, { provenance: 'imitated', status: 'ended' }));
  }

  const [news] = tally.take()?.days ?? [];
  expect(news?.figures).toMatchObject({ tools: MAX_TOLD_CHATS + 5, imitated: MAX_TOLD_CHATS + 5 });
  expect(news?.chats.length).toBe(MAX_TOLD_CHATS);
  expect(news?.chats[0]).toEqual({ chat: 'chat 1', calls: 2, imitated: 1 });
});

test('findings add up by kind of server until they are taken', () => {
  const { tally } = setUp();
  tally.add(findings('hermes', { done: 2 }, 100));
  tally.add(findings('ollama', { done: 1 }, 20));
  tally.add({ type: 'removed', reply: null, markers: 1 });
  tally.add(findings('hermes', { done: 1, 'bare-json': 1 }));

  expect(tally.take()).toEqual(
    today(
      { markers: 1, events: 3, bytes: 120, repairs: { done: 4, 'bare-json': 1 } },
      {
        findings: [
          { server: 'hermes', repairs: { done: 3, 'bare-json': 1 }, events: 2, unknown: {} },
          { server: 'ollama', repairs: { done: 1 }, events: 1, unknown: {} },
        ],
      },
    ),
  );
  expect(tally.take()).toBeNull();
});

test('bytes alone are no finding about a server', () => {
  const { tally } = setUp();
  tally.add({ type: 'findings', server: 'hermes', repairs: {}, events: 0, unknown: {}, bytes: 7 });

  expect(tally.take()).toEqual(today({ bytes: 7 }));
});

test('any order of messages, days and takes gives the same sums', () => {
  const step = fc.oneof(
    fc.record({ repairs: fc.integer({ min: 1, max: 10_000 }), server: fc.constantFrom('', 'hermes', 'ollama') }),
    fc.record({ markers: fc.integer({ min: 1, max: 10 }) }),
    fc.record({ reply: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ day: fc.constantFrom(TODAY, '2026-11-23', '2026-11-21', '2030-01-01', '2031-01-01') }),
    fc.constant('take'),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { clock, tally } = setUp();
      const taken: Tallied[] = [];
      const sent = { repairs: 0, markers: 0, replies: new Set<number>() };
      function take(): void {
        const tallied = tally.take();
        if (tallied) taken.push(tallied);
      }
      for (const one of steps) {
        if (typeof one === 'string') take();
        else if ('day' in one) clock.day = one.day;
        else if ('reply' in one) {
          tally.add(start(one.reply));
          sent.replies.add(one.reply);
        } else if ('markers' in one) {
          tally.add({ type: 'removed', reply: null, markers: one.markers });
          sent.markers += one.markers;
        } else {
          tally.add(findings(one.server, { done: one.repairs }));
          sent.repairs += one.repairs;
        }
      }
      take();

      const { markers, replies, repairs } = sumDays(taken.flatMap(({ days }) => days));
      const found = taken.flatMap((tallied) => tallied.findings).reduce((sum, of) => sum + (of.repairs.done ?? 0), 0);
      expect({ markers, replies, repairs: repairs.done ?? 0, found }).toEqual({
        markers: sent.markers,
        replies: sent.replies.size,
        repairs: sent.repairs,
        found: sent.repairs,
      });
    }),
  );
});

test('a Hermes server is reported once, with or without counts', () => {
  const { tally } = setUp();
  tally.add({ type: 'hermes' });

  expect(tally.take()).toEqual({ days: [], findings: [], hermes: true });
  expect(tally.take()).toBeNull();
});

test.each(['running', 'finished'] as const)(
  'a call whose %s says that its duration is unknown is a tool without a duration',
  (status) => {
    const { tally, clock } = setUp();
    for (const each of ['running', 'finished'] as const) {
      tally.add(progress(1, 0, { status: each, tool: 'terminal', ...(each === status && { untimed: true }) }));
      clock.ms += 5000;
    }

    expect(tally.take()).toEqual(today({ tools: 1 }));
  },
);
