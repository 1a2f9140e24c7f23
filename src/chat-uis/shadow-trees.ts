/**
 * Shadow trees of a page: many chat windows that are embedded in other pages keep their replies in
 * one.
 */

/** Most elements that are looked through at once. */
const MAX_ELEMENTS = 20_000;

interface DomApi {
  readonly dom?: { openOrClosedShadowRoot?(element: HTMLElement): ShadowRoot | null };
}

/**
 * Returns the shadow tree of an element, null for none. A closed one too, which browsers show to
 * extensions alone (https://developer.chrome.com/docs/extensions/reference/api/dom, and
 * `Element.openOrClosedShadowRoot` in Firefox); of the page's own elements only custom ones are
 * asked for it, as the question takes longer.
 */
export function shadowTreeOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot || !element.localName.includes('-')) return element.shadowRoot;
  try {
    const inFirefox = element as Element & { openOrClosedShadowRoot?: ShadowRoot | null };
    const { chrome } = globalThis as { chrome?: DomApi };
    return (
      inFirefox.openOrClosedShadowRoot ??
      chrome?.dom?.openOrClosedShadowRoot?.(element as HTMLElement) ??
      null
    );
  } catch {
    return null;
  }
}

/**
 * @param node of the page, with all that is in it
 * @param isOurs whether a node is one of ours
 * @returns its shadow trees, and those in them
 */
export function shadowTreesIn(node: Node, isOurs: (node: Node) => boolean): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  let left = MAX_ELEMENTS;
  for (let at = -1, tree: Node | undefined = node; tree; tree = found[++at]) {
    const walker = (node.ownerDocument ?? document).createTreeWalker(tree, NodeFilter.SHOW_ELEMENT);
    for (let next: Node | null = walker.currentNode; next && left > 0; next = walker.nextNode()) {
      left -= 1;
      const shadow = next instanceof Element && !isOurs(next) ? shadowTreeOf(next) : null;
      if (shadow) found.push(shadow);
    }
  }
  return found;
}

/** @returns the element whose shadow tree an element is in; null for none */
export function shadowHostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in root
    ? (root as ShadowRoot).host
    : null;
}
