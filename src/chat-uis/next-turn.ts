/**
 * Predicts where the reply to a question will appear, in pages that add an empty message as soon as a question is
 * asked: in the twin of the question's element. The same code renders both, so the elements around the two texts are
 * alike. Anything that might be something else, such as the time or the buttons below a question, is not accepted as a
 * twin.
 */

/** Most elements between a text and the list of messages. */
const MAX_DEPTH = 10;
/**
 * Smallest share of classes that two messages without inner boxes have in common. Any two elements may share one for
 * their layout.
 */
const A_THIRD = 1 / 3;

/**
 * @param text the element around what the person said
 * @param options.passes whether an element between the two messages is ours and to be skipped
 * @returns the element where the reply will be; null if the page shows none, or it cannot be determined
 */
export function nextTurn(
  text: Element,
  { passes }: { readonly passes: (element: Element) => boolean },
): Element | null {
  const path: Element[] = [];
  for (
    let row: Element | null = text;
    row?.parentElement && row !== text.ownerDocument.body && path.length < MAX_DEPTH;
    row = row.parentElement
  ) {
    let next = row.nextElementSibling;
    while (next && passes(next)) next = next.nextElementSibling;
    const twin = next && twinIn(next, row, path);
    if (twin) return twin;
    path.unshift(row);
  }
  return null;
}

/** @param path from below `row` to the element of the question's text */
function twinIn(next: Element, row: Element, path: readonly Element[]): Element | null {
  if (next.localName !== row.localName || next.getClientRects().length === 0) return null;
  if (path.length === 0)
    return sharedClasses(next, row) >= A_THIRD && next.childElementCount === 0 && next.textContent.trim() === ''
      ? next
      : null;
  let twin = next;
  let depth = 0;
  for (const part of path) {
    const index = part.parentElement ? [...part.parentElement.children].indexOf(part) : 0;
    const same = twin.children[index];
    const alike = same && isAlike(same, part) ? same : [...twin.children].find((child) => isAlike(child, part));
    if (!alike) break;
    twin = alike;
    depth += 1;
  }
  // The text itself may be in a different kind of element: a reply is Markdown, and a question often is not.
  if (depth === 0 || depth < path.length - 1) return null;
  for (let [only] = twin.children; twin.childElementCount === 1 && only?.localName === 'div'; [only] = twin.children)
    twin = only;
  return twin;
}

function isAlike(a: Element, b: Element): boolean {
  if (a.localName !== b.localName) return false;
  return (a.classList.length === 0 && b.classList.length === 0) || sharedClasses(a, b) > 0;
}

/** @returns the share of all classes of two elements that both have, 0 to 1 */
function sharedClasses(a: Element, b: Element): number {
  const shared = [...a.classList].filter((name) => b.classList.contains(name)).length;
  const all = a.classList.length + b.classList.length - shared;
  return all === 0 ? 0 : shared / all;
}
