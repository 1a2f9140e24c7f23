/** For tests: the messages of a page bridge. */
import type { CountsRequest } from '../../src/stats/requests.ts';
import type { Findings } from '../../src/stats/findings.ts';
import { dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';

let pages = 0;

/** @returns the only batch, of today, of a page that nobody has seen before */
export function countsRequest(figures: Partial<DayFigures>, findings: readonly Findings[] = []): CountsRequest {
  const days = [{ day: dayOf(new Date()), figures: { ...NO_FIGURES, ...figures }, chats: [] }];
  return { type: 'counts', page: String(++pages).padStart(16, '0'), batches: [{ number: 1, days, findings }] };
}
