/** From the figures of days to what charts and lists show of them. Pure. */
import { repairText } from '../../languages/repair-words.ts';
import type { Calls, ChatFigures } from '../../stats/chats.ts';
import type { DayFigures } from '../../stats/day.ts';
import { fakedRate, type DayEntry } from '../../stats/read-figures.ts';

/**
 * What is told first of every day, site and period, under the names that figures are stored with. Markers come last and
 * never beside calls: a marker of Hermes 0.8 is a call as well, and one in the chat history counts with every message.
 */
export const COUNTED = ['replies', 'tools', 'imitated', 'markers'] as const;

/** One kind of repair. */
export interface RepairRow {
  readonly id: string;
  readonly name: string;
  readonly times: number;
}

/** How the calls of cleaned chats went. */
export interface Cleaned {
  readonly chats: number;
  readonly before: Calls;
  readonly after: Calls;
  /** When the first of them was cleaned last, in milliseconds since 1970. */
  readonly since: number;
}

/** @returns for each day its calls: those that ran, and on them those that the model faked; no call is both */
export function callColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures: { tools, imitated } }) => [tools, imitated]);
}

/** @returns for each day the markers that were removed */
export function markerColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures: { markers } }) => [markers]);
}

/** @returns for each day the share of faked calls; nothing for a day without calls */
export function rateColumns(days: readonly DayEntry[]): number[][] {
  return days.map(({ figures }) => {
    const rate = fakedRate(figures);
    return rate === null ? [] : [rate];
  });
}

/** Those that ran, and those that the model only wrote down. */
export function callsOf({ tools, imitated }: Pick<DayFigures, 'tools' | 'imitated'>): number {
  return tools + imitated;
}

/** @returns the places of the days on which chats were cleaned */
export function cleanedDays(days: readonly DayEntry[]): number[] {
  return days.flatMap(({ figures }, index) => (figures.healed > 0 ? [index] : []));
}

/** @returns the most frequent first; a repair of a later version is called by its id */
export function repairRows({ repairs }: Pick<DayFigures, 'repairs'>): RepairRow[] {
  return Object.entries(repairs)
    .filter(([, times]) => times > 0)
    .map(([id, times]) => ({ id, name: repairText(id)?.name ?? id, times }))
    .toSorted((a, b) => b.times - a.times || a.name.localeCompare(b.name));
}

/** Whether a chat was cleaned, and held calls that tell something about that. */
export function tellsOfCleaning(chat: ChatFigures): chat is ChatFigures & { readonly healed: number } {
  return chat.healed !== null && chat.before.calls + chat.after.calls > 0;
}

/** @returns the sums of all chats that tell something; null where none does */
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
