/** What a page bridge reports to the background, in numbered batches, so that none is lost and none counted twice. */
import { isObject } from '../normalizer/json/json-edit.ts';
import type { Findings } from './findings.ts';
import { isDay } from './calendar.ts';
import { readChatCalls, type ChatCalls } from './chats.ts';
import type { Day, DayFigures } from './day.ts';
import { readFindingsList } from './findings.ts';
import { readFigures } from './add-figures.ts';

/** What happened on one day. */
export interface DayNews {
  readonly day: Day;
  readonly figures: DayFigures;
  readonly chats: readonly ChatCalls[];
}

/** What happened on a page since the previous batch. Once sent it never changes. */
export interface Batch {
  /** From 1, in chronological order. */
  readonly number: number;
  /** At most `MAX_NEWS` of them. */
  readonly days: readonly DayNews[];
  /** By kind of server; the same repairs and events as in the days. */
  readonly findings: readonly Findings[];
  /** A Hermes server answered. */
  readonly hermes?: true;
}

/** Most days in one batch: a page may be open over midnight, and clocks may be set. */
export const MAX_NEWS = 4;
/** Most batches in one message. A page has at most two in flight; any more are ignored. */
const MAX_BATCHES = 20;
/** Highest number believed of one batch. */
const MOST = 1_000_000_000;
const PAGE = /^[0-9a-f]{16}$/;

/** Returns whether `value` has the form of a page's name. */
export function isPageName(value: unknown): value is string {
  return typeof value === 'string' && PAGE.test(value);
}

/** @returns a unique name for this page. Not from `crypto.randomUUID`, which plain-http sites lack */
export function namePage(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param value of unknown shape and origin
 * @returns new objects with the known fields of each batch; null if any is invalid, or if there is none
 */
export function readBatches(value: unknown): readonly Batch[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const read = value.slice(0, MAX_BATCHES).map(readBatch);
  const batches = read.filter((batch) => batch !== null);
  return batches.length === read.length ? batches : null;
}

function readBatch(value: unknown): Batch | null {
  if (!isObject(value) || !Array.isArray(value.days)) return null;
  const { number } = value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null;
  const days = value.days.slice(0, MAX_NEWS).flatMap(readNews);
  return {
    number,
    days,
    findings: readFindingsList(value.findings, MOST),
    ...(value.hermes === true && { hermes: true }),
  };
}

function readNews(value: unknown): DayNews[] {
  if (!isObject(value) || !isDay(value.day)) return [];
  return [{ day: value.day, figures: readFigures(value.figures, MOST), chats: readChatCalls(value.chats, MOST) }];
}
