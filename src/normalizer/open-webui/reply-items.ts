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
   * 'surely' if the item itself shows that this is text of the reply; an event's statement counts only until the item
   * is seen.
   */
  readonly isText: boolean | 'surely';
}

/**
 * The output items of one reply, found as the page of 0.11 and 0.12 finds them: by id, then by position, then the last.
 * An item whose id changes with every delta is the same as long as its position is.
 */
export interface ReplyItems {
  /** Sets the complete list of items. */
  replace(items: readonly SeenItem[]): void;
  see(item: SeenItem): void;
  /** @returns a key of this part, stable for the whole reply; null if the item contains no text of the reply */
  keyOf(part: ItemPart): string | null;
}

interface Item {
  readonly key: string;
  id: string | null;
  isText: boolean | null;
}

/** More than any reply has; further ones are known by their position alone. */
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
        // Not if the id of the item there belongs to another, or if another item has taken this id.
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
