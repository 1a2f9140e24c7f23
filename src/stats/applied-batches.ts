/** Which batches of which pages are part of the sums of a site. Written together with the sums, so that both agree. Pure. */
import { isObject } from '../normalizer/json/json-edit.ts';
import { isPageName } from './batch.ts';

/** A page and the last of its batches that was added. */
export interface Applied {
  readonly page: string;
  readonly number: number;
}

/** Pages remembered of one site. A batch comes again within a minute: far fewer pages of one site are at work at once. */
export const MAX_PAGES = 100;

/** @returns the number of the last batch of a page that was added, 0 for none */
export function lastApplied(list: readonly Applied[], page: string): number {
  return list.find((one) => one.page === page)?.number ?? 0;
}

/** @returns the list with this number for the page; the one that was quiet longest goes */
export function withApplied(list: readonly Applied[], page: string, number: number): readonly Applied[] {
  return [...list.filter((one) => one.page !== page), { page, number }].slice(-MAX_PAGES);
}

/** @returns the list as it is stored; what is rubbish is left out */
export function readApplied(value: unknown): readonly Applied[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_PAGES).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isPageName(entry.page)) return [];
    return typeof entry.number === 'number' && Number.isSafeInteger(entry.number)
      ? [{ page: entry.page, number: entry.number }]
      : [];
  });
}
