/** What the deltas of one tool call have told so far. */
export interface ToolCall {
  /** The index the page gets. */
  readonly index: number;
  /** '' while it is not known. */
  id: string;
  /** '' while it is not known. */
  name: string;
  /** Arguments came, other than the `{}` that some servers send before the real ones. */
  argued: boolean;
}

/** One repair of an entry of `delta.tool_calls`. */
export interface EntryRepair {
  /** The file name. */
  readonly id: string;
  /**
   * Changes the entry in place.
   * @param call what was known of the call before this entry
   * @param isNew the entry is the first of its call
   * @returns whether anything was changed
   */
  repair(entry: Record<string, unknown>, call: ToolCall, isNew: boolean): boolean;
}

/** @returns the string, or '' for anything else */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
