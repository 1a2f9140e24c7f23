import { browser } from 'wxt/browser';
import type { PageMessage } from './protocol.ts';
import { remember } from '../lib/bounded-map.ts';
import { isOpen, toldAs } from '../normalizer/progress/status.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { today } from '../stats/calendar.ts';
import { addNews, callTime, NO_COUNTS, NO_NEWS, OUTCOMES, type News } from '../stats/figures.ts';

/** Counts what the page's hook reports, and tells the background. */
export type PageCounts = ReturnType<typeof createPageCounts>;

interface KnownReply {
  /** Another tab counts this reply. */
  foreign: boolean;
  /** Null if unknown. */
  readonly chat: string | null;
}

interface KnownCall {
  /** Null if it has ended or its beginning was not reported. */
  readonly began: number | null;
  /** Its outcome was counted. */
  readonly told: boolean;
}

/** Milliseconds from a count to the message that has it, and every other until then. */
const SEND_AFTER = 1000;
/**
 * Calls and replies remembered, more than a page shows at once; beyond that, the oldest is dropped.
 */
const MAX_CALLS = 5000;
const MAX_REPLIES = 5000;

/**
 * Adds up counts and sends them at most once a second, and as the page closes. A message that does
 * not arrive is not sent again, as when a closing page would have to wake the background (seen in
 * Chromium 156 and Firefox 153): a count may be lost, none is doubled. Each call counts once,
 * however often it changes.
 * @param options.onLost called if the extension was reloaded or removed while this page is open
 * @param options.signal ends it
 */
export function createPageCounts(
  view: Window,
  { onLost, signal }: { readonly onLost: () => unknown; readonly signal: AbortSignal },
) {
  let news = NO_NEWS;
  /** 0 while there are no news. */
  let timer = 0;
  /** What is added was counted before. */
  let isKnown = false;
  const replies = new Map<number, KnownReply>();
  const calls = new Map<string, KnownCall>();

  function count(more: Partial<News>): void {
    if (signal.aborted || isKnown) return;
    news = addNews(news, more);
    timer ||= view.setTimeout(send, SEND_AFTER);
  }

  function send(): void {
    if (timer === 0) return;
    view.clearTimeout(timer);
    timer = 0;
    const told = news;
    news = NO_NEWS;
    try {
      browser.runtime.sendMessage({ type: 'counts', ...told }).catch(() => {}); // nobody has to answer
    } catch {
      onLost(); // the call itself throws here
    }
  }

  function addReply({
    reply,
    message,
    counts,
  }: PageMessage & { readonly type: 'reply-start' }): void {
    const known = replies.get(reply) ?? { foreign: false, chat: message?.chatId ?? null };
    remember(replies, reply, known, MAX_REPLIES);
    known.foreign = !counts;
  }

  function addProgress(reply: number, { call, status, tool, provenance, untimed }: Progress): void {
    const known = replies.get(reply);
    if (known?.foreign || status === 'undecided') return;
    const key = `${reply}:${call}`;
    const before = calls.get(key);
    const { began = null, told = false } = before ?? {};
    if (!before) addCall(known?.chat ?? null, provenance === 'imitated' ? 1 : 0);
    if (isOpen(status)) {
      if (!before)
        remember(calls, key, { began: untimed ? null : performance.now(), told }, MAX_CALLS);
      return;
    }
    const outcome = OUTCOMES.find((id) => id === toldAs(status)) ?? null;
    remember(calls, key, { began: null, told: told || outcome !== null }, MAX_CALLS);
    if (outcome && !told) count({ counts: { ...NO_COUNTS, [outcome]: 1 } });
    if (began === null || status === 'ended' || untimed) return;
    count({ times: callTime(tool, performance.now() - began, today()) });
  }

  function addCall(chat: string | null, imitated: 0 | 1): void {
    count({
      counts: { ...NO_COUNTS, tools: 1 - imitated, imitated },
      chats: chat === null ? [] : [{ chat, calls: 1, imitated }],
    });
  }

  view.addEventListener('pagehide', send, { signal });
  signal.addEventListener('abort', () => view.clearTimeout(timer), { once: true });

  return {
    /** @param isAgain it was counted before, as the extension was loaded again under the page */
    add(message: PageMessage, isAgain = false): void {
      isKnown = isAgain;
      switch (message.type) {
        case 'reply-start':
          return addReply(message);
        case 'progress':
          return addProgress(message.reply, message.progress);
        case 'removed':
          if (message.reply !== null && replies.get(message.reply)?.foreign) return;
          return count({ counts: { ...NO_COUNTS, markers: message.markers } });
        case 'hermes':
          return count({ hermes: [message.model] });
        case 'repaired':
          return count({ repairs: message.repairs });
        default: // is not counted
      }
    },
  };
}
