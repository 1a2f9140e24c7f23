import { BRIDGE_READY, HOOK_READY, KEPT, PORT } from '../bridge/handoff.ts';
import { createKeptReport } from '../bridge/kept-report.ts';
import type { Answer, HookSettings, PageMessage } from '../bridge/protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import { createExtensionWatch } from './bridge/extension-watch.ts';
import { OFF, readSettings } from './bridge/received-settings.ts';
import * as natives from './realm/natives.ts';

/** The hook's end of the bridge. */
export interface HookBridge {
  send(message: PageMessage): void;
  /**
   * The extension was loaded again: another hook takes what is new, and this one goes on with the
   * replies that run.
   */
  isReplaced(): boolean;
}

/** Most messages kept until the bridge is there. */
const MAX_EARLY = 100;
/**
 * Offers the bridge to the ISOLATED world of this page.
 * @param onSettings called with the first settings and with each change; with "off" when the
 * extension was removed or reloaded
 * @param onAnswer called when a person has answered a question of an agent; a page may have made it
 * up, of any shape
 * @returns null if another hook works in this page
 */
export function openHookBridge(
  view: Window,
  onSettings: (settings: HookSettings) => void,
  onAnswer: (answer: Answer) => void,
): HookBridge | null {
  let port: MessagePort | null = null;
  /** Messages from before the bridge was connected. */
  const early: PageMessage[] = [];
  /** The last `hello`, sent again to ask whether the extension is still there. */
  let hello: PageMessage | null = null;
  /** Another bridge has announced itself, and has not been offered what this hook knows. */
  let isAnother = false;
  let isReplaced = false;
  /** Replies are read; if that was ended, nothing is known of those that were running. */
  let reads = true;
  /** The bridge has said goodbye. */
  let hasLeft = false;
  const kept = createKeptReport();
  const watch = createExtensionWatch({
    document: view.document,
    canAsk: () => port !== null && hello !== null,
    ask: () => port && natives.portPost(port, hello),
    onGone: gone,
  });
  /** Half of what the other side admits, so that asking whether it is there gets through. */
  const allow = createRateLimit(MESSAGES_PER_SECOND / 2, natives.now);

  function handOver(): void {
    natives.removeListener(view, BRIDGE_READY, handOver);
    natives.addListener(view, BRIDGE_READY, doubt);
    offer(PORT);
    if (port) for (const message of early.splice(0)) natives.portPost(port, message);
  }

  /** Offers a port. @returns whether it was taken, if the event can be cancelled */
  function offer(name: typeof PORT | typeof KEPT): boolean {
    const { port1, port2 } = natives.openChannel();
    // Nothing inherited: this dictionary would read what a page puts on Object.prototype.
    const init = { __proto__: null, ports: [port2], cancelable: name === KEPT };
    const event = new natives.NativeMessageEvent(name, init as MessageEventInit);
    const isTaken = !natives.dispatch(view, event);
    if (name === KEPT && !isTaken) return false;
    port = port1;
    natives.addListener(port1, 'message', (message) => {
      if (port === port1) receive(natives.eventData(message as MessageEvent));
    });
    natives.portStart(port1);
    return true;
  }

  function receive(data: unknown): void {
    watch.heard();
    const settings = readSettings(data);
    const { type, leaves, enabled } = (data ?? {}) as {
      readonly [Key in 'type' | 'leaves' | 'enabled']?: unknown;
    };
    if (settings && leaves === true) left();
    else if (settings) apply(settings);
    else if (type === 'answer') onAnswer(data as Answer);
    else if (type === 'still' && enabled !== true) apply(OFF);
  }

  function apply(settings: HookSettings): void {
    reads = settings.enabled;
    onSettings(settings);
  }

  /** The bridge ends: the extension was removed, or is updated, and will be there again. */
  function left(): void {
    hasLeft = true;
    watch.left();
    if (!isAnother || !handBack()) watch.expectBack();
  }

  /** @returns whether the bridge of an extension that was loaded again took what this hook knows */
  function handBack(): boolean {
    isAnother = false;
    if (!offer(KEPT) || !port) return false;
    isReplaced = true;
    hasLeft = false;
    watch.stop();
    for (const message of kept.all(reads)) natives.portPost(port, message);
    natives.portPost(port, { type: 'resumed' });
    return true;
  }

  /** Another bridge announces itself: the extension was loaded again, so ours may be gone. */
  function doubt(): void {
    isAnother = true;
    if (hasLeft && handBack()) return watch.removeTheirs();
    watch.doubt();
  }

  /** The hook must not continue alone, nor may orphaned badges stay in the page. */
  function gone(): void {
    watch.heard();
    hasLeft = false;
    if (!isAnother || !handBack()) apply(OFF);
    watch.removeTheirs();
  }

  natives.addListener(view, BRIDGE_READY, handOver);
  if (!announce(view)) {
    natives.removeListener(view, BRIDGE_READY, handOver);
    return null;
  }
  return {
    send(message) {
      if (message.type === 'hello') hello = message;
      kept.add(message);
      // Drops the excess of a flood, but never the end of a reply: its badge would run forever.
      if (!allow() && message.type !== 'reply-end') return;
      if (port) {
        natives.portPost(port, message);
        if (message.type !== 'hello') watch.sent();
      } else if (early.length < MAX_EARLY) early.push(message);
    },
    isReplaced: () => isReplaced,
  };
}

/** @returns whether no other hook works in this page */
function announce(view: Window): boolean {
  const init = { __proto__: null, cancelable: true };
  const announcement = new natives.NativeMessageEvent(HOOK_READY, init as MessageEventInit);
  return natives.dispatch(view, announcement);
}
