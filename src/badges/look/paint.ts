/** Takes the colours of badges from the page's own computed styles. */
import { shadowHostOf } from '../../chat-uis/shadow-trees.ts';
import type { Place } from '../placement.ts';
import {
  AMBER,
  BLACK,
  cssColour,
  isDark,
  mix,
  over,
  parseColour,
  quietText,
  readable,
  RED,
  signalText,
  WHITE,
  type Colour,
} from './colours.ts';

/**
 * Gives the box colours, size and direction of the page around it.
 * @param text an element of ours whose colour is that of the page's text
 */
export function paint(
  box: HTMLElement,
  text: HTMLElement,
  { element, corner, sample }: Place,
): void {
  for (const [name, colour] of Object.entries(coloursOf(element, text)))
    box.style.setProperty(name, cssColour(colour));
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
    '--amber': signalText(AMBER, background),
    '--red': signalText(RED, background),
    '--faint': mix(solid, background, 0.16),
    '--band': mix(solid, background, 0.07),
    '--background': background,
  };
}

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}

export interface Surroundings {
  readonly text: Colour;
  readonly background: Colour;
}

/**
 * @param element the page's element around the badge
 * @param probe an element of ours in the same place, used to resolve colour notations; its colour
 * is restored
 * @returns opaque background and text colour as the eye sees them; a picture behind the text counts
 * as plain black or white, whichever makes the text legible
 */
export function readSurroundings(element: Element, probe: HTMLElement): Surroundings {
  const view = element.ownerDocument.defaultView;
  const resolve = createResolver(probe);
  const text = (view && resolve(view.getComputedStyle(element).color)) ?? BLACK;
  const background = view ? backgroundOf(element, view, resolve) : WHITE;
  return { text, background: background ?? (isDark(text) ? WHITE : BLACK) };
}

type Resolve = (colour: string) => Colour | null;

/**
 * Pages use oklch(), lab(), color(): the browser itself converts them when asked to mix in sRGB.
 */
function createResolver(probe: HTMLElement): Resolve {
  return function resolve(colour) {
    const known = parseColour(colour);
    if (known) return known;
    probe.style.color = '';
    probe.style.color = `color-mix(in srgb, ${colour}, ${colour})`;
    const view = probe.ownerDocument.defaultView;
    const resolved =
      view && probe.style.color !== '' ? parseColour(view.getComputedStyle(probe).color) : null;
    probe.style.color = '';
    return resolved;
  };
}

/** Null if there is a picture between the text and the first opaque colour. */
function backgroundOf(element: Element, view: Window, resolve: Resolve): Colour | null {
  const layers: Colour[] = [];
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const style = view.getComputedStyle(at);
    if (style.backgroundImage !== 'none') return null;
    const layer = resolve(style.backgroundColor);
    if (!layer || layer.alpha === 0) continue;
    layers.push(layer);
    if (layer.alpha === 1) return flatten(layers);
  }
  layers.push(resolve('Canvas') ?? WHITE);
  return flatten(layers);
}

/** @param layers from the text downwards, the last one opaque */
function flatten(layers: readonly Colour[]): Colour {
  return layers.reduceRight((below, layer) => over(layer, below), WHITE);
}

function parentOf(element: Element): Element | null {
  return element.parentElement ?? shadowHostOf(element);
}
