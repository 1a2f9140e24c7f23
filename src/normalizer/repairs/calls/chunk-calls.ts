// Reads the entries of one chunk, choice by choice: each goes to its call, and becomes what leaves
// instead of it.

import { stringOf } from '../../dialects/fields.ts';
import { isObject, type JsonEdit, rawAt, rawElements } from '../../json/json-edit.ts';
import { toolCallNamePieces, toolCallNameless, toolCallPlaceholder } from './call-defects.ts';
import { addArguments, type Calls, isWholeEntry, type ToolCall } from './calls.ts';
import {
  fillsPlaceholder,
  type HeldHead,
  isPlaceholder,
  namesHeld,
  type Piece,
  replacesHead,
} from './held-head.ts';
import type { SaidChoice } from './split-chunk.ts';
import { addEdits, draftOf, isBare, writeStandard } from './standard-entry.ts';

type Fields = Record<string, unknown>;

/** What the choices of a chunk say; null for one without calls. */
export type Said = readonly (SaidChoice | null)[];

/** What was found and changed in a chunk so far. */
export interface ChunkCalls {
  /** What waits from the chunk before. */
  readonly held: HeldHead | null;
  /** Ids of the repairs made, once for each entry. */
  readonly made: string[];
  /** Id of the repair by which the chunk replaces what waits. */
  replaces: string | null;
  /** The drafts of entries whose name and arguments must not be split. */
  readonly ones: Set<unknown>;
  /** The id of an earlier entry that may begin another call. */
  begun: string;
  last: Piece | null;
  /**
   * The last entry is the second of two equal ones: if it waited too, what passes would come
   * between them.
   */
  isAgain: boolean;
}

export function createChunkCalls(held: HeldHead | null): ChunkCalls {
  const ones = new Set<unknown>();
  return { held, made: [], replaces: null, ones, begun: '', last: null, isAgain: false };
}

/** An entry on its way to its call. */
interface Placed extends Piece {
  /** Id of the repair by which it replaces what waits; null if it does not. */
  readonly taken: string | null;
  /** It brings the name of the call that begins with what waits. */
  readonly names: boolean;
  /** Its type is the first of its call, which has begun before. */
  readonly addsType: boolean;
}

/** @returns an entry with its call, and what it is to it; null for a call beyond the limit */
function place(draft: Fields, calls: Calls, chunk: ChunkCalls, pieces: boolean): Placed | null {
  const { index, type } = draft;
  // Only one entry replaces what waits.
  const held = chunk.replaces === null ? chunk.held : null;
  const names = held !== null && namesHeld(held, draft);
  if (names) {
    draft.id = held.beginning;
    calls.forget();
  }
  const found = calls.find(draft);
  if (!found) return null;
  const { call, unsure } = found;
  const claim = unsure || !held ? null : replacesHead(held, draft, call, pieces);
  const taken = names ? toolCallNameless.id : claim;
  if (taken === toolCallNamePieces.id && isObject(draft.function))
    draft.function.name = call.name + stringOf(draft.function.name);
  // It is now what the head was that it replaces.
  const isNew = found.isNew || (taken !== null && (held?.isNew ?? false));
  // After a head that left without a name: the AI SDK takes two pieces for two calls.
  const isOne = unsure || (!isNew && call.name === '');
  const addsType = !isNew && !call.typed && stringOf(type) !== '';
  const replaced = taken && !names ? held : null;
  // An entry that begins a call is read like any other, as it will be if this stream is assembled
  // again.
  if (replaced) {
    call.name = '';
    call.id = replaced.idBefore || stringOf(draft.id) || call.id;
  }
  const idBefore = replaced ? replaced.idBefore : call.id;
  const [bare, id] = [isBare(draft), stringOf(draft.id)];
  const entry = { draft, bare, id, index, type, idBefore };
  return { ...found, ...entry, isNew, isOne, taken, names, addsType };
}

/** Gives an entry what only the head had that it replaces. */
function complete({ draft, call, isNew, names }: Placed, held: HeldHead | null): void {
  const { function: said } = draft;
  // Readers append to the arguments of a head, and a frame that is rewritten anyway need not stay
  // bare.
  if (isObject(said) && !('arguments' in said)) said.arguments = '';
  if (names && !isNew) return;
  if (call.id !== '' && stringOf(draft.id) === '') draft.id = call.id;
  if (stringOf(held?.type) !== '' && stringOf(draft.type) === '') draft.type = held?.type;
}

/**
 * Lets real arguments replace a waiting `{}`, or, if that repair is on, one earlier in the same
 * delta.
 */
function fillBefore(call: ToolCall, chunk: ChunkCalls, fills: boolean): void {
  const { held, last } = chunk;
  if (held?.call === call && held.what === 'placeholder') chunk.replaces ??= toolCallPlaceholder.id;
  if (!fills || !last || last.call !== call || last.isOne) return;
  const { draft } = last;
  if (!isWholeEntry(draft) || !isPlaceholder(draft)) return;
  (draft.function as Fields).arguments = '';
  chunk.made.push(toolCallPlaceholder.id);
}

/** Longer than any name; one that grows further is not a name. */
const MAX_NAME = 1000;

/** Adds to a call what an entry says of it. */
function learn({ call, draft, unsure }: Placed): void {
  const said = isObject(draft.function) ? draft.function : {};
  call.id ||= stringOf(draft.id);
  call.typed ||= stringOf(draft.type) !== '';
  if (!unsure) {
    const piece = said.name === call.name ? '' : stringOf(said.name);
    call.inPieces ||= call.name !== '' && piece !== '';
    call.name = (call.name + piece).slice(0, MAX_NAME);
  }
  addArguments(call, stringOf(said.arguments));
}

/**
 * Reads one entry.
 * @param draft of the entry; it is changed
 * @param rawArguments returns the original JSON text of its arguments
 * @returns the entry with its call; null for a call beyond the limit
 */
function readEntry(
  draft: Fields,
  calls: Calls,
  chunk: ChunkCalls,
  enabled: ReadonlySet<string>,
  rawArguments: () => string,
): Placed | null {
  const placed = place(draft, calls, chunk, enabled.has(toolCallNamePieces.id));
  if (!placed) return null;
  const { call, mayBegin, id, taken, isOne } = placed;
  if (isOne) chunk.ones.add(draft);
  chunk.made.push(...writeStandard(placed, enabled, rawArguments));
  if (taken) {
    chunk.replaces ??= taken;
    complete(placed, chunk.held);
  } else if (fillsPlaceholder(draft)) fillBefore(call, chunk, enabled.has(toolCallPlaceholder.id));
  learn(placed);
  chunk.isAgain = mayBegin && id === (chunk.begun || chunk.held?.beginning);
  chunk.begun = mayBegin && !chunk.isAgain ? id : '';
  chunk.last = placed;
  return placed;
}

/**
 * Reads the entries of one choice.
 * @param textOf returns the original JSON text of the choice
 * @returns the choice with the drafts of its entries
 */
export function readChoice(
  choice: SaidChoice,
  calls: Calls,
  chunk: ChunkCalls,
  enabled: ReadonlySet<string>,
  textOf: () => string,
): SaidChoice {
  let texts: string[] | null = null;
  let first: ToolCall | null = null;
  let isMixed = false;
  let together = false;
  calls.nextDelta();
  const entries = choice.entries.map((entry, i) => {
    if (!isObject(entry)) return entry;
    const draft = draftOf(entry);
    const piece = readEntry(draft, calls, chunk, enabled, () => {
      texts ??= rawElements(textOf(), ['delta', 'tool_calls']);
      return rawAt(texts[i] ?? '', ['function', 'arguments']) ?? '';
    });
    if (!piece) return draft;
    first ??= piece.call;
    isMixed ||= piece.call !== first;
    // `.stream()` of openai throws if another call continues while this one has no type.
    together ||= isMixed && piece.addsType;
    return draft;
  });
  return { ...choice, entries, together };
}

/** Adds the edits that turn the entries of a choice into their drafts. */
export function addChoiceEdits(
  edits: JsonEdit[],
  at: number,
  before: SaidChoice,
  after: SaidChoice,
  like: string,
): void {
  before.entries.forEach((entry, i) => {
    const draft = after.entries[i];
    if (isObject(entry) && isObject(draft))
      addEdits(edits, entry, draft, ['choices', at, 'delta', 'tool_calls', i], like);
  });
}
