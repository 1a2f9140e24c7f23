import { agUi } from './ag-ui.ts';
import { aiSdkData } from './ai-sdk-data.ts';
import { aiSdkMessages } from './ai-sdk-messages.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';
import { hermesProgress } from './hermes-progress.ts';
import { hermesRuns } from './hermes-runs.ts';
import { hermesSession } from './hermes-session.ts';
import { koboldcpp } from './koboldcpp.ts';
import { lobehub } from './lobehub.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { unknown } from './unknown.ts';

/**
 * All dialects, in the order in which they are tried; the first one that recognises a message reads
 * it.
 */
export const ALL_DIALECTS: readonly Dialect[] = [
  hermesProgress,
  openaiChat,
  openaiResponses,
  hermesSession,
  hermesRuns,
  ollama,
  lobehub,
  koboldcpp,
  agUi,
  aiSdkMessages,
  aiSdkData,
  unknown,
];

/** Dialects in a stream of chat chunks: Hermes reports its tools between them. */
const WITH_CHUNKS: readonly Dialect[] = [hermesProgress, openaiChat];

/** @returns the reading of the first dialect that recognises a message, or null if none does */
export function readMessage(
  message: Message,
  stream: StreamSoFar,
): { readonly dialect: Dialect; readonly reading: Reading } | null {
  // A stream of chunks stays one: what only looks like a message of another dialect in it is
  // foreign.
  for (const dialect of stream.dialects.has(openaiChat.id) ? WITH_CHUNKS : ALL_DIALECTS) {
    const reading = dialect.read(message, stream);
    if (reading) return { dialect, reading };
  }
  return null;
}
