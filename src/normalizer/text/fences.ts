/** The opening fence of a code block. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
}

/**
 * Tracks the fences of code blocks, line by line (CommonMark 4.5): at most three spaces, three or
 * more backticks or tildes; the closing run at least as long as the opening one, followed by
 * nothing but blanks.
 * @param around the fence of the code block in which the text begins
 */
export function createFences(around: Fence | null = null) {
  /** The fence around the current line, if any. */
  let fence = around;
  /** Nobody knows whether the current line is in a code block. */
  let lost = false;
  /**
   * The line so far: its indentation in spaces, its run of marks, and whether anything follows the
   * run.
   */
  let indent = 0;
  let mark = '';
  let run = 0;
  let behind = false;

  function closes(): boolean {
    return fence !== null && fence.mark === mark && run >= fence.length;
  }

  function step(char: string): boolean {
    if (behind) return mayFollow(char);
    if (run === 0 && (char === ' ' || char === '\t')) {
      indent += char === ' ' ? 1 : 4;
      return true;
    }
    if (run === 0 ? indent <= 3 && (char === '`' || char === '~') : char === mark) {
      mark = char;
      run++;
      return true;
    }
    behind = true;
    return run >= 3 && (fence === null || closes()) && mayFollow(char);
  }

  /**
   * Returns whether a character may follow the run: only blanks and the rest of a CRLF after a
   * closing run; anything but backticks in an info string after backticks.
   */
  function mayFollow(char: string): boolean {
    if (fence) return char === ' ' || char === '\t' || char === '\r';
    return !(char === '`' && mark === '`');
  }

  return {
    /** Returns the fence of the open code block, if any. */
    open: (): Fence | null => fence,
    /**
     * Returns whether the current line is in a code block. Its opening line is not, its closing
     * line is.
     */
    inside: (): boolean => lost || fence !== null,
    /**
     * Begins a line that may be a fence.
     * @param marks its backticks that are known already
     */
    beginLine(marks: string): void {
      indent = 0;
      mark = marks.charAt(0);
      run = marks.length;
      behind = false;
    },
    /**
     * @returns whether the line may still be a fence with this next character, which is not a line
     * feed
     */
    step,
    /**
     * Ends a line that may be a fence up to its end.
     * @returns its number of marks; 0 for a blank line
     */
    endLine(): number {
      if (run < 3) return run;
      if (!fence) fence = { mark, length: run };
      else if (closes()) fence = null;
      return run;
    },
    /** Text passed unread: from here on everything counts as in a code block. */
    lose(): void {
      lost = true;
    },
    /** Leaves every code block, as a new text begins. */
    reset(): void {
      fence = null;
      lost = false;
    },
  };
}
