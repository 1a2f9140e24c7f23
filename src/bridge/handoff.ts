/**
 * How the two worlds meet: both run at document_start, before any script of the page, and each announces itself once; the
 * second announcement makes the hook hand a MessagePort over in a synchronous event. That works in either order, in both
 * browsers, with no secret. `window.postMessage` would be asynchronous and visible to every `message` listener of the page.
 *
 * A page that was open when its site was switched on gets both scripts then. A second hook is prevented: its announcement
 * can be cancelled, which the bridge does while it has a hook.
 */
export const HOOK_READY = 'stream-fixer:hook-ready';
export const BRIDGE_READY = 'stream-fixer:bridge-ready';
export const PORT = 'stream-fixer:port';
