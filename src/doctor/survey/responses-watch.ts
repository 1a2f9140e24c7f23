import { firstString } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import type { Sightings } from '../sightings.ts';

/** Watches the events of OpenAI Responses: their ids, their texts, and the arguments of their calls. */
export interface ResponsesWatch {
  read(json: Record<string, unknown>): void;
  end(): void;
}

interface Item {
  /** The `item_id` of its last event. */
  id: string;
  /** Pieces of a text or of arguments, as long as they are short enough to be compared. */
  said: string;
  length: number;
  ended: boolean;
  readonly isCall: boolean;
}

/** Most texts and calls that are tracked, and UTF-16 units that are kept of each. */
const MAX_ITEMS = 256;
const MAX_SAID = 262_144;

const KINDS: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'text',
  'response.output_text.done': 'text',
  'response.function_call_arguments.delta': 'call',
  'response.function_call_arguments.done': 'call',
};

export function createResponsesWatch(seen: Sightings): ResponsesWatch {
  const items = new Map<string, Item>();

  function itemOf(json: Record<string, unknown>, kind: string, id: string): Item | undefined {
    // Without a position, there is only the id.
    const place = typeof json.output_index === 'number' ? json.output_index : id;
    const key = `${kind} ${String(place)} ${typeof json.content_index === 'number' ? json.content_index : ''}`;
    const known = items.get(key);
    if (known || items.size >= MAX_ITEMS) return known;
    const item: Item = { id, said: '', length: 0, ended: false, isCall: kind === 'call' };
    items.set(key, item);
    return item;
  }

  function readPiece(item: Item, delta: string): void {
    if (item.ended && delta !== '' && !item.isCall) seen.add('text-after-done');
    item.length += delta.length;
    if (item.length <= MAX_SAID) item.said += delta;
  }

  function readEnd(item: Item, whole: string): void {
    const isKnown = item.length > 0 && item.length === item.said.length;
    if (isKnown && item.said !== whole && !item.ended) seen.add('deltas-differ');
    item.ended = true;
  }

  return {
    read(json) {
      const type = firstString(json, 'type') ?? '';
      if (type === 'response.incomplete') readIncomplete(json);
      const kind = KINDS[type];
      if (kind === undefined) return;
      const id = firstString(json, 'item_id') ?? '';
      const item = itemOf(json, kind, id);
      if (!item) return;
      if (id !== '' && item.id !== '' && item.id !== id) seen.add('rotating-ids');
      item.id = id;
      if (typeof json.delta === 'string') readPiece(item, json.delta);
      else readEnd(item, firstString(json, 'text', 'arguments') ?? '');
    },
    end() {
      for (const { isCall, ended, said, length } of items.values()) {
        if (isCall && !ended && said.length === length && parseJson(said) === undefined) seen.add('cut-call');
      }
    },
  };

  function readIncomplete(json: Record<string, unknown>): void {
    const details = isObject(json.response) ? json.response.incomplete_details : null;
    const reason = isObject(details) ? details.reason : null;
    seen.add(reason === 'content_filter' ? 'filtered' : 'token-limit');
  }
}
