/**
 * Shows tool progress beside the reply that it belongs to, and nowhere else: it never becomes part
 * of the page's text.
 */
import { replyById, textSample } from '../chat-uis/open-webui.ts';
import { createReplyFinder } from '../chat-uis/reply-finder.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { Note, Progress, Question } from '../normalizer/progress/progress-types.ts';
import { createCorner } from './corner.ts';
import { createKeptNotes, type FakedMessage } from './kept-notes.ts';
import { isShadowHost } from './look/shadow.ts';
import { placeAtMessage, placeAtReply, type Placement } from './placement.ts';
import { createReplies, type Reply, type Turn } from './reply/replies.ts';
import { createReplyBadge, type ReplyBadge } from './reply/reply-badge.ts';
import { createScene, type BadgeChoices } from './scene.ts';

export type Badges = ReturnType<typeof createBadges>;

export interface BadgeOptions extends BadgeChoices {
  /** Aborted: everything is removed at once. */
  readonly signal: AbortSignal;
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /**
   * Whether the extension is there, asked before anything is drawn: without it no text can be read,
   * and the attempt is an error that shows up in the page (Chromium 156). It may abort `signal`.
   */
  readonly works?: () => boolean;
  /**
   * Called when somebody asks to clean the chat of this message. If undefined, that is not offered.
   */
  readonly onClean?: (message: ChatMessage) => void;
  /** Called when a person has denied what an agent asks. */
  readonly onDeny?: (question: Question) => void;
  /** Called when a person wants to see the whole question, where it can be answered. */
  readonly onLook?: (question: Question) => void;
  /** The stored chat that the page shows, according to its address; null for none. */
  readonly openChat?: () => string | null;
  /**
   * Called when a call was faked in this message, or the note about it was dismissed or restored.
   * @param dismissed null: nobody has pressed anything
   */
  readonly onFaked?: (message: string, dismissed: boolean | null) => void;
}

/** @param document the page's document */
export function createBadges(document: Document, options: BadgeOptions) {
  const { signal, now = () => performance.now(), works = () => true } = options;
  const { imitation, shown } = options;
  const view = document.defaultView;
  if (!view) throw new Error('Badges need a document that is shown in a window.');
  const choices = { imitation, shown };
  const finder = createReplyFinder(document, { isOurs: isShadowHost, now });
  const corner = createCorner(document);
  const replies = createReplies({ finder, create, reportFaked, now });
  const notes = createKeptNotes({
    isShown: (id) => replyById(document, id) !== null,
    badgeOf: replies.badgeAt,
    create: (messageId) =>
      create({ number: 0, message: { chatId: options.openChat?.() ?? '', messageId } }),
  });
  const scene = createScene(view, { choices, finder, corner, replies, notes, now, works, signal });

  function create(owner: Owner): ReplyBadge {
    const { onClean } = options;
    return createReplyBadge(document, {
      placementOf: (host, since) =>
        placementOf(document, host, owner, { finder, corner, since: since ?? now() }),
      say: corner.announce,
      touched: scene.request,
      warns: () => choices.imitation,
      cleaner() {
        const { message } = owner;
        return message?.chatId && onClean ? () => onClean(message) : null;
      },
      denied: (question) => options.onDeny?.(question),
      looked: (question) => options.onLook?.(question),
      dismissed: (dismissed) => reportFaked(owner, dismissed),
    });
  }

  /** @param dismissed null: a call was faked, and nobody has pressed anything */
  function reportFaked(
    { message }: Pick<Owner, 'message'>,
    dismissed: boolean | null = null,
  ): void {
    if (message && choices.imitation) options.onFaked?.(message.messageId, dismissed);
  }

  function startReply(number: number, message: ChatMessage | null = null, joined = false): void {
    if (signal.aborted) return;
    replies.start(number, message);
    if (joined) replies.get(number)?.badge.join();
    if (!message) scene.watchForText();
    scene.request();
  }

  /** Returns a reply that something is reported of; null if it is gone: an outcome came late. */
  function begun(number: number): Reply | null {
    if (replies.isNew(number)) startReply(number);
    scene.watch();
    return replies.get(number);
  }

  function end(): void {
    scene.hide();
    replies.clear();
  }

  signal.addEventListener('abort', end, { once: true });
  return {
    /**
     * A reply is on its way: from now on the page is watched, because the text may appear before
     * its first tool.
     * @param asked the page has just asked for it; false: its text has already been read
     */
    expectReply: scene.expect,
    /**
     * Begins a reply. Touches no DOM yet, but badges of finished replies may be removed. Called
     * again for the same reply when it continues after its end, or when its message becomes known.
     * @param message its place in its chat: its badges are then shown there, or not at all while it
     * is not on the page
     * @param joined it may have begun before we listened, or part of it was missed
     */
    startReply,
    /** Applies one change of one call; the same `call` again changes the same line. */
    progress(number: number, change: Progress): void {
      const reply = begun(number);
      if (!reply) return;
      reply.badge.apply(change, now());
      if (change.provenance === 'imitated' && reply.endedAt === null) replies.markFaked(reply);
      scene.request();
    },
    /** Shows what the agent says of the reply; the last of each kind. */
    note(number: number, note: Note): void {
      begun(number)?.badge.note(note, now());
      scene.request();
    },
    /** Passes on how its text begins, to find it in a page whose marks are unknown. */
    beginning(number: number, text: string): void {
      finder.expect(number, text);
      scene.request();
    },
    /** Ends the reply: calls still running are shown as ended, and all collapse into one line. */
    endReply(number: number): void {
      const reply = replies.get(number);
      if (!reply || reply.endedAt !== null) return;
      replies.end(reply);
      scene.request();
    },
    /** @returns where the badge of a reply is: `nowhere` if it has no place, or may not be shown */
    whereIs(number: number): 'reply' | 'corner' | 'nowhere' | 'nothing' {
      const badge = replies.get(number)?.badge;
      return !badge || badge.isEmpty() ? 'nothing' : whereIs(badge);
    },
    /** Changes options, also for badges already shown; omitted ones keep their values. */
    set: scene.choose,
    /** Replaces the list of messages known to contain a faked call, also from earlier loads. */
    recall(faked: readonly FakedMessage[]): void {
      if (signal.aborted) return;
      notes.set(faked);
      if (!notes.isEmpty()) scene.watch();
      scene.request();
    },
  };
}

/** What badges are of. */
type Owner = Pick<Turn, 'number' | 'message'>;

function placementOf(
  document: Document,
  host: HTMLElement,
  { number, message }: Owner,
  unnamed: Parameters<typeof placeAtReply>[2],
): Placement {
  if (!message) return placeAtReply(number, host, unnamed);
  const find = () => replyById(document, message.messageId);
  return placeAtMessage(host, { find, sampleOf: textSample });
}

function whereIs(badge: ReplyBadge): 'reply' | 'corner' | 'nowhere' {
  const place = badge.place();
  if (!place) return 'nowhere';
  return place.corner ? 'corner' : 'reply';
}
