/** For tests: the message of a page's bridge. */
import { NO_COUNTS, NO_NEWS, type Counts, type News } from '../../src/stats/figures.ts';

export function countsRequest(
  counts: Partial<Counts> = {},
  more: Partial<News> = {},
): News & { type: 'counts' } {
  return { type: 'counts', ...NO_NEWS, counts: { ...NO_COUNTS, ...counts }, ...more };
}
