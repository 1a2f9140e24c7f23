// Chunks: the repairs of tool calls (../tool-calls), in the chunks of one stream.
//
// chunk -> choice-repairs -> entry-repairs: one entry of `tool_calls` at a time; chunk-notes: what was found so far
//       -> tool-call-split: one call for each chunk -> find-waiting-head: what must wait for the next chunk (waiting-head)

import { editJson, isObject, rawAt, type JsonEdit } from '../../json/json-edit.ts';
import { createFirstRoles, FIRST_ROLE } from '../first-role.ts';
import { repairOfContainer, TOOL_CALL_CONTAINER } from '../tool-calls/tool-call-container.ts';
import { TOOL_CALL_NAMELESS } from '../tool-calls/tool-call-nameless.ts';
import { splitChunk, TOOL_CALL_SPLIT, type SaidChoice } from '../tool-calls/tool-call-split.ts';
import { isWholeEntry, stringOf } from '../tool-calls/tool-call.ts';
import { createChoiceRepairs, type ListedCalls, type Said } from './choice-repairs.ts';
import { createChunkNotes, type ChunkNotes } from './chunk-notes.ts';
import { findWaitingHead } from './find-waiting-head.ts';
import type { WaitingHead } from './waiting-head.ts';

type Fields = Record<string, unknown>;

/** The result for one chunk of a chat completion. */
export interface RepairedChunk {
  /** JSON texts of the chunks to send instead, in order; null to send the chunk unchanged. */
  readonly parts: readonly string[] | null;
  /** The last part, or the unchanged chunk, must wait: the next message of the stream may replace it. */
  readonly waits: boolean;
  /** The waiting chunk continues to wait: this one is empty and leaves before it. */
  readonly passes: boolean;
  /** Ids of the repairs in `parts`, once for each entry of `tool_calls`. */
  readonly made: readonly string[];
  /** Id of the repair by which this chunk replaces the waiting one, which is then not sent; null if it does not. */
  readonly replaces: string | null;
}

/** Repairs the chunks of one stream. */
export interface ChunkRepairs {
  /**
   * @param chunk a message of the stream, in order, parsed; not modified
   * @param text the same as JSON text; edited in place, so that unrepaired parts keep their bytes
   * @param stillWaits whether the chunk that was to wait has not been sent
   */
  repair(chunk: Fields, text: string, stillWaits: boolean): RepairedChunk;
  /** Returns whether comments may leave before what waits. */
  lets(): boolean;
  /** Returns whether messages without calls must be examined, too. */
  readsAll(): boolean;
}

const NOTHING: RepairedChunk = { parts: null, waits: false, passes: false, made: [], replaces: null };

/** @param enabled ids of the repairs that are on */
export function createChunkRepairs(enabled: ReadonlySet<string>): ChunkRepairs {
  const choices = createChoiceRepairs(enabled);
  const roles = enabled.has(FIRST_ROLE) ? createFirstRoles() : null;
  let waiting: WaitingHead | null = null;

  /** Repairs a chunk in which roles are missing, or which may have calls. */
  function repairCalls(chunk: Fields, text: string, missing: readonly number[]): RepairedChunk {
    const notes = createChunkNotes(waiting);
    const { made } = notes;
    const listed = listCalls(chunk, text, enabled.has(TOOL_CALL_CONTAINER), made);
    const edits: JsonEdit[] = missing.map(roleOf);
    if (missing.length > 0) made.push(FIRST_ROLE);
    const said = choices.repair(chunk, listed, notes, edits);
    if (waiting?.what === 'nameless' && said.every((choice) => choice === null) && isSilent(chunk)) {
      return pass(chunk, text, listed.text, made);
    }
    const { replaces } = notes;
    if (replaces && waiting?.hasRole) edits.push(...rolesLost(said));
    const edited = editJson(listed.text, edits);
    const split = notes.last && enabled.has(TOOL_CALL_SPLIT) ? splitCalls(edited, said, notes) : null;
    if (split) made.push(TOOL_CALL_SPLIT);
    waiting = chunk.usage ? null : findWaitingHead(said, notes, split !== null, enabled);
    const parts = split ?? (edited === text ? null : [edited]);
    return { parts, waits: waiting !== null, passes: false, made, replaces };
  }

  /**
   * Lets an empty chunk leave before the head that waits for its name. If that head has the role, the chunk gets it:
   * LangChain takes a first delta without a role for one of another kind, and loses the calls.
   * @param edited the text as far as it is repaired
   */
  function pass(chunk: Fields, text: string, edited: string, made: string[]): RepairedChunk {
    let part = edited;
    if (waiting?.hasRole && Array.isArray(chunk.choices) && chunk.choices.length === 1) {
      waiting = { ...waiting, hasRole: false };
      part = editJson(edited, [roleOf(0)]);
      made.push(TOOL_CALL_NAMELESS);
    }
    return { parts: part === text ? null : [part], waits: true, passes: true, made, replaces: null };
  }

  return {
    repair(chunk, text, stillWaits) {
      if (!stillWaits) waiting = null;
      const missing = roles?.missing(chunk) ?? [];
      if (missing.length > 0 || text.includes('"tool_calls"')) return repairCalls(chunk, text, missing);
      return waiting?.what === 'nameless' && isSilent(chunk) ? pass(chunk, text, text, []) : NOTHING;
    },
    lets: () => waiting?.what === 'nameless',
    readsAll: () => roles?.readsAll() ?? false,
  };
}

/**
 * @param repairs whether what is no array may be changed
 * @param made gets the id of that repair
 */
function listCalls(chunk: Fields, text: string, repairs: boolean, made: string[]): ListedCalls {
  const edits: JsonEdit[] = [];
  const choices = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
  const said = choices.map((choice, i): SaidChoice | null => {
    if (!isObject(choice) || !isObject(choice.delta) || !Object.hasOwn(choice.delta, 'tool_calls')) return null;
    const { delta, finish_reason: finish } = choice;
    const path = ['choices', i, 'delta', 'tool_calls'];
    const repair = repairs ? repairOfContainer(delta) : null;
    if (repair) made.push(TOOL_CALL_CONTAINER);
    if (repair === 'wrap') edits.push({ path, json: `[${rawAt(text, path)}]` });
    if (repair === 'remove') edits.push({ path, remove: true });
    const entries = repair === 'wrap' ? [delta.tool_calls] : delta.tool_calls;
    return Array.isArray(entries) && entries.length > 0 ? { delta, entries, finish, together: false } : null;
  });
  return { text: editJson(text, edits), said };
}

function splitCalls(text: string, said: Said, { wholes }: ChunkNotes): string[] | null {
  return splitChunk(text, said, (entry) => isWholeEntry(entry) && !wholes.has(entry));
}

/** @returns the edits that give a chunk the role that only the chunk had that it replaces */
function rolesLost(said: Said): JsonEdit[] {
  const i = said.findIndex((choice) => choice !== null);
  return i !== -1 && stringOf(said[i]?.delta.role) === '' ? [roleOf(i)] : [];
}

/** @returns the edit that gives a choice its role */
function roleOf(choice: number): JsonEdit {
  return { path: ['choices', choice, 'delta', 'role'], json: '"assistant"' };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** @returns whether a chunk has only empty choices, as servers send while they prepare a call */
function isSilent({ choices, usage, error }: Fields): boolean {
  if (!Array.isArray(choices) || usage != null || error != null) return false;
  return (choices as unknown[]).every(
    (choice) =>
      isObject(choice) &&
      choice.finish_reason == null &&
      isObject(choice.delta) &&
      Object.values(choice.delta).every(isEmpty),
  );
}
