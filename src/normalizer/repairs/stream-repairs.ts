// Chunks: the repairs of tool calls (../tool-calls), in the chunks of one stream.
//
// chunk -> chunks/entry-repairs: one entry of `tool_calls` at a time, choice by choice
//       -> tool-call-split: one call for each chunk -> chunks/waiting-head: what must wait for the next chunk

import { stringOf } from '../dialects/fields.ts';
import { copy, NO_BYTES } from '../../lib/bytes.ts';
import type { FrameFields } from '../framing/framing.ts';
import { editJson, isObject, type JsonEdit, rawAt } from '../json/json-edit.ts';
import { createChoiceRepairs, type ListedCalls, type Said } from './chunks/entry-repairs.ts';
import { type ChunkNotes, createChunkNotes, findWaitingHead, type WaitingHead } from './chunks/waiting-head.ts';
import { createFirstRoles, FIRST_ROLE } from './first-role.ts';
import { cutFrame } from './frame-repair.ts';
import { repairOfContainer, TOOL_CALL_CONTAINER } from './tool-calls/tool-call-container.ts';
import { TOOL_CALL_NAMELESS } from './tool-calls/tool-call-nameless.ts';
import { type SaidChoice, splitChunk, TOOL_CALL_SPLIT } from './tool-calls/tool-call-split.ts';
import { isWholeEntry } from './tool-calls/tool-call.ts';

/** Repairs the frames of one stream just before they leave. */
export type StreamRepairs = ReturnType<typeof createStreamRepairs>;

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

const COLON = 0x3a;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair that was made, once for each entry of `tool_calls`
 */
export function createStreamRepairs(enabled: ReadonlySet<string>, onRepair: (id: string) => void = () => {}) {
  const chunks = createChunkRepairs(enabled);
  let waiting = NO_BYTES;

  function flush(): Uint8Array {
    const bytes = waiting;
    waiting = NO_BYTES;
    return bytes;
  }

  return {
    /**
     * @param bytes a frame, in order
     * @param fields null for a frame that is not to be examined
     * @param chunk its data, parsed
     * @param data the same as text, which differs from that of the fields if it was edited
     * @returns the frames that leave now: the waiting one, and this frame, its repaired parts, or nothing
     */
    leave(
      bytes: Uint8Array,
      fields: FrameFields | null,
      chunk: unknown,
      data = fields?.data ?? '',
    ): readonly Uint8Array[] {
      if (!fields || !isObject(chunk)) {
        if (waiting.length === 0) return [bytes];
        // A comment may leave before a head that waits for its name.
        return chunks.lets() && bytes[0] === COLON ? [bytes] : [flush(), bytes];
      }
      const { parts, waits, passes, made, replaces } = chunks.repair(chunk, data, waiting.length > 0);
      const frames = parts && cutFrame(fields, parts);
      if (frames) made.forEach(onRepair);
      const own = frames?.map((frame) => ENCODER.encode(frame)) ?? [bytes];
      if (passes) return own;
      if (replaces) onRepair(replaces);
      const before = flush();
      const out = replaces || before.length === 0 ? own : [before, ...own];
      // The chunk's buffer may be transferred away before it leaves.
      if (waits) waiting = copy(out.pop() ?? NO_BYTES);
      return out;
    },
    /** Returns whether no frame may pass unread even if none waits. */
    readsAll: chunks.readsAll,
    /** Returns whether a frame waits; then none may pass unread. */
    waits: (): boolean => waiting.length > 0,
    /** @returns the waiting frame */
    flush,
  };
}

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

const NOTHING: RepairedChunk = { parts: null, waits: false, passes: false, made: [], replaces: null };

/**
 * Creates the repairs of the chunks of one stream.
 * @param enabled ids of the repairs that are on
 */
export function createChunkRepairs(enabled: ReadonlySet<string>) {
  const repairChoices = createChoiceRepairs(enabled);
  const roles = enabled.has(FIRST_ROLE) ? createFirstRoles() : null;
  let waiting: WaitingHead | null = null;

  /** Repairs a chunk in which roles are missing, or which may have calls. */
  function repairCalls(chunk: Fields, text: string, missing: readonly number[]): RepairedChunk {
    const notes = createChunkNotes(waiting);
    const { made } = notes;
    const listed = listCalls(chunk, text, enabled.has(TOOL_CALL_CONTAINER), made);
    const edits: JsonEdit[] = missing.map(roleOf);
    if (missing.length > 0) made.push(FIRST_ROLE);
    const said = repairChoices(chunk, listed, notes, edits);
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
    /**
     * @param chunk a message of the stream, in order, parsed; not modified
     * @param text the same as JSON text; edited in place, so that unrepaired parts keep their bytes
     * @param stillWaits whether the chunk that was to wait has not been sent
     */
    repair(chunk: Fields, text: string, stillWaits: boolean): RepairedChunk {
      if (!stillWaits) waiting = null;
      const missing = roles?.missing(chunk) ?? [];
      if (missing.length > 0 || text.includes('_calls"')) return repairCalls(chunk, text, missing);
      return waiting?.what === 'nameless' && isSilent(chunk) ? pass(chunk, text, text, []) : NOTHING;
    },
    /** Returns whether comments may leave before what waits. */
    lets: (): boolean => waiting?.what === 'nameless',
    /** Returns whether messages without calls must be examined, too. */
    readsAll: (): boolean => roles?.readsAll() ?? false,
  };
}

/** More entries than any chunk has, which take 0.1 s; one with more passes unchanged. */
const MAX_ENTRIES = 10_000;

/**
 * @param repairs whether what is no array may be changed
 * @param made gets the id of that repair
 */
function listCalls(chunk: Fields, text: string, repairs: boolean, made: string[]): ListedCalls {
  const edits: JsonEdit[] = [];
  const choices = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
  let count = 0;
  const said = choices.map((choice, i): SaidChoice | null => {
    if (!isObject(choice) || !isObject(choice.delta) || !Object.hasOwn(choice.delta, 'tool_calls')) return null;
    const { delta, finish_reason: finish } = choice;
    const path = ['choices', i, 'delta', 'tool_calls'];
    const repair = repairs ? repairOfContainer(delta) : null;
    if (repair === 'wrap') edits.push({ path, json: `[${rawAt(text, path)}]` });
    if (repair === 'remove') edits.push({ path, remove: true });
    const entries = repair === 'wrap' ? [delta.tool_calls] : delta.tool_calls;
    if (!Array.isArray(entries) || entries.length === 0) return null;
    count += entries.length;
    return { delta, entries, finish, together: false };
  });
  if (count > MAX_ENTRIES) return { text, said: said.map(() => null) };
  made.push(...edits.map(() => TOOL_CALL_CONTAINER));
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
