import { HOST_NAME } from '../badges/look/host-name.ts';
import { BRIDGE_READY, HOOK_READY, PORT } from '../bridge/handoff.ts';
import type { Answer, HookSettings, PageMessage } from '../bridge/protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import * as natives from './realm/natives.ts';

/** The hook's end of the bridge. */
export interface HookBridge {
  send(message: PageMessage): void;
}

/** Most messages kept until the bridge is there. */
const MAX_EARLY = 100;
/** How long the extension may take to answer, in ms. It is asked twice, because a page may keep its own thread busy. */
const ANSWER_WITHIN = 3000;
/** The same when there is reason to believe that it is gone; if it answers later, the hook goes on. */
const SOON = 500;
/** Milliseconds between questions while badges are in the page and there is nothing else to send. */
const ASK_AGAIN = 10_000;

/** Settings for a site that is off, and once the extension is gone. */
const OFF: HookSettings = {
  type: 'settings',
  enabled: false,
  replies: false,
  history: false,
  storedChats: false,
  repairs: { broken: false, legal: false, each: {} },
  rules: null,
  hermes: [],
  inspect: false,
};

/**
 * Reads settings without throwing. A page that holds the other end too may send anything: that affects only itself, but
 * it must see no error of ours.
 */
function readSettings(data: unknown): HookSettings | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, enabled, replies, history, storedChats, repairs, rules, hermes, inspect } =
    data as {
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
    repairs: readRepairs(repairs),
    rules: typeof rules === 'object' ? (rules as HookSettings['rules']) : null,
    hermes: (hermes ?? []) as HookSettings['hermes'],
    inspect: inspect === true,
  };
}

function readRepairs(value: unknown): HookSettings['repairs'] {
  if (typeof value !== 'object' || value === null) return OFF.repairs;
  const { broken, legal, each } = value as {
    readonly [K in keyof HookSettings['repairs']]?: unknown;
  };
  const isKnown = typeof each === 'object' && each !== null;
  return {
    broken: broken === true,
    legal: legal === true,
    each: isKnown ? (each as HookSettings['repairs']['each']) : {},
  };
}

/**
 * Offers the bridge to the ISOLATED world of this page.
 * @param onSettings called with the first settings and with each change; with "off" when the extension was removed or
 * reloaded
 * @param onAnswer called when a person has answered a question of an agent; a page may have made it up, of any shape
 * @returns null if another hook works in this page
 */
export function openHookBridge(
  view: Window,
  onSettings: (settings: HookSettings) => void,
  onAnswer: (answer: Answer) => void,
): HookBridge | null {
  const { document } = view;
  let port: MessagePort | null = null;
  /** Messages from before the bridge was connected. */
  const early: PageMessage[] = [];
  /** The last `hello`, sent again to ask whether the extension is still there. */
  let hello: PageMessage | null = null;
  /** Questions since the last answer. */
  let asked = 0;
  /** The badges and notices at the first of them: later ones are those of the extension that was loaded since. */
  let theirs: readonly Element[] = [];
  /** Milliseconds from the latest question until an answer, or the next question, is due; 0 while nothing is. */
  let within = 0;
  /** Number of the latest wait: earlier ones are over. */
  let waits = 0;
  /** Half of what the other side admits, so that the question whether it is there always gets through. */
  const allow = createRateLimit(MESSAGES_PER_SECOND / 2, natives.now);

  function handOver(): void {
    natives.removeListener(view, BRIDGE_READY, handOver);
    natives.addListener(view, BRIDGE_READY, doubt);
    const { port1, port2 } = natives.openChannel();
    port = port1;
    natives.addListener(port, 'message', (event) => {
      asked = 0;
      const data = natives.eventData(event as MessageEvent) as Answer | null;
      const settings = readSettings(data);
      if (settings) onSettings(settings);
      else if (data?.type === 'answer') onAnswer(data);
    });
    natives.portStart(port);
    // No inherited properties: a page can put them on Object.prototype, and this dictionary would read them.
    const init = { __proto__: null, ports: [port2] };
    natives.dispatch(view, new natives.NativeMessageEvent(PORT, init as MessageEventInit));
    for (const message of early.splice(0)) natives.portPost(port, message);
  }

  /**
   * Asks whether the extension is still there: Firefox ends an extension's scripts in open pages silently, so they can
   * neither say goodbye nor clean up.
   */
  function ask(ms: number): void {
    if (!port || !hello) return;
    if (asked === 0) theirs = badgesIn(document);
    asked++;
    natives.portPost(port, hello);
    wait(ms, answerDue);
  }

  function wait(ms: number, work: () => void): void {
    const wait = ++waits;
    within = ms;
    natives.startTimer(() => {
      if (wait === waits) work();
    }, ms);
  }

  function answerDue(): void {
    const ms = within;
    within = 0;
    if (asked === 1) ask(ms);
    else if (asked > 1) gone();
    else if (badgesIn(document).length > 0) wait(ASK_AGAIN, askAgain);
  }

  function askAgain(): void {
    ask(ANSWER_WITHIN);
  }

  /** Another bridge announces itself: the extension was loaded again, so ours may be gone. */
  function doubt(): void {
    if (within === SOON) return;
    asked = 0;
    ask(SOON);
  }

  /** The hook must not continue alone, nor may orphaned badges stay in the page. */
  function gone(): void {
    asked = 0;
    onSettings(OFF);
    for (const badge of theirs) badge.remove();
    theirs = [];
  }

  natives.addListener(view, BRIDGE_READY, handOver);
  const announcement = new natives.NativeMessageEvent(HOOK_READY, {
    __proto__: null,
    cancelable: true,
  } as MessageEventInit);
  if (!natives.dispatch(view, announcement)) {
    natives.removeListener(view, BRIDGE_READY, handOver);
    return null;
  }
  return {
    send(message) {
      if (message.type === 'hello') hello = message;
      // Drops the excess of a flood, but never the end of a reply: its badge would run forever.
      if (!allow() && message.type !== 'reply-end') return;
      if (port) {
        natives.portPost(port, message);
        if (message.type !== 'hello' && within === 0) ask(ANSWER_WITHIN);
      } else if (early.length < MAX_EARLY) early.push(message);
    },
  };
}

/** Returns the badges and notices in the page now. */
function badgesIn(document: Document): readonly Element[] {
  return [...document.querySelectorAll(`${HOST_NAME}, .${HOST_NAME}`)];
}
