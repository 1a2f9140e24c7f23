/** Sums of all times: what stands under the key of a site. Pure. */
import { isObject } from '../normalizer/json-text.ts';
import type { Counts, Findings } from '../sites/messages.ts';
import { add, addFindings, readCount, readFindingsList } from './findings.ts';

/** What was done and found, ever. */
export interface Totals {
  readonly counts: Counts;
  /** One entry for each kind of server; none where nothing was found. */
  readonly findings: readonly Findings[];
}

export const NO_TOTALS: Totals = { counts: { markers: 0, tools: 0, imitated: 0 }, findings: [] };

/** @returns the sums, never beyond what a number holds exactly */
export function addTotals(before: Totals, more: Totals): Totals {
  return {
    counts: {
      markers: add(before.counts.markers, more.counts.markers),
      tools: add(before.counts.tools, more.counts.tools),
      imitated: add(before.counts.imitated, more.counts.imitated),
    },
    findings: addFindings(before.findings, more.findings),
  };
}

/** @returns what is stored; zeros for rubbish */
export function readStoredTotals(value: unknown): Totals {
  if (!isObject(value)) return NO_TOTALS;
  const counts = { markers: readTotal(value.markers), tools: readTotal(value.tools), imitated: readTotal(value.imitated) };
  return { counts, findings: readFindingsList(value.findings) };
}

/** @returns what is to be stored: under one key, so that what removes the counts of a site removes its findings */
export function toStoredTotals({ counts, findings }: Totals): object {
  return findings.length === 0 ? counts : { ...counts, findings };
}

/** Here a number that is too high is rubbish: sums end before. */
function readTotal(value: unknown): number {
  return Number.isSafeInteger(value) ? readCount(value, Number.MAX_SAFE_INTEGER) : 0;
}
