/** Which messages of a chat page were warned about: their ids and no text, of the last weeks. Pure. */
import { isObject } from '../../normalizer/json/json-edit.ts';
import { daysBetween, isDay } from '../calendar.ts';
import type { Day } from '../day.ts';

/** The model faked a call in a message. */
export interface Warning {
  /** What the chat page calls the message. */
  readonly message: string;
  /** When it was first warned about. */
  readonly day: Day;
  /** Somebody has dismissed the note about it. */
  readonly dismissed: boolean;
}

/** What is said of a message: that it fakes a call, or that its note was dismissed or brought back. */
export interface WarningNews {
  readonly message: string;
  /** Null: as it was before. */
  readonly dismissed: boolean | null;
}

/** Sent to the background by a page bridge. Nobody answers. */
export interface WarningReport extends WarningNews {
  readonly type: 'faked-call';
}

/** Warnings kept of one site; the oldest go. */
export const MAX_WARNINGS = 200;
/** Days for which a warning is kept. */
export const WARNED_DAYS = 90;

/** Ids of messages are UUIDs, some with a short word before. */
const MESSAGE_ID = /^[\w.:-]{1,100}$/;

/** @returns whether `value` can be the id of a message that is kept: what is not is only warned about while it is shown */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && MESSAGE_ID.test(value);
}

/** @param value of unknown shape and origin. @returns null for what is none */
export function readWarningNews(value: unknown): WarningNews | null {
  if (!isObject(value) || value.type !== 'faked-call' || !isMessageId(value.message)) return null;
  const { message, dismissed } = value;
  return typeof dismissed === 'boolean' || dismissed === null ? { message, dismissed } : null;
}

/**
 * @param value as it is stored
 * @param today warnings of too long ago, and of days to come, are left out like rubbish
 */
export function readWarnings(value: unknown, today: Day): readonly Warning[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_WARNINGS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isMessageId(entry.message) || !isDay(entry.day)) return [];
    const age = daysBetween(entry.day, today);
    // One day ahead is another time zone.
    if (age >= WARNED_DAYS || age < -1) return [];
    return [{ message: entry.message, day: entry.day, dismissed: entry.dismissed === true }];
  });
}

/** @returns the warnings with this one, never more than `MAX_WARNINGS` */
export function withWarning(
  warnings: readonly Warning[],
  { message, dismissed }: WarningNews,
  today: Day,
): readonly Warning[] {
  const known = warnings.find((one) => one.message === message);
  if (!known) return [...warnings, { message, day: today, dismissed: dismissed === true }].slice(-MAX_WARNINGS);
  const changed = { ...known, dismissed: dismissed ?? known.dismissed };
  return warnings.map((one) => (one === known ? changed : one));
}
