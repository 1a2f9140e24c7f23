/** An output item as an event or a list names it. */
export interface ItemName {
  readonly id: string | null;
  readonly index: number | null;
}

/** An item that a payload shows as a whole. */
export interface SeenItem extends ItemName {
  /** It holds text of the reply; otherwise reasoning, a tool's call or output, code. */
  readonly isText: boolean;
  /** It is new, and those behind it move on. */
  readonly isNew?: boolean;
}

/** A part of an item that holds text. */
export interface ItemPart extends ItemName {
  readonly part: number;
  /** It is known by the item itself that this is text of the reply; by an event, only as long as the item was not seen. */
  readonly isText: boolean | 'surely';
}

/**
 * The output items of one reply, found as the page of 0.11 and 0.12 finds them: by id, then by place, then the last. An id
 * that changes with every delta is the same item as long as its place is.
 */
export interface ReplyItems {
  /** All items there are. */
  replace(items: readonly SeenItem[]): void;
  see(item: SeenItem): void;
  /** @returns a name of this part that it keeps while the reply goes on; null where the item holds no text of the reply */
  keyOf(part: ItemPart): string | null;
}

interface Item {
  readonly key: string;
  id: string | null;
  isText: boolean | null;
}

/** More than any reply has; those beyond are known by their place alone. */
const MAX_ITEMS = 2000;

export function createReplyItems(): ReplyItems {
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
    replace(items) {
      const before = order;
      const named = new Set(items.map(({ id }) => id));
      const known = ids;
      ids = new Map();
      order = items.slice(0, MAX_ITEMS).map(({ id, isText }, at) => {
        const same = (id === null ? undefined : known.get(id)) ?? before[at];
        // Another's by its id, or taken by an item with the same one.
        const free =
          same && (same.id === id || same.id === null || !named.has(same.id)) && !(id !== null && ids.has(id));
        const item = free ? same : make(id);
        item.id = id;
        item.isText = isText;
        if (id !== null && !ids.has(id)) ids.set(id, item);
        return item;
      });
    },
    see(item) {
      const known = byId(item.id);
      const at = placeOf(item);
      if (!known && item.isNew && at < order.length && order.length < MAX_ITEMS) order.splice(at, 0, make(item.id));
      if (known) known.isText = item.isText;
      else find(item).isText ??= item.isText;
    },
    keyOf(part) {
      const item = find(part);
      if (part.isText === 'surely') item.isText = true;
      else item.isText ??= part.isText;
      return item.isText ? `${item.key} part ${part.part}` : null;
    },
  };
}
