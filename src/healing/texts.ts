import { formats } from '../languages/formats.ts';
import { counted, words } from '../languages/messages.ts';
import type { FoundChat } from './types.ts';

/** Texts of the page that cleans stored chats. Times and sizes are passed in formatted. */
export const healingTexts = words('healing');

/** Formats "12 markers in 5 of 40 replies, since 3 March". @param now milliseconds since 1970 */
export function foundText(
  { markers, marked, replies, since }: Omit<FoundChat, 'chat' | 'place'>,
  now: number,
): string {
  const [inAll, ofAll] = [counted('counts_markers', markers), counted('counts_replies', replies)];
  if (since === null) return healingTexts.found(inAll, marked, ofAll);
  return healingTexts.foundSince(inAll, marked, ofAll, formats.day(since, now));
}
