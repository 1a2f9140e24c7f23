import type { Evidence } from '../text/evidence.ts';
import type { ChatMessage } from './chat-event.ts';

/** The evidence of markers in the chats of one socket. */
export interface ChatEvidence {
  /** Something proves that markers are in the chat of a message. */
  prove(message: ChatMessage, evidence: Evidence): void;
  expectsMarkers(message: ChatMessage): boolean;
}

/** Most chats whose evidence is remembered. */
const MAX_CHATS = 200;

/**
 * @param expectsElsewhere returns whether there is evidence from elsewhere that markers are in a chat
 * @param report called with each kind of evidence; not with `text` once the server itself is known to write markers
 */
export function createChatEvidence(
  expectsElsewhere: (chatId: string) => boolean,
  report: (message: ChatMessage, evidence: Evidence) => void,
): ChatEvidence {
  /** By the ids of chats. */
  const proven = new Map<string, Evidence>();

  return {
    prove(message, evidence) {
      const { chatId } = message;
      if (proven.get(chatId) === 'server' || proven.get(chatId) === evidence) return;
      if (proven.size < MAX_CHATS) proven.set(chatId, evidence);
      report(message, evidence);
    },
    expectsMarkers: ({ chatId }) => proven.has(chatId) || expectsElsewhere(chatId),
  };
}
