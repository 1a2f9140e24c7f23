import { BRIDGE_READY, HOOK_READY, PORT } from './handoff.ts';
import {
  readPageMessage,
  type Answer,
  type HookOff,
  type HookSettings,
  type PageMessage,
} from './protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import { BATCHES_PER_SECOND } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';

export interface PageBridgeOptions {
  /** Called with every valid message within the rate limit. */
  readonly onMessage: (message: PageMessage) => void;
  /** Called when another hook announces itself: the extension may have been reloaded under this page. */
  readonly isAlive: () => boolean;
  /** Stops listening. */
  readonly signal: AbortSignal;
}

/**
 * The extension's end of the bridge. What comes from the page is hostile input and is validated here. Waits for the
 * hook of this page and listens to it.
 */
export function openPageBridge(view: Window, { onMessage, isAlive, signal }: PageBridgeOptions) {
  let port: MessagePort | null = null;
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
   * Answers a hook that announces itself. A page may dispatch this event too: then it learns that there is a hook, or
   * gets what the hook would have got.
   */
  function meet(event: Event): void {
    if (free) announce();
    else if (isAlive()) event.preventDefault();
  }

  /**
   * Reads only the type of messages beyond the limit. The end of a reply always counts: without it a badge would run
   * forever.
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
        onMessage(message);
      },
      { signal },
    );
    port.start();
    if (settings) port.postMessage(settings);
  }

  view.addEventListener(PORT, receive, { signal });
  view.addEventListener(HOOK_READY, meet, { signal });
  announce();
  return {
    /** Switches the page's hook on or off; remembered until there is a hook. */
    post(next: HookSettings | HookOff): void {
      settings = next;
      port?.postMessage(next);
    },
    /** Passes the answer of a person on to the page's hook, which knows who asked. */
    answer: (answer: Answer): void => port?.postMessage(answer),
    /** Drops a hook that has removed itself, so that another one can connect. */
    release(): void {
      free = true;
    },
  };
}
