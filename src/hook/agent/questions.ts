import type { Answer } from '../../bridge/protocol.ts';
import { remember } from '../../lib/bounded-map.ts';
import { answerAddress, atServer, questionKey } from '../../normalizer/progress/asked-server.ts';
import type {
  Choice,
  Problem,
  Progress,
  Question,
} from '../../normalizer/progress/progress-types.ts';
import { after, isTypeError, ownRequest, responseStatus, toJson } from '../realm/natives.ts';
import type { Caller } from '../transports/traffic.ts';
import { type AgentStream, change, quietly } from './agent-stream.ts';
import { headersOf } from './record-reader.ts';

/** A question that was asked. */
interface Asked {
  /** Null once another command stands under the same name. */
  command: string | null;
  /** Takes the answer; null once there is one. */
  take: ((choice: Choice) => void) | null;
  /** It can no longer be answered. */
  readonly drop: () => void;
}

/** Milliseconds in which an answer has to arrive. */
const ANSWER_WITHIN = 10_000;
/** Questions remembered. */
const MAX_QUESTIONS = 200;

/** The questions that the agents of a page have asked. */
export type Questions = ReturnType<typeof createQuestions>;

export function createQuestions() {
  /** By server, run and id. */
  const questions = new Map<string, Asked>();

  return {
    /** @returns the question, and who can answer it; a person can if the way to its agent is known */
    offer(stream: AgentStream, progress: Progress, question: Question): Question {
      const { caller, base, latest } = stream;
      const { requestId, command } = question;
      const offered = atServer(question, caller ? base : null, Date.now());
      if (offered.answeredBy !== 'you') return offered;
      const key = questionKey(offered);
      const known = questions.get(key);
      if (known) {
        // Another command under its name: no answer is surely for the one that was read, not even one on its way.
        if (known.command !== command) known.drop();
        return { ...question, answeredBy: 'elsewhere' };
      }
      const asked = createAsked(command, {
        waits: () => latest[progress.call]?.status === 'waiting',
        post: (choice) =>
          stream.caller && post(answerAddress(offered), stream.caller, requestId, choice),
        tell: (problem) => change(stream, withProblem(progress, offered, problem)),
      });
      remember(questions, key, asked, MAX_QUESTIONS);
      return offered;
    },
    /** Posts an answer, once, if this question was asked. */
    answer(answer: Answer): void {
      const asked = questions.get(questionKey(answer));
      if (asked?.command === answer.command) asked.take?.(answer.choice);
    },
  };
}

/** How a question finds its answer's way. */
interface Answering {
  /** Returns whether the call still waits. */
  waits(): boolean;
  /** @returns null if nobody knows the way any more */
  post(choice: Choice): Promise<Problem | null> | null;
  tell(problem: Problem | null): void;
}

function createAsked(command: string, { waits, post: send, tell }: Answering): Asked {
  const asked: Asked = { command, take, drop };

  function take(choice: Choice): void {
    asked.take = null;
    const posted = waits() ? send(choice) : null;
    if (posted) void quietly(after(posted, told));
  }

  function told(problem: Problem | null): void {
    // The stream may have been faster.
    if (!waits()) return;
    if (problem === 'failed') asked.take = take;
    tell(problem);
  }

  function drop(): void {
    asked.command = null;
    told('late');
  }

  return asked;
}

/** @returns the call that asks once more, as its answer was not taken; or goes on, if it was */
function withProblem(progress: Progress, question: Question, problem: Problem | null): Progress {
  const { question: _, ...call } = progress;
  return problem
    ? { ...progress, question: { ...question, problem } }
    : { ...call, status: 'running' };
}

/** @returns why the agent did not take the answer; null if it did */
async function post(
  url: string,
  caller: Caller,
  requestId: string,
  choice: Choice,
): Promise<Problem | null> {
  try {
    const body = toJson({ choice, request_id: requestId });
    const headers = headersOf(caller);
    headers['content-type'] = 'application/json';
    const init = { method: 'POST', body, headers };
    const status = responseStatus(await ownRequest(url, init, ANSWER_WITHIN));
    if (status >= 200 && status <= 299) return null;
    return status === 409 || status === 404 ? 'late' : status === 403 ? 'refused' : 'failed';
  } catch (error) {
    // The browser does not say whether it is not there, or does not allow this page to ask.
    return isTypeError(error) ? 'refused' : 'failed';
  }
}
