import { createBelief } from './belief.ts';
import { BRIDGE_READY, HOOK_READY, PORT } from './handoff.ts';
import { readPageMessage, type HookOff, type HookSettings, type PageMessage } from './protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import { BATCHES_PER_SECOND } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';

/** The extension's end of the bridge; what comes up is hostile input and validated here. */
export interface PageBridge {
  /** Switches the page's hook on or off; kept until the hook is there. */
  post(settings: HookSettings | HookOff): void;
  /** Lets go of the hook, which has taken itself off: another one may come. */
  release(): void;
}

export interface PageBridgeOptions {
  /** Called with every valid message within the rate. */
  readonly onMessage: (message: PageMessage) => void;
  /** Asked when another hook announces itself: the extension may have been loaded again under this page. */
  readonly isAlive: () => boolean;
  /** Ends the listening. */
  readonly signal: AbortSignal;
}

/** Waits for the hook of this page and listens to it. */
export function openPageBridge(view: Window, { onMessage, isAlive, signal }: PageBridgeOptions): PageBridge {
  let port: MessagePort | null = null;
  let settings: HookSettings | HookOff | null = null;
  const now = (): number => performance.now();
  const allow = createRateLimit(MESSAGES_PER_SECOND, now);
  /** These may be large, and take long to check; the relay has its own bound for those that go on. */
  const allowInspected = createRateLimit(2 * BATCHES_PER_SECOND, now);
  const believe = createBelief(now);
  /** The hook on the port is there no more, or there was none yet. */
  let free = true;

  function announce(): void {
    view.dispatchEvent(new MessageEvent(BRIDGE_READY));
  }

  /** A page may call this too: then it is told that there is a hook, or it gets what the hook would have got. */
  function meet(event: Event): void {
    if (free) announce();
    else if (isAlive()) event.preventDefault();
  }

  /** No more than the type is looked at of the surplus. An end always counts: without it a badge would run forever. */
  function read(data: unknown): PageMessage | null {
    const { type } = isObject(data) ? data : {};
    if (!allow() && type !== 'reply-end') return null;
    if (type === 'inspected' && !allowInspected()) return null;
    const message = readPageMessage(data);
    return message && believe(message);
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
        // The hook asks whether we are still there.
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
    post(next) {
      settings = next;
      port?.postMessage(next);
    },
    release() {
      free = true;
    },
  };
}
