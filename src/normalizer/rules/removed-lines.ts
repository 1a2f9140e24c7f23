import type { RemovedRanges } from '../text/removed-ranges.ts';

/**
 * Removes lines. Blank lines after a removal are removed too if a blank line, or nothing, precedes it; text before it is
 * never taken back.
 */
export interface RemovedLines {
  remove(from: number, to: number): void;
  /** A blank line. @param end offset after it */
  blank(end: number): void;
  /** A line with text stays. */
  keep(): void;
  /** The text has ended; another may follow. */
  end(): void;
}

/** @param blankBefore whether the text before is empty or ends with a blank line */
export function createRemovedLines(removals: RemovedRanges, blankBefore: boolean): RemovedLines {
  /** The remaining text so far is empty or ends with a blank line. */
  let isBlank = blankBefore;
  /** The line directly follows a removal, and blank lines here are removed with it. */
  let eats = false;
  /** Where the last removal begins. */
  let removedFrom = 0;

  return {
    remove(from, to) {
      removals.add(from, to);
      removedFrom = from;
      eats = isBlank;
    },
    blank(end) {
      if (eats) removals.add(removedFrom, end);
      else isBlank = true;
    },
    keep() {
      isBlank = false;
      eats = false;
    },
    end() {
      isBlank = true;
      eats = false;
    },
  };
}
