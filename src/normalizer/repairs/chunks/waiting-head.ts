import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import {
  hasGrown,
  mayGrow,
  standsAlone,
  toolCallGrowing,
} from '../tool-calls/tool-call-growing.ts';
import { type FoundCall, keyOf } from '../tool-calls/tool-call-index.ts';
import { isPiece, toolCallNamePieces } from '../tool-calls/tool-call-name-pieces.ts';
import { isNameless, toolCallNameless } from '../tool-calls/tool-call-nameless.ts';
import { isPlaceholder, toolCallPlaceholder } from '../tool-calls/tool-call-placeholder.ts';
import type { SaidChoice } from '../tool-calls/tool-call-split.ts';
import { isWholeEntry, type ToolCall } from '../tool-calls/tool-call.ts';

/** What waits: the head of a call whose name may grow or is missing, or `{}` that real arguments may follow. */
export interface WaitingHead {
  readonly call: ToolCall;
  readonly isNew: boolean;
  readonly what: 'head' | 'nameless' | 'placeholder';
  /** It arrived without arguments, not even empty ones. */
  readonly bare: boolean;
  readonly type: unknown;
  /** Its delta has the role of the choice. */
  readonly hasRole: boolean;
  /** Its original index. */
  readonly index: unknown;
  /** The id that its call had before it. */
  readonly idBefore: string;
  /** The id of another call that begins with it if a name comes next. */
  readonly beginning: string;
}

/**
 * @param pieces names that come in pieces are joined
 * @returns id of the repair by which an entry replaces what waits, if that is the head of its call; else null
 */
export function replacesHead(
  waiting: WaitingHead,
  entry: Record<string, unknown>,
  call: ToolCall,
  pieces: boolean,
): string | null {
  if (waiting.call !== call || waiting.beginning !== '') return null;
  if (waiting.what === 'nameless') return hasName(entry) ? toolCallNameless.id : null;
  if (waiting.what !== 'head') return null;
  if (hasGrown(entry, call) && (waiting.bare || pieces)) return toolCallGrowing.id;
  return pieces && isPiece(entry, call) ? toolCallNamePieces.id : null;
}

/** @returns whether an entry brings the name of the call that begins with what waits */
export function namesWaiting(
  { beginning, index, call }: WaitingHead,
  entry: Record<string, unknown>,
): boolean {
  if (beginning === '') return false;
  const id = stringOf(entry.id);
  const key = keyOf(entry.index);
  const sameIndex = key === null || key === (keyOf(index) ?? call.index);
  return hasName(entry) && sameIndex && (id === '' || id === beginning);
}

function hasName(entry: Record<string, unknown>): boolean {
  return isObject(entry.function) && stringOf(entry.function.name) !== '';
}

/** An entry of `tool_calls` and the call that it belongs to. */
export interface PlacedEntry extends FoundCall {
  /** What leaves instead of it. */
  readonly draft: Record<string, unknown>;
  /** It arrived without arguments, not even empty ones. */
  readonly bare: boolean;
  /** Its id; that of the waiting head if it names that. */
  readonly id: string;
  /** Its original index. */
  readonly index: unknown;
  /** Its original type. */
  readonly type: unknown;
  /** The id that its call had before it, and before the head that it replaces. */
  readonly idBefore: string;
}

/** What was found and changed in the current chunk so far. */
export type ChunkNotes = ReturnType<typeof createChunkNotes>;

/** @param waiting what waits from the chunk before */
export function createChunkNotes(waiting: WaitingHead | null) {
  return {
    waiting,
    /** Ids of the repairs made, once for each entry. */
    made: [] as string[],
    /** Id of the repair by which the chunk replaces what waits. */
    replaces: null as string | null,
    /** Entries that must not be split. */
    wholes: new Set<unknown>(),
    /** The last call of the current choice, and whether it had others before. */
    call: null as ToolCall | null,
    several: false,
    /** The entries of the current choice must not be split. */
    together: false,
    /** The id of an earlier entry that may begin another call. */
    begun: '',
    last: null as PlacedEntry | null,
    /** The last entry is the second of two equal ones: if it waited too, what passes would come between them. */
    isAgain: false,
  };
}

/**
 * @param said what the choices of the chunk say; null for one without calls
 * @param cut whether the chunk was split
 * @param enabled ids of the repairs that are on
 * @returns the head that must wait for the next one; null if it can leave
 */
export function findWaitingHead(
  said: readonly (SaidChoice | null)[],
  { last, wholes, isAgain }: ChunkNotes,
  cut: boolean,
  enabled: ReadonlySet<string>,
): WaitingHead | null {
  const [choice] = said;
  if (!last || !choice || said.length > 1 || choice.finish || isAgain) return null;
  if (choice.entries.at(-1) !== last.draft || (!cut && choice.entries.length > 1)) return null;
  // The second half of a whole entry, its arguments, comes last.
  const isHalf = cut && isWholeEntry(last.draft) && !wholes.has(last.draft);
  const func = isObject(last.draft.function) ? last.draft.function : {};
  const tail = isHalf ? { arguments: func.arguments } : func;
  const hasRole = !cut && stringOf(choice.delta.role) !== '';
  if (cut || standsAlone(choice.delta)) {
    if (waitsForName(last, enabled)) return headOf(last, 'nameless', hasRole);
    if (waitsForMore(last, enabled) && mayGrow(tail)) return headOf(last, 'head', hasRole);
  }
  const isFilled = isHalf && enabled.has(toolCallPlaceholder.id) && isPlaceholder(tail);
  return isFilled ? headOf(last, 'placeholder', hasRole) : null;
}

function waitsForName(
  { call, isNew, mayBegin, draft }: PlacedEntry,
  enabled: ReadonlySet<string>,
): boolean {
  const lacksName = mayBegin || (isNew && call.name === '');
  return enabled.has(toolCallNameless.id) && lacksName && isNameless(draft.function);
}

/** Returns whether the name may come in more pieces, or once more and longer. */
function waitsForMore({ isNew, bare, draft }: PlacedEntry, enabled: ReadonlySet<string>): boolean {
  if (!isObject(draft.function)) return false;
  return enabled.has(toolCallNamePieces.id) ? isNew : bare && enabled.has(toolCallGrowing.id);
}

function headOf(entry: PlacedEntry, what: WaitingHead['what'], hasRole: boolean): WaitingHead {
  const { call, isNew, bare, draft, id, index, type, mayBegin, idBefore } = entry;
  const beginning = mayBegin ? id : '';
  return { call, isNew, what, bare, type: draft.type ?? type, hasRole, index, idBefore, beginning };
}
