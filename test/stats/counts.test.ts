import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { extension, install } from '../sites/set-up.ts';
import { pageSender, POPUP, quiet } from '../support/fake-extension-apis.ts';
import { readCounts, readFindings } from '../../src/sites/store.ts';
import type { Counts, Findings } from '../../src/sites/messages.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const ZERO: Counts = { markers: 0, tools: 0, imitated: 0 };
const SOME: Counts = { markers: 3, tools: 2, imitated: 1 };

beforeEach(openSites);

async function openSites(): Promise<void> {
  extension.granted.add('*://*/*');
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true }, [`site:${OTHER}`]: { enabled: true } });
  await quiet();
}

function report(counts: unknown, sender = pageSender(1, `${SITE}/c/1`), findings: unknown = []): Promise<unknown> {
  return extension.send({ type: 'counts', counts, findings }, sender);
}

function found(server: string, done: number, more: Partial<Findings> = {}): Findings {
  return { server, repairs: { done }, events: 0, unknown: {}, ...more };
}

test('what was found is added to its site by kind of server, also where nothing else is to count', async () => {
  await report(ZERO, pageSender(1, `${SITE}/`), [found('hermes', 2, { events: 3 }), found('ollama', 1)]);
  await report(SOME, pageSender(2, `${SITE}/`), [found('hermes', 5, { unknown: { tick: 1 } })]);
  await report(ZERO, pageSender(3, `${OTHER}/`), [found('', 1)]);
  await quiet();

  expect(await readFindings(SITE)).toEqual([found('hermes', 7, { events: 3, unknown: { tick: 1 } }), found('ollama', 1)]);
  expect(await readFindings(OTHER)).toEqual([found('', 1)]);
  expect(await readCounts(SITE)).toEqual(SOME);
  expect(await extension.send({ type: 'site-state', origin: OTHER }, POPUP)).toMatchObject({ findings: [found('', 1)] });
});

test('of a site that is off, no findings are kept', async () => {
  await report(ZERO, pageSender(1, 'http://localhost:3001/'), [found('hermes', 2)]);
  await quiet();

  expect(Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => key.startsWith('counts:'))).toEqual([]);
});

test('a page that makes up findings fills no storage', async () => {
  for (let round = 0; round < 40; round += 1) {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${round} ${i} ${'x'.repeat(5000)}`, 1e15]));
    const findings = Array.from({ length: 50 }, (_, i) => ({ server: `made up ${i}`, repairs: { done: 1e15, [`made up ${i}`]: 1 }, events: 1e15, unknown }));
    await report(ZERO, pageSender(1, `${SITE}/`), findings);
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  const stored = await readFindings(SITE);
  expect(stored.map(({ server, repairs }) => ({ server, repairs: Object.keys(repairs) }))).toEqual([{ server: '', repairs: ['done'] }]);
  expect(JSON.stringify(await fakeBrowser.storage.local.get(`counts:${SITE}`)).length).toBeLessThan(5000);
});

test('what a page reports is added to its site', async () => {
  await report(SOME);
  await report({ ...ZERO, tools: 1 }, pageSender(1, `${SITE}/c/2`));
  await report(SOME, pageSender(2, `${OTHER}/`));
  await quiet();

  expect(await readCounts(SITE)).toEqual({ markers: 3, tools: 3, imitated: 1 });
  expect(await readCounts(OTHER)).toEqual(SOME);
});

test('two tabs that report at the same moment are both counted', async () => {
  await Promise.all([report(SOME, pageSender(1, `${SITE}/`)), report(SOME, pageSender(2, `${SITE}/`))]);
  await quiet();

  expect(await readCounts(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
});

test('nobody is answered', async () => {
  expect(await report(SOME)).toBeUndefined();
  expect(await report('rubbish')).toBeUndefined();
});

test.each([
  ['a site that is off', pageSender(1, 'http://localhost:3001/')],
  ['the same host by another scheme', pageSender(1, 'https://localhost:3000/')],
  ['a frame inside the page', pageSender(1, `${SITE}/`, { frameId: 5 })],
  ['a frame the browser says nothing of', pageSender(1, `${SITE}/`, { frameId: undefined })],
  ['no tab', pageSender(1, `${SITE}/`, { tab: undefined })],
  ['another extension', pageSender(1, `${SITE}/`, { id: 'other' })],
  ['an unknown address', pageSender(1, `${SITE}/`, { url: undefined })],
  ['a blob of the site', pageSender(1, `blob:${SITE}/1-2-3`)],
  ['the popup', POPUP],
])('a report from %s is not counted', async (_, sender) => {
  await report(SOME, sender);
  await quiet();

  expect(Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => key.startsWith('counts:'))).toEqual([]);
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
});

test('a site named in the message is not believed', async () => {
  await extension.send({ type: 'counts', counts: SOME, origin: OTHER, site: OTHER }, pageSender(1, `${SITE}/`));
  await quiet();

  expect(await readCounts(OTHER)).toEqual(ZERO);
  expect(await readCounts(SITE)).toEqual(SOME);
});

test.each([
  null,
  7,
  [],
  {},
  { markers: 1, tools: 1 },
  { ...SOME, markers: -1 },
  { ...SOME, tools: 1.5 },
  { ...SOME, imitated: '1' },
  { ...SOME, imitated: 10_001 },
  { ...SOME, markers: Number.POSITIVE_INFINITY },
  { ...SOME, markers: Number.NaN },
  { ...SOME, markers: 2n },
])('counts of %o are ignored as a whole', async (counts) => {
  await report(counts);
  await quiet();

  expect(await readCounts(SITE)).toEqual(ZERO);
});

test('ten thousand of each are believed, and nothing else of the message is stored', async () => {
  const most = { markers: 10_000, tools: 10_000, imitated: 10_000 };
  await report({ ...most, text: 'x'.repeat(1e6) });
  await quiet();

  expect(await fakeBrowser.storage.local.get(`counts:${SITE}`)).toEqual({ [`counts:${SITE}`]: most });
});

test('a report of nothing writes nothing', async () => {
  await report(ZERO);
  await quiet();

  expect(await fakeBrowser.storage.local.get(null)).not.toHaveProperty([`counts:${SITE}`]);
});

test('counts never grow beyond what a number holds exactly', async () => {
  await fakeBrowser.storage.local.set({ [`counts:${SITE}`]: { ...ZERO, markers: Number.MAX_SAFE_INTEGER - 1 } });
  await report(SOME);
  await quiet();

  expect(await readCounts(SITE)).toEqual({ markers: Number.MAX_SAFE_INTEGER, tools: 2, imitated: 1 });
});

test('a tab that floods is heard ten times a second, and the other tabs as before', async () => {
  const write = vi.spyOn(fakeBrowser.storage.local, 'set');
  for (let second = 0; second < 3; second += 1) {
    for (let message = 0; message < 500; message += 1) void report({ ...ZERO, markers: 1 }, pageSender(1, `${SITE}/`));
    void report({ ...ZERO, tools: 1 }, pageSender(2, `${SITE}/`));
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  expect(await readCounts(SITE)).toEqual({ markers: 30, tools: 3, imitated: 0 });
  expect(write.mock.calls.length).toBe(33);
});

test('rubbish counts towards the flood too', async () => {
  for (let message = 0; message < 10; message += 1) void report('rubbish');
  void report(SOME);
  await quiet();

  expect(await readCounts(SITE)).toEqual(ZERO);
});

test('the icon shows the tool calls of the page in its tab', async () => {
  await report(SOME, pageSender(1, `${SITE}/`));
  await report({ ...ZERO, tools: 1 }, pageSender(1, `${SITE}/c/new`));
  await report({ ...ZERO, imitated: 1 }, pageSender(2, `${SITE}/`));
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('4');
  expect(await fakeBrowser.action.getBadgeText({ tabId: 2 })).toBe('1');
});

test('markers taken out of old history put no number on the icon', async () => {
  await report({ ...ZERO, markers: 40 });
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('');
});

test('the number outlives a stopped background and starts anew with another page', async () => {
  await report(SOME);
  await quiet();
  extension.stop();
  await extension.start();
  await report(SOME);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');

  await report(SOME, pageSender(1, `${SITE}/`, { documentId: 'next page' }));
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('3');
});

test('a page that changes its own address keeps its number', async () => {
  await report(SOME);
  await quiet();
  await fakeBrowser.tabs.onUpdated.trigger(1, { status: 'loading', url: `${SITE}/c/new` }, { id: 1 } as never);
  await report(SOME, pageSender(1, `${SITE}/c/new`));
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');
});

test('where the browser names no documents, the number starts anew when the tab loads', async () => {
  const sender = pageSender(1, `${SITE}/`, { documentId: undefined });
  await report(SOME, sender);
  await report(SOME, sender);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');

  await fakeBrowser.tabs.onUpdated.trigger(1, { status: 'loading' }, { id: 1 } as never);
  await report(SOME, sender);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('3');
});

test('a closed tab leaves nothing behind', async () => {
  await report(SOME);
  await quiet();
  expect(await fakeBrowser.storage.session.get(null)).toHaveProperty(['tab:1']);

  await fakeBrowser.tabs.onRemoved.trigger(1, { isWindowClosing: false, windowId: 0 });
  await quiet();
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
});

test('the total is kept even when the tab was closed before its icon could show it', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const badge = vi.spyOn(fakeBrowser.action, 'setBadgeText').mockRejectedValue(new Error('No tab with id: 1.') as never);
  await report(SOME);
  await report(SOME);
  await quiet();

  expect(await readCounts(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
  expect(error).not.toHaveBeenCalled();
  badge.mockRestore();
  error.mockRestore();
});

test('the popup is told the counts', async () => {
  await report(SOME);
  await quiet();

  expect(await extension.send({ type: 'site-state', origin: SITE }, POPUP)).toMatchObject({ counts: SOME });
});

test('any interleaving of reports over tabs and stopped backgrounds gives the sums', async () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  const message = fc.record({
    tab: fc.integer({ min: 1, max: 4 }),
    site: fc.constantFrom(SITE, OTHER),
    counts: fc.record({ markers: count, tools: count, imitated: count }),
    server: fc.constantFrom('', 'hermes', 'openai-chat'),
    done: fc.integer({ min: 1, max: 1_000_000 }),
    /** Tasks until the next message: 0 = at the same moment. */
    pause: fc.integer({ min: 0, max: 3 }),
  });
  /** At most ten messages a second, the limit for one tab; after each second the background may be stopped. */
  const second = fc.record({ messages: fc.array(message, { maxLength: 10 }), stopped: fc.boolean() });

  await fc.assert(
    fc.asyncProperty(fc.array(second, { maxLength: 5 }), async (seconds) => {
      await install();
      await openSites();

      for (const { messages, stopped } of seconds) {
        for (const { tab, site, counts, server, done, pause } of messages) {
          void report(counts, pageSender(tab, `${site}/`), [found(server, done)]);
          for (let task = 0; task < pause; task += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        await quiet();
        vi.advanceTimersByTime(1000);
        if (!stopped) continue;
        extension.stop();
        await extension.start();
      }

      for (const site of [SITE, OTHER]) {
        const sent = seconds.flatMap(({ messages }) => messages).filter((sentMessage) => sentMessage.site === site);
        const sum = (key: keyof Counts) => sent.reduce((total, { counts }) => total + counts[key], 0);
        expect(await readCounts(site)).toEqual({ markers: sum('markers'), tools: sum('tools'), imitated: sum('imitated') });
        const repairs = new Map<string, number>();
        for (const { server, done } of sent) repairs.set(server, (repairs.get(server) ?? 0) + done);
        expect(new Map((await readFindings(site)).map((of) => [of.server, of.repairs.done]))).toEqual(repairs);
      }
    }),
    { numRuns: 60 },
  );
});
