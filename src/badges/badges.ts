/**
 * Shows tool progress beside the reply that it belongs to, and nowhere else: it never becomes part of the page's text.
 */
import { replyById } from '../chat-uis/open-webui.ts';
import { createReplyAnchors } from '../chat-uis/reply-anchor.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { createBadgeMaker } from './badge-maker.ts';
import type { BadgeChoices, CurrentChoices } from './choices.ts';
import { createKeptNotes } from './kept-notes.ts';
import type { FakedMessage, KeptNotes } from './kept-notes.ts';
import { isShadowHost } from './look/shadow.ts';
import { createCorner } from './places/corner.ts';
import { createReplies } from './reply/replies.ts';
import type { Replies } from './reply/replies.ts';
import type { ReplyBadge } from './reply/reply-badge.ts';
import { createScene } from './scene.ts';
import type { Scene } from './scene.ts';

export interface Badges {
  /**
   * Begins a reply. Touches no DOM yet, but badges of finished replies may be removed (see `BadgeStay`). Called again
   * for the same reply when it continues after its end, or when its message becomes known.
   * @param message the reply's place in its chat: its badges are then shown there, or not at all while it is not on the
   * page
   * @param joined it may have begun before we listened, or part of it was missed
   */
  startReply(reply: number, message?: ChatMessage | null, joined?: boolean): void;
  /** Applies one change of one call; the same `call` again changes the same line. */
  progress(reply: number, progress: Progress): void;
  /** Passes on how its text begins, to find it in a page that marks its messages in no way we know. */
  beginning(reply: number, text: string): void;
  /** Passes on how its question begins, below which it will be in such a page. */
  question(reply: number, text: string): void;
  /** Ends the reply: calls still running are shown as ended, and all collapse into one line. */
  endReply(reply: number): void;
  /** Changes options, also for badges already shown; omitted ones keep their values. */
  set(change: Partial<BadgeChoices>): void;
  /** Replaces the list of messages known to contain a faked call, including those from before this page was loaded. */
  recall(faked: readonly FakedMessage[]): void;
}

export interface BadgeOptions extends BadgeChoices {
  /** Aborted: everything is removed at once. */
  readonly signal: AbortSignal;
  /** Clock in milliseconds. */
  readonly now?: () => number;
  /** Called when somebody asks to clean the chat of this message. If undefined, that is not offered. */
  readonly onClean?: (message: ChatMessage) => void;
  /** The stored chat that the page shows, according to its address; null for none. */
  readonly openChat?: () => string | null;
  /**
   * Called when a call was faked in this message, or the note about it was dismissed or restored.
   * @param dismissed null: nobody has pressed anything
   */
  readonly onFaked?: (message: string, dismissed: boolean | null) => void;
}

interface Parts {
  readonly choices: CurrentChoices;
  readonly replies: Replies;
  readonly notes: KeptNotes;
  readonly scene: Scene;
}

/** @param document the page's document */
export function createBadges(document: Document, options: BadgeOptions): Badges {
  const { signal, now = () => performance.now(), stay, place, imitation, shown } = options;
  const view = document.defaultView;
  if (!view) throw new Error('Badges need a document that is shown in a window.');
  const choices: CurrentChoices = { stay, place, imitation, shown };
  const anchors = createReplyAnchors(document, { isOurs: isShadowHost, now, signal });
  const corner = createCorner(document);
  const maker = createBadgeMaker(document, {
    ...options,
    choices,
    anchors,
    corner,
    now,
    touched: () => scene.request(),
  });
  const replies = createReplies({ anchors, maker, now });
  const notes = createKeptNotes({
    isShown: (id) => replyById(document, id) !== null,
    badgeOf: replies.badgeAt,
    create: maker.createAt,
  });
  const scene = createScene(view, { choices, anchors, corner, replies, notes, now, signal });

  signal.addEventListener(
    'abort',
    () => {
      scene.hide();
      replies.clear();
    },
    { once: true },
  );

  function startReply(number: number, message: ChatMessage | null = null, joined = false): void {
    if (signal.aborted) return;
    replies.start(number, message);
    if (joined) replies.get(number)?.badge.join();
    scene.request();
  }

  return {
    startReply,
    progress(number, change) {
      if (!replies.get(number)) startReply(number);
      const reply = replies.get(number);
      if (!reply || reply.endedAt !== null) return;
      scene.watch();
      reply.badge.apply(change, now());
      if (change.provenance === 'imitated') replies.markFaked(reply);
      scene.request();
    },
    beginning(number, text) {
      if (!replies.get(number)) return;
      anchors.expect(number, text);
      scene.request();
    },
    question(number, text) {
      if (!replies.get(number)) return;
      anchors.expectBelow(number, text);
      scene.request();
    },
    endReply(number) {
      const reply = replies.get(number);
      if (!reply || reply.endedAt !== null) return;
      replies.end(reply, choices.shown);
      scene.request();
    },
    set: (change) => choose(change, { choices, replies, notes, scene }),
    recall(faked) {
      if (signal.aborted) return;
      notes.set(faked);
      if (!notes.isEmpty()) scene.watch();
      scene.request();
    },
  };
}

/** Changes options; omitted ones keep their values. */
function choose(change: Partial<BadgeChoices>, { choices, replies, notes, scene }: Parts): void {
  const before = { ...choices };
  choices.stay = change.stay ?? before.stay;
  choices.place = change.place ?? before.place;
  choices.imitation = change.imitation ?? before.imitation;
  choices.shown = change.shown ?? before.shown;
  if (before.shown && !choices.shown) scene.hide();
  if (!before.shown && choices.shown) scene.show();
  function renew(badge: ReplyBadge): void {
    if (choices.place === before.place) badge.refresh();
    else badge.replace();
  }
  for (const { badge } of replies.all()) renew(badge);
  notes.each(renew);
  scene.request();
}
