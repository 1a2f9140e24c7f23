import { HOST_NAME } from '../badges/look/host-name.ts';
import { BRIDGE_READY, HOOK_READY, KEPT, PORT } from '../bridge/handoff.ts';
import { createKeptReport } from '../bridge/kept-report.ts';
import type { Answer, HookSettings, PageMessage } from '../bridge/protocol.ts';
import { createRateLimit, MESSAGES_PER_SECOND } from '../lib/rate-limit.ts';
import * as natives from './realm/natives.ts';

/** The hook's end of the bridge. */
export interface HookBridge {
  send(message: PageMessage): void;
  /** The extension was loaded again: another hook takes what is new, and this one goes on with the replies that run. */
  isReplaced(): boolean;
}

/** Most messages kept until the bridge is there. */
const MAX_EARLY = 100;
/** How long the extension may take to answer, in ms. It is asked twice, because a page may keep its own thread busy. */
const ANSWER_WITHIN = 3000;
/** The same when there is reason to believe that it is gone; if it answers later, the hook goes on. */
const SOON = 500;
/** Milliseconds between questions while badges are in the page and there is nothing else to send. */
const ASK_AGAIN = 10_000;
/** Milliseconds in which an extension that is updated is there again; measured 0.3 s to 1.5 s on a busy machine. */
const BACK_WITHIN = 4000;

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
  /** Another bridge has announced itself, and has not been offered what this hook knows. */
  let isAnother = false;
  let isReplaced = false;
  /** Replies are read; if that was ended, nothing is known of those that were running. */
  let reads = true;
  /** The bridge has said goodbye. */
  let hasLeft = false;
  const kept = createKeptReport();
  /** Half of what the other side admits, so that the question whether it is there always gets through. */
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
    // No inherited properties: a page can put them on Object.prototype, and this dictionary would read them.
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
    asked = 0;
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

  /** The bridge ends: because the extension was removed, or because it is updated, and will be there again. */
  function left(): void {
    hasLeft = true;
    theirs = badgesIn(document);
    if (!isAnother || !handBack()) wait(BACK_WITHIN, gone);
  }

  /** Offers the bridge of an extension that was loaded again what this hook knows. @returns whether it has taken it */
  function handBack(): boolean {
    isAnother = false;
    if (!offer(KEPT) || !port) return false;
    isReplaced = true;
    hasLeft = false;
    asked = 0;
    within = 0;
    waits++;
    for (const message of kept.all(reads)) natives.portPost(port, message);
    natives.portPost(port, { type: 'resumed' });
    return true;
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
    isAnother = true;
    if (hasLeft && handBack()) return removeTheirs();
    if (within === SOON) return;
    asked = 0;
    ask(SOON);
  }

  /** The hook must not continue alone, nor may orphaned badges stay in the page. */
  function gone(): void {
    asked = 0;
    hasLeft = false;
    if (!isAnother || !handBack()) apply(OFF);
    removeTheirs();
  }

  function removeTheirs(): void {
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
      kept.add(message);
      // Drops the excess of a flood, but never the end of a reply: its badge would run forever.
      if (!allow() && message.type !== 'reply-end') return;
      if (port) {
        natives.portPost(port, message);
        if (message.type !== 'hello' && within === 0) ask(ANSWER_WITHIN);
      } else if (early.length < MAX_EARLY) early.push(message);
    },
    isReplaced: () => isReplaced,
  };
}

/** Returns the badges and notices in the page now. */
function badgesIn(document: Document): readonly Element[] {
  return [...document.querySelectorAll(`${HOST_NAME}, .${HOST_NAME}`)];
}
