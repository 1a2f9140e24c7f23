// One thing for each delta: text, the head of one call, or arguments of one call.

import { stringOf } from '../../dialects/fields.ts';
import { editJson, rawAt, rawElements, rawMembers, type JsonEdit } from '../../json/json-edit.ts';
import { isWholeEntry } from './calls.ts';

type Fields = Record<string, unknown>;

/** A choice of a chunk, as far as its calls were read. */
export interface SaidChoice {
  readonly delta: Fields;
  /** The drafts of its entries of `tool_calls`, or whatever else is in that list. */
  readonly entries: readonly unknown[];
  readonly finish: unknown;
  /** Its entries must not be split. */
  readonly together: boolean;
}

/** Clients that look for a call drop texts beside it (LobeHub, KoboldAI Lite). */
const TEXTS = ['content', 'reasoning_content', 'reasoning'];

/** Fields that each part repeats about the response as a whole. */
export const ENVELOPE: readonly string[] = [
  'id',
  'object',
  'created',
  'model',
  'system_fingerprint',
];
/**
 * Most units of these fields in all parts, per unit of the chunk: the parts must not grow without
 * bound.
 */
const MAX_ENVELOPES = 16;

/**
 * Splits a chunk. If the first delta of a call has both its name and its arguments
 * (ggml-org/llama.cpp#22722, vllm-project/vllm#42683), clients that take the name from it lose the
 * opening brace; several calls in one delta lose all but the first (NextChat, big-AGI). So every
 * delta gets one thing: text, the head of one call, or arguments of one call.
 * @param text the chunk
 * @param choices those of the chunk, in order; null for one without calls
 * @param isWhole returns whether name and arguments of an entry are to be split
 * @returns the chunks to send instead, of which only the last has `finish_reason`, `usage`,
 * `timings` and whatever no other part has; null for a chunk that needs no splitting
 */
export function splitChunk(
  text: string,
  choices: readonly (SaidChoice | null)[],
  isWhole: (entry: unknown) => boolean = isWholeEntry,
): string[] | null {
  if (!choices.some((choice) => choice && needsSplit(choice, isWhole))) return null;
  const texts = rawElements(text, ['choices']);
  const deltas = choices.map((choice, i) =>
    choice && needsSplit(choice, isWhole) ? splitDelta(texts[i] ?? '', choice, isWhole) : [],
  );
  const count = Math.max(...deltas.map(({ length }) => length));
  const members = rawMembers(text);
  const envelope = ENVELOPE.flatMap((key) =>
    members.has(key) ? [`"${key}":${members.get(key)}`] : [],
  ).join();
  const indexes = texts.map((choice) => rawAt(choice, ['index']));
  const repeated = deltas.reduce(
    (sum, { length }, i) => sum + length * (indexes[i]?.length ?? 0),
    count * envelope.length,
  );
  if (repeated > 65_536 + MAX_ENVELOPES * text.length) return null;

  const parts: string[] = [];
  for (let part = 0; part < count - 1; part++) {
    const said = deltas.flatMap((own, i) => {
      const delta = own[part];
      if (delta === undefined) return part === 0 ? [texts[i] ?? ''] : [];
      if (part === own.length - 1)
        return [editJson(texts[i] ?? '', [{ path: ['delta'], json: delta }])];
      return [
        `{${indexes[i] == null ? '' : `"index":${indexes[i]},`}"delta":${delta},"finish_reason":null}`,
      ];
    });
    parts.push(`{${envelope}${envelope && ','}"choices":[${said.join()}]}`);
  }
  const edits = deltas.map((own, i): JsonEdit => {
    const delta = own[count - 1];
    return delta === undefined
      ? { path: ['choices', i], remove: true }
      : { path: ['choices', i, 'delta'], json: delta };
  });
  return [...parts, editJson(text, edits)];
}

function needsSplit(
  { delta, entries, together }: SaidChoice,
  isWhole: (entry: unknown) => boolean,
): boolean {
  return (
    entries.length > 0 && !together && (entries.length > 1 || hasText(delta) || isWhole(entries[0]))
  );
}

export function hasText(delta: Fields): boolean {
  return TEXTS.some((key) => stringOf(delta[key]) !== '');
}

/**
 * Splits one choice. A finish reason gets its own empty delta: deep-chat reads nothing else in that
 * chunk.
 * @param text the choice
 * @returns the deltas to send instead
 */
function splitDelta(
  text: string,
  { delta, entries, finish }: SaidChoice,
  isWhole: (entry: unknown) => boolean,
): string[] {
  const whole = rawAt(text, ['delta']) ?? '';
  const pieces = rawElements(whole, ['tool_calls']).flatMap((entry, i) =>
    isWhole(entries[i]) ? splitEntry(entry) : [entry],
  );
  const deltas = pieces.map((piece) => `{"tool_calls":[${piece}]}`);
  if (finish) deltas.push('{}');
  if (hasText(delta)) return [editJson(whole, [{ path: ['tool_calls'], remove: true }]), ...deltas];
  return [editJson(whole, [{ path: ['tool_calls'], json: `[${pieces[0]}]` }]), ...deltas.slice(1)];
}

function splitEntry(entry: string): string[] {
  const index = rawAt(entry, ['index']);
  return [
    editJson(entry, [{ path: ['function', 'arguments'], json: '""' }]),
    `{${index === null ? '' : `"index":${index},`}"function":{"arguments":${rawAt(entry, ['function', 'arguments'])}}}`,
  ];
}
