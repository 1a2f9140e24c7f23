import { arrayOf, stringOf } from '../normalizer/dialects/fields.ts';
import { editJson, isObject, type JsonEdit } from '../normalizer/json/json-edit.ts';
import { cutFrame, type RunningRepair } from '../normalizer/repairs/frame-repair.ts';
import type { Frame } from '../normalizer/repairs/frame.ts';
import type { AddedRepair } from '../normalizer/repairs/frame-repairs.ts';
import { splitChunk } from '../normalizer/repairs/calls/split-chunk.ts';
import { MAX_VALUE } from '../normalizer/text/written-calls.ts';
import { readTools, type OfferedTools } from './offered-tools.ts';
import { readCalls } from './calls/read-calls.ts';
import { createBeginning } from './calls/reply-beginning.ts';

/** Most calls of a reply. */
const MAX_CALLS = 32;
/**
 * How much longer a call must have become to be read again: read with each delta, the time would
 * grow with its square.
 */
const AGAIN_AT = 1.2;

/** The only choice of a chunk, or of a whole answer. */
interface Said {
  readonly kind: 'delta' | 'message';
  readonly text: string;
  /** '' while it goes on. */
  readonly finish: string;
}

/** A call that is to be made; its arguments are JSON text. */
interface Call {
  readonly name: string;
  readonly json: string;
}

/**
 * Makes real calls of those that a model wrote, if the request offers their tools, whose schemas
 * allow the arguments. The reply must be nothing else, but for closed reasoning before it. What a
 * text says beside a call, no program understands: it may refuse the call, and nothing tells a
 * refusal from an announcement, not even a special token directly behind a word. So none is made
 * beside other words, in code, quotes or reasoning, nor of what stands in the request already, in
 * an encoding that is known (calls/request-search.ts), or is cut off. If one of several is none,
 * all stay text, byte for byte.
 * @param body of the request; null if it is unknown
 * @returns null if the request offers no tools
 */
export function writtenCalls(body: string | null): AddedRepair | null {
  const tools = body === null ? null : readTools(body);
  return tools && { id: 'written-calls', start: (onRepair) => start(tools, onRepair) };
}

function start(tools: OfferedTools, onRepair: () => void): RunningRepair {
  /** Everything passes. */
  let isOver = false;
  const readBeginning = createBeginning();
  /** UTF-16 units of the reply so far, and where its calls may begin; -1 while nothing tells. */
  let length = 0;
  let at = -1;
  /** The text from there on once it is the beginning of a call, and how much of it was read. */
  let tail = '';
  let judged = 0;
  /** What waits, each with the offset of its text. */
  const held: { readonly frame: Frame; readonly text: string; readonly from: number }[] = [];

  /**
   * @returns the verdict on the calls so far: text, perhaps calls, or those that the whole reply is
   */
  function judge(isWhole: boolean): 'text' | 'begun' | Call[] {
    if (tail.length > MAX_VALUE) return 'text';
    judged = tail.length;
    const { calls, behind } = readCalls(tail, 0);
    if (calls.length > MAX_CALLS || behind === 'text') return 'text';
    const made = calls.map((call) => ({ name: call.name, json: tools.argumentsOf(call) }));
    if (!made.every((call): call is Call => call.json !== null)) return 'text';
    if (!isWhole) return 'begun';
    if (behind !== 'end' || made.length === 0) return 'text';
    if (calls.some((call, k) => tools.contains(call.written, made[k]?.json ?? ''))) return 'text';
    return made;
  }

  /** @returns the verdict, too, or that nothing is said yet */
  function read({ text: added, finish }: Said): 'before' | ReturnType<typeof judge> {
    const isWhole = finish !== '';
    length += added.length;
    if (tail !== '') {
      tail += added;
      return isWhole || tail.length >= judged * AGAIN_AT ? judge(isWhole) : 'begun';
    }
    const { state, rest } = readBeginning(added);
    at = length - rest.length;
    if (state === 'before') return isWhole ? 'text' : 'before';
    if (state === 'tag') return isWhole ? 'text' : 'begun';
    if (state === 'words') return 'text';
    tail = rest;
    return judge(isWhole);
  }

  /**
   * @returns the frames that wait, with calls in place of their text; null if they cannot be
   * written faithfully
   */
  function write(calls: readonly Call[], kind: Said['kind']): string[] | null {
    const frames: string[] = [];
    for (const [i, { frame, text: said, from }] of held.entries()) {
      const kept = said.slice(0, Math.max(0, at - from));
      const parts = partsOf(
        frame,
        kind,
        kept === said ? null : kept,
        i === held.length - 1 ? calls : [],
      );
      const written = frame.fields && cutFrame(frame.fields, parts);
      if (!written) return null;
      frames.push(...written);
    }
    return frames;
  }

  function flush(count = held.length): string[] {
    return held.splice(0, count).map(({ frame }) => frame.text);
  }

  return {
    repair(frame) {
      if (isOver || !frame.fields) return null;
      // Some tell about the whole, such as the usage.
      if (held.length === 0 && isObject(frame.json) && arrayOf(frame.json.choices).length === 0)
        return null;
      const said = readChoice(frame.json);
      held.push({ frame, text: said?.text ?? '', from: length });
      const found = said ? read(said) : 'text';
      if (found === 'begun')
        return flush(held.findIndex(({ from, text }) => from + text.length > at));
      isOver = found !== 'before';
      const isMade = found !== 'before' && found !== 'text' && said?.finish === 'stop';
      const frames = isMade ? write(found, said.kind) : null;
      if (frames) onRepair();
      const rest = flush();
      return frames ?? (rest.length > 1 ? rest : null);
    },
    flush() {
      isOver = true;
      return flush();
    },
  };
}

/** @returns null if there is none, if there are several, or if it has calls */
function readChoice(json: unknown): Said | null {
  const [choice, ...more] = isObject(json) ? arrayOf(json.choices) : [];
  if (!isObject(choice) || more.length > 0 || (choice.index ?? 0) !== 0) return null;
  const kind = isObject(choice.delta) ? 'delta' : 'message';
  const said = choice[kind];
  if (!isObject(said) || said.function_call != null || [said.tool_calls ?? []].flat().length > 0)
    return null;
  const text = said.content ?? '';
  return typeof text === 'string' ? { kind, text, finish: stringOf(choice.finish_reason) } : null;
}

/**
 * @param kept what is left of its text; null for all of it
 * @returns the JSON texts of the chunks in place of one
 */
function partsOf(
  { fields }: Frame,
  kind: Said['kind'],
  kept: string | null,
  calls: readonly Call[],
): string[] {
  const path = ['choices', 0, kind];
  const edits: JsonEdit[] = [];
  if (kept === '' && kind === 'message') edits.push({ path: [...path, 'content'], json: 'null' });
  else if (kept !== null) edits.push({ path: [...path, 'content'], value: kept });
  const entries = calls.map(({ name, json: given }, index) => ({
    ...(kind === 'delta' && { index }),
    id: `call_${crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36)}`,
    type: 'function',
    function: { name, arguments: given },
  }));
  if (calls.length > 0) {
    edits.push({ path: [...path, 'tool_calls'], json: JSON.stringify(entries) });
    edits.push({ path: ['choices', 0, 'finish_reason'], value: 'tool_calls' });
  }
  const edited = editJson(fields?.data ?? '', edits);
  const delta = { content: kept ?? '' };
  return (
    splitChunk(edited, [
      { delta, entries, finish: 'tool_calls', together: kind === 'message' },
    ]) ?? [edited]
  );
}
