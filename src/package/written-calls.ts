import { arrayOf, stringOf } from '../normalizer/dialects/fields.ts';
import { editJson, isObject, type JsonEdit } from '../normalizer/json/json-edit.ts';
import { cutFrame, type Frame, type RunningRepair } from '../normalizer/repairs/frame-repair.ts';
import type { AddedRepair } from '../normalizer/repairs/frame-repairs.ts';
import { splitChunk } from '../normalizer/repairs/tool-calls/tool-call-split.ts';
import { MAX_TEXT, MAX_VALUE, proseOf } from '../normalizer/text/written-calls.ts';
import { readTools, type OfferedTools } from './offered-tools.ts';
import { beginsWithToken, findOpening, readCalls } from './read-calls.ts';

/** Most openings of a reply that are examined, most calls, and the units that tell an opening from other text. */
const MAX_OPENINGS = 16;
const MAX_CALLS = 32;
const MAX_OPENING = 32;
/** How much longer a call must have become to be read again: read with each delta, the time would grow with its square. */
const AGAIN_AT = 1.2;

/** Closed reasoning at the beginning of a text: Qwen and DeepSeek, Gemma, Mistral, gpt-oss. */
const THOUGHTS =
  /^\s*(?:<think>[^]*?<\/think>|<\|channel>[^]*?<channel\|>|\[THINK\][^]*?\[\/THINK\]|<\|channel\|>analysis<\|message\|>[^]*?<\|end\|>)/;

const THOUGHTS_END = /<\/think>|<channel\|>|\[\/THINK\]|<\|end\|>/g;
/** UTF-16 units of the longest tag that ends reasoning. */
const MAX_TAG = 10;

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
 * Makes real calls of those that a model wrote, if the request offers their tools, whose schemas allow the arguments. The
 * reply must be nothing else, but for closed reasoning before it; or a call begins with one of the models' own special
 * tokens directly behind a word, as no person writes it. What a text says beside a call, no program understands: it may
 * refuse it. A call in code, quotes or reasoning is none, nor what stands in the request already, in any encoding, nor
 * what is cut off. If one of several is none, all stay text, byte for byte.
 * @param body of the request; null if it is unknown
 * @returns null if the request offers no tools
 */
export function writtenCalls(body: string | null): AddedRepair | null {
  const tools = body === null ? null : readTools(body);
  return tools && { id: 'written-calls', start: (onRepair) => start(tools, onRepair) };
}

function start(tools: OfferedTools, onRepair: () => void): RunningRepair {
  /** The reply so far; null once everything passes. */
  let text: string | null = '';
  /** Where a call may begin, -1 if nowhere; the last such place that turned out to be outside of code; their number. */
  let at = -1;
  let open = -1;
  let openings = 0;
  /** The text from `at` on: to look into all of it with each delta would copy it. */
  let tail = '';
  let judged = 0;
  /** It has no words so far. */
  let isBlank = true;
  /** The end of the reply: to look into the whole with each delta would copy it. */
  let last = '';
  /** What waits, each with the offset of its text. */
  const held: { readonly frame: Frame; readonly text: string; readonly from: number }[] = [];

  /** @returns the verdict on `at`: text, the beginning of calls, or the calls with which the reply ends */
  function judge(reply: string, isWhole: boolean): 'text' | 'begun' | Call[] {
    if (at !== open && findOpening(tail, 0, tail[0] === '{') !== 0) return 'text';
    if (tail.length > MAX_VALUE) openings = MAX_OPENINGS;
    else if (at !== open && (isWhole || tail.length > MAX_OPENING)) {
      openings++;
      if (proseOf(reply)[at] === ' ') return 'text';
      open = at;
    }
    if (tail.length > MAX_VALUE) return 'text';
    judged = tail.length;
    const { calls, behind } = readCalls(tail, 0);
    if (calls.length > MAX_CALLS || behind === 'text') return 'text';
    const made = calls.map((call) => ({ name: call.name, json: tools.argumentsOf(call) }));
    if (!made.every((call): call is Call => call.json !== null)) return 'text';
    if (!isWhole) return 'begun';
    const before = reply.slice(0, at);
    if (behind !== 'end' || made.length === 0 || !isAllowed(before, tail)) return 'text';
    if (calls.some((call, k) => tools.contains(call.written, made[k]?.json ?? ''))) return 'text';
    return made;
  }

  function read(reply: string, { text: added, finish }: Said): 'text' | 'begun' | Call[] {
    if (at === -1) {
      // No tag begins before: the whole reply is not looked at again.
      const start = reply.length - added.length;
      const end = isBlank && start > 0 ? -1 : endOfTag(last, added);
      const behind =
        end !== -1 && withoutThoughts(reply.slice(0, start + end)).trim() === '' ? start + end : -1;
      const from = Math.max(0, behind - start);
      isBlank ||= behind !== -1;
      const first = findOpening(added, from, isBlank);
      isBlank &&= added.slice(from).trim() === '';
      if (first === -1) return 'text';
      tail = added.slice(first);
      at = reply.length - tail.length;
    } else {
      tail += added;
      if (at === open && finish === '' && tail.length < judged * AGAIN_AT) return 'begun';
    }
    while (openings < MAX_OPENINGS) {
      const found = judge(reply, finish !== '');
      if (found !== 'text') return found;
      const next = findOpening(tail, 1, false);
      if (next === -1) break;
      tail = tail.slice(next);
      at += next;
    }
    at = -1;
    return 'text';
  }

  /** @returns the frames that wait, with calls in place of their text; null if they cannot be written faithfully */
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
      if (text === null || !frame.fields) return null;
      // Some tell about the whole, such as the usage.
      if (held.length === 0 && isObject(frame.json) && arrayOf(frame.json.choices).length === 0)
        return null;
      const said = text.length > MAX_TEXT ? null : readChoice(frame.json);
      held.push({ frame, text: said?.text ?? '', from: text.length });
      text += said?.text ?? '';
      const found = said ? read(text, said) : 'text';
      last = (last + (said?.text ?? '')).slice(-MAX_TAG);
      if (found === 'begun')
        return flush(held.findIndex(({ from, text: one }) => from + one.length > at));
      if (!said || said.finish !== '') text = null;
      const frames = said?.finish === 'stop' && found !== 'text' ? write(found, said.kind) : null;
      if (frames) onRepair();
      const rest = flush();
      return frames ?? (rest.length > 1 ? rest : null);
    },
    flush() {
      text = null;
      return flush();
    },
  };
}

/** Returns whether a call may be made that follows a text: nothing but reasoning, or a word of one's own tokens. */
function isAllowed(before: string, call: string): boolean {
  const rest = withoutThoughts(before);
  if (rest.trim() === '') return true;
  return beginsWithToken(call) && /[\p{L}\p{N}.!?。！？]$/u.test(rest);
}

function withoutThoughts(text: string): string {
  let rest = text;
  for (let match = THOUGHTS.exec(rest); match; match = THOUGHTS.exec(rest))
    rest = rest.slice(match[0].length);
  return rest;
}

/**
 * @param before the last units in front of a delta
 * @returns where the last tag that ends reasoning ends in the delta; -1 if none does
 */
function endOfTag(before: string, delta: string): number {
  const [tag] = [...(before + delta).matchAll(THOUGHTS_END)].slice(-1);
  const end = tag ? tag.index + tag[0].length - before.length : -1;
  return end > 0 ? end : -1;
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
