import type { PageMessage } from './protocol.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import { MAX_NEWS, type Batch, type DayNews } from '../stats/batch.ts';
import { addCallsByChat } from '../stats/chats.ts';
import { NO_FIGURES, type Day, type DayFigures } from '../stats/day.ts';
import { addFindings, hasFindings } from '../stats/findings.ts';
import { addFigures, callTime } from '../stats/add-figures.ts';

/** Counts by day, and findings. */
export type Tallied = Omit<Batch, 'number'>;

/** Adds up what the page's hook reports, until it is taken. */
export interface Tally {
  add(message: PageMessage): void;
  /** @returns what was counted since the last take; null if nothing */
  take(): Tallied | null;
}

/** The current time. */
export interface Clock {
  /** Milliseconds of a monotonic clock, for durations: the date may be changed meanwhile. */
  now(): number;
  /** The date on the user's clock. */
  today(): Day;
}

interface KnownReply {
  /** Another tab counts this reply. */
  foreign: boolean;
  counted: boolean;
  /** Null if unknown. */
  readonly chat: string | null;
}

/** Calls and replies remembered, more than a page shows at once; beyond that, the oldest is dropped. */
const MAX_CALLS = 5000;
const MAX_REPLIES = 5000;

/** Creates an empty tally. Each reply counts once, and so does each of its calls, however often it changes. */
export function createTally(clock: Clock): Tally {
  /** By the day on which it happened. */
  let days = new Map<Day, DayNews>();
  let findings: Tallied['findings'] = [];
  const replies = new Map<number, KnownReply>();
  /** When each call began; null if it has ended or its beginning was not reported. */
  const calls = new Map<string, number | null>();
  let hermes = false;

  function add(message: PageMessage): void {
    switch (message.type) {
      case 'reply-start':
        return addReply(message);
      case 'progress':
        return addProgress(message.reply, message.progress);
      case 'removed':
        if (message.reply === null || !replies.get(message.reply)?.foreign) count({ markers: message.markers });
        return;
      case 'hermes':
        hermes = true;
        return;
      case 'findings': {
        if (hasFindings(message)) findings = addFindings(findings, [message]);
        const { repairs, events, bytes } = message;
        return count({ repairs, events, bytes });
      }
    }
  }

  function addReply({ reply, message, counts }: PageMessage & { readonly type: 'reply-start' }): void {
    const known = replies.get(reply) ?? { foreign: false, counted: false, chat: message?.chatId ?? null };
    remember(replies, reply, known, MAX_REPLIES);
    known.foreign = !counts;
    if (known.foreign || known.counted) return;
    known.counted = true;
    count({ replies: 1 });
  }

  function addProgress(reply: number, { call, status, tool, provenance, untimed }: Progress): void {
    const known = replies.get(reply);
    if (known?.foreign) return;
    const key = `${reply}:${call}`;
    const isNew = !calls.has(key);
    const began = calls.get(key) ?? null;
    if (isNew) addCall(known?.chat ?? null, provenance === 'imitated');
    if (status === 'running') return isNew ? remember(calls, key, untimed ? null : clock.now(), MAX_CALLS) : undefined;
    remember(calls, key, null, MAX_CALLS);
    if (began !== null && status !== 'ended' && !untimed) count({ times: callTime(tool, clock.now() - began) });
  }

  function addCall(chat: string | null, isImitated: boolean): void {
    const imitated = isImitated ? 1 : 0;
    count({ imitated, tools: 1 - imitated }, chat === null ? [] : [{ chat, calls: 1, imitated }]);
  }

  function count(more: Partial<DayFigures>, chats: DayNews['chats'] = []): void {
    const today = clock.today();
    // A clock that is changed again and again must not make an endless list.
    const day = days.has(today) || days.size < MAX_NEWS ? today : ([...days.keys()].at(-1) ?? today);
    const before = days.get(day) ?? { day, figures: NO_FIGURES, chats: [] };
    days.set(day, {
      day,
      figures: addFigures(before.figures, { ...NO_FIGURES, ...more }),
      chats: chats.reduce(addCallsByChat, before.chats),
    });
  }

  function take(): Tallied | null {
    if (days.size === 0 && !hermes) return null;
    const tallied: Tallied = { days: [...days.values()], findings, ...(hermes && { hermes }) };
    hermes = false;
    days = new Map();
    findings = [];
    return tallied;
  }

  return { add, take };
}
