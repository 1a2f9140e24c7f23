/** The chunk that is being split. */
export interface CurrentChunk {
  bytes: Uint8Array;
  /** Everything before it was passed on. */
  taken: number;
}

/**
 * Which frames that repeat an earlier one to take:
 * - `sure`: those that cannot pass unread, whatever their text is
 * - `found`: the same, and before them one in which there is work
 * - `any`: all; those without work pass unread
 */
export type Repeats = 'sure' | 'found' | 'any';

/** Receives the frames. None of its methods may throw once it has accepted its argument. */
export interface FrameSink {
  /** Returns whether frames without a needle of skip-scan.ts may pass unread. */
  canSkip(): boolean;
  /** Returns whether comments, blank lines between frames and frames with null values must not pass unread. */
  seesStrays(): boolean;
  /** Takes a run of whole frames without work. */
  skip(bytes: Uint8Array): void;
  /** Takes one whole frame; `text` has one unit per byte; see lib/window-text.ts. */
  frame(bytes: Uint8Array, text: string): void;
  /**
   * Takes the next whole frames of a chunk as long as they repeat an earlier one, with `taken` behind each.
   * @param to the end of those that may be taken
   * @returns whether it took any; if not, it has done nothing
   */
  repeated?(chunk: CurrentChunk, to: number, which: Repeats): boolean;
  /** Takes a frame that is too long, or a part of it. */
  pass(bytes: Uint8Array): void;
  /**
   * Returns whether blank lines between frames may pass in one piece, though frames without work may not be skipped.
   */
  passesBlanks?(): boolean;
  /** Takes such blank lines, for which nothing else is called. */
  blanks?(bytes: Uint8Array): void;
  /** Called after each frame. */
  taken(): void;
}
