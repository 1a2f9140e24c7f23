/** Turns the findings of a site into what the popup says of repairs. Pure. */
import { serverName } from '../../../languages/dialect-words.ts';
import { repairText } from '../../../languages/repair-words.ts';
import type { Findings } from '../../../stats/findings.ts';
import { besides, popupTexts } from '../texts.ts';

/** One kind of repair. */
export interface RepairsMade {
  readonly id: string;
  readonly count: number;
  /** What was wrong. */
  readonly words: string;
}

export interface RepairsView {
  /** All repairs. */
  readonly total: number;
  /** Most repairs first, in each the most frequent first. */
  readonly servers: readonly {
    /** Null where there is only one. */
    readonly server: string | null;
    readonly made: readonly RepairsMade[];
  }[];
  /** What else was found; null for nothing. */
  readonly besides: string | null;
}

/**
 * @param findings of one site, validated
 * @returns null if nothing was repaired
 */
export function repairsView(findings: readonly Findings[]): RepairsView | null {
  const servers = findings
    .map(({ server, repairs }) => ({ server: serverName(server) ?? popupTexts.otherServers, made: madeOf(repairs) }))
    .filter(({ made }) => made.length > 0)
    .toSorted((a, b) => totalOf(b.made) - totalOf(a.made));
  if (servers.length === 0) return null;
  return {
    total: servers.reduce((total, { made }) => total + totalOf(made), 0),
    servers: servers.length > 1 ? servers : servers.map(({ made }) => ({ server: null, made })),
    besides: besides(sum(findings.map(({ events }) => events)), sum(findings.map(({ unknown }) => unknown))),
  };
}

function madeOf(repairs: Findings['repairs']): RepairsMade[] {
  return Object.entries(repairs)
    .map(([id, count]) => ({ id, count, words: repairText(id)?.words ?? id }))
    .toSorted((a, b) => b.count - a.count);
}

function totalOf(made: readonly RepairsMade[]): number {
  return sum(made.map(({ count }) => count));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
