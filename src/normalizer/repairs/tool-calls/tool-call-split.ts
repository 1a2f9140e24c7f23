import { editJson, rawAt, rawElements, rawMembers, type JsonEdit } from '../../json/json-edit.ts';
import { isWholeEntry, stringOf } from './tool-call.ts';

export const TOOL_CALL_SPLIT = 'tool-call-split';

type Fields = Record<string, unknown>;

/** What a choice of a chunk says, as far as its calls were read. */
export interface SaidChoice {
  readonly delta: Fields;
  /** The drafts of its entries of `tool_calls`, or what else is in that list. */
  readonly entries: readonly unknown[];
  readonly finish: unknown;
  /** Its entries are not to be parted. */
  readonly together: boolean;
}

/** Clients that look for a call drop what is beside it (LobeHub, KoboldAI Lite). */
const TEXTS = ['content', 'reasoning_content', 'reasoning'];

/** What each part says of the answer as a whole. */
export const ENVELOPE: readonly string[] = ['id', 'object', 'created', 'model', 'system_fingerprint'];
/** What the parts of one chunk may have of that, for each unit of the chunk: parts must not grow out of bounds. */
const MAX_ENVELOPES = 16;

/**
 * The first delta of a call has its name and its arguments (ggml-org/llama.cpp#22722, vllm-project/vllm#42683): clients
 * that take the name from it lose the opening brace. Several calls in one delta lose all but the first (NextChat,
 * big-AGI). So every delta gets one thing: text, the head of one call, arguments of one call.
 * @param text the chunk
 * @param choices those of the chunk, in order; null for one that calls nothing
 * @param isWhole tells the entries whose name and arguments are to be parted
 * @returns the chunks to send instead, of which only the last has `finish_reason`, `usage` and `timings` and all else that
 *   no other part has; null for a chunk that needs no splitting
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
  const envelope = ENVELOPE.flatMap((key) => (members.has(key) ? [`"${key}":${members.get(key)}`] : [])).join();
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
      if (part === own.length - 1) return [editJson(texts[i] ?? '', [{ path: ['delta'], json: delta }])];
      return [`{${indexes[i] == null ? '' : `"index":${indexes[i]},`}"delta":${delta},"finish_reason":null}`];
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

function needsSplit({ delta, entries, together }: SaidChoice, isWhole: (entry: unknown) => boolean): boolean {
  return entries.length > 0 && !together && (entries.length > 1 || hasText(delta) || isWhole(entries[0]));
}

function hasText(delta: Fields): boolean {
  return TEXTS.some((key) => stringOf(delta[key]) !== '');
}

/**
 * A reason to finish gets an empty delta of its own: deep-chat reads no other in that chunk.
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
