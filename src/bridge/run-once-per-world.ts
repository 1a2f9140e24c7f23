import { browser } from 'wxt/browser';

/**
 * A symbol, because `window` exposes elements of the page under their ids as strings. Worlds of
 * extensions do not share properties.
 */
const RUNNING = Symbol.for('stream-fixer:bridge');

/**
 * Runs a script once in its world. An open page may get it twice: by its registration and by direct
 * injection.
 * @param start returns a function that says whether the script still works; if not, the next one
 * may start
 */
export function runOncePerWorld(world: object, start: () => () => boolean): void {
  const known = Object.getOwnPropertyDescriptor(world, RUNNING)?.value as
    | (() => boolean)
    | undefined;
  if (!known?.()) Object.defineProperty(world, RUNNING, { value: start(), configurable: true });
}

/**
 * Was the extension reloaded, updated or removed while this page is open? Then none of its scripts
 * here works.
 */
export function isOrphaned(): boolean {
  return !browser.runtime?.id;
}
