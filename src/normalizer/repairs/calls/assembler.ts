// Assembles the calls of one stream by all that it says of them, and writes them again in the
// standard form, just before its chunks leave:
//
// chunk -> chunk-calls: each entry of `tool_calls` goes to its call (calls), and is written anew
//          (standard-entry)
//       -> split-chunk: one thing for each delta -> held-head: what must wait for the next chunk
//
// A chunk without calls, and a sound piece of the arguments of a sound call, leave at once.

import { arrayOf, stringOf } from '../../dialects/fields.ts';
import { copy, NO_BYTES } from '../../../lib/bytes.ts';
import type { FrameFields } from '../../framing/framing.ts';
import {
  editJson,
  isEmptyObject,
  isObject,
  type JsonEdit,
  rawAt,
  rawElements,
} from '../../json/json-edit.ts';
import { createFirstRoles, firstRole } from '../first-role.ts';
import { cutFrame } from '../frame-repair.ts';
import type { Frame } from '../frame.ts';
import { toolCallContainer, toolCallNameless, toolCallSplit } from './call-defects.ts';
import { type Calls, createCalls, isWholeEntry } from './calls.ts';
import {
  addChoiceEdits,
  type ChunkCalls,
  createChunkCalls,
  readChoice,
  type Said,
} from './chunk-calls.ts';
import { type HeldHead, heldHeadOf } from './held-head.ts';
import { type SaidChoice, splitChunk } from './split-chunk.ts';

/** Assembles the calls of one stream. */
export type Assembler = ReturnType<typeof createAssembler>;

type Fields = Record<string, unknown>;

/** JSON texts of the chunks to send instead of one, in order; null to send it unchanged. */
type Parts = readonly string[] | null;

// Captured on import: the page shares our realm and may replace them later.
const ENCODER = new TextEncoder();

const COLON = 0x3a;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair that was made, once for each entry of
 * `tool_calls`
 */
export function createAssembler(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
) {
  const chunks = createChunkAssembler(enabled);
  /** Null once no role will be missing. */
  let roles = enabled.has(firstRole.id) ? createFirstRoles() : null;
  /** The frame that waits because the next one may replace it, and the head in it. */
  let waiting = NO_BYTES;
  let head: HeldHead | null = null;

  function flush(): Uint8Array {
    const bytes = waiting;
    waiting = NO_BYTES;
    head = null;
    return bytes;
  }

  /**
   * @returns the parts of a frame as frames; the frame itself if it stays, or cannot be written
   * faithfully
   */
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
   * Lets an empty chunk leave before the head that waits for its name. If that head has the role,
   * the chunk gets it: LangChain takes a first delta without a role for one of another kind, and
   * loses the calls.
   */
  function pass(bytes: Uint8Array, fields: FrameFields, chunk: Fields, text: string): Uint8Array[] {
    const made: string[] = [];
    let part = listCalls(chunk, text, enabled.has(toolCallContainer.id), made).text;
    if (head?.hasRole && arrayOf(chunk.choices).length === 1) {
      head = { ...head, hasRole: false };
      part = editJson(part, [roleOf(0)]);
      made.push(toolCallNameless.id);
    }
    return write(bytes, fields, part === text ? null : [part], made);
  }

  /** Writes a chunk in which roles are missing, or which may have calls. */
  function assemble(
    bytes: Uint8Array,
    fields: FrameFields,
    chunk: Fields,
    text: string,
    missing: readonly number[],
  ): Uint8Array[] {
    const { parts, made, replaces, next } = chunks.assemble(chunk, text, missing, head);
    const out = write(bytes, fields, parts, made);
    if (replaces) onRepair(replaces);
    const before = flush();
    head = next;
    if (!replaces && before.length > 0) out.unshift(before);
    // The chunk's buffer may be transferred away before it leaves.
    if (head) waiting = copy(out.pop() ?? NO_BYTES);
    return out;
  }

  return {
    /**
     * @param bytes a frame, in order
     * @param data what the frame has as its JSON, which differs from that of the fields if it was
     * edited; edited in place, so that unrepaired parts keep their bytes
     * @returns the frames that leave now: the waiting one, and this frame, its repaired parts, or
     * nothing
     */
    leave(
      bytes: Uint8Array,
      { fields, json: chunk, sound, unread }: Pick<Frame, 'fields' | 'json' | 'sound' | 'unread'>,
      data = fields?.data ?? '',
    ): readonly Uint8Array[] {
      if (sound !== null && waiting.length === 0 && !roles) {
        if (sound === 'words') return [bytes];
        if (sound === 'arguments' && chunks.follow(chunk as Fields)) return [bytes];
      }
      if (unread) chunks.miss();
      const isNameless = head?.what === 'nameless';
      if (fields && isObject(chunk)) {
        const missing = roles?.missing(chunk) ?? [];
        if (roles?.isSettled()) roles = null;
        if (isNameless && isSilent(chunk)) return pass(bytes, fields, chunk, data);
        if (missing.length > 0 || data.includes('_calls"'))
          return assemble(bytes, fields, chunk, data, missing);
      } else if (isNameless && bytes[0] === COLON) return [bytes];
      // Anything else ends the wait.
      return waiting.length > 0 ? [flush(), bytes] : [bytes];
    },
    /** A frame passed that nobody has read. */
    miss: chunks.miss,
    /** Returns whether a frame waits. */
    waits: (): boolean => waiting.length > 0,
    /** @returns the waiting frame */
    flush,
  };
}

/** What becomes of a chunk. */
interface Assembled {
  readonly parts: Parts;
  /** Ids of the repairs made, once for each entry. */
  readonly made: readonly string[];
  /** Id of the repair by which it replaces the head that waits; null if that leaves before it. */
  readonly replaces: string | null;
  /** The head in its last part, which must wait; null if that can leave. */
  readonly next: HeldHead | null;
}

/** More choices than any response has; the calls of further ones stay unchanged. */
const MAX_CHOICES = 64;

/** Assembles chunk by chunk. */
function createChunkAssembler(enabled: ReadonlySet<string>) {
  /** The calls of each choice of the stream. */
  const choices = new Map<unknown, Calls>();
  /** A frame was not read: it may have had the heads of calls. */
  let hasMissed = false;

  /** @returns null beyond the limit */
  function callsOf({ index }: Fields): Calls | null {
    const known = choices.get(index);
    if (known || choices.size >= MAX_CHOICES) return known ?? null;
    const calls = createCalls(() => hasMissed);
    choices.set(index, calls);
    return calls;
  }

  /**
   * @param edits gets what changes the entries. @returns the choices with the drafts of their
   * entries
   */
  function readCalls(
    chunk: Fields,
    { text, said }: ListedCalls,
    calls: ChunkCalls,
    edits: JsonEdit[],
  ): Said {
    let texts: string[] | null = null;
    return said.map((choice, i) => {
      const known = choice && callsOf((chunk.choices as unknown[])[i] as Fields);
      if (!known) return choice;
      const textOf = () => (texts ??= rawElements(text, ['choices']))[i] ?? '';
      const read = readChoice(choice, known, calls, enabled, textOf);
      if (calls.made.length > 0 || calls.replaces) addChoiceEdits(edits, i, choice, read, text);
      return read;
    });
  }

  /**
   * @returns the head that must wait for the next frame, the last entry of the only choice; null if
   * there is none
   */
  function findHead(said: Said, { last, isAgain }: ChunkCalls, cut: boolean): HeldHead | null {
    const [choice] = said;
    if (!last || !choice || said.length > 1 || choice.finish || isAgain) return null;
    if (choice.entries.at(-1) !== last.draft || (!cut && choice.entries.length > 1)) return null;
    return heldHeadOf({ piece: last, delta: choice.delta, cut }, enabled);
  }

  return {
    /**
     * @param missing the choices that need a role
     * @param head what waits from the chunk before
     */
    assemble(
      chunk: Fields,
      text: string,
      missing: readonly number[],
      head: HeldHead | null,
    ): Assembled {
      const calls = createChunkCalls(head);
      const { made } = calls;
      const listed = listCalls(chunk, text, enabled.has(toolCallContainer.id), made);
      const edits: JsonEdit[] = missing.map(roleOf);
      if (missing.length > 0) made.push(firstRole.id);
      const said = readCalls(chunk, listed, calls, edits);
      const { replaces } = calls;
      if (replaces && head?.hasRole) edits.push(...rolesLost(said));
      const edited = editJson(listed.text, edits);
      const isWhole = (entry: unknown): boolean => isWholeEntry(entry) && !calls.ones.has(entry);
      const splits = calls.last !== null && enabled.has(toolCallSplit.id);
      const split = splits ? splitChunk(edited, said, isWhole) : null;
      if (split) made.push(toolCallSplit.id);
      const next = chunk.usage ? null : findHead(said, calls, split !== null);
      return { parts: split ?? (edited === text ? null : [edited]), made, replaces, next };
    },
    miss: (): void => void (hasMissed = true),
    /**
     * @param chunk with nothing but a sound piece of arguments. @returns whether that belongs to a
     * sound call
     */
    follow({ choices: said }: Fields): boolean {
      const [{ index, delta }] = said as [SoundChoice];
      const [entry] = delta.tool_calls;
      return choices.get(index)?.follow(entry.index, entry.function.arguments) ?? false;
    },
  };
}

/** The only choice of a chunk that is nothing but a sound piece of arguments. */
interface SoundChoice {
  readonly index?: unknown;
  readonly delta: {
    readonly tool_calls: readonly [
      { readonly index: number; readonly function: { readonly arguments: string } },
    ];
  };
}

interface ListedCalls {
  /** The chunk with arrays as `tool_calls`. */
  readonly text: string;
  readonly said: Said;
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
    const { tool_calls: calls } = delta;
    const path = ['choices', i, 'delta', 'tool_calls'];
    const isObjectAlone = repairs && isCall(calls);
    if (isObjectAlone) edits.push({ path, json: `[${rawAt(text, path)}]` });
    // PHP may write an empty list as `{}`.
    if (repairs && (isNone(calls) || isEmptyObject(calls))) edits.push({ path, remove: true });
    const entries = isObjectAlone ? [calls] : calls;
    if (!Array.isArray(entries) || entries.length === 0) return null;
    count += entries.length;
    return { delta, entries, finish, together: false };
  });
  if (count > MAX_ENTRIES) return { text, said: said.map(() => null) };
  made.push(...edits.map(() => toolCallContainer.id));
  return { text: editJson(text, edits), said };
}

/** Returns whether it is an entry in the place of the list. */
function isCall(calls: unknown): boolean {
  return isObject(calls) && ['function', 'id', 'name', 'arguments'].some((key) => key in calls);
}

/**
 * Null (SGLang: sgl-project/sglang#3912), or an empty array (vercel/ai#20203, where it splits the
 * reasoning).
 */
function isNone(calls: unknown): boolean {
  return calls === null || (Array.isArray(calls) && calls.length === 0);
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
  return value === '' || isNone(value);
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
