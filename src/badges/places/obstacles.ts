/** Finds what people type into or press, as currently visible in the window. */
import type { Box } from './free-spot.ts';
import { isShadowHost } from '../look/shadow.ts';

const CONTROLS =
  'button, input:not([type="hidden"]), textarea, select, summary, video[controls], audio[controls], [contenteditable]:not([contenteditable="false" i]), ' +
  '[role="button"], [role="textbox"], [role="searchbox"], [role="combobox"], [role="switch"], [role="checkbox"], [role="slider"]';

/** @returns the boxes of all controls in the window, including those in open shadow roots */
export function findObstacles(view: Window): Box[] {
  const { innerWidth, innerHeight, document } = view;
  const boxes: Box[] = [];
  for (const root of rootsIn(document)) {
    for (const control of root.querySelectorAll(CONTROLS)) {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const inView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left && bottom > top;
      if (inView && view.getComputedStyle(control).visibility === 'visible') boxes.push({ left, top, right, bottom });
    }
  }
  return boxes;
}

function rootsIn(document: Document): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of document.querySelectorAll('*')) {
    if (element.shadowRoot && !isShadowHost(element)) roots.push(element.shadowRoot);
  }
  return roots;
}
