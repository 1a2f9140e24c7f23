/** Not a text: a page's element with an id would be found under that. The worlds of extensions share no property. */
const RUNNING = Symbol.for('stream-fixer:bridge');

/**
 * Runs a script once in its world: a page may get it by its registration and, as it was open already, once more.
 * @param start @returns what says whether it still works; one that does not is no hindrance
 */
export function once(world: object, start: () => () => boolean): void {
  const known = Object.getOwnPropertyDescriptor(world, RUNNING)?.value as (() => boolean) | undefined;
  if (!known?.()) Object.defineProperty(world, RUNNING, { value: start(), configurable: true });
}
