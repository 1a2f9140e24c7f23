import { browser } from 'wxt/browser';
import { openPageBridge } from './isolated-side.ts';
import type { HookSettings, SeenMode } from './protocol.ts';
import { createDelivery } from './delivery.ts';
import { createKeptWarnings } from './kept-warnings.ts';
import { createTally } from './tally.ts';
import { createNotice } from '../badges/notice.ts';
import { createBadges, type Badges } from '../badges/badges.ts';
import type { BadgeChoices } from '../badges/choices.ts';
import type { FakedMessage } from '../badges/kept-notes.ts';
import { openWebUi } from '../chat-uis/open-webui.ts';
import { chatIdOf } from '../healing/address.ts';
import type { CleanChatRequest } from '../healing/open-when-asked.ts';
import { createRelay } from '../inspector/relay.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { compileRules } from '../normalizer/rules/compile-rules.ts';
import { activeRules } from '../rules/active-rules.ts';
import { BUILT_IN, settle } from '../settings/settings.ts';
import type { FrameChange, FrameReport, HookAnswer, HookState, Request } from '../sites/messages.ts';
import { readSiteWord, watchSite, type SiteWord } from '../sites/store.ts';
import { namePage, type Batch } from '../stats/batch.ts';
import { dayOf } from '../stats/calendar.ts';
import { leaveBehind } from '../stats/orphaned-batches.ts';

/**
 * Runs the extension's side of one page: lets the hook work while the site is on, shows badges, passes counts on. When
 * the extension is reloaded or removed, this script is orphaned; then the hook stops reporting and the badges are
 * removed.
 * @returns a function that says whether this script still works
 */
export function runBridge(view: Window): () => boolean {
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
  /**
   * Kept while the site or badges are off, so that what was reported of a reply is not lost; nothing of it is in the
   * page then.
   */
  let badges: Badges | null = null;
  let ending = new AbortController();
  let settings = BUILT_IN;
  /** What the hook reported about itself; null before that. */
  let hook: HookState | null = null;
  /** The ways in which this page has got replies of Open WebUI so far. */
  const seen = new Set<SeenMode>();
  /** Number of replies whose cleaning failed. */
  let stopped = 0;
  /** The site was off when this page was loaded, so its hook has removed itself, until another one connects. */
  let dormant = false;
  let first = true;
  /** This page was open when the site was switched on, and has not shown a notice yet. */
  let news = view.document.readyState !== 'loading';
  const notice = createNotice(view.document, () => view.location.reload());
  /** This document is a frame, of another page or of one of the same site. */
  const framed = view.top !== view;

  const bridge = openPageBridge(view, {
    signal,
    isAlive,
    onMessage(message) {
      if (!isAlive()) return;
      switch (message.type) {
        case 'hello':
          hook = message.late ? 'late' : 'active';
          dormant = false;
          return showNotice();
        case 'seen':
          seen.add(message.mode);
          return;
        case 'stopped':
          stopped += 1;
          return;
        case 'reply-start':
          show((shown) => shown.startReply(message.reply, message.message, message.joined));
          break;
        case 'progress':
          show((shown) => shown.progress(message.reply, message.progress));
          break;
        case 'reply-text':
          show((shown) => shown.beginning(message.reply, message.text));
          return;
        case 'reply-question':
          show((shown) => shown.question(message.reply, message.text));
          return;
        case 'reply-end':
          show((shown) => shown.endReply(message.reply));
          return;
        case 'inspected':
          relay.pass(message.streams);
          return;
        case 'removed':
        case 'findings':
        case 'hermes':
          break;
      }
      tally.add(message);
      delivery.soon();
    },
  });

  let wasEnabled = false;
  /** The latest state of the site; null before the first. */
  let word: SiteWord | null = null;
  const relay = createRelay(() => {
    if (word) apply(word);
  }, signal);

  function apply(next: SiteWord): void {
    word = next;
    const { enabled, chosen } = next;
    if (first && !enabled) {
      dormant = true;
      bridge.release();
    }
    // Somebody who has just switched it on is looking at this page.
    if (enabled && !first && !wasEnabled) news = true;
    const switched = first ? enabled : enabled !== wasEnabled;
    first = false;
    wasEnabled = enabled;
    if (framed && switched) tell({ type: 'frame-changed' });
    settings = settle(chosen.everywhere, chosen.site, chosen.managed);
    bridge.post(enabled ? hookSettings(next) : { type: 'settings', enabled });
    if (badges) show((known) => known.set(choices()));
    else if (enabled) startBadges();
    showNotice();
  }

  /** Shows that the extension is on, or that a reload is needed. */
  function showNotice(): void {
    if (framed || dormant || hook === null) return;
    const isOn = word?.enabled === true;
    try {
      if (!isOn) notice.remove();
      else if (hook === 'late') notice.askReload();
      else if (news) notice.tellOn();
    } catch {
      // A page can prevent elements of ours: see `show`.
    }
    if (isOn) news = false;
  }

  function hookSettings({ packs, hermes }: SiteWord): HookSettings {
    const { replies, history, storedChats, repairs } = settings;
    return {
      type: 'settings',
      enabled: true,
      replies,
      history,
      storedChats,
      repairs: Object.keys(repairs).filter((id) => repairs[id]),
      rules: compileRules(activeRules(settings.packs, packs)),
      hermes,
      inspect: relay.isOpen(),
    };
  }

  function choices(): BadgeChoices {
    const { badges: wanted, badgeStay: stay, badgePlace: place, imitation } = settings;
    return { stay, place, imitation, shown: wanted && word?.enabled === true };
  }

  /**
   * A page can prevent badges, for instance by defining their element's name with a shadow root of its own. Then there
   * are none, and everything else works: an error here would surface in the page's error handlers (Chromium 156).
   */
  function show(work: (shown: Badges) => void): void {
    if (!badges) return;
    try {
      work(badges);
    } catch {
      ending.abort(); // removes the badges already in the page
      badges = null;
    }
  }

  /** Sends a message that nobody has to receive. */
  function tell(message: FrameChange | FrameReport): void {
    try {
      browser.runtime.sendMessage(message).catch(() => {}); // nobody listens
    } catch {
      // Orphaned, so the call itself throws. The next message of the page detects it.
    }
  }

  /** Opens the page that cleans stored chats, in a tab beside this one. */
  async function cleanChat({ chatId }: ChatMessage): Promise<void> {
    const request: CleanChatRequest = { type: 'clean-chat', chat: chatId };
    try {
      await browser.runtime.sendMessage(request);
    } catch {
      isAlive(); // the call itself throws here
    }
  }

  function startBadges(): void {
    ending = new AbortController();
    try {
      // Nothing of private windows is kept, so a chat cleaned there could not be restored.
      const onClean = browser.extension.inIncognitoContext
        ? undefined
        : (message: ChatMessage) => void cleanChat(message);
      badges = createBadges(view.document, {
        ...choices(),
        signal: ending.signal,
        onClean,
        openChat: () => chatIdOf(view.document.URL),
        onFaked: (message, dismissed) => warnings.report(message, dismissed),
      });
      const warnings = createKeptWarnings(origin, { onChange: recall, onLost: isAlive, signal: ending.signal });
    } catch {
      badges = null; // see `show`
    }
  }

  /** Finding and watching replies needs the page's body. */
  function recall(faked: readonly FakedMessage[]): void {
    if (view.document.readyState !== 'loading') show((shown) => shown.recall(faked));
    else view.document.addEventListener('DOMContentLoaded', () => recall(faked), { once: true, signal });
  }

  async function sendCounts(batches: readonly Batch[]): Promise<number | null> {
    const request: Request = { type: 'counts', page: name, batches };
    try {
      const last: unknown = await browser.runtime.sendMessage(request);
      return typeof last === 'number' ? last : null;
    } catch {
      isAlive();
      return null; // the background was stopped; it will be asked again
    }
  }

  /** Shuts down if the extension was reloaded, updated or removed while this page is open. */
  function isAlive(): boolean {
    if (!signal.aborted && isOrphaned()) retire();
    return !signal.aborted;
  }

  function retire(): void {
    apply({ enabled: false, chosen: { everywhere: {}, site: {}, managed: {} }, packs: [], hermes: null });
    ending.abort();
    notice.remove();
    life.abort();
  }

  /** Reads are answered in order, so the last request is the last to be applied. */
  function refresh(): void {
    readSiteWord(origin).then(apply, retire);
  }

  watchSite(origin, refresh, signal);
  refresh();

  browser.runtime.onMessage.addListener((message: unknown, _sender, respond: (answer: HookAnswer | string) => void) => {
    // A frame whose site was off when it was loaded counts as absent.
    if (framed && !dormant && isOfType(message, 'tell-frames'))
      tell({ type: 'frame', openWebUi: openWebUi.recognise(view.document) });
    if (framed && word?.enabled && !dormant && isOfType(message, 'framed-site')) {
      respond(origin);
      return true;
    }
    if (!isOfType(message, 'hook-state')) return undefined;
    respond({ state: dormant ? 'late' : (hook ?? 'silent'), seen: [...seen], stopped });
    return true;
  });
  view.addEventListener('pagehide', delivery.now, { signal });
  if (framed) view.addEventListener('pagehide', () => tell({ type: 'frame-changed' }), { signal });
  return isAlive;
}

/** Was the extension reloaded, updated or removed while this page is open? */
function isOrphaned(): boolean {
  return !browser.runtime?.id;
}

function isOfType(message: unknown, type: string): boolean {
  return isObject(message) && message.type === type;
}
