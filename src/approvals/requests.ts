/**
 * What is said of the question of an agent. The page with the question tells and denies; only a
 * page of the extension allows, as nothing in a page of a site can know that it is seen.
 */
import type { Given, Problem, Question } from '../normalizer/progress/progress-types.ts';

/** Sent to the background by a page bridge: a person has pressed "Look at it…" beside a reply. */
export interface LookRequest {
  readonly type: 'look-at-question';
}

/**
 * Sent by our own pages to the page bridges of a tab: one that has a question answers with an
 * `AskedQuestion`.
 */
export interface QuestionRequest {
  readonly type: 'question';
}

/** A question that waits for this person. */
export interface AskedQuestion {
  readonly question: Question;
  /** The origin of the page that passes it on. */
  readonly site: string;
  /** The settings let "Always allow" be offered. */
  readonly offersAlways: boolean;
  /** How many others wait in the page. */
  readonly others: number;
}

/**
 * Sent by our own pages to the page bridges of a tab: a person's answer, with the question as that
 * person has read it.
 */
export interface AnswerRequest {
  readonly type: 'answer-question';
  readonly question: Question;
  readonly choice: Given;
}

/**
 * What became of an answer: the agent has taken it, or why not. `changed`: it is no answer to what
 * waits there now.
 */
export type Answered = 'taken' | Problem | 'changed';

/** Returns whether the agent may still take an answer, as far as is known. */
export function takesAnswer({ problem }: Question): boolean {
  return problem === undefined || problem === 'failed';
}

/** Returns whether two questions are one, as a person has read them. */
export function isSame(one: Question, other: Question): boolean {
  return identityOf(one) === identityOf(other);
}

/** The identity of a question: what a person reads before the answer. */
export function identityOf(question: Question): string {
  const { server, runId, requestId, command, reason, pattern, clarify } = question;
  return JSON.stringify([server, runId, requestId, command, reason, pattern, clarify]);
}
