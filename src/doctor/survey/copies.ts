import { arrayOf, stringOf } from '../../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../excerpt.ts';
import type { Sightings } from '../sightings.ts';

type Fields = Record<string, unknown>;

/** What was streamed of an item of Responses, or of a block of Messages. */
interface Streamed {
  readonly id: string;
  readonly type: string;
  readonly place: unknown;
  readonly name: string;
  readonly callId: string;
  /** A block of Messages had its whole input when it began. */
  readonly hasInput: boolean;
  /** The pieces of the arguments; null if none came. */
  pieces: string | null;
  /** The arguments as the event that ends them has them; null before. */
  whole: string | null;
  readonly texts: Map<unknown, string>;
  isDone: boolean;
  /** Its arguments were told to come only at its end. */
  isTold: boolean;
}

/** Items that a client needs of the last event: reasoning may be left out. */
const NEEDED = /^(?:message|function_call)$/;

/** Most items of a reply that are kept. */
const MAX_ITEMS = 1000;

/**
 * Compares what a stream says twice: the pieces of a call or a text, the item that ends it, and the
 * whole reply in the last event, of which each client keeps another one.
 */
export function createCopies(seen: Sightings) {
  let items: Streamed[] = [];

  function add(part: Fields, place: unknown): void {
    if (items.length >= MAX_ITEMS) return;
    items.push({
      id: stringOf(part.id),
      type: stringOf(part.type),
      place,
      name: stringOf(part.name),
      callId: stringOf(part.call_id),
      hasInput: isObject(part.input) && Object.keys(part.input).length > 0,
      pieces: null,
      // Some servers have all of it from the beginning.
      whole: stringOf(part.arguments) || null,
      texts: new Map(),
      isDone: false,
      isTold: false,
    });
  }

  function at(place: unknown): Streamed | undefined {
    return items.findLast((item) => item.place === place);
  }

  /** An item has ended, with all of it once more. */
  function endItem(copy: unknown, place: unknown): void {
    const item = at(place);
    if (!item || !isObject(copy)) return;
    const difference = differenceOf(item, copy);
    if (difference !== null)
      seen.add('copy-differs', `The event that ends an item repeats it with ${difference}.`);
    item.isDone = true;
    tellLate(item, copy.arguments);
  }

  /** Arguments came in an event that ends them: clients that join the pieces have none. */
  function tellLate(item: Streamed | undefined, whole: unknown): void {
    if (item?.type !== 'function_call' || item.isTold) return;
    if (item.pieces !== null || item.whole !== null) return;
    if (/^\s*(?:\{\s*\}\s*)?$/.test(stringOf(whole))) return;
    item.isTold = true;
    seen.add('arguments-at-end');
  }

  /** The reply has ended, with all of it once more. */
  function endReply(response: unknown): void {
    // An item without its end is told of already; no client runs a call that the server answered.
    const answered = items.filter(({ type }) => type === 'function_call_output');
    const needed = items.filter(
      ({ type, isDone, callId }) =>
        isDone && NEEDED.test(type) && !answered.some((item) => item.callId === callId),
    );
    // What is no list is told as such.
    if (!isObject(response) || !Array.isArray(response.output) || needed.length === 0) return;
    const copies = response.output.slice(0, 2 * MAX_ITEMS).filter(isObject);
    const missing = needed.find((item) => !copyOf(item, copies, needed));
    if (missing)
      seen.add('copy-differs', `The last event leaves out ${nameOf(missing)} that was streamed.`);
    for (const item of needed) {
      const copy = copyOf(item, copies, needed);
      const difference = copy && differenceOf(item, copy);
      if (difference)
        seen.add('copy-differs', `The last event repeats the reply with ${difference}.`);
    }
  }

  function readEvent(type: string, json: Fields): void {
    const { output_index: place, content_index: number = 0, delta } = json;
    switch (type) {
      case 'response.created':
        items = [];
        break;
      case 'response.output_item.added':
        if (isObject(json.item)) add(json.item, place);
        break;
      case 'response.function_call_arguments.delta': {
        const item = at(place);
        if (item && delta !== '') item.pieces = (item.pieces ?? '') + stringOf(delta);
        break;
      }
      case 'response.function_call_arguments.done': {
        const item = at(place);
        tellLate(item, json.arguments);
        if (item && typeof json.arguments === 'string') item.whole = json.arguments;
        break;
      }
      case 'response.output_text.delta': {
        const texts = at(place)?.texts;
        texts?.set(number, (texts.get(number) ?? '') + stringOf(delta));
        break;
      }
      case 'response.output_item.done':
        endItem(json.item, place);
        break;
      case 'response.completed':
        endReply(json.response);
        break;
      default:
    }
  }

  return {
    /** Takes the next message of a stream of Responses or Messages. */
    read(json: Fields): void {
      const { type, index, delta } = json;
      if (type === 'message_start') items = [];
      else if (type === 'content_block_start' && isObject(json.content_block))
        add(json.content_block, index);
      else if (type === 'content_block_delta' && isObject(delta) && 'partial_json' in delta) {
        const item = at(index);
        if (item && delta.partial_json !== '') item.pieces = '';
      } else if (type === 'content_block_stop') {
        const block = at(index);
        if (block?.type === 'tool_use' && block.hasInput && block.pieces === null)
          seen.add('input-at-start');
      } else if (typeof type === 'string') readEvent(type, json);
    },
  };
}

/** @returns the copy of an item in the last event; undefined if there is none */
function copyOf(
  item: Streamed,
  copies: readonly Fields[],
  items: readonly Streamed[],
): Fields | undefined {
  const alike = copies.filter(({ type }) => type === item.type);
  const known =
    alike.find(({ id }) => item.id !== '' && id === item.id) ??
    alike.find(({ call_id: id }) => item.callId !== '' && id === item.callId);
  if (known) return known;
  // Some servers give the same item another id in each event.
  return alike[items.filter(({ type }) => type === item.type).indexOf(item)];
}

/** @returns in what a copy differs from what was streamed, in words; null for nothing */
function differenceOf(item: Streamed, copy: Fields): string | null {
  if (item.type === 'function_call' && copy.type === item.type) {
    const name = stringOf(copy.name);
    if (item.name !== '' && name !== item.name)
      return `the name "${excerptOf(name, MAX_NAME)}" in place of "${excerptOf(item.name, MAX_NAME)}"`;
    const said = item.whole ?? item.pieces;
    const isOther = typeof copy.arguments === 'string' && !isSameJson(copy.arguments, said ?? '');
    return said !== null && said !== '' && isOther
      ? `other arguments of "${excerptOf(item.name, MAX_NAME)}" than were streamed`
      : null;
  }
  // The item that ends a text is compared with its pieces elsewhere.
  if (item.type !== 'message' || !item.isDone) return null;
  const said = [...item.texts.values()].join('');
  const text = arrayOf(copy.content)
    .map((part) => (isObject(part) ? stringOf(part.text) : ''))
    .join('');
  return said !== '' && text.trim() !== said.trim() ? 'another text than was streamed' : null;
}

/** Servers may write the same JSON with other spaces. */
function isSameJson(one: string, other: string): boolean {
  return one === other || JSON.stringify(parseJson(one)) === JSON.stringify(parseJson(other));
}

function nameOf({ type, name }: Streamed): string {
  return type === 'message' ? 'a text' : `the call of "${excerptOf(name, MAX_NAME)}"`;
}
