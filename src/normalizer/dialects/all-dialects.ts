import type { Dialect } from './dialect.ts';
import { hermesProgress } from './hermes-progress.ts';
import { hermesRuns } from './hermes-runs.ts';
import { hermesSession } from './hermes-session.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';

/** All dialects, in the order in which a message is offered to them; the first that knows its shape reads it. */
export const ALL_DIALECTS: readonly Dialect[] = [hermesProgress, openaiChat, openaiResponses, hermesSession, hermesRuns];
