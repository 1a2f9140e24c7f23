import { exactFigure, plural } from '../../popup/texts.ts';
import type { FoundChat } from '../types.ts';

/** "12 markers in 5 of 40 replies, since 3 March". @param now milliseconds since 1970 */
export function foundText({ markers, marked, replies, since }: Omit<FoundChat, 'chat'>, now: number): string {
  const count = `${countText(markers, ['marker', 'markers'])} in ${exactFigure(marked)} of ${countText(replies, ['reply', 'replies'])}`;
  return since === null ? count : `${count}, since ${dayText(since, now)}`;
}

/** "1 chat", "2,000 chats". @param words singular and plural */
export function countText(count: number, words: readonly [string, string]): string {
  return `${exactFigure(count)} ${plural(count, words)}`;
}

/** "3 March", or "3 March 2025" where that is another year. @param when milliseconds since 1970, as `now` */
export function dayText(when: number, now: number): string {
  const date = new Date(when);
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year }).format(date);
}

/** "3 March 2026 at 14:05". @param when milliseconds since 1970 */
export function momentText(when: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(when));
}

/** "812 bytes", "12 kB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return countText(bytes, ['byte', 'bytes']);
  if (bytes < 1_000_000) return `${exactFigure(Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
