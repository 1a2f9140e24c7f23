import { cleanTexts, type HistoryEdits } from '../../normalizer/requests/assistant-texts.ts';
import { isObject, parseJson, editJson } from '../../normalizer/json/json-edit.ts';
import { chatTexts } from '../../normalizer/requests/stored-chat.ts';

/** A file of chats without their markers. */
export interface CleanedChats {
  /** The same string if there was nothing to remove. */
  readonly text: string;
  readonly chats: number;
  /** Chats that contained markers. */
  readonly changed: number;
  /** Strings that were changed: a reply is in `content`, in `output` and in the open branch. */
  readonly texts: number;
  /** A marker in several of these strings counts once. */
  readonly markers: number;
}

/**
 * Cleans chats of Open WebUI: an export, which is a list of records, or the answer to `GET
 * /api/v1/chats/{id}`. A line that only looks like a marker stays in a chat unless something shows
 * that it contains Hermes markers (evidence.ts).
 * @returns null for text without a chat
 */
export function cleanChats(text: string): CleanedChats | null {
  const json = parseJson(text);
  const isList = Array.isArray(json);
  const chats: readonly unknown[] = isList ? (json as readonly unknown[]) : [json];
  if (chats.length === 0 || !chats.every(isChat)) return null;
  const cleaned = chats.map((chat, i): HistoryEdits =>
    cleanTexts(chatTexts(chat, isList ? [i] : []), '', { expectsMarkers: () => false }),
  );
  const edits = cleaned.flatMap((one) => one.edits);
  return {
    text: edits.length === 0 ? text : editJson(text, edits),
    chats: chats.length,
    changed: cleaned.filter((one) => one.edits.length > 0).length,
    texts: edits.length,
    markers: cleaned.reduce((sum, { markers }) => sum + markers, 0),
  };
}

function isChat(value: unknown): boolean {
  if (!isObject(value)) return false;
  const chat = isObject(value.chat) ? value.chat : value;
  return isObject(chat.history) || Array.isArray(chat.messages);
}
