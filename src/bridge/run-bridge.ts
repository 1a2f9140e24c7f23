import { browser } from 'wxt/browser';
import { openPageBridge } from './isolated-side.ts';
import type { SeenMode } from './protocol.ts';
import { createDelivery } from './delivery.ts';
import { createTally } from './tally.ts';
import { createBadges, type Badges } from '../badges/badges.ts';
import type { CleanChatRequest } from '../healing/open-when-asked.ts';
import { createRelay } from '../inspector/relay.ts';
import { isObject } from '../normalizer/json-text.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { activeRules } from '../rules/active-rules.ts';
import { BUILT_IN, settle } from '../settings/settings.ts';
import type { HookAnswer, HookState, Request } from '../sites/messages.ts';
import { readSiteWord, watchSite, type SiteWord } from '../sites/store.ts';
import { namePage, type Batch } from '../stats/batch.ts';
import { dayOf } from '../stats/calendar.ts';
import { leaveBehind } from '../stats/left-behind.ts';

/** Slow packs remembered of a page: it can make their names up. */
const MAX_SLOW = 20;

/**
 * Runs the extension's side of one page: lets the hook work while the site is on, shows badges, passes counts on. When
 * the extension is reloaded or removed this script is orphaned; then the hook falls silent and the badges go.
 */
export function runBridge(view: Window): void {
  const life = new AbortController();
  const { signal } = life;
  const { origin } = view.location;
  const tally = createTally({ now: () => performance.now(), today: () => dayOf(new Date()) });
  const name = namePage();
  const delivery = createDelivery(view, {
    take: tally.take,
    send: sendCounts,
    leave: (batches) => void leaveBehind(origin, name, batches),
    signal,
  });
  /** The badges of the time the site is on; taken off the page at once when it is switched off. */
  let badges: Badges | null = null;
  let on = new AbortController();
  let settings = BUILT_IN;
  /** What the hook said of itself; null before it did. */
  let hook: HookState | null = null;
  /** The ways in which replies of Open WebUI came so far. */
  const seen = new Set<SeenMode>();
  /** Rule packs that were too slow for a stream. */
  const slow = new Set<string>();
  /** The site was off when this page was loaded: its hook has taken itself off, and only a reload brings it back. */
  let dormant = false;
  let first = true;

  const bridge = openPageBridge(
    view,
    (message) => {
      if (isOrphaned()) return retire();
      switch (message.type) {
        case 'hello':
          hook = message.late ? 'late' : 'active';
          return;
        case 'seen':
          seen.add(message.mode);
          return;
        case 'slow-rules':
          if (slow.size < MAX_SLOW) slow.add(message.pack);
          return;
        case 'reply-start':
          show((shown) => shown.startReply(message.reply, message.message));
          break;
        case 'progress':
          show((shown) => shown.progress(message.reply, message.progress));
          break;
        case 'reply-end':
          show((shown) => shown.endReply(message.reply));
          return;
        case 'inspected':
          relay.pass(message.streams);
          return;
        case 'removed':
        case 'findings':
          break;
      }
      tally.add(message);
      delivery.soon();
    },
    signal,
  );

  /** The last word on the site; null before the first. */
  let word: SiteWord | null = null;
  const relay = createRelay(() => {
    if (word) apply(word);
  }, signal);

  function apply(next: SiteWord): void {
    word = next;
    const { enabled, chosen, packs } = next;
    if (first && !enabled) dormant = true;
    first = false;
    settings = settle(chosen.everywhere, chosen.site, chosen.managed);
    const { replies, history, storedChats, repairs } = settings;
    bridge.post({
      type: 'settings',
      enabled,
      replies,
      history,
      storedChats,
      repairs: Object.keys(repairs).filter((id) => repairs[id]),
      rules: activeRules(settings.packs, packs),
      inspect: relay.isOpen(),
    });
    showBadges(enabled && settings.badges);
  }

  function showBadges(wanted: boolean): void {
    if (wanted === (badges !== null)) {
      const { badgeStay: stay, badgePlace: place, imitation } = settings;
      show((shown) => shown.set({ stay, place, imitation }));
      return;
    }
    on.abort();
    on = new AbortController();
    if (wanted) startBadges();
    else badges = null;
  }

  /**
   * A page can make badges impossible, for instance by defining their element's name with a shadow root of its own. Then
   * there are none, and the rest goes on: an error here would surface in the page's error handlers (Chromium 156).
   */
  function show(work: (shown: Badges) => void): void {
    if (!badges) return;
    try {
      work(badges);
    } catch {
      on.abort(); // what stands in the page already goes
      badges = null;
    }
  }

  /** Opens the page that cleans stored chats, in a tab beside this one. */
  async function cleanChat({ chatId }: ChatMessage): Promise<void> {
    const request: CleanChatRequest = { type: 'clean-chat', chat: chatId };
    try {
      await browser.runtime.sendMessage(request);
    } catch {
      if (isOrphaned()) retire(); // where the call itself throws
    }
  }

  function startBadges(): void {
    const { badgeStay: stay, badgePlace: place, imitation } = settings;
    try {
      badges = createBadges(view.document, { stay, place, imitation, signal: on.signal, onClean: (message) => void cleanChat(message) });
    } catch {
      badges = null; // see `show`
    }
  }

  async function sendCounts(batches: readonly Batch[]): Promise<number | null> {
    const request: Request = { type: 'counts', page: name, batches };
    try {
      const last: unknown = await browser.runtime.sendMessage(request);
      return typeof last === 'number' ? last : null;
    } catch {
      if (isOrphaned()) retire();
      return null; // the background was stopped: it will be asked again
    }
  }

  function retire(): void {
    apply({ enabled: false, chosen: { everywhere: {}, site: {}, managed: {} }, packs: [] });
    life.abort();
  }

  /** Reads are answered in their order, so the last one to be asked is the last to be applied. */
  function refresh(): void {
    readSiteWord(origin).then(apply, retire);
  }

  watchSite(origin, refresh, signal);
  refresh();

  browser.runtime.onMessage.addListener((message: unknown, _sender, respond: (answer: HookAnswer) => void) => {
    if (!isHookStateRequest(message)) return undefined;
    respond({ state: dormant ? 'late' : (hook ?? 'silent'), seen: [...seen], slow: [...slow] });
    return true;
  });
  view.addEventListener('pagehide', delivery.now, { signal });
}

/** Has the extension been reloaded, updated or removed under this page? */
function isOrphaned(): boolean {
  return !browser.runtime?.id;
}

function isHookStateRequest(message: unknown): boolean {
  return isObject(message) && message.type === 'hook-state';
}
