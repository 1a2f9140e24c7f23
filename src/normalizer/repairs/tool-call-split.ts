import { isObject } from '../json-text.ts';
import { stringOf } from './tool-call.ts';

export const TOOL_CALL_SPLIT = 'tool-call-split';

type Fields = Record<string, unknown>;

/** Clients that look for a call drop what stands beside it (LobeHub, KoboldAI Lite). */
const TEXTS = ['content', 'reasoning_content', 'reasoning'];

/**
 * The first delta of a call has its name and its arguments (ggml-org/llama.cpp#22722, vllm-project/vllm#42683): clients
 * that take the name from it lose the opening brace. Several calls in one delta lose all but the first (NextChat,
 * big-AGI). So every delta gets one thing: text, the head of one call, arguments of one call.
 * @returns the chunks to send instead, of which only the last has `finish_reason`, `usage` and `timings`; null for a chunk
 *   that needs no splitting
 */
export function splitChunk(chunk: Fields): Fields[] | null {
  const choices = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
  const split = choices.map((choice) => (isObject(choice) && isObject(choice.delta) ? splitDelta(choice.delta, choice.finish_reason) : []));
  const count = Math.max(1, ...split.map(({ length }) => length));
  if (count === 1) return null;
  const { id, object, created, model, system_fingerprint } = chunk;
  const parts: Fields[] = [];
  for (let part = 0; part < count; part++) {
    const said = choices.flatMap((choice, i) => partOf(choice, split[i] ?? [], part));
    parts.push(part === count - 1 ? { ...chunk, choices: said } : { id, object, created, model, system_fingerprint, choices: said });
  }
  return parts;
}

/** @returns what a choice says in one part; nothing where it said all before */
function partOf(choice: unknown, deltas: readonly Fields[], part: number): unknown[] {
  const delta = deltas[part];
  if (!isObject(choice) || !delta) return part === 0 ? [choice] : [];
  return [part === deltas.length - 1 ? { ...choice, delta } : { index: choice.index, delta, finish_reason: null }];
}

/**
 * @param finish a reason to finish gets an empty delta of its own: deep-chat reads no other in that chunk
 * @returns the deltas to send instead; none where nothing is called
 */
function splitDelta(delta: Fields, finish: unknown): Fields[] {
  const entries = Array.isArray(delta.tool_calls) ? delta.tool_calls.flatMap(splitEntry) : [];
  const hasText = TEXTS.some((key) => stringOf(delta[key]) !== '');
  if (entries.length === 0 || (entries.length === 1 && !hasText)) return [];
  const { tool_calls: _, ...rest } = delta;
  const deltas: Fields[] = entries.map((entry) => ({ tool_calls: [entry] }));
  if (finish) deltas.push({});
  if (hasText) return [rest, ...deltas];
  return [{ ...rest, ...deltas[0] }, ...deltas.slice(1)];
}

function splitEntry(entry: unknown): unknown[] {
  if (!isObject(entry) || !isObject(entry.function)) return [entry];
  const { name, arguments: said } = entry.function;
  if (stringOf(name) === '' || stringOf(said) === '') return [entry];
  return [
    { ...entry, function: { ...entry.function, arguments: '' } },
    { index: entry.index, function: { arguments: said } },
  ];
}
