/** Moves the box of one reply's badges, unless somebody prefers reduced motion. */

/** Longest animation, in milliseconds: text below must be still before it is read on. */
const MOVE = 110;

/** Changes what is in the box; everything below glides to its new place. */
export function moveWith(host: HTMLElement, box: HTMLElement, change: () => void): void {
  const before = host.isConnected ? box.offsetHeight : 0;
  change();
  if (!host.isConnected) return;
  const after = box.offsetHeight;
  if (after === before || prefersStillness(host.ownerDocument)) return;
  box.animate(
    [
      { height: `${before}px`, overflow: 'clip' },
      { height: `${after}px`, overflow: 'clip' },
    ],
    { duration: MOVE, easing: 'ease-out' },
  );
}

/** Fades the box out and removes its host. */
export function fadeOut(host: HTMLElement, box: HTMLElement): void {
  const document = host.ownerDocument;
  if (!host.isConnected || prefersStillness(document)) {
    host.remove();
    return;
  }
  const { offsetHeight } = box;
  const fade = box.animate(
    [
      { opacity: 1, height: `${offsetHeight}px`, overflow: 'clip' },
      { opacity: 0, height: '0', paddingBlock: '0', overflow: 'clip' },
    ],
    { duration: MOVE, easing: 'ease-out', fill: 'forwards' },
  );
  fade.addEventListener('finish', () => host.remove());
  // A background tab runs no animation to its end.
  if (document.hidden) host.remove();
}

function prefersStillness(document: Document): boolean {
  return document.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? true;
}
