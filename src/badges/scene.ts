/** What is in the page: places, draws and removes all badges. */
import { answerSameQuestion } from '../chat-uis/open-webui.ts';
import type { ReplyAnchors } from '../chat-uis/reply-anchor.ts';
import type { BadgeStay } from '../settings/settings.ts';
import type { BadgeChoices } from './choices.ts';
import { createFrames } from './frames.ts';
import type { KeptNotes } from './kept-notes.ts';
import { createPageWatch } from './page-watch.ts';
import type { Corner } from './places/corner.ts';
import type { Replies, Reply } from './reply/replies.ts';
import { STAY, timeLeft } from './reply/stay.ts';
import { isSuperseded } from './reply/succession.ts';

export interface Scene {
  /** Requests everything to be drawn as it is, with the next frame. */
  request(): void;
  /** There is something to show: the page has to be watched. */
  watch(): void;
  /** Removes everything from the page. */
  hide(): void;
  /** Shows again what was hidden, where it can still be found. */
  show(): void;
}

export interface SceneOptions {
  /** Read whenever they matter, as they may change. */
  readonly choices: BadgeChoices;
  readonly anchors: ReplyAnchors;
  readonly corner: Corner;
  readonly replies: Replies;
  readonly notes: KeptNotes;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** When aborted, nothing is drawn any more. */
  readonly signal: AbortSignal;
}

export function createScene(view: Window, options: SceneOptions): Scene {
  const { choices, anchors, corner, replies, notes, now, signal } = options;
  const frames = createFrames(view, draw, signal);
  let coloursDue = false;
  const watched = createPageWatch(view, {
    onChange(records) {
      anchors.observe(records);
      request();
    },
    onMove: frames.request,
    onColours() {
      coloursDue = true;
      request();
    },
  });

  function request(): void {
    if (choices.shown) frames.request();
  }

  function draw(): void {
    if (!choices.shown) return;
    const at = now();
    if (watched.isOn()) corner.keep();
    // First, because what is known of a message may change the badges of its reply.
    if (choices.imitation) notes.draw(at, coloursDue);
    else notes.remove();
    const dates = drawReplies(at);
    if (watched.isOn()) dates.push(corner.settle(at));
    coloursDue = false;
    const due = dates.filter((date) => date !== null);
    frames.requestIn(due.length > 0 ? Math.min(...due) : null);
  }

  /** @returns milliseconds until each has to be drawn again */
  function drawReplies(at: number): (number | null)[] {
    const dates: (number | null)[] = [];
    for (const reply of replies.all()) {
      const wait = waitOf(reply, choices.stay, view.document, at);
      if (wait !== null && wait <= 0) replies.remove(reply);
      else dates.push(wait, ...reply.badge.draw(at, coloursDue));
    }
    return dates;
  }

  return {
    request,
    watch() {
      if (choices.shown) watched.start();
    },
    hide() {
      watched.stop();
      for (const reply of replies.all()) {
        reply.homeless = reply.endedAt !== null && reply.badge.place()?.corner !== false;
        reply.badge.remove();
      }
      notes.remove();
      corner.remove();
      frames.requestIn(null);
    },
    show() {
      let some = false;
      for (const reply of replies.all()) {
        if (isLost(reply, anchors)) replies.remove(reply);
        else some = true;
      }
      if (some || !notes.isEmpty()) watched.start();
    },
  };
}

/** Returns whether a reply has ended and cannot be found in the page any more. */
function isLost({ number, message, endedAt, homeless }: Reply, anchors: ReplyAnchors): boolean {
  return message === null && endedAt !== null && (homeless || anchors.find(number)?.isConnected !== true);
}

/** @returns milliseconds until the badges of a reply leave: 0 or less = now, null = not by time */
function waitOf(reply: Reply, stay: BadgeStay, document: Document, at: number): number | null {
  if (reply.endedAt === null || reply.badge.warns()) return null;
  const corner = reply.badge.place()?.corner === true;
  const superseded = isSuperseded(reply, (earlier, later) => answerSameQuestion(document, earlier, later));
  // When the next reply has begun, an element that reappears in its place is another reply.
  if (superseded && reply.badge.isGone()) return 0;
  const left = timeLeft(stay, { endedAt: reply.endedAt, superseded, corner }, at);
  if (left === null || stay !== '10-seconds' || superseded) return left;
  if (left === 0 && reply.badge.inUse()) reply.keptUntil = at + STAY;
  return Math.max(left, reply.keptUntil - at);
}
