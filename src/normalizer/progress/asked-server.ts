import { isSegment } from './agent-paths.ts';
import type { Question } from './progress-types.ts';

/**
 * Milliseconds for which Hermes 0.22 waits for an answer, unless `approvals.timeout` says
 * otherwise.
 */
const WAITS = 300_000;

/**
 * @param server the address that the agent's own paths follow; null if nobody here may answer it
 * @param now in milliseconds since 1970
 * @returns the question with the server that takes its answer, and until when that counts; or one
 * that is answered elsewhere
 */
export function atServer(question: Question, server: string | null, now: number): Question {
  if (server === null || !isSegment(question.runId) || question.requestId === '')
    return { ...question, answeredBy: 'elsewhere' };
  const host = /\/\/([^/]+)/.exec(server)?.[1] ?? '';
  // How long it waits for words, it has not said.
  return { ...question, host, server, ...(!question.clarify && { until: now + WAITS }) };
}

/**
 * @returns the name of a question among those of all servers: none of its parts but the last one
 * has a blank
 */
export function questionKey({
  server = '',
  runId,
  requestId,
}: Pick<Question, 'server' | 'runId' | 'requestId'>): string {
  return `${server} ${runId} ${requestId}`;
}

/** @returns where the agent takes the answer to a question */
export function answerAddress({ server = '', runId, clarify }: Question): string {
  return `${server}/v1/runs/${runId}/${clarify ? 'clarify' : 'approval'}`;
}
