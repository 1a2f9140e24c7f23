/**
 * What an earlier build left behind is read as that build read it, and nothing of it is lost. test/recordings/storage
 * has, for each build, all of storage.local after a year of use, and what that build itself read from it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createQueue } from '../../src/extension/promises.ts';
import { readEverywhere, readSite, readSites, readSiteWord } from '../../src/settings/store.ts';
import { readOwnPacks } from '../../src/rules/own-pack-store.ts';
import { readBatches } from '../../src/stats/batch.ts';
import { addDays, dayOf } from '../../src/stats/calendar.ts';
import { listenForCounts } from '../../src/stats/counts-listener.ts';
import { NO_FIGURES } from '../../src/stats/day.ts';
import { dayOfKey } from '../../src/stats/keys.ts';
import { allLeft, takeLeft } from '../../src/stats/orphaned-batches.ts';
import { KEPT_DAYS, readChats, readDays, readTotals } from '../../src/stats/read-figures.ts';
import { forgetFigures, forgetOldDays, keepBatches } from '../../src/stats/write-figures.ts';

const FOLDER = join(import.meta.dirname, '../recordings/storage');
const HOME = 'http://localhost:3000';
const WORK = 'https://chat.example.org';

interface Recording {
  /** When it was used last, as a local time. */
  readonly now: string;
  readonly stored: Readonly<Record<string, unknown>>;
  readonly read: Readonly<Record<'home' | 'work', object>> & {
    readonly sites: object;
    readonly packs: readonly object[];
  };
}

describe.each(readdirSync(FOLDER))('after an update from %s', (file) => {
  const { now, stored, read } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recording;

  beforeEach(async () => {
    fakeBrowser.reset();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    await fakeBrowser.storage.local.set(stored);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function figuresOf(origin: string) {
    return {
      days: await readDays(origin, KEPT_DAYS),
      totals: await readTotals(origin),
      chats: await readChats(origin),
    };
  }

  /** What the background does when it starts. */
  async function start(): Promise<void> {
    await takeLeft(await allLeft(), keepBatches);
    await forgetOldDays();
  }

  test('sites, settings, rule packs and statistics read as before', async () => {
    const all = {
      sites: await readSites(),
      everywhere: await readEverywhere(),
      packs: await readOwnPacks(),
      home: { site: await readSite(HOME), ...(await figuresOf(HOME)) },
      work: { site: await readSite(WORK), ...(await figuresOf(WORK)) },
    };

    expect(all).toEqual(read);
    expect(all.packs.length).toBeGreaterThan(0);
    expect(all.home.totals.counts.markers).toBeGreaterThan(3000);
  });

  test('nothing of it is lost at the start, and what a page left behind in the middle of a reply counts once', async () => {
    const before = await figuresOf(HOME);
    const work = await figuresOf(WORK);
    const left = markersLeft(stored);

    await start();
    await start();

    const after = await figuresOf(HOME);
    const { days, chats, totals } = await figuresOf(WORK);
    expect({ days, chats, counts: totals.counts, findings: totals.findings }).toEqual({
      days: work.days,
      chats: work.chats,
      counts: work.totals.counts,
      findings: work.totals.findings,
    });
    expect(after.chats).toEqual(before.chats);
    expect(after.days.slice(0, -1)).toEqual(before.days.slice(0, -1));
    expect(after.days.at(-1)?.figures.markers).toBe((before.days.at(-1)?.figures.markers ?? 0) + left);
    expect(after.totals.counts.markers).toBe(before.totals.counts.markers + left);
    expect(await readSites()).toEqual(read.sites);
  });

  test('a page that was open during the update continues counting where it was', async () => {
    const page = '00000000000000ab';
    const today = dayOf(new Date());
    const batches = [2, 3].map((number) => ({
      number,
      days: [{ day: today, figures: { ...NO_FIGURES, tools: 1 }, chats: [] }],
      findings: [],
    }));
    await start();
    const before = await readTotals(HOME);

    await keepBatches(HOME, page, batches);
    await keepBatches(HOME, page, batches);

    expect((await readTotals(HOME)).counts.tools).toBe(before.counts.tools + 2);
  });

  test('a site where Hermes has answered is still known to run it', async () => {
    const known = Object.entries(stored).flatMap(([key, value]) => {
      const { findings = [] } = value as { readonly findings?: readonly { readonly server: string }[] };
      return key.startsWith('counts:') && findings.some(({ server }) => server === 'hermes')
        ? [key.slice('counts:'.length)]
        : [];
    });
    expect(known.length).toBeGreaterThan(0);
    await fakeBrowser.storage.local.remove(`counts:${WORK}`);
    listenForCounts(createQueue());

    await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update' } as never);

    await vi.waitUntil(async () => (await readSiteWord(HOME)).hermes === true);
    expect((await readSiteWord(WORK)).hermes).toBeNull();
    await forgetFigures(HOME);
    expect((await readSiteWord(HOME)).hermes).toBeNull();
  });

  test('a day later only days that are too old are gone, and all can be deleted', async () => {
    vi.setSystemTime(addDaysTo(now, 1));
    await start();

    const oldest = addDays(dayOf(new Date()), 1 - KEPT_DAYS);
    const days = Object.keys(stored).flatMap((key) => dayOfKey(key) ?? []);
    const left = Object.keys(await fakeBrowser.storage.local.get(null)).flatMap((key) => dayOfKey(key) ?? []);
    expect(left).toEqual(days.filter(({ day }) => day >= oldest));

    await forgetFigures(null);
    expect(Object.keys(await fakeBrowser.storage.local.get(null)).toSorted()).toEqual(
      ['packs', 'settings', `site:${HOME}`, `site:${WORK}`].toSorted(),
    );
  });
});

/** Markers in the batches that pages of the first site left behind. */
function markersLeft(stored: Readonly<Record<string, unknown>>): number {
  return Object.entries(stored)
    .filter(([key]) => key.startsWith(`left:${HOME}`))
    .flatMap(([, batches]) => readBatches(batches) ?? [])
    .flatMap(({ days }) => days)
    .reduce((sum, { figures }) => sum + figures.markers, 0);
}

function addDaysTo(time: string, days: number): Date {
  const date = new Date(time);
  date.setDate(date.getDate() + days);
  return date;
}
