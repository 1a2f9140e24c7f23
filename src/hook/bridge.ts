import { HOST_NAME } from '../badges/look/host-name.ts';
import { BRIDGE_READY, HOOK_READY, PORT } from '../bridge/handoff.ts';
import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import {
  addListener,
  apply,
  channelPort1,
  channelPort2,
  dispatch,
  eventData,
  getOwnPropertyDescriptor,
  isArray,
  NativeMessageChannel,
  NativeMessageEvent,
  portPost,
  portStart,
  removeListener,
  startTimer,
} from './realm/natives.ts';

/** The hook's end of the bridge. */
export interface HookBridge {
  send(message: PageMessage): void;
}

/** Messages kept while nobody listens. */
const MAX_EARLY = 100;
/** How long the extension may take to answer, in ms; asked twice, for a page may keep its own thread busy. */
const ANSWER_WITHIN = 3000;
/** Milliseconds until it is asked again while badges are in the page, though nothing is said. */
const ASK_AGAIN = 10_000;

/** What holds where the site is off, and when nobody is there to say anything. */
const OFF: HookSettings = {
  type: 'settings',
  enabled: false,
  replies: false,
  history: false,
  storedChats: false,
  repairs: [],
  rules: null,
  hermes: null,
  inspect: false,
};

/** A page that has the other end too may send anything; it changes what is done for itself, and must see no error of ours. */
function readSettings(data: unknown): HookSettings | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, enabled, replies, history, storedChats, repairs, rules, hermes, inspect } = data as {
    readonly [K in keyof HookSettings]?: unknown;
  };
  if (type !== 'settings') return null;
  if (enabled !== true) return OFF;
  return {
    type,
    enabled,
    replies: replies === true,
    history: history === true,
    storedChats: storedChats === true,
    repairs: isArray(repairs) ? (repairs as HookSettings['repairs']) : [],
    rules: typeof rules === 'object' ? (rules as HookSettings['rules']) : null,
    hermes: typeof hermes === 'boolean' ? hermes : null,
    inspect: inspect === true,
  };
}

const { getElementsByClassName, getElementsByTagName } = Document.prototype;
const { remove } = Element.prototype;
const clock = performance;
const { now } = Performance.prototype;
const collectionLength = getOwnPropertyDescriptor(HTMLCollection.prototype, 'length')?.get;

/**
 * Offers the bridge to the ISOLATED world of this page.
 * @param onSettings called with the first settings and with each change; with "off" when the extension was removed or reloaded
 * @returns null where another hook works in this page
 */
export function openHookBridge(view: Window, onSettings: (settings: HookSettings) => void): HookBridge | null {
  const { document } = view;
  let port: MessagePort | null = null;
  /** What was said before somebody listened. */
  const early = { __proto__: null, length: 0 } as unknown as { length: number; [i: number]: PageMessage };
  /** The last `hello`, said again to ask whether the extension is still there. */
  let hello: PageMessage | null = null;
  /** Times asked without an answer since. */
  let asked = 0;
  /** Runs to the time an answer, or the next question, is due; no question meanwhile. */
  let timer = 0;
  /** Below what the other side lets in: the question whether it is there must always come through. */
  const allow = createRateLimit(MESSAGES_PER_SECOND / 2, () => apply(now, clock, []) as number);

  function handOver(): void {
    removeListener(view, BRIDGE_READY, handOver);
    // Another one: the extension was loaded again, and this hook may have lost its own.
    addListener(view, BRIDGE_READY, ask);
    const channel = new NativeMessageChannel();
    port = channelPort1(channel);
    addListener(port, 'message', (event) => {
      asked = 0;
      const settings = readSettings(eventData(event as MessageEvent));
      if (settings) onSettings(settings);
    });
    portStart(port);
    // Built without inherited properties: a page can put them on Object.prototype, and this dictionary reads them.
    const init = { __proto__: null, ports: [channelPort2(channel)] };
    dispatch(view, new NativeMessageEvent(PORT, init as MessageEventInit));
    for (let i = 0; i < early.length; i++) portPost(port, early[i]);
    early.length = 0;
  }

  /** Firefox ends an extension's scripts in open pages without a word: nothing there can say goodbye or clear up. */
  function ask(): void {
    if (!port || !hello || timer !== 0) return;
    asked++;
    portPost(port, hello);
    timer = startTimer(answerDue, ANSWER_WITHIN);
  }

  function answerDue(): void {
    timer = 0;
    if (asked === 1) ask();
    else if (asked > 1) gone();
    else if (badges(getElementsByTagName)[0] || badges(getElementsByClassName)[0])
      timer = startTimer(askAgain, ASK_AGAIN);
  }

  function askAgain(): void {
    timer = 0;
    ask();
  }

  /** The hook must not go on alone, nor badges that nobody looks after stay in the page. */
  function gone(): void {
    asked = 0;
    onSettings(OFF);
    removeAll(badges(getElementsByTagName));
    removeAll(badges(getElementsByClassName));
  }

  function removeAll(found: HTMLCollectionOf<Element>): void {
    // Backwards through the live list: a page that puts them back cannot keep us here.
    for (let i = (collectionLength ? (apply(collectionLength, found, []) as number) : 0) - 1; i >= 0; i--) {
      const element = found[i];
      if (element) apply(remove, element, []);
    }
  }

  function badges(getBy: (name: string) => HTMLCollectionOf<Element>): HTMLCollectionOf<Element> {
    return apply(getBy, document, [HOST_NAME]) as HTMLCollectionOf<Element>;
  }

  addListener(view, BRIDGE_READY, handOver);
  const announcement = new NativeMessageEvent(HOOK_READY, { __proto__: null, cancelable: true } as MessageEventInit);
  if (!dispatch(view, announcement)) {
    removeListener(view, BRIDGE_READY, handOver);
    return null;
  }
  return {
    send(message) {
      if (message.type === 'hello') hello = message;
      // The surplus of a flood is dropped, but never an end: without it a badge would run forever.
      if (!allow() && message.type !== 'reply-end') return;
      if (port) {
        portPost(port, message);
        if (message.type !== 'hello') ask();
      } else if (early.length < MAX_EARLY) early[early.length++] = message;
    },
  };
}
