import type { Answer } from '../../bridge/protocol.ts';
import { remember } from '../../lib/bounded-map.ts';
import { answerAddress, atServer, questionKey } from '../../normalizer/progress/asked-server.ts';
import { readSaid, responseOf, takesSaid } from '../../normalizer/progress/clarify.ts';
import type {
  Given,
  Problem,
  Progress,
  Question,
} from '../../normalizer/progress/progress-types.ts';
import { after, isTypeError, ownRequest, responseStatus, toJson } from '../realm/natives.ts';
import type { Caller } from '../transports/traffic.ts';
import { type AgentStream, change, quietly } from './agent-stream.ts';
import { get, headersOf } from './record-reader.ts';

/** A question that was asked. */
interface Asked {
  /** Null once another command stands under the same name. */
  command: string | null;
  /** Takes the answer, as it is posted; null once there is one. */
  take: ((body: string) => void) | null;
  /** Writes what is posted; null for no answer to this question. */
  readonly bodyOf: (given: Given) => string | null;
  /** It can no longer be answered. */
  readonly drop: () => void;
}

/** Milliseconds in which an answer has to arrive. */
const ANSWER_WITHIN = 10_000;
/** Questions remembered. */
const MAX_QUESTIONS = 200;
/** Servers that are asked what they take: a page knows few. */
const MAX_SERVERS = 20;

/** The questions that the agents of a page have asked. */
export type Questions = ReturnType<typeof createQuestions>;

/** @param isOn returns whether the site is on */
export function createQuestions(isOn: () => boolean) {
  /** By server, run and id. */
  const questions = new Map<string, Asked>();
  /** Whether servers take answers in words: each is asked once. */
  const takers = new Map<string, Promise<boolean>>();

  /** @param server the address that the agent's own paths follow; null if it is unknown */
  function offer(
    stream: AgentStream,
    progress: Progress,
    question: Question,
    server: string | null,
  ): Question {
    const { caller, latest } = stream;
    const { command } = question;
    const offered = atServer(question, caller ? server : null, Date.now());
    if (offered.answeredBy !== 'you') return offered;
    const key = questionKey(offered);
    const known = questions.get(key);
    if (known) {
      // Another command under its name: no answer is surely for the one that was read, not even one
      // on its way.
      if (known.command !== command) known.drop();
      return { ...question, answeredBy: 'elsewhere' };
    }
    const asked = createAsked(offered, {
      waits: () => latest[progress.call]?.status === 'waiting',
      post: (body) => stream.caller && post(answerAddress(offered), stream.caller, body),
      tell: (problem) => change(stream, withProblem(progress, offered, problem)),
    });
    remember(questions, key, asked, MAX_QUESTIONS);
    return offered;
  }

  function takesWords(server: string, caller: Caller): Promise<boolean> {
    const known = takers.get(server);
    if (known) return known;
    const taker = after(
      get(`${server}/v1/capabilities`, caller),
      (text) => text !== null && takesSaid(text),
      () => false,
    );
    remember(takers, server, taker, MAX_SERVERS);
    return taker;
  }

  return {
    /**
     * @returns the question, and who can answer it; a person can if the way to its agent is known
     */
    offer: (stream: AgentStream, progress: Progress, question: Question): Question =>
      offer(stream, progress, question, stream.base),
    /**
     * Offers a question in words to the person as soon as its server has said that it takes the
     * answer.
     */
    offerLater(stream: AgentStream, { call, question }: Progress): void {
      const { run, caller } = stream;
      const isOurs = question && run && run.runId === question.runId && question.clarify?.offers;
      if (!isOurs || !caller || !isOn()) return;
      const offered = after(takesWords(run.server, caller), (takes) => {
        const progress = stream.latest[call];
        // Another question may wait there by now.
        if (!takes || progress?.question !== question || !stream.caller) return;
        const own = offer(stream, progress, { ...question, answeredBy: 'you' }, run.server);
        change(stream, { ...progress, question: own });
      });
      void quietly(offered);
    },
    /** Posts an answer, once, if this question was asked. */
    answer(answer: Answer): void {
      const asked = questions.get(questionKey(answer));
      const body = asked?.command === answer.command ? asked.bodyOf(answer.choice) : null;
      if (body !== null) asked?.take?.(body);
    },
  };
}

/** How a question finds its answer's way. */
interface Answering {
  /** Returns whether the call still waits. */
  waits(): boolean;
  /** @returns null if nobody knows the way any more */
  post(body: string): Promise<Problem | null> | null;
  tell(problem: Problem | null): void;
}

function createAsked(question: Question, { waits, post: send, tell }: Answering): Asked {
  const { command } = question;
  const asked: Asked = { command, take, bodyOf: (given) => bodyOf(question, given), drop };

  function take(body: string): void {
    asked.take = null;
    const posted = waits() ? send(body) : null;
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

/** Writes what is posted; null for no answer to this question. */
function bodyOf({ requestId, clarify }: Question, given: Given): string | null {
  if (!clarify)
    return typeof given === 'string' ? toJson({ choice: given, request_id: requestId }) : null;
  const said = readSaid(clarify, given);
  if (!said) return null;
  return toJson({ clarify_id: requestId, response: responseOf(clarify, said, toJson) });
}

/** @returns why the agent did not take the answer; null if it did */
async function post(url: string, caller: Caller, body: string): Promise<Problem | null> {
  try {
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
