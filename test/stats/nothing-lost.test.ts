/** From the hook's messages to the storage: whatever happens on the way, the sums match the events. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createFakeView, type FakeView } from '../bridge/fake-view.ts';
import { extension, install } from '../sites/set-up.ts';
import { nextTask, pageSender, quiet } from '../support/fake-extension-apis.ts';
import { createDelivery, type Delivery } from '../../src/bridge/delivery.ts';
import { createTally, type Tally } from '../../src/bridge/tally.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { namePage } from '../../src/stats/batch.ts';
import { dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type Day, type DayFigures } from '../../src/stats/day.ts';
import { readChats, readTotals, sumDays } from '../../src/stats/read-figures.ts';
import { dayOfKey } from '../../src/stats/keys.ts';
import { leaveBehind } from '../../src/stats/orphaned-batches.ts';
import { readFigures } from '../../src/stats/add-figures.ts';
import { NO_TOTALS, withDay, type RecentDays } from '../../src/stats/totals.ts';

const SITES = ['http://localhost:3000', 'https://chat.example.com'] as const;
type Site = (typeof SITES)[number];
/** Local time, a minute before midnight. */
const EVENING = new Date(2026, 10, 22, 23, 59);

interface OpenPage {
  readonly view: FakeView;
  readonly tally: Tally;
  readonly delivery: Delivery;
  /** The number of its last reply. */
  reply: number;
}

/** What really happened on one site. */
interface Truth {
  replies: number;
  markers: number;
  tools: number;
  imitated: number;
  bytes: number;
  repairs: number;
  times: number;
  /** Markers by the day on which they were removed. */
  readonly days: Map<Day, number>;
}

/** `page`: the first two are on the first site, in two windows; the third on the other one. */
const page = fc.integer({ min: 0, max: 2 });
const happening = fc.constantFrom('reply', 'marker', 'tool', 'imitated', 'findings');
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('event' as const), page, what: happening }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(500, 1000, 2000, 70_000) }),
  },
  /** Tasks of the event loop after which the next thing happens, in the middle of whatever is in progress. */
  { weight: 6, arbitrary: fc.record({ do: fc.constant('tasks' as const), tasks: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'stop' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'start' as const }) },
  /** Into the browser's page cache, and back. */
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hide' as const), page }) },
  /** It closes, and another page takes its place. Its last message reaches only a background that is awake. */
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), page }) },
);
const clockStep = {
  weight: 1,
  arbitrary: fc.record({ do: fc.constant('clock' as const), days: fc.constantFrom(-40, -1, 1, 1, 30) }),
};
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type ClockStep = typeof clockStep.arbitrary extends fc.Arbitrary<infer T> ? T : never;

function siteOfPage(index: number): Site {
  return index < 2 ? SITES[0] : SITES[1];
}

function openPage(index: number): OpenPage {
  const view = createFakeView();
  const tally = createTally({ now: () => performance.now(), today: () => dayOf(new Date()) });
  const name = namePage();
  const sender = pageSender(index + 1, `${siteOfPage(index)}/`);
  const delivery = createDelivery(view, {
    take: tally.take,
    signal: new AbortController().signal,
    leave: (batches) => void leaveBehind(siteOfPage(index), name, batches),
    async send(batches) {
      const last = await extension.send({ type: 'counts', page: name, batches }, sender);
      return typeof last === 'number' ? last : null;
    },
  });
  return { view, tally, delivery, reply: 0 };
}

function newTruth(): Truth {
  return { replies: 0, markers: 0, tools: 0, imitated: 0, bytes: 0, repairs: 0, times: 0, days: new Map() };
}

/** Makes one thing happen on a page, and records it. */
function happen(on: OpenPage, what: string, truth: Truth): void {
  function add(message: PageMessage): void {
    on.tally.add(message);
  }
  const { reply } = on;
  const progress = {
    call: truth.tools + truth.imitated,
    source: 'event',
    tool: 'terminal',
    emoji: null,
    label: null,
    callId: null,
  } as const;
  switch (what) {
    case 'reply':
      on.reply++;
      add({
        type: 'reply-start',
        reply: on.reply,
        message: { chatId: 'chat', messageId: `${on.reply}` },
        counts: true,
      });
      truth.replies++;
      break;
    case 'marker': {
      add({ type: 'removed', reply, markers: 1 });
      truth.markers++;
      const today = dayOf(new Date());
      truth.days.set(today, (truth.days.get(today) ?? 0) + 1);
      break;
    }
    case 'tool':
      add({ type: 'progress', reply, progress: { ...progress, status: 'running', provenance: 'server' } });
      add({ type: 'progress', reply, progress: { ...progress, status: 'finished', provenance: 'server' } });
      truth.tools++;
      truth.times++;
      break;
    case 'imitated':
      add({ type: 'progress', reply, progress: { ...progress, status: 'ended', provenance: 'imitated' } });
      truth.imitated++;
      break;
    case 'findings':
      add({ type: 'findings', server: 'hermes', repairs: { done: 2 }, events: 0, unknown: {}, bytes: 10 });
      truth.repairs += 2;
      truth.bytes += 10;
  }
  on.delivery.soon();
}

async function run(steps: readonly (Step | ClockStep)[]): Promise<Map<Site, Truth>> {
  vi.setSystemTime(EVENING);
  await install();
  for (const site of SITES) await fakeBrowser.storage.local.set({ [`site:${site}`]: { enabled: true } });
  extension.granted.add('*://*/*');
  const pages = [openPage(0), openPage(1), openPage(2)];
  const truths = new Map<Site, Truth>(SITES.map((site) => [site, newTruth()]));
  let alive = true;

  function wait(ms: number): void {
    vi.advanceTimersByTime(ms);
    for (const { view } of pages) view.pass(ms);
  }
  async function wake(): Promise<void> {
    if (!alive) await extension.start();
    alive = true;
  }

  for (const one of steps) {
    const at = 'page' in one ? one.page : 0;
    const on = pages[at] ?? openPage(at);
    switch (one.do) {
      case 'event':
        happen(on, one.what, truths.get(siteOfPage(at)) ?? newTruth());
        break;
      case 'wait':
        wait(one.ms);
        break;
      case 'tasks':
        for (let task = 0; task < one.tasks; task++) await nextTask();
        break;
      case 'stop':
        // The fake must have seen every call that the background made so far.
        await nextTask();
        extension.stop();
        alive = false;
        break;
      case 'start':
        await wake();
        break;
      case 'hide':
        on.delivery.now();
        break;
      case 'close':
        on.delivery.now();
        pages[at] = openPage(at);
        break;
      case 'clock':
        vi.setSystemTime(Date.now() + one.days * 86_400_000);
    }
  }
  await wake();
  for (let round = 0; round < 4; round++) {
    wait(70_000);
    await quiet();
  }
  // Batches whose change event was missed are found when the browser starts.
  await fakeBrowser.runtime.onStartup.trigger();
  await quiet();
  return truths;
}

async function storedDays(site: Site): Promise<{ day: Day; figures: DayFigures }[]> {
  const stored = await fakeBrowser.storage.local.get(null);
  return Object.keys(stored).flatMap((key) => {
    const of = dayOfKey(key);
    return of?.origin === site ? [{ day: of.day, figures: readFigures(stored[key]) }] : [];
  });
}

/** What the record of a site must contain of its days: the popup reads no others. */
async function countsOfDays(site: Site): Promise<RecentDays> {
  const days = await storedDays(site);
  expect(days.length).toBeLessThanOrEqual(40);
  return days.reduce((recent, { day, figures }) => withDay(recent, day, figures), NO_TOTALS.recent);
}

test('any order of events, pages, stopped backgrounds and changed clocks gives the sums of the events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 25, arbitrary: step }, clockStep), { maxLength: 60 }),
      async (steps) => {
        const truths = await run(steps);

        for (const [site, truth] of truths) {
          const { replies, markers, tools, imitated, bytes } = truth;
          const sum = sumDays(await storedDays(site));
          const { counts, findings, recent } = await readTotals(site);
          expect(counts).toEqual({ markers, tools, imitated });
          expect(findings.reduce((all, of) => all + (of.repairs.done ?? 0), 0)).toBe(truth.repairs);
          expect(sum).toMatchObject({ replies, markers, tools, imitated, bytes });
          expect(sum.repairs.done ?? 0).toBe(truth.repairs);
          expect(sum.times.terminal?.calls ?? 0).toBe(truth.times);
          expect(recent).toEqual(await countsOfDays(site));
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test('at midnight everything stays on the day on which it happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const truths = await run(steps);

      for (const [site, { days }] of truths) {
        const stored = (await storedDays(site)).map(({ day, figures }) => [day, figures.markers] as const);
        expect(new Map(stored.filter(([, markers]) => markers > 0))).toEqual(days);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('a background stopped at any moment of counting has finally counted each batch once', async () => {
  for (let tasks = 1; tasks <= 30; tasks++) {
    const truths = await run([
      { do: 'event', page: 0, what: 'marker' },
      { do: 'event', page: 1, what: 'tool' },
      { do: 'wait', ms: 1000 },
      { do: 'tasks', tasks },
      { do: 'stop' },
      { do: 'event', page: 0, what: 'marker' },
    ]);

    const { markers, tools } = sumDays(await storedDays(SITES[0]));
    expect({ tasks, markers, tools }).toEqual({ tasks, markers: truths.get(SITES[0])?.markers, tools: 1 });
    expect({ tasks, ...(await readTotals(SITES[0])).counts }).toEqual({ tasks, markers: 2, tools: 1, imitated: 0 });
  }
});

test('the calls of a chat are those of its pages', async () => {
  const truths = await run([
    { do: 'event', page: 0, what: 'reply' },
    { do: 'event', page: 0, what: 'tool' },
    { do: 'event', page: 0, what: 'imitated' },
    { do: 'event', page: 1, what: 'reply' },
    { do: 'wait', ms: 1000 },
    { do: 'tasks', tasks: 1 },
    { do: 'stop' },
    { do: 'start' },
    { do: 'event', page: 1, what: 'tool' },
  ]);

  expect(truths.get(SITES[0])).toMatchObject({ tools: 2, imitated: 1 });
  expect(await readChats(SITES[0])).toEqual([
    { chat: 'chat', healed: null, before: { calls: 3, imitated: 1 }, after: { calls: 0, imitated: 0 } },
  ]);
  expect(sumDays(await storedDays(SITES[1]))).toEqual(NO_FIGURES);
});
