/**
 * Converts the statistics of the first version of the data: a key for each day of a site, with its tools and repairs.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isSite } from '../extension/origins.ts';
import { removeData, setData, storageKeys } from '../extension/storage.ts';
import { hermesKey } from '../settings/store.ts';
import { daysBetween } from './calendar.ts';
import {
  addCounts,
  addTimes,
  callsOf,
  figuresKey,
  NO_COUNTS,
  readFigures,
  START_DAYS,
  toStored,
  type Figures,
  type Start,
  type ToolTimes,
} from './figures.ts';

const DAY = 'day:';
/** A day and the colon before it. */
const DAY_LENGTH = ':2026-11-22'.length;
/** What was counted of which page, what pages left behind, and when old days were looked for. */
const UNUSED = ['applied:', 'left:', 'seen-days'];

type Stored = Readonly<Record<string, unknown>>;

/** Can be run again wherever it was stopped. */
export async function convertFigures(): Promise<void> {
  const keys = await storageKeys();
  const dayKeys = keys.filter((key) => key.startsWith(DAY));
  const sites = [
    ...keys.filter((key) => key.startsWith(figuresKey(''))).map((key) => key.slice(figuresKey('').length)),
    ...dayKeys.map((key) => key.slice(DAY.length, -DAY_LENGTH)),
  ].filter(isSite);
  const stored = await browser.storage.local.get([...dayKeys, ...sites.map(figuresKey)]);
  const converted = [...new Set(sites)].map((origin) => [origin, convert(origin, stored)] as const);
  const hermes = converted.filter(([origin]) => wasHermes(stored[figuresKey(origin)]));
  await setData({
    ...Object.fromEntries(converted.map(([origin, figures]) => [figuresKey(origin), toStored(figures)])),
    ...Object.fromEntries(hermes.map(([origin]) => [hermesKey(origin), true])),
  });
  await removeData([...dayKeys, ...keys.filter((key) => UNUSED.some((unused) => key.startsWith(unused)))]);
}

function convert(origin: string, stored: Stored): Figures {
  const before = stored[figuresKey(origin)];
  const sums = isObject(before) ? before : {};
  const days = Object.keys(stored)
    .filter((key) => key.slice(0, -DAY_LENGTH) === DAY + origin)
    .map((key) => [key.slice(1 - DAY_LENGTH), stored[key]] as const);
  const figures = readFigures({
    ...sums,
    recent: { ...(isObject(sums.recent) && sums.recent), ...Object.fromEntries(days) },
  });
  const times = days.map(([day, value]) => timesOf(day, value)).reduce(addTimes, figures.times);
  return { ...figures, times, start: figures.start ?? startOf(figures) };
}

function timesOf(last: string, value: unknown): ToolTimes {
  const times = isObject(value) && isObject(value.times) ? Object.entries(value.times) : [];
  return readFigures({ times: Object.fromEntries(times.map(([tool, time]) => [tool, { ...Object(time), last }])) })
    .times;
}

/** Returns whether repairs were counted under the name of Hermes. */
function wasHermes(sums: unknown): boolean {
  const findings: unknown = isObject(sums) && sums.findings;
  return Array.isArray(findings) && findings.some((of: unknown) => isObject(of) && of.server === 'hermes');
}

/** @returns null if calls are older than the days that are kept: then the first week is unknown */
function startOf({ counts, days }: Figures): Start | null {
  const called = Object.entries(days)
    .filter(([, of]) => callsOf(of) > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const [[day] = []] = called;
  const known = called.reduce((sum, [, of]) => sum + callsOf(of), 0);
  if (day === undefined || known !== callsOf(counts)) return null;
  const { tools, imitated } = called
    .filter(([one]) => daysBetween(day, one) < START_DAYS)
    .reduce((sum, [, of]) => addCounts(sum, of), NO_COUNTS);
  return { day, tools, imitated };
}
