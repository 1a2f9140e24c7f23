import { isObject } from '../../json/json-edit.ts';
import { keyOf } from '../tool-calls/tool-call-index.ts';
import { hasGrown, TOOL_CALL_GROWING } from '../tool-calls/tool-call-growing.ts';
import { isPiece, TOOL_CALL_NAME_PIECES } from '../tool-calls/tool-call-name-pieces.ts';
import { TOOL_CALL_NAMELESS } from '../tool-calls/tool-call-nameless.ts';
import { stringOf, type ToolCall } from '../tool-calls/tool-call.ts';

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
  if (waiting.what === 'nameless') return hasName(entry) ? TOOL_CALL_NAMELESS : null;
  if (waiting.what !== 'head') return null;
  if (hasGrown(entry, call) && (waiting.bare || pieces)) return TOOL_CALL_GROWING;
  return pieces && isPiece(entry, call) ? TOOL_CALL_NAME_PIECES : null;
}

/** @returns whether an entry brings the name of the call that begins with what waits */
export function namesWaiting({ beginning, index, call }: WaitingHead, entry: Record<string, unknown>): boolean {
  if (beginning === '') return false;
  const id = stringOf(entry.id);
  const key = keyOf(entry.index);
  const sameIndex = key === null || key === (keyOf(index) ?? call.index);
  return hasName(entry) && sameIndex && (id === '' || id === beginning);
}

function hasName(entry: Record<string, unknown>): boolean {
  return isObject(entry.function) && stringOf(entry.function.name) !== '';
}
