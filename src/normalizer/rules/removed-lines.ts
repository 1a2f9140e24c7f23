import type { RemovedRanges } from '../text/removed-ranges.ts';

/**
 * Removes lines. Blank lines after a removal are removed too if a blank line, or nothing, precedes
 * it; text before it is never taken back.
 * @param blankBefore whether the text before is empty or ends with a blank line
 */
export function createRemovedLines(removals: RemovedRanges, blankBefore: boolean) {
  /** The remaining text so far is empty or ends with a blank line. */
  let isBlank = blankBefore;
  /** The line directly follows a removal, and blank lines here are removed with it. */
  let eats = false;
  /** Where the last removal begins. */
  let removedFrom = 0;

  return {
    remove(from: number, to: number): void {
      removals.add(from, to);
      removedFrom = from;
      eats = isBlank;
    },
    /** Another line takes the place of one. @param to offset of its line feed */
    replace(from: number, to: number, put: string): void {
      removals.add(from, to, false, put);
      isBlank = false;
      eats = false;
    },
    /** A blank line. @param end offset after it */
    blank(end: number): void {
      if (eats) removals.add(removedFrom, end);
      else isBlank = true;
    },
    /** A line with text stays. */
    keep(): void {
      isBlank = false;
      eats = false;
    },
    /** The text has ended; another may follow. */
    end(): void {
      isBlank = true;
      eats = false;
    },
  };
}
