/**
 * Messages of a chat page in which a call was faked: their ids and no text, so that each is warned
 * about again after a reload and in other tabs. Every context may read and watch them, and only the
 * background writes them. A page may make up ids: it can only fill the list of its own site, which
 * is bounded, and push out what was in it.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { removeData, setData, watchStorage } from '../extension/storage.ts';
import { isDay, isKept, today, type Day } from './calendar.ts';

/** The model faked a call in a message. */
export interface Warning {
  /** Its id in the chat page. */
  readonly message: string;
  /** When it was first warned about. */
  readonly day: Day;
  /** Somebody has dismissed the note about it. */
  readonly dismissed: boolean;
}

/**
 * From a page's bridge: a message fakes a call, or its note was dismissed or brought back. Nobody
 * answers.
 */
export interface WarningReport {
  readonly type: 'faked-call';
  readonly message: string;
  /** Null: as it was before. */
  readonly dismissed: boolean | null;
}

/** Warnings kept of one site; the oldest go. */
export const MAX_WARNINGS = 200;
export const WARNINGS_PREFIX = 'warned:';

/** Ids of messages are UUIDs, some with a short word before. */
const MESSAGE_ID = /^[\w.:-]{1,100}$/;

/**
 * Returns whether `value` can be the id of a message. Any other is only warned about while it is
 * shown.
 */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && MESSAGE_ID.test(value);
}

/** @param value of unknown shape and origin. @returns null for any other message */
export function readWarningReport(value: unknown): WarningReport | null {
  if (!isObject(value) || value.type !== 'faked-call' || !isMessageId(value.message)) return null;
  const { type, message, dismissed } = value;
  return typeof dismissed === 'boolean' || dismissed === null ? { type, message, dismissed } : null;
}

/** @returns the warnings of a site that are not too old, the oldest first */
export async function readWarnings(origin: string): Promise<readonly Warning[]> {
  const key = WARNINGS_PREFIX + origin;
  const value: unknown = (await browser.storage.local.get(key))[key];
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_WARNINGS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isMessageId(entry.message) || !isDay(entry.day) || !isKept(entry.day))
      return [];
    return [{ message: entry.message, day: entry.day, dismissed: entry.dismissed === true }];
  });
}

/** Watches the warnings of a site: watch first, then read. @param signal ends the watching */
export function watchWarnings(origin: string, onChange: () => void, signal: AbortSignal): void {
  watchStorage((changes) => {
    if (WARNINGS_PREFIX + origin in changes) onChange();
  }, signal);
}

/** Adds or changes a warning of a site. For the background only. */
export async function keepWarning(
  origin: string,
  { message, dismissed }: WarningReport,
): Promise<void> {
  const warnings = await readWarnings(origin);
  const known = warnings.some((one) => one.message === message);
  const kept = known
    ? warnings.map((one) =>
        one.message === message ? { ...one, dismissed: dismissed ?? one.dismissed } : one,
      )
    : [...warnings, { message, day: today(), dismissed: dismissed === true }];
  await setData({ [WARNINGS_PREFIX + origin]: kept.slice(-MAX_WARNINGS) });
}

/** Deletes the warnings of a site that are too old. For the background only. */
export async function forgetOldWarnings(origin: string): Promise<void> {
  const kept = await readWarnings(origin);
  if (kept.length > 0) await setData({ [WARNINGS_PREFIX + origin]: kept });
  else await forgetWarnings(origin);
}

/** Deletes the warnings of a site. For the background only. */
export async function forgetWarnings(origin: string): Promise<void> {
  await removeData(WARNINGS_PREFIX + origin);
}
