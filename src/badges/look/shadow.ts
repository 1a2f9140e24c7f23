/** Our own shadow roots in a foreign page. */
import { HOST_NAME } from './host-name.ts';
import badgeStyles from './badges.css?inline';
import { DIRECTION } from '../texts.ts';

/** All elements created here. */
const hosts = new WeakSet<Node>();

export interface ShadowHost {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
}

/** @returns an element that is not in the page yet, with a closed, styled shadow root */
export function createShadowHost(document: Document): ShadowHost {
  const made = attach(document, HOST_NAME) ?? attach(document, 'span');
  if (!made) throw new Error('This page lets no element have a shadow root.');
  addStyles(document, made.root);
  hosts.add(made.host);
  return made;
}

export function isShadowHost(node: Node): boolean {
  return hosts.has(node);
}

/**
 * @returns null if a page has defined the name as a custom element of its own: `attachInternals`
 * would give it the closed root of such an element. It cannot define `span`, nor get a root that is
 * older than its class
 */
function attach(document: Document, name: string): ShadowHost | null {
  try {
    const host = document.createElement(name);
    if (name !== HOST_NAME) host.className = HOST_NAME;
    else if (host.matches(':defined')) return null;
    return { host, root: host.attachShadow({ mode: 'closed' }) };
  } catch {
    return null;
  }
}

/**
 * Constructed sheets are exempt from the page's Content-Security-Policy. Content scripts of older
 * Firefoxes were refused them (https://bugzilla.mozilla.org/show_bug.cgi?id=1751346; accepted in
 * 153); there style elements are exempt.
 */
function addStyles(document: Document, root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(badgeStyles);
    root.adoptedStyleSheets = [sheet];
    if (root.adoptedStyleSheets.length === 1) return;
  } catch {
    // Refused: the style element below does the same.
  }
  const style = document.createElement('style');
  style.textContent = badgeStyles;
  root.append(style);
}

/** Creates an element with a class and, if given, a text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Creates the same for texts of ours: they keep their direction whatever the page's is. */
export function makeText<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const element = make(document, name, className, text);
  element.dir = DIRECTION;
  return element;
}

/**
 * Writes only differences: setting the same text again would restart a screen reader and cost a
 * layout.
 */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
