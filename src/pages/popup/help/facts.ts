import type { CompanionReport } from '../../../companion/companion.ts';
import type { TabAnswer } from '../backend.ts';

/** What may be part of an address: letters around a dot, a colon or a slash. */
const ADDRESS = /\S*[\p{L}\p{N}\]][.:/]+[\p{L}\p{N}[]\S*/gu;

/** @returns the answer of the tab, for a report: whether another chat waits, not which */
export function factsOfTab(tab: TabAnswer | null): object | null {
  return tab && { ...tab, waitsIn: tab.waitsIn !== null };
}

/** @returns the state of the companion, for a report: a server or its proxy may name addresses where it refuses */
export function factsOfCompanion(report: CompanionReport | null): object | null {
  if (report?.state.kind !== 'unknown') return report;
  return { ...report, state: { ...report.state, why: report.state.why.replace(ADDRESS, '…') } };
}
