/** Counts the tool calls of single chats before and after cleaning. */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isId } from '../normalizer/open-webui/chat-event.ts';
import { add, readCount } from './numbers.ts';

/** Calls of tools. */
export interface Calls {
  /** All of them, faked ones included. */
  readonly calls: number;
  readonly imitated: number;
}

/** New calls of one chat. */
export interface ChatCalls extends Calls {
  /** Its id in the chat page. */
  readonly chat: string;
}

/** One chat, over all times. */
export interface ChatFigures {
  readonly chat: string;
  /**
   * When it was last cleaned, in milliseconds since 1970; null if never, and once that was undone.
   */
  readonly healed: number | null;
  /** Calls until it was last cleaned; all calls if it was never cleaned. */
  readonly before: Calls;
  readonly after: Calls;
}

/** Most chats remembered of one site; the one idle longest is dropped first, cleaned chats last. */
export const MAX_CHATS = 200;
/** Most chats that one message may report. */
export const MAX_TOLD_CHATS = 50;

export const NO_CALLS: Calls = { calls: 0, imitated: 0 };

/** The key of a site's chats. */
export function chatsKey(origin: string): string {
  return `chats:${origin}`;
}

/** @returns the calls by chat with more; those of chats beyond `MAX_TOLD_CHATS` are dropped */
export function addChatCalls(before: readonly ChatCalls[], more: ChatCalls): readonly ChatCalls[] {
  const known = before.some(({ chat }) => chat === more.chat);
  if (!known) return before.length < MAX_TOLD_CHATS ? [...before, more] : before;
  return before.map((one) =>
    one.chat === more.chat ? { chat: one.chat, ...addCalls(one, more) } : one,
  );
}

/** @returns the stored chats with new calls, the last one touched at the end */
export function addToChats(
  chats: readonly ChatFigures[],
  more: readonly ChatCalls[],
): readonly ChatFigures[] {
  return more.reduce(
    (sums, { chat, calls, imitated }) =>
      touch(sums, chat, (known) => {
        const side = known.healed === null ? 'before' : 'after';
        return { ...known, [side]: addCalls(known[side], { calls, imitated }) };
      }),
    chats,
  );
}

/** @returns the chats, one marked as just cleaned: all its calls so far count as before */
export function markHealed(
  chats: readonly ChatFigures[],
  healed: string,
  now: number,
): readonly ChatFigures[] {
  return touch(chats, healed, ({ chat, before, after }) => ({
    chat,
    healed: now,
    before: addCalls(before, after),
    after: NO_CALLS,
  }));
}

/** @returns the chats, one no longer marked as cleaned: all its calls count as before */
export function markUnhealed(
  chats: readonly ChatFigures[],
  unhealed: string,
): readonly ChatFigures[] {
  return chats.map((one) => {
    const { chat, before, after } = one;
    return chat === unhealed
      ? { chat, healed: null, before: addCalls(before, after), after: NO_CALLS }
      : one;
  });
}

/**
 * @param value of unknown shape and origin
 * @param most the highest number believed
 * @returns the calls of chats, without unknown fields
 */
export function readChatCalls(value: unknown, most?: number): readonly ChatCalls[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_TOLD_CHATS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isId(entry.chat)) return [];
    return [{ chat: entry.chat, ...readCalls(entry, most) }];
  });
}

/** @returns the chats of a site that had calls or were cleaned, the one touched last at the end */
export async function readChats(origin: string): Promise<readonly ChatFigures[]> {
  const key = chatsKey(origin);
  return readChatFigures((await browser.storage.local.get(key))[key]);
}

/** @returns the stored chats; invalid entries are dropped */
export function readChatFigures(value: unknown): readonly ChatFigures[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_CHATS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isId(entry.chat)) return [];
    const healed =
      typeof entry.healed === 'number' && Number.isFinite(entry.healed) ? entry.healed : null;
    return [
      { chat: entry.chat, healed, before: readCalls(entry.before), after: readCalls(entry.after) },
    ];
  });
}

function readCalls(value: unknown, most?: number): Calls {
  if (!isObject(value)) return NO_CALLS;
  const calls = readCount(value.calls, most);
  return { calls, imitated: readCount(value.imitated, calls) };
}

function touch(
  chats: readonly ChatFigures[],
  chat: string,
  change: (known: ChatFigures) => ChatFigures,
): readonly ChatFigures[] {
  const known = chats.find((one) => one.chat === chat) ?? {
    chat,
    healed: null,
    before: NO_CALLS,
    after: NO_CALLS,
  };
  const others = chats.filter((one) => one.chat !== chat);
  return [...(others.length < MAX_CHATS ? others : withoutQuietest(others)), change(known)];
}

function withoutQuietest(chats: readonly ChatFigures[]): readonly ChatFigures[] {
  const quietest = chats.find(({ healed }) => healed === null) ?? chats[0];
  return chats.filter((one) => one !== quietest);
}

/** @returns the sums of both */
export function addCalls(before: Calls, more: Calls): Calls {
  return { calls: add(before.calls, more.calls), imitated: add(before.imitated, more.imitated) };
}
