/**
 * What an earlier build left behind keeps its numbers, and what is no longer used is dropped. test/recordings/storage
 * has, for each build, all of storage.local after a year of use, and what that build itself read from it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { extension, install } from '../sites/set-up.ts';
import { countsRequest } from './counts-request.ts';
import { pageSender, quiet } from '../support/fake-extension-apis.ts';
import { convertData, DATA_VERSION, DATA_VERSION_KEY } from '../../src/extension/storage.ts';
import { readOwnPacks } from '../../src/rules/own-pack-store.ts';
import { readEverywhere, readSite, readSites } from '../../src/settings/store.ts';
import { readChats } from '../../src/stats/chats.ts';
import { convertFigures } from '../../src/stats/convert-figures.ts';
import { figuresKey, isNothing, readFigures, type Counts, type Figures } from '../../src/stats/figures.ts';

const FOLDER = join(import.meta.dirname, '../recordings/storage');
const HOME = 'http://localhost:3000';
const WORK = 'https://chat.example.org';

interface OldDay extends Counts {
  readonly times: Readonly<Record<string, { readonly calls: number; readonly sum: number; readonly longest: number }>>;
}

interface OldFindings {
  readonly repairs: Readonly<Record<string, number>>;
}

interface OldSite {
  readonly site: object;
  /** Of the last 90 days. */
  readonly days: readonly { readonly day: string; readonly figures: OldDay }[];
  readonly totals: { readonly counts: Counts; readonly findings: readonly OldFindings[] };
  readonly chats: readonly object[];
}

interface Recording {
  /** When it was used last, as a local time. */
  readonly now: string;
  readonly stored: Readonly<Record<string, unknown>>;
  readonly read: {
    readonly home: OldSite;
    readonly work: OldSite;
    readonly sites: object;
    readonly everywhere: object;
    readonly packs: object;
  };
}

async function figuresOf(origin: string): Promise<Figures> {
  return readFigures((await fakeBrowser.storage.local.get(figuresKey(origin)))[figuresKey(origin)]);
}

function plain({ markers, tools, imitated }: Counts): Counts {
  return { markers, tools, imitated };
}

/** What was read then, without two settings and the examples of rules, which are gone. */
function withoutGone<T>(read: T): T {
  return JSON.parse(
    JSON.stringify(read, (key, value: unknown) =>
      /^(?:badgeStay|badgePlace|keeps|matches)$/.test(key) ? undefined : value,
    ),
  );
}

describe.each(readdirSync(FOLDER))('after an update from %s', (file) => {
  const recording = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recording;
  const { now, stored } = recording;
  const read = withoutGone(recording.read);

  beforeEach(async () => {
    vi.setSystemTime(new Date(now));
    await install();
    extension.granted.add('*://*/*');
    extension.stop();
    await fakeBrowser.storage.local.clear();
    await fakeBrowser.storage.local.set(stored);
  });

  test('sites, settings, rule packs, totals, days, tools and chats keep what they were', async () => {
    await extension.start();
    await quiet();

    expect([await readSites(), await readEverywhere(), await readOwnPacks()]).toEqual([
      read.sites,
      read.everywhere,
      read.packs,
    ]);
    for (const [origin, old] of [
      [HOME, read.home],
      [WORK, read.work],
    ] as const) {
      const { counts, days, times, repairs } = await figuresOf(origin);
      const expected = old.days
        .map(({ day, figures }) => [day, plain(figures)] as const)
        .filter(([, of]) => !isNothing(of));
      expect(await readSite(origin)).toEqual(old.site);
      expect(counts).toEqual(old.totals.counts);
      expect(
        Object.entries(days)
          .filter(([, of]) => !isNothing(of))
          .toSorted(),
      ).toEqual(expected.toSorted());
      const tools = old.days.flatMap(({ figures }) => Object.entries(figures.times));
      for (const [tool, { calls, sum }] of Object.entries(times)) {
        const all = tools.filter(([name]) => name === tool).map(([, time]) => time);
        expect({ tool, calls, sum }).toEqual({
          tool,
          calls: all.reduce((of, time) => of + time.calls, 0),
          sum: all.reduce((of, time) => of + time.sum, 0),
        });
      }
      expect(Object.keys(times).toSorted()).toEqual([...new Set(tools.map(([tool]) => tool))].toSorted());
      expect(repairs).toBe(
        old.totals.findings.flatMap((of) => Object.values(of.repairs)).reduce((sum, count) => sum + count, 0),
      );
      expect((await readChats(origin)).toReversed()).toEqual(old.chats);
    }
    expect(read.home.totals.counts.markers).toBeGreaterThan(3000);
  });

  test('what is no longer used is gone, and a site where Hermes has answered is still known', async () => {
    await extension.start();
    await quiet();

    const keys = Object.keys(await fakeBrowser.storage.local.get(null));
    const kinds = new Set(keys.map((key) => key.split(':')[0]));
    expect([...kinds].toSorted()).toEqual(
      ['chats', 'counts', DATA_VERSION_KEY, 'hermes', 'packs', 'settings', 'site'].toSorted(),
    );
    expect(keys).toContain(`hermes:${HOME}`);
    expect((await fakeBrowser.storage.local.get(DATA_VERSION_KEY))[DATA_VERSION_KEY]).toBe(DATA_VERSION);
  });

  test('it happens once, before anything new is added, and a start that was stopped is finished by the next', async () => {
    const once = await convertTwice(stored);
    await fakeBrowser.storage.local.clear();
    await fakeBrowser.storage.local.set({ ...stored, [`site:${HOME}`]: { enabled: true } });
    await extension.start();
    await extension.send(countsRequest({ tools: 1 }), pageSender(1, `${HOME}/`));
    await quiet();

    expect((await figuresOf(HOME)).counts).toEqual({ ...once.counts, tools: once.counts.tools + 1 });
  });
});

/** @returns the figures of a site after two whole conversions, and after one of which only the first write arrived */
async function convertTwice(stored: Readonly<Record<string, unknown>>): Promise<Figures> {
  await convertFigures();
  const once = await figuresOf(HOME);
  await convertFigures();
  expect(await figuresOf(HOME)).toEqual(once);
  await fakeBrowser.storage.local.set(
    Object.fromEntries(Object.entries(stored).filter(([key]) => key.startsWith('day:'))),
  );
  await convertFigures();
  expect((await figuresOf(HOME)).counts).toEqual(once.counts);
  expect((await figuresOf(HOME)).days).toEqual(once.days);
  return once;
}

const YESTERDAY = '2026-11-21';

test.each([
  ['is that of the first kept day if there is nothing older', { markers: 0, tools: 9, imitated: 3 }, YESTERDAY],
  ['is unknown if there are older calls', { markers: 0, tools: 10, imitated: 3 }, null],
])('the first week %s', async (_, totals, day) => {
  vi.setSystemTime(new Date('2026-11-22T12:00'));
  await fakeBrowser.storage.local.set({
    [figuresKey(HOME)]: totals,
    [`day:${HOME}:2026-11-20`]: { markers: 5, replies: 3, bytes: 900 },
    [`day:${HOME}:${YESTERDAY}`]: { tools: 4, imitated: 3 },
    [`day:${HOME}:2026-11-22`]: { tools: 5, repairs: { done: 1 } },
    'day:rubbish:2026-11-22': { tools: 5 },
  });
  await convertFigures();

  expect((await figuresOf(HOME)).start).toEqual(day && { day, tools: 9, imitated: 3 });
});

test.each([DATA_VERSION, DATA_VERSION + 1, '2'])('data of version %j is not converted', async (version) => {
  await fakeBrowser.storage.local.set({ [DATA_VERSION_KEY]: version });
  const convert = vi.fn();
  await convertData(convert);

  expect(convert).not.toHaveBeenCalled();
});
