/** From the hook's messages to the storage: whatever happens on the way, nothing counts twice. */
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { extension, install } from '../sites/set-up.ts';
import { nextTask, pageSender, quiet } from '../support/fake-extension-apis.ts';
import { createFakeView } from '../bridge/fake-view.ts';
import { createPageCounts } from '../../src/bridge/page-counts.ts';
import { addCounts, callsOf, figuresKey, NO_COUNTS, readFigures } from '../../src/stats/figures.ts';

const SITE = 'http://localhost:3000';

interface OpenPage {
  /** Counts a marker, a call, and a repair. */
  count(): void;
  pass(ms: number): void;
  hide(): void;
}

let calls = 0;

beforeEach(() => {
  calls = 0;
});

function openPage(tab: number): OpenPage {
  const timers = createFakeView();
  const view = Object.assign(new EventTarget(), timers);
  const counts = createPageCounts(view as unknown as Window, {
    onLost() {},
    signal: new AbortController().signal,
  });

  /** Whatever the page sends comes from this tab. */
  function inTab(work: () => void): void {
    const send = vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation((message) => {
      return extension.send(
        structuredClone(message),
        pageSender(tab, `${SITE}/`),
      ) as Promise<never>;
    });
    work();
    send.mockRestore();
  }

  return {
    count() {
      const call = calls++;
      counts.add({ type: 'removed', reply: null, markers: 1 });
      counts.add({ type: 'repaired', repairs: 1 });
      const texts = { tool: null, emoji: null, label: null, callId: null };
      const progress = {
        call,
        source: 'event',
        ...texts,
        status: 'ended',
        provenance: 'server',
      } as const;
      counts.add({ type: 'progress', reply: 1, progress });
    },
    pass: (ms) => inTab(() => timers.pass(ms)),
    hide: () => inTab(() => void view.dispatchEvent(new Event('pagehide'))),
  };
}

const page = fc.integer({ min: 0, max: 1 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('count' as const), page }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(500, 1000, 70_000),
    }),
  },
  /**
   * Tasks of the event loop after which the next thing happens, in the middle of whatever is in
   * progress.
   */
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tasks' as const),
      tasks: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'stop' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'start' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const), page }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * @returns how many markers, and as many calls, there were, whether the background was stopped, and
 * what is stored
 */
async function run(steps: readonly Step[]) {
  await install();
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await quiet();
  extension.granted.add('*://*/*');
  const pages = [openPage(0), openPage(1)];
  let counted = 0;
  let alive = true;
  let stopped = false;

  for (const one of steps) {
    if (one.do === 'count') {
      pages[one.page]?.count();
      counted += 1;
    } else if (one.do === 'wait') {
      vi.advanceTimersByTime(one.ms);
      for (const each of pages) each.pass(one.ms);
    } else if (one.do === 'tasks') for (let task = 0; task < one.tasks; task++) await nextTask();
    else if (one.do === 'hide') pages[one.page]?.hide();
    else if (one.do === 'stop') {
      // The fake must have seen every call that the background made so far.
      await nextTask();
      extension.stop();
      alive = false;
      stopped = true;
    } else if (!alive) {
      await extension.start();
      alive = true;
    }
  }
  if (!alive) await extension.start();
  vi.advanceTimersByTime(1000);
  for (const each of pages) each.pass(1000);
  await quiet();
  const stored = readFigures(
    (await fakeBrowser.storage.local.get(figuresKey(SITE)))[figuresKey(SITE)],
  );
  return { counted, stopped, stored };
}

test('in any order of counts, pages and stopped backgrounds nothing is doubled, and lost only where it was stopped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { counted, stopped, stored } = await run(steps);
      const { markers } = stored.counts;

      expect(markers).toBeLessThanOrEqual(counted);
      if (!stopped) expect(markers).toBe(counted);
      // What belongs together is stored together.
      expect(callsOf(stored.counts)).toBe(markers);
      expect(stored.repairs).toBe(markers);
      expect(Object.values(stored.days).reduce(addCounts, NO_COUNTS)).toEqual(stored.counts);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('a background stopped at any moment of counting has counted each message once or not at all', async () => {
  const sums = new Set<number>();
  for (let tasks = 1; tasks <= 30; tasks++) {
    const { stored } = await run([
      { do: 'count', page: 0 },
      { do: 'count', page: 1 },
      { do: 'wait', ms: 1000 },
      { do: 'tasks', tasks },
      { do: 'stop' },
      { do: 'count', page: 0 },
    ]);
    sums.add(stored.counts.markers);
    expect(stored.counts.markers).toBeGreaterThanOrEqual(1);
    expect(stored.counts.markers).toBeLessThanOrEqual(3);
  }

  expect([...sums].toSorted()).toEqual([1, 2, 3]);
});
