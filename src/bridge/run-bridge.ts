import { answerRequests, openChat, tell } from './answer-requests.ts';
import { createHookReport } from './hook-report.ts';
import { hookSettings } from './hook-settings.ts';
import { isOrphaned } from './run-once-per-world.ts';
import { openPageBridge } from './isolated-side.ts';
import { createDeferredBadges } from './deferred-badges.ts';
import { createPageCounts } from './page-counts.ts';
import type { PageMessage } from './protocol.ts';
import { createSiteNotice } from './site-notice.ts';
import { createWaiting } from './waiting.ts';
import { createReplyTrace } from './reply-trace.ts';
import { createRelay } from '../inspector/relay.ts';
import type { Given, Question } from '../normalizer/progress/progress-types.ts';
import { settle, type Settings } from '../settings/settings.ts';
import { readSiteConfig, watchSite, type SiteConfig } from '../settings/store.ts';

const OFF: SiteConfig = {
  enabled: false,
  chosen: { everywhere: {}, site: {}, managed: {} },
  packs: [],
  hermes: [],
};

/**
 * Runs the extension's side of one page: lets the hook work while the site is on, shows badges,
 * passes counts on. When the extension is reloaded or removed, this script is orphaned; then the
 * hook stops reporting and the badges are removed.
 * @param world the extension's world of the page
 * @returns a function that says whether this script still works
 */
export function runBridge(view: Window, world: object): () => boolean {
  const life = new AbortController();
  const { signal } = life;
  const { origin } = view.location;
  /** This document is a frame, of another page or of one of the same site. */
  const framed = view.top !== view;
  /** The latest state of the site; null before the first. */
  let config: SiteConfig | null = null;
  const hook = createHookReport();
  const counts = createPageCounts(view, { onLost: isAlive, signal });
  const deferred = createDeferredBadges(view, world, {
    onLost: isAlive,
    onDeny: (question) => answer(question, 'deny'),
    onLook(question) {
      waiting.look(question);
      tell({ type: 'look-at-question' });
    },
    signal,
  });
  const { badges } = deferred;
  const trace = createReplyTrace(badges.whereIs);
  const waiting = createWaiting(view, signal, (chat) => {
    if (chat === null) deferred.notice.noQuestion();
    else deferred.notice.askOpen(() => openChat(view, chat));
  });
  const notice = createSiteNotice(view, deferred.notice);
  const bridge = openPageBridge(view, { signal, isAlive, onMessage: receive });
  const relay = createRelay(() => {
    if (config) apply(config);
  }, signal);

  function receive(message: PageMessage, isAgain: boolean): void {
    if (!isAlive()) return;
    switch (message.type) {
      case 'hello':
        hook.connected(message.late);
        return showNotice();
      case 'direct':
        return hook.fetched();
      case 'stopped':
        return hook.stopped();
      case 'unread':
        return message.rendered ? hook.rendered() : hook.passed(false);
      case 'inspected':
        return relay.pass(message.streams);
      case 'seen':
        return trace.add(message);
      default:
        if (isRead(message)) hook.passed(true, message.type === 'reply-start');
        trace.add(message);
        badges.show(message);
        counts.add(message, isAgain);
        waiting.add(message);
    }
  }

  function answer({ server, runId, requestId, command }: Question, choice: Given): void {
    bridge.answer({ type: 'answer', server, runId, requestId, command, choice });
  }

  function apply(next: SiteConfig): void {
    const before = config?.enabled ?? null;
    const { enabled } = next;
    config = next;
    if (before === null && !enabled) {
      hook.leave();
      bridge.release();
    }
    // Somebody who has just switched it on is looking at this page.
    if (before === false && enabled) notice.expect();
    if (framed && enabled !== (before ?? false)) tell({ type: 'frame-changed' });
    const chosen = settingsOf(next);
    bridge.post(hookSettings(chosen, next, relay.isOpen()));
    if (next !== OFF) relay.confirm();
    badges.set(chosen, enabled);
    if (!enabled) waiting.clear();
    showNotice();
  }

  /** Shows that the extension is on, or that a reload is needed. */
  function showNotice(): void {
    const { state } = hook.answer();
    if (framed || hook.hasLeft() || state === 'silent') return;
    notice.update({ enabled: config?.enabled === true, late: state === 'late' });
  }

  /** Shuts down if the extension was reloaded, updated or removed while this page is open. */
  function isAlive(): boolean {
    if (!signal.aborted && isOrphaned()) retire();
    return !signal.aborted;
  }

  function retire(): void {
    bridge.leave();
    apply(OFF);
    badges.end();
    notice.remove();
    life.abort();
  }

  /** Reads are answered in order, so the last request is the last to be applied. */
  function refresh(): void {
    readSiteConfig(origin).then(apply, retire);
  }

  watchSite(origin, refresh, signal);
  refresh();
  answerRequests(view, {
    framed,
    isOn: () => config?.enabled === true,
    hook,
    waiting,
    trace: trace.answer,
    offersAlways: () => settingsOf(config ?? OFF).always,
    answer,
  });
  if (framed) view.addEventListener('pagehide', () => tell({ type: 'frame-changed' }), { signal });
  return isAlive;
}

/** A reply was read, whatever was found in it. */
function isRead(message: PageMessage): boolean {
  return (
    message.type === 'reply-start' || (message.type === 'reply-expected' && message.read === true)
  );
}

function settingsOf({ chosen }: SiteConfig): Settings {
  return settle(chosen.everywhere, chosen.site, chosen.managed);
}
