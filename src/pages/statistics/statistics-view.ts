/** Turns the counts of days into what charts and lists show of them. Pure. */
import { ALL_REPAIRS } from '../../normalizer/repairs/all-repairs.ts';
import type { Calls, ChatFigures } from '../../stats/chats.ts';
import type { DayFigures } from '../../stats/day.ts';
import { fakedRate, type DayEntry } from '../../stats/read-figures.ts';

/**
 * The main counts of every day, site and period, under the names that they are stored with. Markers come last and never
 * beside calls: a marker of Hermes 0.8 is a call as well, and one in the chat history counts with every message.
 */
export const COUNTED = ['replies', 'tools', 'imitated', 'markers'] as const;

/** One kind of repair. */
export interface RepairRow {
  readonly id: string;
  readonly name: string;
  readonly times: number;
}

/** The calls of cleaned chats, before and after cleaning. */
export interface Cleaned {
  readonly chats: number;
  readonly before: Calls;
  readonly after: Calls;
  /** When the first of them was last cleaned, in milliseconds since 1970. */
  readonly since: number;
}

/** @returns for each day its calls: the real ones, and stacked on them the faked ones; no call is both */
export function callColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures: { tools, imitated } }) => [tools, imitated]);
}

/** @returns for each day the markers that were removed */
export function markerColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures: { markers } }) => [markers]);
}

/** @returns for each day the share of faked calls; undefined for a day without calls */
export function rateColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures }) => {
    const rate = fakedRate(figures);
    return rate === null ? [] : [rate];
  });
}

/** Real and faked calls. */
export function callsOf({ tools, imitated }: Pick<DayFigures, 'tools' | 'imitated'>): number {
  return tools + imitated;
}

/** @returns the indexes of the days on which chats were cleaned */
export function cleanedDays(days: readonly DayEntry[]): number[] {
  return days.flatMap(({ figures }, index) => (figures.healed > 0 ? [index] : []));
}

/** @returns the known ones, most frequent first */
export function repairRows({ repairs }: Pick<DayFigures, 'repairs'>): RepairRow[] {
  return Object.entries(repairs)
    .filter(([id, times]) => times > 0 && ALL_REPAIRS.has(id))
    .map(([id, times]) => ({ id, name: id, times }))
    .toSorted((a, b) => b.times - a.times || a.name.localeCompare(b.name));
}

/** Whether a chat was cleaned and had calls that allow a comparison. */
export function tellsOfCleaning(chat: ChatFigures): chat is ChatFigures & { readonly healed: number } {
  return chat.healed !== null && chat.before.calls + chat.after.calls > 0;
}

/** @returns the totals of all chats that allow a comparison; null if none does */
export function cleanedOf(chats: readonly ChatFigures[]): Cleaned | null {
  const telling = chats.filter(tellsOfCleaning);
  if (telling.length === 0) return null;
  return {
    chats: telling.length,
    before: sumOf(telling.map(({ before }) => before)),
    after: sumOf(telling.map(({ after }) => after)),
    since: Math.min(...telling.map(({ healed }) => healed)),
  };
}

function sumOf(all: readonly Calls[]): Calls {
  return all.reduce((sum, { calls, imitated }) => ({ calls: sum.calls + calls, imitated: sum.imitated + imitated }), {
    calls: 0,
    imitated: 0,
  });
}
