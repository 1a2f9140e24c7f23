import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';
import { hermesProgress } from './hermes-progress.ts';
import { hermesRuns } from './hermes-runs.ts';
import { hermesSession } from './hermes-session.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';

/** All dialects, in the order in which a message is offered to them; the first that knows its shape reads it. */
export const ALL_DIALECTS: readonly Dialect[] = [hermesProgress, openaiChat, openaiResponses, hermesSession, hermesRuns];

/** @returns what the first dialect that knows the shape of a message says of it, or null when none does */
export function readMessage(message: Message, stream: StreamSoFar): { readonly dialect: Dialect; readonly reading: Reading } | null {
  for (const dialect of ALL_DIALECTS) {
    const reading = dialect.read(message, stream);
    if (reading) return { dialect, reading };
  }
  return null;
}
