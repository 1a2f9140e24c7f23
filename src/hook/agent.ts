/**
 * The agent behind a stream that the page itself has asked for: takes the answers to its questions,
 * and is asked what became of its calls. Requests go to the server that the stream comes from, with
 * the page's own key, which is kept for the length of the stream, here only.
 *
 * event -> agent/agent-stream: what is known of the stream
 *       -> agent/questions: which of them a person may answer, and the way of the answer
 *       -> agent/outcomes, agent/sub-agents: what the agent's own record tells
 *          (agent/record-reader)
 */
import type { Answer } from '../bridge/protocol.ts';
import type { Progress } from '../normalizer/progress/progress-types.ts';
import type { ReplyEvent, Report } from '../normalizer/reply/reply-event.ts';
import { type AgentStream, createAgentStream, forget, quietly } from './agent/agent-stream.ts';
import { conclude, createOutcomes } from './agent/outcomes.ts';
import { createQuestions, type Questions } from './agent/questions.ts';
import { canRead, createRecording, type Recording } from './agent/recording.ts';
import { delegates, followSubAgents } from './agent/sub-agents.ts';
import { now } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';
import type { ResponseHead } from './transports/traffic.ts';

export type Agents = ReturnType<typeof createAgents>;

/** @param isOn returns whether the site is on */
export function createAgents(isOn: () => boolean) {
  const questions = createQuestions(isOn);
  const recording = createRecording(isOn);

  return {
    /**
     * @param report gets the events of one stream, and what the agent says of its calls, also after
     * the end
     * @returns takes the events in its place
     */
    open(head: ResponseHead, report: Report): Report {
      return attempt(() => follow(createAgentStream(head, report), questions, recording), report);
    },
    /** Posts an answer, once, if one of these streams has asked for it. */
    answer(answer: Answer): void {
      if (isOn()) questions.answer(answer);
    },
  };
}

/** @returns takes the events of a stream */
function follow(stream: AgentStream, questions: Questions, recording: Recording): Report {
  const { records } = recording;
  const outcomes = createOutcomes(stream, recording);

  function see(progress: Progress): Progress {
    const { call, callId, source, status, question } = progress;
    const isNew = !stream.latest[call];
    stream.began[call] ??= now();
    stream.latest[call] = progress;
    if (question?.answeredBy === 'you')
      return { ...progress, question: questions.offer(stream, progress, question) };
    if (question?.clarify) questions.offerLater(stream, progress);
    if (source !== 'event' || callId === null) return progress;
    if (isNew && delegates(progress) && stream.caller && stream.base !== null)
      void quietly(followSubAgents(stream, call, recording));
    if (status === 'unknown') outcomes.expect(progress);
    return progress;
  }

  /** @returns whether the end is reported later */
  function end(event: ReplyEvent & { readonly type: 'end' }): boolean {
    stream.isOver = true;
    const ranNothing = event.whole && stream.latest.length === 0;
    if (ranNothing && canRead(stream, records)) {
      void quietly(conclude(stream, recording, event));
      return true;
    }
    outcomes.plan();
    return false;
  }

  /** @returns null for an end that is reported later */
  function look(event: ReplyEvent): ReplyEvent | null {
    if (event.type === 'evidence' && event.evidence === 'server') stream.isProven = true;
    if (event.type === 'end' && end(event)) return null;
    if (stream.isOver && !outcomes.isBusy()) forget(stream);
    return event.type === 'progress' ? { type: 'progress', progress: see(event.progress) } : event;
  }

  // A page whose natives lie loses this, and nothing of its reply.
  return (event) => {
    const seen = attempt(() => look(event), event);
    if (seen) stream.report(seen);
  };
}
