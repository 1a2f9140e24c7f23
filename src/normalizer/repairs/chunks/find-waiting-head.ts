import { isObject } from '../../json/json-edit.ts';
import { mayGrow, standsAlone, TOOL_CALL_GROWING } from '../tool-calls/tool-call-growing.ts';
import { TOOL_CALL_NAME_PIECES } from '../tool-calls/tool-call-name-pieces.ts';
import { isNameless, TOOL_CALL_NAMELESS } from '../tool-calls/tool-call-nameless.ts';
import { isPlaceholder, TOOL_CALL_PLACEHOLDER } from '../tool-calls/tool-call-placeholder.ts';
import type { SaidChoice } from '../tool-calls/tool-call-split.ts';
import { isWholeEntry, stringOf } from '../tool-calls/tool-call.ts';
import type { ChunkNotes, PlacedEntry } from './chunk-notes.ts';
import type { WaitingHead } from './waiting-head.ts';

/**
 * @param said what the choices of the chunk say; null for one without calls
 * @param cut whether the chunk was split
 * @param enabled ids of the repairs that are on
 * @returns what of the chunk must wait for the next one; null if it can leave
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
  const isFilled = isHalf && enabled.has(TOOL_CALL_PLACEHOLDER) && isPlaceholder(tail);
  return isFilled ? headOf(last, 'placeholder', hasRole) : null;
}

function waitsForName({ call, isNew, mayBegin, draft }: PlacedEntry, enabled: ReadonlySet<string>): boolean {
  const lacksName = mayBegin || (isNew && call.name === '');
  return enabled.has(TOOL_CALL_NAMELESS) && lacksName && isNameless(draft.function);
}

/** Returns whether the name may come in more pieces, or once more and longer. */
function waitsForMore({ isNew, bare, draft }: PlacedEntry, enabled: ReadonlySet<string>): boolean {
  if (!isObject(draft.function)) return false;
  return enabled.has(TOOL_CALL_NAME_PIECES) ? isNew : bare && enabled.has(TOOL_CALL_GROWING);
}

function headOf(entry: PlacedEntry, what: WaitingHead['what'], hasRole: boolean): WaitingHead {
  const { call, isNew, bare, draft, id, index, type, mayBegin, idBefore } = entry;
  const beginning = mayBegin ? id : '';
  return { call, isNew, what, bare, type: draft.type ?? type, hasRole, index, idBefore, beginning };
}
