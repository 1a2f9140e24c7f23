import type { StringEdit } from '../json/json-edit.ts';

/**
 * What to do with a message. `edit`: everything but these strings stays; also for a message that should be removed when
 * its carrier removes nothing.
 */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' | 'edit'; readonly edits: readonly StringEdit[] };

/** A message whose verdict may still depend on what follows. */
export interface Judged {
  /** The message is removed, whatever follows. */
  readonly removed: boolean;
  /**
   * Call it in the order of the messages, because the state for earlier ones is dropped.
   * @returns the verdict, or null while text of the message may still turn out to be part of a marker
   */
  verdict(): Verdict | null;
}
