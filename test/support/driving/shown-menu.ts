/** The menu of the toolbar icon, as shown. */
export interface IconMenu {
  /**
   * Labels of the extension's own entries, from the top; null in Chromium, where they cannot be
   * read from outside.
   */
  readonly labels: readonly string[] | null;
  /** How many of the extension's entries are shown. */
  readonly size: number;
  /** Clicks the extension's own entry at this index. */
  choose(entry: number): Promise<void>;
  close(): Promise<void>;
}
