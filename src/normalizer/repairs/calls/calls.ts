// Which call an entry of `tool_calls` belongs to, by all that the stream says of it: index, id,
// name, arguments, order.

import { stringOf } from '../../dialects/fields.ts';
import { createJsonExtent, type JsonExtent } from '../../json/json-extent.ts';
import { isObject } from '../../json/json-edit.ts';
import { isIndex } from '../frame.ts';

/** What the deltas of one tool call have said so far. */
export interface ToolCall {
  /** The index the page gets. */
  readonly index: number;
  /** What its first entry had as an index; null if it had none. */
  readonly key: Key | null;
  /** How complete its arguments are. */
  readonly extent: JsonExtent;
  /** '' while unknown. */
  id: string;
  /** '' while unknown. */
  name: string;
  /** Arguments arrived, other than the `{}` that some servers send before the real ones. */
  argued: boolean;
  /** The arguments of its only entry, which has its name too; null if it had none or several. */
  atOnce: string | null;
  /** Number of the delta with its last entry. */
  delta: number;
  /** Entries of another call came since its last one. */
  resumes: boolean;
  /** Its type arrived. */
  typed: boolean;
  /** Its name came in pieces, or was corrected: clients treat that differently. */
  inPieces: boolean;
}

/** @returns a call of which nothing is known but its place. @param key as in `ToolCall` */
export function createCall(index: number, key: ToolCall['key']): ToolCall {
  return {
    index,
    key,
    extent: createJsonExtent(),
    id: '',
    name: '',
    argued: false,
    atOnce: null,
    delta: 0,
    resumes: false,
    typed: false,
    inPieces: false,
  };
}

/** Adds a piece of its arguments to a call. */
export function addArguments(call: ToolCall, text: string): void {
  call.argued ||= text !== '' && text !== '{}';
  call.extent.add(text);
}

/** @returns whether an entry has a name and arguments */
export function isWholeEntry(entry: unknown): boolean {
  return (
    isObject(entry) &&
    isObject(entry.function) &&
    stringOf(entry.function.name) !== '' &&
    stringOf(entry.function.arguments) !== ''
  );
}

/** The call that an entry belongs to. */
export interface FoundCall {
  readonly call: ToolCall;
  /** Whether the entry is the first of its call. */
  readonly isNew: boolean;
  /**
   * It may be the first of another call with the same index or id: nothing that distinguishes them
   * may be removed.
   */
  readonly unsure: boolean;
  /**
   * It has nothing but an id, and the arguments before it are complete: the head of another call,
   * if a name comes next.
   */
  readonly mayBegin: boolean;
}

/** Tracks the calls of one choice. */
export type Calls = ReturnType<typeof createCalls>;

/** More calls than any response has; entries of further ones stay unchanged. */
const MAX_CALLS = 10_000;

/**
 * @param hasMissed returns whether heads may have passed unseen
 * @returns the calls of one choice, initially none
 */
export function createCalls(hasMissed: () => boolean = () => false) {
  const indexes = createIndexes();
  const heads = createHeads();
  const lines = createLines();
  const byId = new Map<string, ToolCall>();
  /** The latest call under each index of the server, whatever type that has. */
  const byServerIndex = new Map<Key | null, ToolCall>();
  let last: ToolCall | null = null;
  /** The last call that had an entry without an index. */
  let bare: ToolCall | null = null;
  /** Number of the delta that is read. */
  let delta = 0;
  let lastBefore: ToolCall | null = null;
  let bareBefore: ToolCall | null = null;

  /**
   * @returns the latest call under the index or the id of an entry; if it has neither, the last one
   */
  function before(key: Key | null, said: Said): ToolCall | null {
    const { id, name, args } = said;
    if (typeof key === 'number' || byServerIndex.has(key)) {
      const known = byServerIndex.get(key);
      if (known) {
        const isNext = isRest(said) && args === 'beginning' && known.extent.get() !== 'open';
        return (isNext ? lines.next(key) : null) ?? known;
      }
      // Arguments alone make no call: they continue the one that lacks them, whatever their index.
      return (isRest(said) || said.isEmpty) && !hasMissed() ? onlyWaiting(args) : null;
    }
    // A key that is not a number may change with every fragment: only a name begins a call under
    // it.
    if (key !== null && name) return null;
    if (id && (byId.has(id) || name))
      return byId.get(id) ?? (last && awaitsId(last, name) ? last : null);
    // Beside calls that have an index, an entry without one continues the call that has none
    // either.
    if (bare && bare.extent.get() !== 'whole') return bare;
    // Heads of several calls, then the arguments of each: those after complete ones belong to
    // another call.
    const isNext = !id && !name && args === 'beginning' && last?.extent.get() === 'whole';
    return (isNext ? heads.latest() : null) ?? last;
  }

  /**
   * @returns the call that lacks these arguments; null if there is none, or if it may be one of
   * several
   */
  function onlyWaiting(args: Said['args']): ToolCall | null {
    if (last?.extent.get() === 'open') return args === 'rest' ? last : null;
    return args === 'rest' ? null : heads.only();
  }

  /** @param atOnce all arguments of the call so far, if this entry is its first */
  function turnTo(call: ToolCall, atOnce: string | null): void {
    call.delta = delta;
    call.atOnce = atOnce;
    call.resumes = last !== null && last !== call;
    lastBefore = last;
    bareBefore = bare;
    last = call;
  }

  return {
    /** Another delta begins: its entries are of different calls, if they have names. */
    nextDelta: (): void => void delta++,
    /**
     * Adds a sound piece of arguments, alone in its delta, to the call under its index.
     * @returns false if that is not what the standard says: then nothing was added
     */
    follow(index: number, text: string): boolean {
      const call = byServerIndex.get(index);
      if (!call || call.index !== index || call.name === '' || !lines.isEmpty()) return false;
      delta++;
      turnTo(call, null);
      addArguments(call, text);
      return true;
    },
    /**
     * @returns the call that an entry of `tool_calls` belongs to, possibly a new one; null for a
     * call beyond the limit
     */
    find(entry: Record<string, unknown>): FoundCall | null {
      const key = keyOf(entry.index);
      const said = saidOf(entry);
      let call = before(key, said);
      const what = call ? compare(call, said, key, call.delta === delta) : 'new';
      const isNew = !call || what === 'new';
      if (!call || isNew) {
        if (indexes.count() >= MAX_CALLS) return null;
        call = createCall(indexes.take(key, isWholeEntry(entry)), key);
        heads.add(call);
        lines.add(byServerIndex.get(key), call);
      }
      // An id that belongs to one fragment says nothing about later fragments with it.
      if (said.id && !call.id && (isNew || !byId.has(said.id))) byId.set(said.id, call);
      if (!isNew && typeof key === 'number' && !byServerIndex.has(key)) indexes.stray();
      if (key !== null && (isNew || byServerIndex.has(key) || isRest(said)))
        byServerIndex.set(key, call);
      turnTo(call, isNew && said.args === 'beginning' ? said.text : null);
      if (key === null) bare = call;
      return { call, isNew, unsure: what === 'unsure', mayBegin: what === 'may-begin' };
    },
    /** The last entry found is not sent: restores which call continues. */
    forget(): void {
      last = lastBefore;
      bare = bareBefore;
    },
  };
}

/** The indexes that the page gets. Allocates without a search, as a server may send any number. */
function createIndexes() {
  const taken = new Set<number>();
  /** The lowest index above all that are taken. */
  let free = 0;
  let hasStrays = false;

  return {
    count: (): number => taken.size,
    /**
     * Arguments had another index than the head of their call: the server counts pieces, so its
     * numbers have gaps.
     */
    stray: (): void => void (hasStrays = true),
    /**
     * @param whole its name and arguments are in one entry, which will be split: LobeHub does not
     * find the second half if there is a gap in the indices
     * @returns the index of a new call: the server's if valid and free, otherwise the next one
     */
    take(key: Key | null, whole: boolean): number {
      const mayLeaveGap = !whole && !hasStrays;
      const isFree = isIndex(key) && !taken.has(key) && (mayLeaveGap || key <= taken.size);
      const index = isFree ? key : free;
      taken.add(index);
      free = Math.max(free, index + 1);
      return index;
    },
  };
}

/** The calls in the order they began, without the latest ones that have arguments. */
function createHeads() {
  const heads: ToolCall[] = [];

  /** @returns the latest call that has no arguments yet; null if there is none */
  function latest(): ToolCall | null {
    while (heads.length > 0 && heads.at(-1)?.extent.get() !== 'none') heads.pop();
    return heads.at(-1) ?? null;
  }

  return {
    add: (call: ToolCall): void => void heads.push(call),
    latest,
    /**
     * @returns the only call without arguments; null if there is none, or more than one, or if its
     * name has not come either: that comes first
     */
    only(): ToolCall | null {
      const head = latest();
      // A head before it that has its arguments by now is never needed again.
      while (heads.length > 1 && heads.at(-2)?.extent.get() !== 'none') heads.splice(-2, 1);
      return heads.length === 1 && head?.name !== '' ? head : null;
    },
  };
}

/**
 * Calls that share an index, of which no arguments came before the next one began
 * (agno-agi/agno#8879): what comes under that index belongs to them in their order.
 */
function createLines() {
  const lines = new Map<Key | null, ToolCall[]>();

  return {
    isEmpty: (): boolean => lines.size === 0,
    /** @param before the call that had the index of a new one; undefined if there was none */
    add(before: ToolCall | undefined, call: ToolCall): void {
      if (before?.extent.get() !== 'none') return;
      const line = lines.get(call.key) ?? [before];
      line.push(call);
      lines.set(call.key, line);
    },
    /**
     * @returns the first of those under an index that has no arguments yet; null if there is none
     */
    next(key: Key | null): ToolCall | null {
      const line = lines.get(key);
      while (line && line.length > 0 && line[0]?.extent.get() !== 'none') line.shift();
      return line?.[0] ?? null;
    },
  };
}

/** What distinguishes the calls of entries. */
interface Said {
  readonly id: string;
  readonly name: string;
  /**
   * None, as in the heads of most servers; the beginning of a JSON text; an object; or anything
   * else, which continues what has begun.
   */
  readonly args: 'none' | 'beginning' | 'object' | 'rest';
  /** The arguments as text; '' if they are none. */
  readonly text: string;
  /**
   * It has nothing but empty arguments: no name, not even an empty one, as the head of a call may
   * have.
   */
  readonly isEmpty: boolean;
}

/** @returns whether an entry of `tool_calls` has neither an id nor a name, only arguments */
export function isAnonymous(entry: Record<string, unknown>): boolean {
  return isRest(saidOf(entry));
}

function isRest({ id, name, args }: Said): boolean {
  return id === '' && name === '' && (args === 'beginning' || args === 'rest');
}

function saidOf(entry: Record<string, unknown>): Said {
  const said = isObject(entry.function) ? entry.function : {};
  const text = stringOf(said.arguments);
  const args = isObject(said.arguments)
    ? 'object'
    : text === ''
      ? 'none'
      : /^\s*\{/.test(text)
        ? 'beginning'
        : 'rest';
  const isEmpty = said.arguments === '' && said.name === undefined && !entry.id && !entry.type;
  return { id: stringOf(entry.id), name: stringOf(said.name), args, text, isEmpty };
}

/**
 * @returns whether a call that has no more than a name so far may be the one for which an id
 * arrives with this name
 */
function awaitsId({ id, name, extent }: ToolCall, nameNow: string): boolean {
  return id === '' && (name === '' || name === nameNow) && extent.get() === 'none';
}

/**
 * Compares an entry with a call. Some servers give several calls one index (ollama/ollama#15457) or
 * one id; others repeat name and id, or send a new id, with every fragment
 * (ggml-org/llama.cpp#13774, BerriAI/litellm#40040). Whether the arguments so far are complete
 * distinguishes the two, except in a few cases, which stay unchanged.
 * @param key of the entry, under which the call was found unless that is null
 * @param isBeside an earlier entry of the same delta is of that call
 * @returns how an entry relates to the call that it seems to belong to
 */
function compare(
  call: ToolCall,
  said: Said,
  key: Key | null,
  isBeside: boolean,
): 'same' | 'new' | 'unsure' | 'may-begin' {
  const { id, name, args } = said;
  const extent = call.extent.get();
  const isOther = id !== '' && call.id !== '' && id !== call.id;
  if (name === '') return extent === 'whole' && isOther && args === 'none' ? 'may-begin' : 'same';
  if (call.name === '') return 'same';
  if (id === '' && call.id === '' && isAnother(call, said, isBeside)) return 'new';
  const isUnmarked = key === null && id === '';
  const grows = name !== call.name && name.startsWith(call.name);
  if (extent === 'none') {
    if (!isOther || grows) return 'same';
    return name !== call.name || args === 'none' ? 'new' : 'unsure';
  }
  if (name !== call.name) {
    if (isOther || isUnmarked) return 'new';
    if (extent === 'open' ? grows : grows || call.inPieces) return 'unsure';
    return id === '' || call.inPieces ? 'same' : 'new';
  }
  // The name is repeated, after arguments.
  if (args === 'rest') return isOther ? 'unsure' : 'same';
  if (extent === 'open') return isOther ? 'unsure' : 'same';
  if (isOther || isUnmarked) return 'new';
  // One id for all calls, and an index for some of them only: LangChain distinguishes the calls by
  // that.
  if (args === 'none' && key === null && call.key !== null) return 'new';
  // A repeated object is written once, and what follows `{}` replaces it.
  return args === 'object' || (args === 'beginning' && !call.argued) ? 'same' : 'unsure';
}

/**
 * @returns whether an entry without an id is a whole call, as the one before it under the same
 * index is (Gemini: NousResearch/hermes-agent#62937): that one is complete, and this one neither
 * repeats nor continues its arguments
 */
function isAnother({ name: before, atOnce, extent }: ToolCall, said: Said, isBeside: boolean) {
  if (atOnce === null || extent.get() !== 'whole' || said.args !== 'beginning') return false;
  if (isBeside || said.name !== before) return isWholeJson(said.text);
  // Some servers close the JSON of each piece: the next one begins with what the last one said.
  let end = atOnce.length;
  while (/[\s"}\]]/.test(atOnce.charAt(end - 1))) end--;
  const open = atOnce.slice(0, end);
  return !said.text.startsWith(open) && isWholeJson(said.text);
}

function isWholeJson(text: string): boolean {
  const extent = createJsonExtent();
  extent.add(text);
  return extent.get() === 'whole';
}

/**
 * What a server sends as an index, whether a position in a list or not (LangChain merges entries
 * with the same value).
 */
type Key = number | string | boolean;

/**
 * @returns the key that distinguishes calls: the index, converted to a number if it came as text;
 * null if there is none
 */
export function keyOf(index: unknown): Key | null {
  if (typeof index === 'string') return /^\d{1,5}$/.test(index) ? Number(index) : index || null;
  return typeof index === 'number' || typeof index === 'boolean' ? index : null;
}
