import { stringOf } from '../../dialects/fields.ts';
import { createJsonExtent } from '../../json/json-extent.ts';
import { isObject } from '../../json/json-edit.ts';
import { type EntryRepair, isWholeEntry, type ToolCall } from './tool-call.ts';
import { entriesIn } from '../defect-forms.ts';

/**
 * No index (Gemini: openai/openai-python#2806; Ollama: ollama/ollama#7881; mistral.rs), one index for several calls
 * (ollama/ollama#15457, InternLM/lmdeploy#3412), or another index for the arguments of a call than for its head
 * (danny-avila/LibreChat#13987, agno-agi/agno#8879): the entry gets the index of its call.
 */
export const toolCallIndex: EntryRepair = {
  id: 'tool-call-index',
  stage: 'entry',
  stream: 'broken',
  about: {
    name: 'Calls without an index',
    defect:
      'Entries of "tool_calls" have no index, several calls share one, or one call has several.',
    breaks: [
      'OpenAI libraries: calls cannot be collected, their stream helper throws',
      'AstrBot, OpenMAIC: calls cannot be collected',
      'big-AGI, where several calls share an index: throws',
      'clients that collect by index: arguments of two calls run together',
    ],
    whatWeDo: 'Every call gets an index of its own.',
    source: 'https://github.com/openai/openai-python/issues/2806',
    form(frame) {
      const entries = entriesIn(frame);
      if (entries.length > 0 && entries.every(isAnonymous)) {
        return {
          defect: 'The arguments of a call come with another index than its name.',
          breaks: [
            'OpenAI libraries, Vercel AI SDK, LobeHub, big-AGI: throw, or the arguments are lost',
            'clients that collect by index: a call without arguments, and one without a name',
          ],
        };
      }
      if (entries.some(({ index }) => index == null)) {
        return {
          defect: 'Calls have no index.',
          breaks: [
            'OpenAI libraries: calls cannot be collected, their stream helper throws',
            'AstrBot, OpenMAIC: calls cannot be collected',
          ],
        };
      }
      return entries.length > 0
        ? {
            defect: 'Several calls share one index.',
            breaks: [
              'big-AGI: throws',
              'clients that collect by index: the arguments of two calls run together',
            ],
          }
        : null;
    },
  },
  repair(entry, { index }) {
    if (entry.index === index) return false;
    entry.index = index;
    return true;
  },
};

/** The call that an entry belongs to. */
export interface FoundCall {
  readonly call: ToolCall;
  /** Whether the entry is the first of its call. */
  readonly isNew: boolean;
  /** It may be the first of another call with the same index or id: nothing that distinguishes them may be removed. */
  readonly unsure: boolean;
  /**
   * It has nothing but an id, and the arguments before it are complete: the head of another call, if a name comes next.
   */
  readonly mayBegin: boolean;
}

/** Tracks the calls of one choice. */
export type Calls = ReturnType<typeof createCalls>;

/** The highest index accepted from a server; any other number is not a position in a list but a mere key. */
const MAX_INDEX = 10_000;
/** More calls than any response has; entries of further ones stay unchanged. */
const MAX_CALLS = 10_000;

/** @returns the calls of one choice, initially none */
export function createCalls() {
  const taken = new Set<number>();
  const byId = new Map<string, ToolCall>();
  /** The latest call under each index of the server, whatever type that has. */
  const byServerIndex = new Map<Key | null, ToolCall>();
  /** The lowest index above all that are taken. */
  let free = 0;
  let last: ToolCall | null = null;
  /** The last call that had an entry without an index. */
  let bare: ToolCall | null = null;
  /** The calls in the order they began, without the latest ones that have arguments. */
  const heads: ToolCall[] = [];
  /** Arguments had another index than the head of their call: the server counts pieces, so its numbers have gaps. */
  let hasStrays = false;
  /** Number of the delta that is read. */
  let delta = 0;
  let lastBefore: ToolCall | null = null;
  let bareBefore: ToolCall | null = null;

  /** @returns the latest call under the index or the id of an entry; if it has neither, the last one */
  function before(key: Key | null, said: Said): ToolCall | null {
    const { id, name, args } = said;
    if (typeof key === 'number' || byServerIndex.has(key)) {
      const known = byServerIndex.get(key);
      if (known) return known;
      // Arguments alone make no call: they continue the one that lacks them, whatever their index.
      return isRest(said) ? onlyWaiting(args) : null;
    }
    // A key that is not a number may change with every fragment: only a name begins a call under it.
    if (key !== null && name) return null;
    if (id && (byId.has(id) || name))
      return byId.get(id) ?? (last && awaitsId(last, name) ? last : null);
    // Beside calls that have an index, an entry without one continues the call that has none either.
    if (bare && bare.extent?.get() !== 'whole') return bare;
    // Heads of several calls, then the arguments of each: those after complete ones belong to another call.
    const isNext = !id && !name && args === 'beginning' && last?.extent?.get() === 'whole';
    return (isNext ? latestHead() : null) ?? last;
  }

  /** @returns the call that lacks these arguments; null if there is none, or if it may be one of several */
  function onlyWaiting(args: Said['args']): ToolCall | null {
    if (last?.extent?.get() === 'open') return args === 'rest' ? last : null;
    if (args === 'rest') return null;
    const head = latestHead();
    // A head before it that has its arguments by now is never needed again.
    while (heads.length > 1 && heads.at(-2)?.extent?.get() !== 'none') heads.splice(-2, 1);
    return heads.length === 1 ? head : null;
  }

  /** @returns the latest call that has no arguments yet; null if there is none */
  function latestHead(): ToolCall | null {
    while (heads.length > 0 && heads.at(-1)?.extent?.get() !== 'none') heads.pop();
    return heads.at(-1) ?? null;
  }

  /**
   * Allocates without a search, as a server may send any number.
   * @param whole its name and arguments are in one entry, which will be split: LobeHub does not find the second half if
   * there is a gap in the indices
   * @returns the index of a new call: the server's if valid and free, otherwise the next one
   */
  function take(key: Key | null, whole: boolean): number {
    const mayLeaveGap = !whole && !hasStrays;
    const isFree = isIndex(key) && !taken.has(key) && (mayLeaveGap || key <= taken.size);
    const index = isFree ? key : free;
    taken.add(index);
    free = Math.max(free, index + 1);
    return index;
  }

  return {
    /** Another delta begins: its entries are of different calls, if they have names. */
    nextDelta: (): void => void delta++,
    /**
     * @returns the call that an entry of `tool_calls` belongs to, possibly a new one; null for a call beyond the limit
     */
    find(entry: Record<string, unknown>): FoundCall | null {
      const key = keyOf(entry.index);
      const said = saidOf(entry);
      let call = before(key, said);
      const what = call ? compare(call, said, key, call.delta === delta) : 'new';
      const isNew = !call || what === 'new';
      if (!call || isNew) {
        if (taken.size >= MAX_CALLS) return null;
        call = {
          index: take(key, isWholeEntry(entry)),
          id: '',
          name: '',
          argued: false,
          extent: createJsonExtent(),
          key,
        };
        heads.push(call);
      }
      // An id that belongs to one fragment says nothing about later fragments with it.
      if (said.id && !call.id && (isNew || !byId.has(said.id))) byId.set(said.id, call);
      hasStrays ||= !isNew && typeof key === 'number' && !byServerIndex.has(key);
      if (key !== null && (isNew || byServerIndex.has(key) || isRest(said)))
        byServerIndex.set(key, call);
      call.delta = delta;
      call.atOnce = isNew && said.args === 'beginning' ? said.text : undefined;
      call.resumes = last !== null && last !== call;
      lastBefore = last;
      bareBefore = bare;
      last = call;
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

/** What distinguishes the calls of entries. */
interface Said {
  readonly id: string;
  readonly name: string;
  /**
   * None, as in the heads of most servers; the beginning of a JSON text; an object; or anything else, which continues
   * what has begun.
   */
  readonly args: 'none' | 'beginning' | 'object' | 'rest';
  /** The arguments as text; '' if they are none. */
  readonly text: string;
}

/** @returns whether an entry of `tool_calls` has neither an id nor a name, only arguments */
function isAnonymous(entry: Record<string, unknown>): boolean {
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
  return { id: stringOf(entry.id), name: stringOf(said.name), args, text };
}

/** @returns whether a call that has no more than a name so far may be the one for which an id arrives with this name */
function awaitsId({ id, name, extent }: ToolCall, nameNow: string): boolean {
  return id === '' && (name === '' || name === nameNow) && extent?.get() === 'none';
}

/**
 * Compares an entry with a call. Some servers give several calls one index (ollama/ollama#15457) or one id; others
 * repeat name and id, or send a new id, with every fragment (ggml-org/llama.cpp#13774, BerriAI/litellm#40040). Whether
 * the arguments so far are complete distinguishes the two, except in a few cases, which stay unchanged.
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
  const extent = call.extent?.get() ?? 'none';
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
  // One id for all calls, and an index for some of them only: LangChain distinguishes the calls by that.
  if (args === 'none' && key === null && call.key !== null) return 'new';
  // A repeated object is written once, and what follows `{}` replaces it.
  return args === 'object' || (args === 'beginning' && !call.argued) ? 'same' : 'unsure';
}

/**
 * @returns whether an entry without an id is a whole call, as the one before it under the same index is (Gemini:
 * NousResearch/hermes-agent#62937): that one is complete, and this one neither repeats nor continues its arguments
 */
function isAnother({ name: before, atOnce, extent }: ToolCall, said: Said, isBeside: boolean) {
  if (atOnce === undefined || extent?.get() !== 'whole' || said.args !== 'beginning') return false;
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
 * What a server sends as an index, whether a position in a list or not (LangChain merges entries with the same value).
 */
type Key = number | string | boolean;

/**
 * @returns the key that distinguishes calls: the index, converted to a number if it came as text; null if there is none
 */
export function keyOf(index: unknown): Key | null {
  if (typeof index === 'string') return /^\d{1,5}$/.test(index) ? Number(index) : index || null;
  return typeof index === 'number' || typeof index === 'boolean' ? index : null;
}

function isIndex(key: unknown): key is number {
  return Number.isSafeInteger(key) && (key as number) >= 0 && (key as number) <= MAX_INDEX;
}
