import type { Evidence } from './evidence.ts';
import { isHermesWorded } from './hermes-words.ts';
import type { FoundMarker } from './marker-grammar.ts';
import type { RemovedRanges } from './removed-ranges.ts';

/** What tells a text whether there is evidence of markers, and its callbacks. */
export interface MarkerRunOptions {
  /**
   * Returns whether there is evidence that markers are here; called for each marker. While it returns false, a line
   * that only looks like one stays, unless the text itself proves it (see evidence.ts). Without it, there is.
   */
  expected?(): boolean;
  /** Called with what the text itself proves; once markers are expected, no more proof is searched for. */
  onEvidence?(evidence: Evidence): void;
  /** Called once for each marker removed. */
  onMarker(marker: FoundMarker): void;
}

/**
 * Marker lines with one blank line after each, while it is undecided whether they are markers: no evidence yet. What
 * follows them decides (see evidence.ts).
 */
export interface MarkerRun {
  isExpected(): boolean;
  prove(evidence: Evidence): void;
  /** @returns the offset where what is removed with its first line begins; null if there is none */
  from(): number | null;
  /** @returns the number of units from there up to the offset `to`; 0 if there is no line */
  held(to: number): number;
  /** A candidate line begins. @param tight no blank line precedes it, as Hermes writes markers */
  begin(tight: boolean): void;
  /** Adds a marker line. @param from the offsets of what is removed with it */
  add(marker: FoundMarker, from: number, to: number): void;
  /** A second blank line follows the last marker line: Hermes begins the text after its tools with two line feeds. */
  secondBlank(): void;
  /** Decides whether its lines are markers, by what is known now. */
  settle(): void;
  /** Decides that its lines stay. */
  drop(): void;
}

export function createMarkerRun(removals: RemovedRanges, options: MarkerRunOptions): MarkerRun {
  let lines: { readonly marker: FoundMarker; readonly from: number; readonly to: number }[] = [];
  /** The run, or the candidate that may begin one, has no blank line before it. */
  let isTight = false;
  /** The text has proved that it contains markers. */
  let proven = false;

  function isExpected(): boolean {
    return proven || (options.expected?.() ?? true);
  }

  function prove(evidence: Evidence): void {
    proven = true;
    options.onEvidence?.(evidence);
  }

  return {
    isExpected,
    prove,
    from: () => lines[0]?.from ?? null,
    held: (to) => (lines[0] ? to - lines[0].from : 0),
    begin(tight) {
      if (lines.length === 0) isTight = tight;
    },
    add(marker, from, to) {
      if (!isExpected() && isHermesWorded(marker)) prove('text');
      lines.push({ marker, from, to });
    },
    secondBlank() {
      if (lines.length > 0 && isTight) prove('server');
    },
    settle() {
      if (lines.length === 0) return;
      const settled = lines;
      lines = [];
      if (!isExpected()) return;
      for (const { marker, from, to } of settled) {
        removals.add(from, to);
        options.onMarker(marker);
      }
    },
    drop() {
      lines = [];
    },
  };
}
