// The beginning of a call that waits for the next frame, because that may complete it: the name may
// grow or is missing, or the real arguments may follow `{}`. If something else comes first, it
// leaves unchanged.

import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import { keyOf, isWholeEntry, type FoundCall, type ToolCall } from './calls.ts';
import {
  toolCallGrowing,
  toolCallNameless,
  toolCallNamePieces,
  toolCallPlaceholder,
} from './call-defects.ts';

type Fields = Record<string, unknown>;

/** What waits. */
export interface HeldHead {
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

/** An entry of `tool_calls` whose call is known. */
export interface Piece extends FoundCall {
  /** What leaves instead of it. */
  readonly draft: Fields;
  /** It arrived without arguments, not even empty ones. */
  readonly bare: boolean;
  /** Its id; that of the held head if it names that. */
  readonly id: string;
  /** Its original index. */
  readonly index: unknown;
  /** Its original type. */
  readonly type: unknown;
  /** The id that its call had before it, and before the head that it replaces. */
  readonly idBefore: string;
  /** Name and arguments must not be split. */
  readonly isOne: boolean;
}

/** Longer than the names that servers accept; anything longer stays in pieces. */
const MAX_PIECES = 256;

/**
 * Names come in pieces, "get_" and "weather" (continuedev/continue#5849, openclaw/openclaw#127601),
 * of which clients take the first or the last. By default they are not joined: other servers
 * correct a name this way, and every head would wait.
 * @param pieces names that come in pieces are joined
 * @returns id of the repair by which an entry replaces what waits, if that is the head of its call;
 * else null
 */
export function replacesHead(
  { call: waiting, beginning, what, bare }: HeldHead,
  entry: Fields,
  call: ToolCall,
  pieces: boolean,
): string | null {
  if (waiting !== call || beginning !== '') return null;
  const name = nameOf(entry);
  if (what === 'nameless') return name !== '' ? toolCallNameless.id : null;
  if (what !== 'head') return null;
  const hasGrown = name.length > call.name.length && name.startsWith(call.name);
  if (hasGrown && (bare || pieces)) return toolCallGrowing.id;
  const isPiece = name !== '' && name !== call.name && call.name.length + name.length <= MAX_PIECES;
  return pieces && isPiece ? toolCallNamePieces.id : null;
}

/** @returns whether an entry brings the name of the call that begins with what waits */
export function namesHeld({ beginning, index, call }: HeldHead, entry: Fields): boolean {
  if (beginning === '') return false;
  const id = stringOf(entry.id);
  const key = keyOf(entry.index);
  const sameIndex = key === null || key === (keyOf(index) ?? call.index);
  return nameOf(entry) !== '' && sameIndex && (id === '' || id === beginning);
}

function nameOf(entry: Fields): string {
  return isObject(entry.function) ? stringOf(entry.function.name) : '';
}

/** @returns whether an entry brings the real arguments of a call that had `{}` */
export function fillsPlaceholder({ function: said }: Fields): boolean {
  return isObject(said) && stringOf(said.name) === '' && stringOf(said.arguments).startsWith('{');
}

/** Returns whether there is `{}` in place of arguments (vLLM: vllm-project/vllm#9693). */
export function isPlaceholder({ function: said }: Fields): boolean {
  return isObject(said) && said.arguments === '{}';
}

/** The only choice of a chunk with a piece as its last entry. */
interface LastSaid {
  readonly piece: Piece;
  readonly delta: Fields;
  /** The chunk was split. */
  readonly cut: boolean;
}

/** @returns the head that must wait for the next frame; null if it can leave */
export function heldHeadOf(said: LastSaid, enabled: ReadonlySet<string>): HeldHead | null {
  const { piece, delta, cut } = said;
  // The second half of a whole entry, its arguments, comes last.
  const isHalf = cut && isWholeEntry(piece.draft) && !piece.isOne;
  const hasRole = !cut && stringOf(delta.role) !== '';
  if (cut || standsAlone(delta)) {
    if (waitsForName(piece, enabled)) return headOf(piece, 'nameless', hasRole);
    if (!isHalf && waitsForMore(piece, enabled)) return headOf(piece, 'head', hasRole);
  }
  const isFilled = isHalf && enabled.has(toolCallPlaceholder.id) && isPlaceholder(piece.draft);
  return isFilled ? headOf(piece, 'placeholder', hasRole) : null;
}

/** @returns whether a delta has nothing but its entries and what first deltas have beside them */
export function standsAlone(delta: Fields): boolean {
  return Object.keys(delta).every(
    (key) =>
      key === 'tool_calls' || key === 'role' || (key === 'content' && (delta.content ?? '') === ''),
  );
}

/**
 * The name comes with a later delta (jjang-ai/vmlx#219 and its PR #244; vLLM with Cohere's models:
 * vercel/ai#16507): clients that take it from the head call a tool without a name.
 */
function waitsForName(
  { call, isNew, mayBegin, draft }: Piece,
  enabled: ReadonlySet<string>,
): boolean {
  const lacksName = mayBegin || (isNew && call.name === '');
  if (!lacksName || !enabled.has(toolCallNameless.id)) return false;
  return isNameless(draft.function);
}

/** @param said the function of a head, which may be missing */
export function isNameless(said: unknown): boolean {
  if (said === undefined) return true;
  return isObject(said) && (said.name ?? '') === '' && (said.arguments ?? '') === '';
}

/**
 * The name may come in more pieces, or once more and longer: llama.cpp since March 2026 resends the
 * head while its name grows, from "get" to "get_weather" (ggml-org/llama.cpp PR #18675). Such a
 * head arrives bare.
 */
function waitsForMore({ isNew, bare, draft }: Piece, enabled: ReadonlySet<string>): boolean {
  const { function: said } = draft;
  if (!isObject(said) || stringOf(said.name) === '' || stringOf(said.arguments) !== '')
    return false;
  return enabled.has(toolCallNamePieces.id) ? isNew : bare && enabled.has(toolCallGrowing.id);
}

function headOf(piece: Piece, what: HeldHead['what'], hasRole: boolean): HeldHead {
  const { call, isNew, bare, draft, id, index, type, mayBegin, idBefore } = piece;
  const beginning = mayBegin ? id : '';
  return { call, isNew, what, bare, type: draft.type ?? type, hasRole, index, idBefore, beginning };
}
