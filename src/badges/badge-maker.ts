/** Creates the badges of replies, where the settings want them. */
import { replyById, textSample } from '../chat-uis/open-webui.ts';
import type { ReplyAnchors } from '../chat-uis/reply-anchor.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { BadgeChoices } from './choices.ts';
import type { Corner } from './places/corner.ts';
import { createCornerPlacement } from './places/corner-placement.ts';
import { createMessagePlacement } from './places/message-placement.ts';
import { createPlacement } from './places/placement.ts';
import type { Placement } from './places/placement.ts';
import { createReplyBadge } from './reply/reply-badge.ts';
import type { ReplyBadge } from './reply/reply-badge.ts';

/** The reply that badges belong to. */
export interface Owner {
  readonly number: number;
  /** Its place in its chat; null if unknown. */
  readonly message: ChatMessage | null;
}

export interface BadgeMaker {
  /** @param owner returns the reply as it is known at that time */
  create(owner: () => Owner): ReplyBadge;
  /** Creates badges for a message of which only the id is known. */
  createAt(messageId: string): ReplyBadge;
  /**
   * Reports a faked call.
   * @param dismissed null: nobody has pressed anything
   */
  reportFaked(owner: Owner, dismissed: boolean | null): void;
}

export interface BadgeMakerOptions {
  /** Read whenever they matter, as they may change. */
  readonly choices: BadgeChoices;
  readonly anchors: ReplyAnchors;
  readonly corner: Corner;
  /** Called when a button was pressed. */
  readonly touched: () => void;
  /** Clock in milliseconds. */
  readonly now: () => number;
  readonly onClean?: ((message: ChatMessage) => void) | undefined;
  readonly openChat?: (() => string | null) | undefined;
  readonly onFaked?: ((message: string, dismissed: boolean | null) => void) | undefined;
}

/** @param options those that callers of `createBadges` give are explained there */
export function createBadgeMaker(document: Document, options: BadgeMakerOptions): BadgeMaker {
  const { choices, corner, touched, now, onClean, onFaked, openChat } = options;

  function create(owner: () => Owner): ReplyBadge {
    return createReplyBadge(document, {
      placementOf: (host, since) => placementOf(document, host, owner(), since ?? now(), options),
      say: corner.announce,
      touched,
      warns: () => choices.imitation,
      cleaner() {
        const { message } = owner();
        return message?.chatId && onClean ? () => onClean(message) : null;
      },
      dismissed: (dismissed) => reportFaked(owner(), dismissed),
    });
  }

  function reportFaked({ message }: Owner, dismissed: boolean | null): void {
    if (message && choices.imitation) onFaked?.(message.messageId, dismissed);
  }

  return {
    create,
    createAt: (messageId) => create(() => ({ number: 0, message: { chatId: openChat?.() ?? '', messageId } })),
    reportFaked,
  };
}

/** @param since when there was something to show for the first time */
function placementOf(
  document: Document,
  host: HTMLElement,
  { number, message }: Owner,
  since: number,
  { choices, anchors, corner }: Pick<BadgeMakerOptions, 'choices' | 'anchors' | 'corner'>,
): Placement {
  const find = message ? () => replyById(document, message.messageId) : () => anchors.find(number);
  if (choices.place === 'corner') return createCornerPlacement(host, { corner, find, named: message !== null });
  if (!message) return createPlacement(number, host, { anchors, corner, now: since });
  return createMessagePlacement(host, { find, sampleOf: textSample });
}
