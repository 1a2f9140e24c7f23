import type { JsonExtent } from '../../json/json-extent.ts';
import { isObject, jsonString, type JsonEdit, type JsonPath } from '../../json/json-edit.ts';
import { stringOf } from '../../dialects/fields.ts';
import type { Repair } from '../repair.ts';

type Fields = Record<string, unknown>;

/** What the deltas of one tool call have said so far. */
export interface ToolCall {
  /** The index the page gets. */
  readonly index: number;
  /** '' while unknown. */
  id: string;
  /** '' while unknown. */
  name: string;
  /** Arguments arrived, other than the `{}` that some servers send before the real ones. */
  argued: boolean;
  /** What its first entry had as an index; null if it had none. */
  readonly key?: number | string | boolean | null;
  /** How complete its arguments are; missing if nothing tracks it. */
  readonly extent?: JsonExtent;
  /** The arguments of its only entry, which has its name too; missing if it had none or several. */
  atOnce?: string | undefined;
  /** Number of the delta with its last entry. */
  delta?: number;
  /** Entries of another call came since its last one. */
  resumes?: boolean;
  /** Its type arrived. */
  typed?: boolean;
  /** Its name came in pieces, or was corrected: clients treat that differently. */
  inPieces?: boolean;
}

/** A repair of the entries of `delta.tool_calls`. */
export interface EntryRepair extends Repair {
  readonly stage: 'entry';
  /**
   * Changes those members of the entry that `addEdits` handles.
   * @param entry a draft (`draftOf`)
   * @param call what was known of the call before this entry
   * @param isNew whether the entry is the first of its call
   * @param rawArguments returns the original JSON text of its arguments
   * @returns whether anything was changed
   */
  repair(entry: Fields, call: ToolCall, isNew: boolean, rawArguments: () => string): boolean;
}

/** @returns whether an entry has a name and arguments */
export function isWholeEntry(entry: unknown): boolean {
  return (
    isObject(entry) &&
    isObject(entry.function) &&
    stringOf(entry.function.name) !== '' &&
    stringOf(entry.function.arguments) !== ''
  );
}

// Captured on import: the page shares our realm and may replace them later.
const { assign, create } = Object;

/** @returns a copy of an entry that may be changed, without anything it could inherit from a page */
export function draftOf(entry: Fields): Fields {
  const draft = assign(create(null) as Fields, entry);
  if (isObject(entry.function)) draft.function = assign(create(null) as Fields, entry.function);
  return draft;
}

/** Members of an entry, or of its function, that repairs change. */
const KEYS = ['index', 'id', 'type', 'name', 'arguments'];

/**
 * Adds the edits that turn an entry, or its function, into its draft.
 * @param path of what is edited
 * @param like if this is pure ASCII, so is what is written
 */
export function addEdits(
  edits: JsonEdit[],
  before: Fields,
  draft: Fields,
  path: JsonPath,
  like: string,
): void {
  for (const key of KEYS) {
    const value = draft[key];
    const had = Object.hasOwn(before, key);
    if (key in draft ? had && before[key] === value : !had) continue;
    const json = typeof value === 'string' ? jsonString(value, like) : String(value);
    edits.push(
      key in draft ? { path: [...path, key], json } : { path: [...path, key], remove: true },
    );
  }
}
