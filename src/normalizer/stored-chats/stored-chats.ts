// Stored chats: cleans chats that a page loads, for display only.

import { cleanTexts, type HistoryEdits, type HistoryRules } from '../requests/assistant-texts.ts';
import { parseJson, editJson } from '../json/json-edit.ts';
import type { Reply } from '../reply/reply.ts';
import { mayHoldMarker } from '../requests/request-cleaner.ts';
import { SHAPES } from './shapes.ts';

/** Removes markers from the assistant's texts in stored chats on their way to the page. */
export interface StoredChats {
  /**
   * @param text a whole response, of unknown content
   * @returns the cleaned response; the same string if there was nothing to do
   */
  clean(text: string): string;
  /** Does the same for a response with one chat per line, as a `Reply` that judges its lines. */
  readonly lines: Reply;
}

export interface StoredChatsOptions extends Pick<HistoryRules, 'rules' | 'expectsMarkers' | 'onEvidence'> {
  /** Asked for each response or line: false lets them pass unchanged. */
  cleans?(): boolean;
}

/**
 * @param url URL of a response, '' if unknown
 * @param onMarkers called with how many markers were removed from a response or a line, including what rules removed;
 * one that occurs twice counts once
 * @returns null for a URL without known stored chats: its response is none of our business
 */
export function findStoredChats(
  url: string,
  onMarkers: (markers: number) => void,
  options: StoredChatsOptions = {},
): StoredChats | null {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const shapes = SHAPES.filter((shape) => shape.path.test(path));
  if (shapes.length === 0) return null;

  function findEdits(json: unknown): HistoryEdits['edits'] {
    const texts = shapes.map(({ find }) => find(json)).find((found) => found.length > 0) ?? [];
    const { edits, markers } = cleanTexts(texts, '', options);
    if (options.cleans?.() === false) return [];
    if (markers > 0) onMarkers(markers);
    return edits;
  }

  return {
    clean(text) {
      const mayHold = mayHoldMarker(text, { rules: options.rules });
      if (!mayHold) options.onEvidence?.(false, undefined);
      const edits = mayHold ? findEdits(parseJson(text)) : [];
      return edits.length === 0 ? text : editJson(text, edits);
    },
    lines: {
      judge({ json }) {
        const edits = findEdits(json);
        return edits.length === 0 ? null : { removed: false, verdict: () => ({ kind: 'edit', edits }) };
      },
      // Each line is independent: nothing is held, and nothing ends.
      pause: NOTHING,
      end: NOTHING,
      lose: NOTHING,
      giveUp: NOTHING,
      miss: NOTHING,
      beginMidLine: NOTHING,
      join: NOTHING,
      holdsLineFeedOnly: () => false,
      settled: () => false,
      isForeign: () => false,
    },
  };
}

const NOTHING = (): void => {};
