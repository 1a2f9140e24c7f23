import { isObject, type JsonPath } from '../json/json-edit.ts';
import { arrayOf, factOf, firstString, nameOf, stringOf, textAt, tokensIn } from './fields.ts';
import { readResult } from '../progress/outcome.ts';
import type { Dialect, Message, Reading, StreamSoFar, TextSlot } from './dialect.ts';

/**
 * OpenAI Responses (`/v1/responses`), which Hermes offers too: text deltas, then the same text
 * again as `done` parts, as items and in the final snapshot. Hermes runs its function calls itself
 * and reports their outputs as items; on other servers a function call is the client's to run, so
 * it is not progress there.
 */
export const openaiResponses: Dialect = { id: 'openai-responses', read };

function read({ json }: Message, stream: StreamSoFar): Reading | null {
  const { type } = json;
  if (json.object === 'response' && type === undefined) return readWhole(json, stream);
  if (typeof type !== 'string' || !type.startsWith('response.')) return null;
  const channel = channelOf(json);
  switch (type) {
    case 'response.output_text.delta':
      return { texts: textAt(['delta'], json.delta, channel, 'delta') };
    case 'response.output_text.done':
      return { texts: textAt(['text'], json.text, channel, 'copy'), closes: [channel] };
    case 'response.content_part.added':
    case 'response.content_part.done':
      return {
        texts: partTexts(json.part, ['part'], 'copy'),
        opens: type.endsWith('added') && isText(json.part) ? [channel] : [],
      };
    case 'response.output_item.added':
    case 'response.output_item.done':
      return {
        texts: itemTexts(json.item, ['item'], 'copy'),
        progress: itemProgress(json, stream),
        callsElsewhere: isClientCall(json.item, stream),
      };
    case 'response.created':
    case 'response.in_progress':
      return { hermes: isObject(json.response) && json.response.model === 'hermes-agent' };
    case 'response.completed':
    case 'response.failed':
    case 'response.incomplete': {
      const used = isObject(json.response) ? tokensIn(json.response) : null;
      const texts = snapshotTexts(json.response, ['response'], 'copy');
      return { texts, ...(used && { used }), ends: true };
    }
    default:
      return {};
  }
}

const ANSWER = 'answer';

/** Reads a response that is not streamed. */
function readWhole(json: Record<string, unknown>, { hermes }: StreamSoFar): Reading | null {
  if (!Array.isArray(json.output) && typeof json.output_text !== 'string') return null;
  const isHermes = hermes || json.model === 'hermes-agent';
  return {
    texts: snapshotTexts(json, [], 'whole'),
    hermes: isHermes,
    callsElsewhere:
      !isHermes &&
      arrayOf(json.output).some((item) => isObject(item) && item.type === 'function_call'),
  };
}

/**
 * Names the channel by the position of the item in the response and of the part in the item. Where
 * a server encrypts item ids, they change with every delta (vercel/ai#18548,
 * BerriAI/litellm#30071).
 */
function channelOf({ output_index, content_index, item_id }: Record<string, unknown>): string {
  const item = nameOf('item', output_index ?? item_id);
  return item === '' ? '' : nameOf(item, content_index ?? 0);
}

function isText(part: unknown): part is Record<string, unknown> {
  return isObject(part) && part.type === 'output_text';
}

function partTexts(part: unknown, path: JsonPath, kind: TextSlot['kind']): TextSlot[] {
  return isText(part)
    ? textAt([...path, 'text'], part.text, kind === 'copy' ? 'copy' : ANSWER, kind)
    : [];
}

/**
 * Finds the texts of an item. Only message items contain the reply; arguments and outputs of calls
 * are left alone.
 */
function itemTexts(item: unknown, path: JsonPath, kind: TextSlot['kind']): TextSlot[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant')
    return [];
  return arrayOf(item.content).flatMap((part, i) => partTexts(part, [...path, 'content', i], kind));
}

/**
 * Finds the texts of a snapshot. `output_text`, which clients add and some servers send, is all
 * parts joined.
 */
function snapshotTexts(response: unknown, path: JsonPath, kind: 'whole' | 'copy'): TextSlot[] {
  if (!isObject(response)) return [];
  const parts = arrayOf(response.output).flatMap((item, i) =>
    itemTexts(item, [...path, 'output', i], kind),
  );
  return [
    ...parts,
    ...textAt(
      [...path, 'output_text'],
      response.output_text,
      ANSWER,
      parts.length > 0 ? 'copy' : kind,
    ),
  ];
}

function isClientCall(item: unknown, { hermes }: StreamSoFar): boolean {
  return !hermes && isObject(item) && item.type === 'function_call';
}

function itemProgress(json: Record<string, unknown>, stream: StreamSoFar): Reading['progress'] {
  const { item } = json;
  if (!stream.hermes || json.type !== 'response.output_item.added' || !isObject(item)) return [];
  const starts = item.type === 'function_call';
  if (!starts && item.type !== 'function_call_output') return [];
  const input = stringOf(item.arguments);
  const call = { tool: firstString(item, 'name'), callId: firstString(item, 'call_id') };
  const { phase, receipt } = starts
    ? { phase: 'running' as const, receipt: { input } }
    : readResult(item.output, firstString(item, 'name'));
  return [factOf(phase, { ...call, ...(!(starts && input === '') && { receipt }) })];
}
