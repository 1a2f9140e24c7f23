import { BRIDGE_READY, HOOK_READY, KEPT, PORT } from './handoff.ts';
import {
  readPageMessage,
  type Answer,
  type HookOff,
  type HookSettings,
  type PageMessage,
  type SiteState,
} from './protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import { BATCHES_PER_SECOND } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';

export interface PageBridgeOptions {
  /**
   * Called with every valid message within the rate limit.
   * @param isAgain it was reported before the extension was loaded again
   */
  readonly onMessage: (message: PageMessage, isAgain: boolean) => void;
  /**
   * Called when another hook announces itself: the extension may have been reloaded under this
   * page.
   */
  readonly isAlive: () => boolean;
  /** Stops listening. */
  readonly signal: AbortSignal;
}

/** Hooks of earlier extensions that are heard: a page may offer any number. */
const MAX_KEPT = 3;
/** More than the number of any reply. */
const NUMBERS = 10_000_000;

/**
 * The extension's end of the bridge. What comes from the page is hostile input and is validated
 * here. Waits for the hook of this page and listens to it.
 */
export function openPageBridge(view: Window, { onMessage, isAlive, signal }: PageBridgeOptions) {
  let port: MessagePort | null = null;
  /** Of hooks that an earlier extension has left in the page. */
  let kept: MessagePort[] = [];
  let settings: HookSettings | HookOff | null = null;
  const now = (): number => performance.now();
  const allow = createRateLimit(MESSAGES_PER_SECOND, now);
  /** Frames may be large and slow to check; the relay has its own limit for those it passes on. */
  const allowInspected = createRateLimit(2 * BATCHES_PER_SECOND, now);
  /** No hook is connected, either not yet or no longer. */
  let free = true;

  function announce(): void {
    view.dispatchEvent(new MessageEvent(BRIDGE_READY));
  }

  /**
   * Answers a hook that announces itself. A page may dispatch this event too: then it learns that
   * there is a hook, or gets what the hook would have got.
   */
  function meet(event: Event): void {
    if (free) announce();
    else if (isAlive()) event.preventDefault();
  }

  /**
   * Reads only the type of messages beyond the limit. The end of a reply always counts: without it
   * a badge would run forever.
   */
  function read(data: unknown): PageMessage | null {
    const { type } = isObject(data) ? data : {};
    if (!allow() && type !== 'reply-end') return null;
    if (type === 'inspected' && !allowInspected()) return null;
    return readPageMessage(data);
  }

  function receive(event: Event): void {
    const [handed] = event instanceof MessageEvent ? event.ports : [];
    if (!handed || !free) return;
    event.stopImmediatePropagation();
    free = false;
    port?.close();
    port = handed;
    port.addEventListener(
      'message',
      ({ data }) => {
        const message = read(data);
        if (!message || signal.aborted || handed !== port) return;
        // A repeated `hello` asks whether we are still there.
        if (message.type === 'hello' && settings) handed.postMessage(settings);
        onMessage(message, false);
      },
      { signal },
    );
    port.start();
    if (settings) port.postMessage(settings);
  }

  /** Listens to a hook of an earlier extension, too. Its replies began before all others. */
  function receiveKept(event: Event): void {
    const [handed] = event instanceof MessageEvent ? event.ports : [];
    // An extension that was loaded again has the world of the old one, in Chromium.
    if (!handed || kept.length === MAX_KEPT || !isAlive()) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    kept.push(handed);
    const before = kept.length * NUMBERS;
    let isAgain = true;
    handed.addEventListener(
      'message',
      ({ data }) => {
        const message = read(data);
        if (!message || signal.aborted) return;
        if (message.type === 'resumed') isAgain = false;
        else if (message.type !== 'hello') onMessage(numbered(message, before), isAgain);
        else if (settings) handed.postMessage(stateOf(settings));
      },
      { signal },
    );
    handed.start();
    if (settings) handed.postMessage(stateOf(settings));
  }

  view.addEventListener(PORT, receive, { signal });
  view.addEventListener(KEPT, receiveKept, { signal });
  view.addEventListener(HOOK_READY, meet, { signal });
  announce();
  return {
    /** Switches the page's hook on or off; remembered until there is a hook. */
    post(next: HookSettings | HookOff): void {
      settings = next;
      port?.postMessage(next);
      for (const one of kept) one.postMessage(stateOf(next));
    },
    /** Passes the answer of a person on to the hook of the page that knows who asked. */
    answer(answer: Answer): void {
      for (const one of [port, ...kept]) one?.postMessage(answer);
    },
    /**
     * Lets the page's hook wait for the extension to be loaded again; it stops if that is not so.
     */
    leave(): void {
      const goodbye: HookOff = { type: 'settings', enabled: false, leaves: true };
      for (const one of [port, ...kept]) one?.postMessage(goodbye);
      port = null;
      kept = [];
    },
    /** Drops a hook that has removed itself, so that another one can connect. */
    release(): void {
      free = true;
    },
  };
}

/**
 * @returns all that a hook left by an earlier extension needs: a page may offer such a port at any
 * time
 */
function stateOf({ enabled }: HookSettings | HookOff): SiteState {
  return { type: 'still', enabled };
}

/** @returns a message of which the replies are numbered as if they had begun that much earlier */
function numbered(message: PageMessage, before: number): PageMessage {
  return 'reply' in message && message.reply !== null
    ? { ...message, reply: message.reply - before }
    : message;
}
