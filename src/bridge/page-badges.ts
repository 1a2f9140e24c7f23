import { browser } from 'wxt/browser';
import { createKeptWarnings } from './kept-warnings.ts';
import type { PageMessage } from './protocol.ts';
import type { BadgeTrace } from './reply-trace.ts';
import { createBadges, type Badges } from '../badges/badges.ts';
import type { FakedMessage } from '../badges/kept-notes.ts';
import type { BadgeChoices } from '../badges/scene.ts';
import { chatIdOf } from '../healing/address.ts';
import type { CleanChatRequest } from '../healing/open-when-asked.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { Question } from '../normalizer/progress/progress-types.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The badges of a page. They are kept while the site or badges are off, so that what was reported
 * of a reply is not lost; nothing of it is in the page then.
 */
export type PageBadges = ReturnType<typeof createPageBadges>;

export interface PageBadgesOptions {
  /** Called if the extension may have been reloaded or removed. */
  readonly onLost: () => unknown;
  /** Called when a person has denied what an agent asks. */
  readonly onDeny: (question: Question) => void;
  /** Called when a person wants to see the whole question, where it can be answered. */
  readonly onLook: (question: Question) => void;
  /** Ends waiting for the page. */
  readonly signal: AbortSignal;
}

/**
 * A page can prevent badges, for instance by defining their element's name with a shadow root of
 * its own. Then there are none, and everything else works: an error here would surface in the
 * page's error handlers (Chromium 156).
 */
export function createPageBadges(
  view: Window,
  { onLost, onDeny, onLook, signal }: PageBadgesOptions,
) {
  let badges: Badges | null = null;
  let ending = new AbortController();

  function attempt(work: (shown: Badges) => void): void {
    if (!badges) return;
    try {
      work(badges);
    } catch {
      ending.abort(); // removes the badges already in the page
      badges = null;
    }
  }

  function start(choices: BadgeChoices): void {
    ending = new AbortController();
    try {
      badges = createBadges(view.document, {
        ...choices,
        signal: ending.signal,
        works() {
          onLost();
          return !signal.aborted;
        },
        // Nothing of private windows is kept, so a chat cleaned there could not be restored.
        onClean: browser.extension.inIncognitoContext
          ? undefined
          : (message) => void cleanChat(message, onLost),
        onDeny,
        onLook,
        openChat: () => chatIdOf(view.document.URL),
        onFaked: (message, dismissed) => warnings.report(message, dismissed),
      });
      const warnings = createKeptWarnings(view.location.origin, {
        onChange: recall,
        onLost,
        signal: ending.signal,
      });
    } catch {
      badges = null;
    }
  }

  /** Finding and watching replies needs the page's body. */
  function recall(faked: readonly FakedMessage[]): void {
    if (view.document.readyState !== 'loading') attempt((shown) => shown.recall(faked));
    else
      view.document.addEventListener('DOMContentLoaded', () => recall(faked), {
        once: true,
        signal,
      });
  }

  return {
    /**
     * Applies the settings.
     * @param enabled the site is on: badges are created when it is for the first time
     */
    set(settings: Settings, enabled: boolean): void {
      const choices = choicesOf(settings, enabled);
      if (badges) attempt((shown) => shown.set(choices));
      else if (enabled) start(choices);
    },
    /** Shows what the hook has reported, if it is for badges. */
    show: (message: PageMessage): void => attempt((shown) => showIn(shown, message)),
    /** @returns where the badge of a reply is */
    whereIs(reply: number): BadgeTrace {
      let where: BadgeTrace = 'unknown';
      attempt((shown) => (where = shown.whereIs(reply)));
      return where;
    },
    /** Removes everything. */
    end: (): void => ending.abort(),
  };
}

function choicesOf({ badges, imitation }: Settings, enabled: boolean): BadgeChoices {
  return { imitation, shown: badges && enabled };
}

function showIn(badges: Badges, message: PageMessage): void {
  switch (message.type) {
    case 'reply-expected':
      return badges.expectReply(message.read !== true);
    case 'reply-start':
      return badges.startReply(message.reply, message.message, message.joined);
    case 'progress':
      return badges.progress(message.reply, message.progress);
    case 'note':
      return badges.note(message.reply, message.note);
    case 'reply-text':
      return badges.beginning(message.reply, message.text);
    case 'reply-end':
      return badges.endReply(message.reply);
    default: // is not for badges
  }
}

/** Opens the page that cleans stored chats, in a tab beside this one. */
async function cleanChat({ chatId }: ChatMessage, onLost: () => unknown): Promise<void> {
  const request: CleanChatRequest = { type: 'clean-chat', chat: chatId };
  try {
    await browser.runtime.sendMessage(request);
  } catch {
    onLost(); // the call itself throws here
  }
}
