/**
 * Changed nodes remembered, half of them the first ones, as the words of a reply become known when
 * it uses a tool, and half the latest ones, as a page may change much else before it draws a text
 * (Google ADK's: 100 nodes for each event).
 */
const MAX_CHANGED = 500;
/** Nodes that are added at once beyond which their parent is remembered in place of them. */
const MAX_ADDED = 50;

/**
 * The parts of a page that were added or changed.
 * @param isOurs whether a node is one of ours
 * @param now clock in milliseconds
 */
export function createChanges(isOurs: (node: Node) => boolean, now: () => number) {
  /** In either, the latest is the last. */
  const first = new Map<Node, number>();
  const latest = new Map<Node, number>();

  function add(node: Node, at: number): void {
    if (isOurs(node) || isTextless(node)) return;
    first.delete(node);
    latest.delete(node);
    (first.size < MAX_CHANGED / 2 ? first : latest).set(node, at);
    const [oldest] = latest.size > MAX_CHANGED / 2 ? latest.keys() : [];
    if (oldest) latest.delete(oldest);
  }

  /** Drops what is older, or in the page no more. */
  function forget(before: number): void {
    for (const some of [first, latest])
      for (const [node, at] of some) if (at < before || !node.isConnected) some.delete(node);
  }

  /** @returns those in the page that changed at such a time, from the earliest on */
  function when(isMeant: (at: number) => boolean): Node[] {
    return [...first, ...latest]
      .filter(([node, at]) => isMeant(at) && node.isConnected)
      .toSorted(([, a], [, b]) => a - b)
      .map(([node]) => node);
  }

  return {
    forget,
    note(
      records: readonly MutationRecord[],
      trees: readonly ShadowRoot[],
      neededSince: () => number,
    ): void {
      const at = now();
      if (first.size >= MAX_CHANGED / 2) forget(neededSince());
      const batch = new Set<Node | null>();
      /**
       * Frameworks add an element and then, one by one, what is in it, and some (Google ADK's) do
       * so several times over: what is gone again is no place for a text, and what is inside is
       * searched with what it is in.
       */
      function addNew(node: Node): void {
        if (!node.isConnected) return;
        if (!batch.has(node.parentNode)) add(node, at);
        batch.add(node);
      }
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData' || addedNodes.length > MAX_ADDED) add(target, at);
        else for (const node of addedNodes) addNew(node);
      }
      for (const tree of trees) add(tree, at);
    },
    when,
    /** @returns those since then, from the earliest or from the latest on */
    since(time: number, earliest: boolean): Node[] {
      const nodes = when((at) => at >= time);
      return earliest ? nodes : nodes.toReversed();
    },
  };
}

/**
 * Returns whether no text can be in a node: pages change many of these. A text that is blank says
 * so when it changes.
 */
function isTextless(node: Node): boolean {
  if (node.nodeType === Node.TEXT_NODE) return !/\S/.test((node as Text).data);
  return node.nodeType === Node.COMMENT_NODE || node instanceof SVGElement;
}
