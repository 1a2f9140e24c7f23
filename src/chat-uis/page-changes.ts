/** Remembers when the parts of a page appeared and changed. */
import type { FoundPlace } from './text-place.ts';

export interface PageChanges {
  /** The page has changed. */
  observe(records: readonly MutationRecord[]): void;
  /** Returns whether a text appeared since then, or what begins there has changed. */
  isFresh(place: FoundPlace, since: number): boolean;
}

/**
 * @param options.isOurs whether a node is one of ours
 * @param options.now clock in milliseconds
 */
export function createPageChanges({
  isOurs,
  now,
}: {
  readonly isOurs: (node: Node) => boolean;
  readonly now: () => number;
}): PageChanges {
  /** When a node was first seen in the page, and when its own content changed. */
  const added = new WeakMap<Node, number>();
  const changed = new WeakMap<Node, number>();

  function isAdded(node: Node, since: number): boolean {
    return (added.get(node) ?? -1) >= since;
  }

  function isChanged(node: Node, since: number): boolean {
    return (changed.get(node) ?? -1) >= since;
  }

  return {
    observe(records) {
      const at = now();
      for (const { type, target, addedNodes, removedNodes } of records) {
        if (type === 'childList' && [...addedNodes, ...removedNodes].every(isOurs)) continue;
        if (type !== 'attributes') changed.set(target, at);
        for (const node of addedNodes) added.set(node, at);
      }
    },
    isFresh({ first, text, around, last }, since) {
      for (let node: Node | null = first; node; node = node.parentNode) if (isAdded(node, since)) return true;
      for (let node: Node | null = first; node && node !== around; node = node.parentNode)
        if (isChanged(node, since)) return true;
      for (let part: ChildNode | null = text; part; part = part === last ? null : part.nextSibling) {
        for (let node: Node | null = part; node; node = node.lastChild)
          if (isAdded(node, since) || isChanged(node, since)) return true;
      }
      return false;
    },
  };
}
