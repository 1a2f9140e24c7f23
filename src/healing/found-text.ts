import { formats } from '../languages/formats.ts';
import { healingTexts as texts } from './texts.ts';
import type { FoundChat } from './types.ts';

/** Formats "12 markers in 5 of 40 replies, since 3 March". @param now milliseconds since 1970 */
export function foundText({ markers, marked, replies, since }: Omit<FoundChat, 'chat'>, now: number): string {
  if (since === null) return texts.found(markers, marked, replies);
  return texts.foundSince(markers, marked, replies, formats.day(since, now));
}
