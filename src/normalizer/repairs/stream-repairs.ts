// Repairs of the chunks of one stream, just before they leave.
//
// chunk -> chunks/entry-repairs: one entry of `tool_calls` at a time, choice by choice
//       -> tool-call-split: one call for each chunk -> chunks/waiting-head: what must wait for the next chunk

import { stringOf } from '../dialects/fields.ts';
import { copy, NO_BYTES } from '../../lib/bytes.ts';
import type { FrameFields } from '../framing/framing.ts';
import { editJson, isObject, type JsonEdit, rawAt } from '../json/json-edit.ts';
import { createChoiceRepairs, type ListedCalls, type Said } from './chunks/entry-repairs.ts';
import { createChunkNotes, findWaitingHead, type WaitingHead } from './chunks/waiting-head.ts';
import { createFirstRoles, firstRole } from './first-role.ts';
import { cutFrame } from './frame-repair.ts';
import type { Frame } from './frame.ts';
import { repairOfContainer, toolCallContainer } from './tool-calls/tool-call-container.ts';
import { toolCallNameless } from './tool-calls/tool-call-nameless.ts';
import { type SaidChoice, splitChunk, toolCallSplit } from './tool-calls/tool-call-split.ts';
import { isWholeEntry } from './tool-calls/tool-call.ts';

/** Repairs the frames of one stream just before they leave. */
export type StreamRepairs = ReturnType<typeof createStreamRepairs>;

type Fields = Record<string, unknown>;

/** The result for one chunk: JSON texts of the chunks to send instead, in order; null to send it unchanged. */
type Parts = readonly string[] | null;

// Captured on import: the page shares our realm and may replace them later.
const ENCODER = new TextEncoder();

const COLON = 0x3a;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair that was made, once for each entry of `tool_calls`
 */
export function createStreamRepairs(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
) {
  const repairChoices = createChoiceRepairs(enabled);
  /** Null once no role will be missing. */
  let roles = enabled.has(firstRole.id) ? createFirstRoles() : null;
  /** The frame that waits because the next one may replace it, and the head in it. */
  let waiting = NO_BYTES;
  let head: WaitingHead | null = null;

  function flush(): Uint8Array {
    const bytes = waiting;
    waiting = NO_BYTES;
    head = null;
    return bytes;
  }

  /** @returns the parts of a frame as frames; the frame itself if it stays, or cannot be written faithfully */
  function write(
    bytes: Uint8Array,
    fields: FrameFields,
    parts: Parts,
    made: readonly string[],
  ): Uint8Array[] {
    const frames = parts && cutFrame(fields, parts);
    if (frames) made.forEach(onRepair);
    return frames?.map((frame) => ENCODER.encode(frame)) ?? [bytes];
  }

  /**
   * Lets an empty chunk leave before the head that waits for its name. If that head has the role, the chunk gets it:
   * LangChain takes a first delta without a role for one of another kind, and loses the calls.
   * @param edited the text as far as it is repaired
   */
  function pass(chunk: Fields, text: string, edited: string, made: string[]): Parts {
    let part = edited;
    if (head?.hasRole && Array.isArray(chunk.choices) && chunk.choices.length === 1) {
      head = { ...head, hasRole: false };
      part = editJson(edited, [roleOf(0)]);
      made.push(toolCallNameless.id);
    }
    return part === text ? null : [part];
  }

  /** Repairs a chunk in which roles are missing, or which may have calls. */
  function repair(
    bytes: Uint8Array,
    fields: FrameFields,
    chunk: Fields,
    text: string,
    missing: readonly number[],
  ) {
    const notes = createChunkNotes(head);
    const { made } = notes;
    const listed = listCalls(chunk, text, enabled.has(toolCallContainer.id), made);
    const edits: JsonEdit[] = missing.map(roleOf);
    if (missing.length > 0) made.push(firstRole.id);
    const said = repairChoices(chunk, listed, notes, edits);
    if (head?.what === 'nameless' && said.every((choice) => choice === null) && isSilent(chunk))
      return write(bytes, fields, pass(chunk, text, listed.text, made), made);
    const { replaces } = notes;
    if (replaces && head?.hasRole) edits.push(...rolesLost(said));
    const edited = editJson(listed.text, edits);
    const isWhole = (entry: unknown): boolean => isWholeEntry(entry) && !notes.wholes.has(entry);
    const split =
      notes.last && enabled.has(toolCallSplit.id) ? splitChunk(edited, said, isWhole) : null;
    if (split) made.push(toolCallSplit.id);
    const out = write(bytes, fields, split ?? (edited === text ? null : [edited]), made);
    if (replaces) onRepair(replaces);
    const before = flush();
    head = chunk.usage ? null : findWaitingHead(said, notes, split !== null, enabled);
    if (!replaces && before.length > 0) out.unshift(before);
    // The chunk's buffer may be transferred away before it leaves.
    if (head) waiting = copy(out.pop() ?? NO_BYTES);
    return out;
  }

  return {
    /**
     * @param bytes a frame, in order
     * @param data what the frame has as its JSON, which differs from that of the fields if it was edited; edited in place,
     * so that unrepaired parts keep their bytes
     * @returns the frames that leave now: the waiting one, and this frame, its repaired parts, or nothing
     */
    leave(
      bytes: Uint8Array,
      { fields, json: chunk, sound }: Pick<Frame, 'fields' | 'json' | 'sound'>,
      data = fields?.data ?? '',
    ): readonly Uint8Array[] {
      if (sound === 'words' && waiting.length === 0 && !roles) return [bytes];
      const isNameless = head?.what === 'nameless';
      if (fields && isObject(chunk)) {
        const missing = roles?.missing(chunk) ?? [];
        if (roles?.isSettled()) roles = null;
        if (missing.length > 0 || data.includes('_calls"'))
          return repair(bytes, fields, chunk, data, missing);
        const made: string[] = [];
        if (isNameless && isSilent(chunk))
          return write(bytes, fields, pass(chunk, data, data, made), made);
      } else if (isNameless && bytes[0] === COLON) return [bytes];
      // Anything else ends the wait.
      return waiting.length > 0 ? [flush(), bytes] : [bytes];
    },
    /** Returns whether a frame waits. */
    waits: (): boolean => waiting.length > 0,
    /** @returns the waiting frame */
    flush,
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
    if (!isObject(choice) || !isObject(choice.delta) || !Object.hasOwn(choice.delta, 'tool_calls'))
      return null;
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
  made.push(...edits.map(() => toolCallContainer.id));
  return { text: editJson(text, edits), said };
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
