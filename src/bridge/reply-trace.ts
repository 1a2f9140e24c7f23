import type { PageMessage } from './protocol.ts';
import { WAYS, type Way } from '../inspector/inspected.ts';
import { isObject } from '../normalizer/json/json-edit.ts';

/**
 * What is known of the latest reply of a page, for a report that a person copies: it decides why
 * there is no badge. It holds no text, no argument, no name of a tool and no address. What was
 * `seen` of it, a page may have made up.
 */
export interface ReplyTrace {
  /** How it travelled; null if the hook did not say. */
  readonly way: Way | null;
  /** What arrived, each with the milliseconds since the first: `0 start`, `130 call 1 running`. */
  readonly steps: readonly string[];
  /** Steps left out after the last one kept. */
  readonly dropped: number;
  readonly badge: BadgeTrace;
}

/**
 * Where its badge is: in or below the reply, in the corner of the page, nowhere in the page yet, or
 * there was never anything to show. `unknown`: the badges do not run.
 */
export type BadgeTrace = (typeof BADGES)[number];
const BADGES = ['reply', 'corner', 'nowhere', 'nothing', 'unknown'] as const;

/** Enough for every reply that somebody looks into; a page may report far more. */
const MAX_STEPS = 60;
/** UTF-16 units of a step. */
const MAX_STEP = 60;

/**
 * Follows the replies of a page.
 * @param badgeOf returns where the badge of a reply is
 * @param now clock in milliseconds
 */
export function createReplyTrace(
  badgeOf: (reply: number) => BadgeTrace,
  now: () => number = () => performance.now(),
) {
  let latest = 0;
  let way: Way | null = null;
  let begunAt = 0;
  let steps: string[] = [];
  let dropped = 0;

  function begin(reply: number): void {
    latest = reply;
    way = null;
    begunAt = now();
    steps = [];
    dropped = 0;
  }

  function add(step: string): void {
    if (steps.length < MAX_STEPS) steps.push(`${Math.round(now() - begunAt)} ${step}`);
    else dropped++;
  }

  return {
    /** Takes a message of the hook that may be about a reply. */
    add(message: PageMessage): void {
      const step = stepOf(message);
      if (!step) return;
      if (step.reply > latest) begin(step.reply);
      if (step.reply !== latest) return;
      if (message.type === 'reply-start') way = message.way ?? null;
      add(step.words);
    },
    /** @returns null if there was no reply */
    answer: (): ReplyTrace | null =>
      latest === 0 ? null : { way, steps, dropped, badge: badgeOf(latest) },
  };
}

/** @returns null for a message that is not about one reply */
function stepOf(message: PageMessage): { reply: number; words: string } | null {
  switch (message.type) {
    case 'reply-start':
      return { reply: message.reply, words: message.joined ? 'start in the middle' : 'start' };
    case 'progress': {
      const { call, status } = message.progress;
      return { reply: message.reply, words: `call ${call} ${status}` };
    }
    case 'note':
      return { reply: message.reply, words: `note ${message.note.kind}` };
    case 'removed':
      return message.reply === null ? null : { reply: message.reply, words: 'marker removed' };
    case 'seen':
      return { reply: message.reply, words: `seen ${message.id}` };
    case 'reply-end':
      return { reply: message.reply, words: 'end' };
    default:
      return null;
  }
}

/** @param value what a bridge has answered. @returns null for anything of another shape */
export function readReplyTrace(value: unknown): ReplyTrace | null {
  if (!isObject(value) || !Array.isArray(value.steps)) return null;
  const steps = value.steps.filter((step): step is string => typeof step === 'string');
  return {
    way: WAYS.find((known) => known === value.way) ?? null,
    steps: steps.slice(0, MAX_STEPS).map((step) => step.slice(0, MAX_STEP)),
    dropped: typeof value.dropped === 'number' ? value.dropped : 0,
    badge: BADGES.find((known) => known === value.badge) ?? 'unknown',
  };
}
