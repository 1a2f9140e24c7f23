import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';

/** An output item as named by an event or a list. */
export interface ItemName {
  readonly id: string | null;
  readonly index: number | null;
}

/** An item that a payload shows as a whole. */
export interface SeenItem extends ItemName {
  /** Whether it contains text of the reply; otherwise reasoning, a tool's call or output, code. */
  readonly isText: boolean;
  /** It is new and shifts those after it. */
  readonly isNew?: boolean;
}

/** A part of an item that contains text. */
export interface ItemPart extends ItemName {
  readonly part: number;
  /**
   * 'surely' if the item itself shows that this is text of the reply; an event's statement counts
   * only until the item is seen.
   */
  readonly isText: boolean | 'surely';
}

/** A text in the payload of a completion event. */
export interface ReplyText {
  /** Its path in the payload. */
  readonly path: JsonPath;
  readonly text: string;
  /** Null for `content`: a message's text as one string, which may contain `<details>` blocks. */
  readonly part: ItemPart | null;
  /** `append` continues a text; `open` is the whole text so far; `closed` is all of it. */
  readonly mode: 'append' | 'open' | 'closed';
}

/** The texts of a reply in one payload, and its items. */
export interface ReplyTexts {
  /** Appended texts come before whole ones. */
  readonly texts: readonly ReplyText[];
  /** The complete list of output items: any others are gone. */
  readonly list?: readonly SeenItem[] | null;
  /** Items shown one by one. */
  readonly items?: readonly SeenItem[];
  /** The payload shows that the server ran its own tools. */
  readonly ranTools?: boolean;
}

/** A text of an item, before it is known which one. */
type PartText = ReplyText & { readonly part: ItemPart };

/** Events whose text the page writes into the parts of an item. */
const TEXT_EVENT = /^response\.(?:(?:output_)?text|(reasoning)_text)\.(delta|done)$/;
const FINAL_EVENT = /^response\.(?:completed|failed|incomplete)$/;
/**
 * Items that are not text of the reply. The page shows the texts of all others, even of types that
 * it does not know.
 */
const OTHER_ITEM = /^(?:reasoning$|open_webui:)|_(?:call|output)$/;
/** Higher indices are ignored: the page would fill all places before them. */
const MAX_INDEX = 1_000_000;

/**
 * Reads the payload of `chat:completion` and `response:completion`. Its meaning changed five times:
 * chunks of the model's server (0.5, and later with ENABLE_REALTIME_CHAT_SAVE), whole `content`
 * (0.5.7 to 0.7), `content` and `output` (0.8, 0.9), `output` alone (0.10, 0.11), events of the
 * Responses API (from 0.11.1), `output` with the type of such an event (Continue Response of 0.11
 * and 0.12). So every field is read, whichever others there are.
 */
export function readReplyTexts(payload: Record<string, unknown>): ReplyTexts {
  const type = typeof payload.type === 'string' ? payload.type : '';
  const response = isObject(payload.response) ? payload.response : {};
  const open = payload.done !== true && !FINAL_EVENT.test(type);
  const goesOn = open && !type.endsWith('.done');
  const output = arrayOf(payload.output);
  const snapshot = arrayOf(response.output);
  const shown = isObject(payload.item) ? [payload.item] : [];

  const texts = [
    ...readChoice(payload.choices),
    ...readEventText(payload, type),
    ...readPart(payload.part, ['part'], nameIn(payload, type), goesOn),
    ...shown.flatMap((item) => readItem(item, indexOf(payload.output_index), ['item'], goesOn)),
    ...readItems(output, ['output'], open),
    ...readItems(snapshot, ['response', 'output'], open),
    ...readContent(payload.content, open),
  ];
  return {
    texts,
    list: Array.isArray(payload.output) ? output.map(seenItem) : null,
    items: [
      ...shown.map((item) => ({
        ...seenItem(item, indexOf(payload.output_index)),
        isNew: type === 'response.output_item.added',
      })),
      ...snapshot.map(seenItem),
    ],
    ranTools: [...output, ...snapshot, ...shown].some(isToolItem) || hasToolBlock(payload.content),
  };
}

function isToolItem(item: unknown): boolean {
  return isObject(item) && item.type !== 'message' && item.type !== 'reasoning';
}

/** Returns whether the text contains a tool as a block, as up to 0.9. */
function hasToolBlock(content: unknown): boolean {
  return (
    typeof content === 'string' && /<details type="(?:tool_calls|code_interpreter)"/.test(content)
  );
}

function readContent(content: unknown, open: boolean): readonly ReplyText[] {
  return textAt(['content'], content, null, open ? 'open' : 'closed');
}

/** Reads the first choice, as the page does. */
function readChoice(choices: unknown): readonly ReplyText[] {
  const [choice] = arrayOf(choices);
  if (!isObject(choice)) return [];
  return ['delta', 'message'].flatMap((key) => {
    const part = choice[key];
    return isObject(part)
      ? textAt(['choices', 0, key, 'content'], part.content, null, 'append')
      : [];
  });
}

function readEventText(event: Record<string, unknown>, type: string): readonly ReplyText[] {
  const end = TEXT_EVENT.exec(type)?.[2];
  if (end === undefined) return [];
  const part = nameIn(event, type);
  return end === 'delta'
    ? textAt(['delta'], event.delta, part, 'append')
    : textAt(['text'], event.text, part, 'closed');
}

/** Names the part that an event is about. The page creates unknown ones, by the event's type. */
function nameIn(event: Record<string, unknown>, type: string): ItemPart {
  return {
    id: idOf(event.item_id),
    index: indexOf(event.output_index),
    part: indexOf(event.content_index) ?? 0,
    isText: !type.includes('reasoning') && !type.includes('function_call'),
  };
}

function idOf(id: unknown): string | null {
  return typeof id === 'string' && id !== '' ? id : null;
}

function indexOf(index: unknown): number | null {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index <= MAX_INDEX
    ? index
    : null;
}

function seenItem(item: unknown, index: number | null): SeenItem {
  return { id: isObject(item) ? idOf(item.id) : null, index, isText: isTextItem(item) };
}

/**
 * Returns whether an item contains text of the reply; reasoning, calls, their results, code and
 * words of a person are left alone.
 */
function isTextItem(item: unknown): item is Record<string, unknown> {
  return (
    isObject(item) &&
    !(typeof item.type === 'string' && OTHER_ITEM.test(item.type)) &&
    (item.role ?? 'assistant') === 'assistant'
  );
}

/** Reads a list of output items. The last of them may continue as long as the reply does. */
export function readItems(items: unknown, path: JsonPath, open: boolean): readonly PartText[] {
  const list = arrayOf(items);
  return list.flatMap((item, i) => readItem(item, i, [...path, i], open && i === list.length - 1));
}

function readItem(
  item: unknown,
  index: number | null,
  path: JsonPath,
  open: boolean,
): readonly PartText[] {
  if (!isTextItem(item)) return [];
  const goesOn = open && item.status !== 'completed';
  const parts = arrayOf(item.content);
  return parts.flatMap((part, i) => {
    const name = { id: idOf(item.id), index, part: i, isText: 'surely' } as const;
    return readPart(part, [...path, 'content', i], name, goesOn && i === parts.length - 1);
  });
}

/** Reads a part. The page shows the text of every part, whatever its type. */
function readPart(
  part: unknown,
  path: JsonPath,
  name: ItemPart,
  open: boolean,
): readonly PartText[] {
  return isObject(part) ? textAt([...path, 'text'], part.text, name, open ? 'open' : 'closed') : [];
}

function textAt<Part extends ItemPart | null>(
  path: JsonPath,
  text: unknown,
  part: Part,
  mode: ReplyText['mode'],
): readonly (ReplyText & { readonly part: Part })[] {
  return typeof text === 'string' ? [{ path, text, part, mode }] : [];
}

interface Item {
  readonly key: string;
  id: string | null;
  isText: boolean | null;
}

/** More than any reply has; further ones are known by their position alone. */
const MAX_ITEMS = 2000;

/**
 * The output items of one reply, found as the page of 0.11 and 0.12 finds them: by id, then by
 * position, then the last. An item whose id changes with every delta is the same as long as its
 * position is.
 */
export function createReplyItems() {
  /** May have holes: deltas may begin anywhere. */
  let order: (Item | undefined)[] = [];
  let ids = new Map<string, Item>();
  let made = 0;

  function make(id: string | null): Item {
    const item: Item = { key: `item ${made++}`, id, isText: null };
    if (id !== null && !ids.has(id)) ids.set(id, item);
    return item;
  }

  function byId(id: string | null): Item | undefined {
    return id === null ? undefined : ids.get(id);
  }

  function placeOf({ index }: ItemName): number {
    return index ?? Math.max(order.length - 1, 0);
  }

  function find(name: ItemName): Item {
    const known = byId(name.id);
    if (known) return known;
    const at = placeOf(name);
    if (at >= MAX_ITEMS) return { key: `far ${at}`, id: null, isText: null };
    return (order[at] ??= make(name.id));
  }

  return {
    /** Sets the complete list of items. */
    replace(items: readonly SeenItem[]): void {
      const before = order;
      const named = new Set(items.map(({ id }) => id));
      const known = ids;
      ids = new Map();
      order = items.slice(0, MAX_ITEMS).map(({ id, isText }, at) => {
        const same = (id === null ? undefined : known.get(id)) ?? before[at];
        // Not if the id of the item there belongs to another, or if another item has taken this id.
        const free =
          same &&
          (same.id === id || same.id === null || !named.has(same.id)) &&
          !(id !== null && ids.has(id));
        const item = free ? same : make(id);
        item.id = id;
        item.isText = isText;
        if (id !== null && !ids.has(id)) ids.set(id, item);
        return item;
      });
    },
    see(item: SeenItem): void {
      const known = byId(item.id);
      const at = placeOf(item);
      if (!known && item.isNew && at < order.length && order.length < MAX_ITEMS)
        order.splice(at, 0, make(item.id));
      if (known) known.isText = item.isText;
      else find(item).isText ??= item.isText;
    },
    /**
     * @returns a key of this part, stable for the whole reply; null if the item contains no text of
     * the reply
     */
    keyOf(part: ItemPart): string | null {
      const item = find(part);
      if (part.isText === 'surely') item.isText = true;
      else item.isText ??= part.isText;
      return item.isText ? `${item.key} part ${part.part}` : null;
    },
  };
}
