import { agUi } from './ag-ui.ts';
import { aiSdkData } from './ai-sdk-data.ts';
import { aiSdkMessages } from './ai-sdk-messages.ts';
import { anythingLlm } from './anything-llm.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';
import { dify } from './dify.ts';
import { hermesProgress } from './hermes-progress.ts';
import { hermesRuns } from './hermes-runs.ts';
import { hermesSession } from './hermes-session.ts';
import { hfChatUi } from './hf-chat-ui.ts';
import { koboldcpp } from './koboldcpp.ts';
import { libreChat } from './libre-chat.ts';
import { lobehub } from './lobehub.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';

/** All dialects, in the order in which a message is offered to them; the first that knows its shape reads it. */
export const ALL_DIALECTS: readonly Dialect[] = [
  hermesProgress,
  openaiChat,
  openaiResponses,
  hermesSession,
  hermesRuns,
  ollama,
  lobehub,
  libreChat,
  dify,
  anythingLlm,
  hfChatUi,
  koboldcpp,
  agUi,
  aiSdkMessages,
  aiSdkData,
];

/** @returns what the first dialect that knows the shape of a message says of it, or null when none does */
export function readMessage(
  message: Message,
  stream: StreamSoFar,
): { readonly dialect: Dialect; readonly reading: Reading } | null {
  for (const dialect of ALL_DIALECTS) {
    const reading = dialect.read(message, stream);
    if (reading) return { dialect, reading };
  }
  return null;
}
