import { isObject, type JsonPath } from '../json-text.ts';
import { arrayOf, firstString, textAt } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar, TextSlot } from './dialect.ts';

/**
 * OpenAI Responses (`/v1/responses`), as Hermes sends it too: text deltas, then the same text again as `done` parts,
 * items and in the final snapshot. Hermes runs its function calls itself and reports their outputs as items; on other
 * servers a function call is the client's to run, so there it is no progress.
 */
export const openaiResponses: Dialect = { id: 'openai-responses', canSkip: false, read };

function read({ json }: Message, stream: StreamSoFar): Reading | null {
  const { type } = json;
  if (typeof type !== 'string' || !type.startsWith('response.')) return null;
  const channel = `item ${firstString(json, 'item_id') ?? ''} ${Number(json.content_index ?? 0)}`;
  switch (type) {
    case 'response.output_text.delta':
      return { texts: textAt(['delta'], json.delta, channel, 'delta') };
    case 'response.output_text.done':
      return { texts: textAt(['text'], json.text, channel, 'copy'), closes: [channel] };
    case 'response.content_part.added':
    case 'response.content_part.done':
      return { texts: partTexts(json.part, ['part']) };
    case 'response.output_item.added':
    case 'response.output_item.done':
      return { texts: itemTexts(json.item, ['item']), progress: itemProgress(json, stream), callsElsewhere: isClientCall(json.item, stream) };
    case 'response.created':
    case 'response.in_progress':
      return { hermes: isObject(json.response) && json.response.model === 'hermes-agent' };
    case 'response.completed':
    case 'response.failed':
    case 'response.incomplete':
      return { texts: snapshotTexts(json.response), ends: true };
    default:
      return {};
  }
}

function partTexts(part: unknown, path: JsonPath): TextSlot[] {
  return isObject(part) && part.type === 'output_text' ? textAt([...path, 'text'], part.text, 'copy', 'copy') : [];
}

/** Only message items hold the reply; arguments and outputs of calls are left alone. */
function itemTexts(item: unknown, path: JsonPath): TextSlot[] {
  if (!isObject(item) || item.type !== 'message' || (item.role ?? 'assistant') !== 'assistant') return [];
  return arrayOf(item.content).flatMap((part, i) => partTexts(part, [...path, 'content', i]));
}

function snapshotTexts(response: unknown): TextSlot[] {
  if (!isObject(response)) return [];
  return arrayOf(response.output).flatMap((item, i) => itemTexts(item, ['response', 'output', i]));
}

function isClientCall(item: unknown, { hermes }: StreamSoFar): boolean {
  return !hermes && isObject(item) && item.type === 'function_call';
}

function itemProgress(json: Record<string, unknown>, stream: StreamSoFar): Reading['progress'] {
  const { item } = json;
  if (!stream.hermes || json.type !== 'response.output_item.added' || !isObject(item)) return [];
  const starts = item.type === 'function_call';
  if (!starts && item.type !== 'function_call_output') return [];
  return [
    {
      source: 'event',
      tool: firstString(item, 'name'),
      emoji: null,
      label: null,
      callId: firstString(item, 'call_id'),
      phase: starts ? 'running' : 'finished',
      provenance: 'server',
    },
  ];
}
