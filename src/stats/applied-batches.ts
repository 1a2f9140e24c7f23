/**
 * Which batches of which pages are part of a site's totals. Written together with the totals, so that both agree. Pure.
 */
import { isObject } from '../normalizer/json/json-edit.ts';
import { isPageName } from './batch.ts';

/** A page and the last of its batches that was added. */
export interface Applied {
  readonly page: string;
  readonly number: number;
}

/**
 * Most pages remembered of one site. A batch is resent within a minute, and far fewer pages of one site are active in
 * that time.
 */
export const MAX_PAGES = 100;

/** @returns the number of the last batch added from a page, 0 for none */
export function lastApplied(list: readonly Applied[], page: string): number {
  return list.find((one) => one.page === page)?.number ?? 0;
}

/** @returns the list with this number for the page; the page idle longest is dropped */
export function withApplied(list: readonly Applied[], page: string, number: number): readonly Applied[] {
  return [...list.filter((one) => one.page !== page), { page, number }].slice(-MAX_PAGES);
}

/** @returns the stored list; invalid entries are dropped */
export function readApplied(value: unknown): readonly Applied[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_PAGES).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isPageName(entry.page)) return [];
    return typeof entry.number === 'number' && Number.isSafeInteger(entry.number)
      ? [{ page: entry.page, number: entry.number }]
      : [];
  });
}
