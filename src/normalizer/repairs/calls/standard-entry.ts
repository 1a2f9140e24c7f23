// Writes an entry of `tool_calls` in the standard form: what a call is goes into its first entry,
// and all others have its index and more of its arguments.

import { stringOf } from '../../dialects/fields.ts';
import { isObject, jsonString, type JsonEdit, type JsonPath } from '../../json/json-edit.ts';
import type { ToolCall } from './calls.ts';
import {
  toolCallArguments,
  toolCallBareHead,
  toolCallEmptyFields,
  toolCallIndex,
  toolCallRepeats,
} from './call-defects.ts';

type Fields = Record<string, unknown>;

/** An entry, and what is known of it. */
interface Found {
  /** It is changed. */
  readonly draft: Fields;
  /** What was known of its call before it. */
  readonly call: ToolCall;
  /** It is the first of its call. */
  readonly isNew: boolean;
  /** It may be the first of another call: nothing that distinguishes the two may be removed. */
  readonly unsure: boolean;
}

/**
 * @param enabled ids of the repairs that are on
 * @param rawArguments returns the original JSON text of its arguments
 * @returns the ids of the repairs that were made
 */
export function writeStandard(
  { draft, call, isNew, unsure }: Found,
  enabled: ReadonlySet<string>,
  rawArguments: () => string,
): string[] {
  const said = isObject(draft.function) ? draft.function : null;
  const made: string[] = [];
  if (enabled.has(toolCallIndex.id) && draft.index !== call.index) {
    draft.index = call.index;
    made.push(toolCallIndex.id);
  }
  if (enabled.has(toolCallEmptyFields.id) && !isNew && dropEmpty(draft, said, call))
    made.push(toolCallEmptyFields.id);
  if (enabled.has(toolCallArguments.id) && said && writeArguments(said, call, rawArguments))
    made.push(toolCallArguments.id);
  if (enabled.has(toolCallRepeats.id) && !isNew && !unsure && dropKnown(draft, said, call))
    made.push(toolCallRepeats.id);
  const isNamed = said !== null && stringOf(said.name) !== '';
  if (enabled.has(toolCallBareHead.id) && isNew && isNamed && isBare(draft)) {
    said.arguments = '';
    made.push(toolCallBareHead.id);
  }
  return made;
}

/** Clients take an entry with an empty id or name for a new call. */
function dropEmpty(entry: Fields, said: Fields | null, { name }: ToolCall): boolean {
  const count = Object.keys(entry).length;
  for (const key of ['id', 'type']) if (isEmpty(entry[key])) delete entry[key];
  // While a call has no name, the AI SDK wants an empty one rather than none.
  const hasEmptyName = said !== null && name !== '' && isEmpty(said.name);
  if (hasEmptyName) delete said.name;
  return hasEmptyName || Object.keys(entry).length < count;
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null;
}

/**
 * An object becomes its original JSON text, digit for digit, once for each call; null becomes the
 * empty text.
 */
function writeArguments(
  said: Fields,
  { argued, extent }: ToolCall,
  rawArguments: () => string,
): boolean {
  const given = said.arguments;
  if (isObject(given)) {
    const isAgain = argued || (extent.get() === 'whole' && Object.keys(given).length === 0);
    said.arguments = isAgain ? '' : rawArguments();
  } else if (given === null) said.arguments = '';
  else return false;
  return true;
}

/** Removes what the call has said before: clients join names, and take an id for a new call. */
function dropKnown(entry: Fields, said: Fields | null, call: ToolCall): boolean {
  // A name in pieces may be repeated as a whole, and for some clients the last one counts.
  if (call.inPieces) return false;
  const name = stringOf(said?.name);
  const id = stringOf(entry.id);
  // The name stays if the call's first id comes with it: for KoboldAI Lite the call begins there.
  const sameName = name !== '' && name === call.name && (id === '' || call.id !== '');
  // The id stays with the first name of a call: without it, NextChat takes the name for a new call.
  const knownId =
    id !== '' &&
    call.id !== '' &&
    (id === call.id || name === '') &&
    (name === '' || call.name !== '');
  // If calls alternate, readers that know them only by their ids need it.
  const sameId = knownId && !(call.resumes && id === call.id);
  if (sameName && said) delete said.name;
  if (sameId) {
    delete entry.id;
    // `.stream()` of openai needs the first one.
    if (call.typed) delete entry.type;
  }
  return sameName || sameId;
}

/** @returns whether the function of an entry has no arguments, not even empty ones */
export function isBare(entry: Fields): boolean {
  return isObject(entry.function) && !('arguments' in entry.function);
}

// Captured on import: the page shares our realm and may replace them later.
const { assign, create } = Object;

/**
 * @returns a copy of an entry that may be changed, without anything it could inherit from a page
 */
export function draftOf(entry: Fields): Fields {
  const draft = assign(create(null) as Fields, entry);
  if (isObject(entry.function)) draft.function = assign(create(null) as Fields, entry.function);
  return draft;
}

/** Members of an entry, and of its function, that may differ in its draft. */
const KEYS = ['index', 'id', 'type'];
const FUNCTION_KEYS = ['name', 'arguments'];

/**
 * Adds the edits that turn an entry into its draft.
 * @param path of the entry
 * @param like if this is pure ASCII, so is what is written
 */
export function addEdits(
  edits: JsonEdit[],
  entry: Fields,
  draft: Fields,
  path: JsonPath,
  like: string,
): void {
  addChanges(edits, KEYS, entry, draft, path, like);
  if (isObject(entry.function) && isObject(draft.function))
    addChanges(edits, FUNCTION_KEYS, entry.function, draft.function, [...path, 'function'], like);
}

function addChanges(
  edits: JsonEdit[],
  keys: readonly string[],
  before: Fields,
  after: Fields,
  path: JsonPath,
  like: string,
): void {
  for (const key of keys) {
    const value = after[key];
    const had = Object.hasOwn(before, key);
    if (key in after ? had && before[key] === value : !had) continue;
    const json = typeof value === 'string' ? jsonString(value, like) : String(value);
    edits.push(
      key in after ? { path: [...path, key], json } : { path: [...path, key], remove: true },
    );
  }
}
