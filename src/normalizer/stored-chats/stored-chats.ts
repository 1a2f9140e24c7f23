// Stored chats: cleans chats that a page loads, for display only.

import { cleanTexts, type HistoryRules } from '../requests/assistant-texts.ts';
import type { Reply } from '../reply/reply.ts';
import { ANYWHERE, SHAPES } from './shapes.ts';

export interface StoredChatsOptions extends Pick<
  HistoryRules,
  'rules' | 'expectsMarkers' | 'onEvidence' | 'onProven'
> {
  /** Asked for each response or line: false lets them pass unchanged. */
  cleans?(): boolean;
  /** Chats are looked for at any URL. */
  readonly anywhere?: boolean;
}

/**
 * Finds the stored chats of a response, to remove the markers from the assistant's texts on their
 * way to the page.
 * @param url URL of a response, '' if unknown
 * @param onMarkers called with how many markers were removed from a response or a line, including
 * what rules removed; one that occurs twice counts once
 * @returns a reply that judges a whole response, or one with a chat on each line; null for a URL
 * without known stored chats, unless `options.anywhere`
 */
export function findStoredChats(
  url: string,
  onMarkers: (markers: number) => void,
  options: StoredChatsOptions = {},
): Reply | null {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const known = SHAPES.filter((shape) => shape.path.test(path));
  const others = options.anywhere ? ANYWHERE.filter((shape) => shape.path.test(path)) : [];
  const shapes = known.length > 0 ? known : others;
  if (shapes.length === 0) return null;

  return {
    judge({ json }) {
      const texts =
        shapes.map(({ find }) => find(json, path)).find((found) => found.length > 0) ?? [];
      if (texts.length === 0 && known.length > 0) options.onEvidence?.(false, undefined);
      const { edits, markers } = cleanTexts(texts, '', options);
      if (edits.length === 0 || options.cleans?.() === false) return null;
      if (markers > 0) onMarkers(markers);
      return { removed: false, verdict: () => ({ kind: 'edit', edits }) };
    },
    // Each message is independent: nothing is held, and nothing ends.
    pause: NOTHING,
    end: NOTHING,
    lose: NOTHING,
    giveUp: NOTHING,
    miss: NOTHING,
    beginMidLine: NOTHING,
    join: NOTHING,
    part: NOTHING,
    holdsLineFeedOnly: () => false,
    isForeign: () => false,
  };
}

const NOTHING = (): void => {};
