import { amberText, cssColour, mix, over, quietText, readable } from '../look/colours.ts';
import { readSurroundings } from '../look/surroundings.ts';
import type { Place } from '../places/content-place.ts';

/**
 * Gives the box colours, size and direction of the page around it.
 * @param text an element of ours whose colour is that of the page's text
 */
export function paint(box: HTMLElement, text: HTMLElement, { element, corner, sample }: Place): void {
  for (const [name, colour] of Object.entries(coloursOf(element, text))) box.style.setProperty(name, cssColour(colour));
  box.style.setProperty('--size', sample ? (styleOf(sample)?.fontSize ?? '1em') : '1em');
  // Lines start where those of the page do; each text of ours keeps its own direction.
  box.dir = styleOf(element)?.direction ?? 'ltr';
  box.classList.toggle('corner', corner);
}

function coloursOf(element: Element, ours: HTMLElement) {
  const { text, background } = readSurroundings(element, ours);
  const solid = readable(over(text, background), background);
  return {
    '--text': solid,
    '--quiet': quietText(text, background),
    '--amber': amberText(background),
    '--faint': mix(solid, background, 0.16),
    '--band': mix(solid, background, 0.07),
    '--background': background,
  };
}

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}
