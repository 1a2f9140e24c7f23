import type { StringEdit } from '../json-text.ts';

/** One request shape that carries history, recognised by what it holds. */
export interface RequestShape {
  /** The file name. */
  readonly id: string;
  /**
   * @returns the edits that take the markers out of the assistant's texts and how many markers that is; null for a body
   *   of another shape. Texts of users, systems, developers and tools are never touched.
   */
  clean(json: Record<string, unknown>): { readonly edits: readonly StringEdit[]; readonly markers: number } | null;
}
