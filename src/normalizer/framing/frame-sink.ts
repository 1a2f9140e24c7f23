/** Receives the frames. None of its methods may throw once it has accepted its argument. */
export interface FrameSink {
  /** Returns whether frames without a needle of skip-scan.ts may pass unread. */
  canSkip(): boolean;
  /** Returns whether comments, blank lines between frames and frames with null values must not pass unread. */
  seesStrays(): boolean;
  /** Takes a run of whole frames without work. */
  skip(bytes: Uint8Array): void;
  /** Takes one whole frame; `text` has one unit per byte. */
  frame(bytes: Uint8Array, text: string): void;
  /**
   * Takes one whole frame that repeats an earlier one.
   * @param onlyWork reject one that may pass unread
   * @returns false if it did not take it, and has done nothing
   */
  repeated?(bytes: Uint8Array, onlyWork: boolean): boolean;
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
