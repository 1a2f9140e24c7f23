// Text: the grammar of markers and the filter that removes them from one text, delta by delta.
// Knows nothing of JSON.
//
// delta -> line-scan: states of the current line; fences: code blocks; marker-grammar: whether a
//          line is a marker
//       -> removed-ranges: marker lines that wait for what follows, and what was removed

import {
  createLineScan,
  decidedIn,
  endScan,
  giveUpScan,
  leadOf,
  loseScan,
  passInjected,
  scanText,
} from './line-scan.ts';
import { fitsTool, readMarkerChunk, type Marker } from './marker-grammar.ts';
import {
  createMarkerRun,
  createRemovedRanges,
  type MarkerRunOptions,
  type Range,
} from './removed-ranges.ts';
import type { TextEnd } from './text-end.ts';

/** Longest text held on suspicion of a marker, in UTF-16 units: labels themselves have no limit. */
export const MAX_HELD = 4096;

export interface MarkerFilterOptions extends MarkerRunOptions {
  /** The whole text is available at once, so nothing is held: a label may have any length. */
  readonly isWhole?: boolean;
  /** Text may have come before: the beginning is taken for the middle of a line. */
  readonly midLine?: boolean;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /**
   * Returns whether a delta that is exactly an injected marker in shape may be removed without
   * waiting for what follows.
   */
  isInjected(chunk: InjectedChunk): boolean;
}

/** A delta that is exactly an injected marker in shape. */
export interface InjectedChunk extends Marker {
  /** Its emoji is one of Hermes' own. */
  readonly listed: boolean;
  /** The prose guard would keep it. */
  readonly prose: boolean;
  /**
   * It is in a code block, what precedes it speaks for prose, or its tool cannot have its label.
   */
  readonly doubtful: boolean;
}

/**
 * Finds markers in the text of one channel (a choice, an item), delta by delta, in one linear scan.
 * It never holds text itself: it reports up to which offset the text is decided, and what of it
 * stays. Offsets count the UTF-16 units of the channel from 0. So a caller can hold whole frames
 * and release unchanged ones with their original bytes, or carry text over from one socket message
 * to the next.
 */
export interface MarkerFilter {
  push(text: string): void;
  /** No more text, or none for now (finish reason, `[DONE]`): decides everything. */
  end(): void;
  /** Releases a line feed that was the last thing to arrive; nothing else. */
  release(): void;
  /** Decides that everything held stays: a hold must not look like a freeze. */
  giveUp(): void;
  /**
   * Text passed unread, perhaps the fence of a code block. Everything held stays, and so does what
   * comes up to the end of the text, except for what a server known to inject markers sends as a
   * delta of its own.
   */
  lose(): void;
  /** Returns the number of units pushed so far. */
  position(): number;
  /** Returns the number of units decided. */
  decided(): number;
  /** Returns whether a candidate line is held, more than a lone line feed. */
  suspects(): boolean;
  /** Returns whether a held line may be a call where it stands. */
  mayCall(marker: Marker): boolean;
  /**
   * Returns whether Hermes may send a marker as the next delta, as far as what precedes it tells.
   */
  mayInject(marker: Marker): boolean;
  /**
   * Returns the rest of a text.
   * @param from offset of `text` in the channel; `from + text.length` must be decided
   * @returns the text without the markers in it, and with a line feed where one was removed after
   * an unfinished line; the same string if there was nothing to do
   */
  kept(from: number, text: string): string;
  /** Returns the ranges that were removed and not forgotten, as [from, to), ascending. */
  removals(): readonly Range[];
  /** Returns those of them that overlap or touch [from, to), ascending. */
  removalsIn(from: number, to: number): readonly Range[];
  /**
   * Marks [from, to) as passed on unchanged, decided or not: nothing that begins in it, now or
   * later, is removed, not even its rest. Anything that began before it still is, and `kept` may be
   * called for it.
   */
  spare(from: number, to: number): void;
  /**
   * Drops removals before an offset: `kept` will not be called for them any more.
   * @returns those dropped
   */
  forget(before: number): readonly Range[];
}

/**
 * Creates the filter of one channel; rules and vectors in
 * test/normalizer/text/marker-filter.test.ts.
 */
export function createMarkerFilter(options: MarkerFilterOptions): MarkerFilter {
  const removals = createRemovedRanges();
  const run = createMarkerRun(removals, options);
  const scan = createLineScan(
    run,
    options.isWhole ? Infinity : MAX_HELD,
    options.midLine ?? false,
    options.after,
  );

  function mayInject(marker: Marker): boolean {
    const { tight, open } = leadOf(scan);
    return tight && !open && !scan.fences.inside() && fitsTool(marker);
  }

  /** Applies the chunk rule: a marker that arrived as exactly one delta is removed at once. */
  function pushInjected(text: string): boolean {
    const chunk = readMarkerChunk(text);
    if (!chunk) return false;
    if (!options.isInjected({ ...chunk, doubtful: !mayInject(chunk) })) return false;
    run.prove();
    const from = scan.position;
    const inLine = passInjected(scan, text.length);
    run.settle('text');
    removals.add(from, scan.position, inLine);
    const { emoji, label } = chunk;
    options.onMarker({ emoji, label, whole: true, split: false }, true);
    return true;
  }

  return {
    push(text) {
      if (text[0] !== '\n' || !pushInjected(text)) scanText(scan, text);
    },
    end: () => endScan(scan),
    giveUp: () => giveUpScan(scan),
    lose: () => loseScan(scan),
    decided: () => decidedIn(scan),
    kept: removals.kept,
    release() {
      if (scan.state === 'line-start' && run.from() === null) scan.takeBack = -1;
    },
    position: () => scan.position,
    suspects: () => scan.state === 'candidate' || scan.state === 'blank' || run.from() !== null,
    mayCall: run.mayCall,
    mayInject,
    removals: removals.ranges,
    removalsIn: removals.rangesIn,
    spare: removals.spare,
    forget: removals.forget,
  };
}
