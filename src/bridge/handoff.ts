/**
 * How the two worlds meet. Hook and bridge run at document_start, before any script of the page,
 * and each announces itself once; on the second announcement the hook hands over a MessagePort in a
 * synchronous event. That works in either order, in both browsers, without a secret.
 * `window.postMessage` would be asynchronous and visible to every `message` listener of the page.
 *
 * If a page was already open when its site was switched on, it gets all scripts at that moment. A
 * second hook is prevented: its announcement can be cancelled, which the bridge does while it has a
 * hook.
 *
 * An extension that is updated or reloaded leaves its hook behind, with the replies that it reads.
 * Once its own bridge is gone and another one is there, that hook offers it a port of its own
 * (`KEPT`): it says again what it had reported, goes on with the replies that run, and leaves
 * everything new to the new hook.
 */
export const HOOK_READY = 'stream-fixer:hook-ready';
export const BRIDGE_READY = 'stream-fixer:bridge-ready';
export const PORT = 'stream-fixer:port';
export const KEPT = 'stream-fixer:kept';

/**
 * Returns whether a document is sandboxed: it has the address of its site, but not its origin, and
 * may show what anybody wrote. Browsers run our scripts there all the same, so these have to stay
 * away themselves.
 */
export function isSandboxed({ origin }: Pick<Window, 'origin'>): boolean {
  return origin === 'null';
}
