/**
 * The agent behind a stream that the page itself has asked for: takes the answers to its questions, and is asked what
 * became of its calls. Requests go to the server that the stream comes from, with the page's own key, which is kept for
 * the length of the stream, here only.
 */
import type { Answer } from '../bridge/protocol.ts';
import { remember } from '../lib/bounded-map.ts';
import { concat } from '../lib/bytes.ts';
import { agentOf, isSegment, profileOf } from '../normalizer/progress/agent-paths.ts';
import { answerAddress, atServer, questionKey } from '../normalizer/progress/asked-server.ts';
import type {
  Choice,
  Problem,
  Progress,
  Question,
  Unread,
} from '../normalizer/progress/progress-types.ts';
import {
  findCall,
  hasNoTool,
  questionIn,
  readRecord,
  resultOf,
  sessionSeed,
  type AgentRecord,
  type RecordedCall,
} from '../normalizer/progress/record.ts';
import { createListedSubAgents, DELEGATES } from '../normalizer/progress/sub-agents.ts';
import type { ReplyEvent, Report } from '../normalizer/reply/reply-event.ts';
import {
  after,
  decodeText,
  getReader,
  isTypeError,
  lengthOf,
  NativePromise,
  NativeTextDecoder,
  now,
  ownRequest,
  readerCancel,
  readerRead,
  responseBody,
  responseStatus,
  sha256,
  startTimer,
  toJson,
} from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';
import type { Caller, ResponseHead } from './transports/traffic.ts';

export type Agents = ReturnType<typeof createAgents>;

/** A question that was asked. */
interface Asked {
  /** Null once another command stands under the same name. */
  command: string | null;
  /** Takes the answer; null once there is one. */
  take: ((choice: Choice) => void) | null;
  /** It can no longer be answered. */
  readonly drop: () => void;
}

/** Milliseconds from one read of a record to the next, and in which a record or an answer has to arrive. */
const READ_EVERY = 1000;
const READ_WITHIN = 2000;
const ANSWER_WITHIN = 10_000;
/** Seconds in which Hermes 0.16 writes all entries of a reply. */
const AT_ONCE = 0.5;
/** Milliseconds from one look at sub-agents to the next: they take minutes. */
const LOOK_EVERY = 2000;
/** Longest record that is read, in bytes: a long session is not worth more. */
const MAX_RECORD = 1 << 20;
/** Questions and entries of records remembered. */
const MAX_KNOWN = 200;

const UTF8 = new NativeTextDecoder();
/** Of a session that is not recorded yet, or not known in time. */
const NO_RECORD: AgentRecord = {
  calls: [],
  newest: 0,
  toolTimes: [],
  answered: '',
  answeredSince: 0,
};

/** @param isOn returns whether the site is on */
export function createAgents(isOn: () => boolean) {
  /** Questions by server, run and id. */
  const questions = new Map<string, Asked>();
  /** Entries of records that were found to be of a call. */
  const taken = new Map<string, true>();
  const records = createRecordReader();
  /** Whether a call is recorded as soon as it is over: Hermes 0.16 does so when the reply ends. Null: not known yet. */
  let isPrompt: boolean | null = null;

  function open(head: ResponseHead, report: Report): Report {
    const { asksReply, isEarly } = head.request ?? {};
    const base = asksReply || isEarly ? agentOf(head.url) : null;
    let caller: Caller | null = head.caller ?? null;
    let body = head.request?.body ?? '';
    const sessionId = head.sessionId ?? head.caller?.sessionId ?? null;
    let proven = false;
    let over = false;
    let busy = false;
    /** Calls that were over without an outcome, and reads of the record: never more than these. */
    let finished = 0;
    let reads = 0;
    let awaited: Progress[] = [];
    /** Of each call, its last change, and when it began. */
    const latest: Progress[] = [];
    const began: number[] = [];
    const opened = now();

    function offer(progress: Progress, question: Question): Question {
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
        post: (choice) => caller && post(answerAddress(offered), caller, requestId, choice),
        tell: (problem) => change(withProblem(progress, offered, problem)),
      });
      remember(questions, key, asked, MAX_KNOWN);
      return offered;
    }

    const names = (): Names => namesOfSession(sessionId, base ?? '', body);

    /** @returns null if there is nothing more to see: those of several calls could not be told apart */
    const followed = (call: number): Followed | null =>
      caller && proven && isOn() && records.may() && delegatesAlone(latest, call)
        ? { progress: latest[call]!, caller, began: began[call]! }
        : null;

    function change(progress: Progress): void {
      latest[progress.call] = progress;
      report({ type: 'progress', progress });
    }

    function see(progress: Progress): Progress {
      const { call, status, question } = progress;
      const isNew = !latest[call];
      began[call] ??= now();
      latest[call] = progress;
      if (question?.answeredBy === 'you')
        return { ...progress, question: offer(progress, question) };
      if (progress.source !== 'event' || progress.callId === null) return progress;
      if (isNew && delegates(progress) && caller && base !== null)
        void quietly(follow(base, records, names, () => followed(call), change));
      if (status !== 'unknown') return progress;
      awaited[awaited.length] = progress;
      finished++;
      plan();
      return progress;
    }

    /** Says of calls that are over why nothing is known of them. */
    function explain(calls: readonly Progress[], unread: Unread): void {
      for (let i = 0; i < calls.length; i++)
        if (latest[calls[i]!.call]?.status === 'unknown')
          change({ ...calls[i]!, receipt: { unread } });
    }

    function plan(): void {
      // Of an agent that the page itself has asked, but whose record it cannot read at all.
      const isClosed = proven && base !== null && (!caller || !records.may());
      if (isClosed && over && !busy) {
        explain(awaited, records.why());
        awaited = [];
      }
      if (busy || awaited.length === 0 || !proven || !caller || base === null || !records.may())
        return;
      // What comes too early needs another read at the end.
      if (!over && !isPrompt && (isPrompt === false || reads + 2 > finished)) return;
      busy = true;
      reads++;
      void quietly(read());
    }

    async function read(): Promise<void> {
      await records.turn();
      const calls = awaited;
      const isLast = over;
      awaited = [];
      const record = await ask();
      busy = false;
      const left: Progress[] = [];
      for (let i = 0; record && i < calls.length; i++) {
        const progress = calls[i];
        if (!progress || settle(record, progress, isLast)) continue;
        left[left.length] = progress;
        if (isLast) continue;
        isPrompt = false;
        awaited[awaited.length] = progress;
      }
      if (!record) explain(calls, records.why());
      else if (isLast) explain(left, 'missing');
      if (over && awaited.length === 0) forget();
      plan();
    }

    /** @returns null if it cannot be read, now or at all */
    async function ask(): Promise<AgentRecord | null> {
      const by = caller;
      if (!by || !isOn() || !records.may()) return null;
      return records.read(base ?? '', by, names, over);
    }

    /** @returns whether the call was found, or needs no outcome any more */
    function settle(record: AgentRecord, progress: Progress, isLast: boolean): boolean {
      const { callId, tool, call } = progress;
      if (callId === null || latest[call]?.status !== 'unknown') return true;
      const age = (now() - (began[call] ?? 0)) / 1000;
      const replyAge = (now() - opened) / 1000;
      const isTaken = (it: RecordedCall): boolean => taken.has(nameOf(it));
      const found = findCall(record, { callId, tool, age, replyAge }, Date.now() / 1000, isTaken);
      if (!found) return false;
      isPrompt ??= !isLast || record.newest - found.time > AT_ONCE || null;
      remember(taken, nameOf(found), true, MAX_KNOWN);
      const { phase, receipt } = resultOf(found);
      change({ ...progress, tool: found.tool || tool, status: phase, receipt });
      return true;
    }

    /**
     * Holds the end of a reply back until it is known whether the agent has recorded no tool of it: until then there is
     * nothing to show of it.
     */
    async function conclude(end: ReplyEvent): Promise<void> {
      const age = (now() - opened) / 1000;
      try {
        await records.turn();
        const record = await ask();
        if (record && hasNoTool(record, { asked: questionIn(body), age }, Date.now() / 1000))
          report({ type: 'note', note: { kind: 'no-tool', text: '' } });
      } finally {
        report(end);
        forget();
      }
    }

    function forget(): void {
      caller = null;
      body = '';
    }

    /** @returns null for an end that is reported later */
    function look(event: ReplyEvent): ReplyEvent | null {
      if (event.type === 'evidence' && event.evidence === 'server') proven = true;
      if (event.type === 'end') {
        over = true;
        const ranNothing = event.whole && latest.length === 0;
        if (ranNothing && caller && base !== null && records.may() && proven) {
          void quietly(conclude(event));
          return null;
        }
        plan();
      }
      if (over && !busy) forget();
      return event.type === 'progress'
        ? { type: 'progress', progress: see(event.progress) }
        : event;
    }

    // A page whose natives lie loses this, and nothing of its reply.
    return (event) => {
      const seen = attempt(() => look(event), event);
      if (seen) report(seen);
    };
  }

  return {
    /**
     * @param report gets the events of one stream, and what the agent says of its calls, also after the end
     * @returns takes the events in its place
     */
    open: (head: ResponseHead, report: Report): Report => attempt(() => open(head, report), report),
    /** Posts an answer, once, if one of these streams has asked for it. */
    answer(answer: Answer): void {
      const asked = isOn() ? questions.get(questionKey(answer)) : null;
      if (asked?.command === answer.command) asked.take?.(answer.choice);
    },
  };
}

/** A call that runs and has sub-agents. */
interface Followed {
  readonly progress: Progress;
  readonly caller: Caller;
  readonly began: number;
}

/** Tells of the sub-agents of a call while it runs. */
async function follow(
  base: string,
  records: ReturnType<typeof createRecordReader>,
  namesOf: () => Names,
  followed: () => Followed | null,
  change: (progress: Progress) => void,
): Promise<void> {
  const listed = createListedSubAgents();
  for (;;) {
    await new NativePromise<void>((done) => startTimer(done, LOOK_EVERY));
    await records.turn();
    const call = followed();
    if (!call) return;
    const parents = await namesOf();
    const text = await records.children(base, call.caller);
    const age = (now() - call.began) / 1000;
    const subAgents = listed.read(text ?? '', parents, age, Date.now() / 1000);
    const still = followed();
    if (!subAgents || !still) return;
    if (subAgents.length > 0) change({ ...still.progress, receipt: { subAgents } });
  }
}

/** Returns whether a call runs that starts sub-agents, and no other does. */
function delegatesAlone(calls: readonly Progress[], call: number): boolean {
  for (let i = 0; i < calls.length; i++) if (delegates(calls[i]) !== (i === call)) return false;
  return true;
}

function delegates(progress: Progress | undefined): boolean {
  return progress?.tool === DELEGATES && progress.status === 'running';
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

/** Reads the records of agents, none too often. */
function createRecordReader() {
  let last = Number.NEGATIVE_INFINITY;
  /** Null before the first read. If that fails, no other is tried: a page may not be allowed to. */
  let may: boolean | null = null;
  /** Why the last one that could not be read could not. */
  let why: Unread = 'closed';

  return {
    may: () => may !== false,
    why: () => why,
    /** Waits until one may be read, and takes the turn. */
    async turn(): Promise<void> {
      for (let left; (left = last + READ_EVERY - now()) > 0;)
        await new NativePromise<void>((done) => startTimer(done, left));
      last = now();
    },
    /** @returns the list of the sessions of sub-agents; null if it cannot be read, '' if there is none */
    async children(base: string, caller: Caller): Promise<string | null> {
      last = now();
      try {
        const url = `${base}/api/sessions?include_children=true&source=subagent&limit=50`;
        return await get(url, caller);
      } catch (error) {
        // The browser forbids it, as it will every read.
        if (isTypeError(error)) may ??= false;
        return null;
      }
    },
    /**
     * @param namesOf returns the names that the session may have; null for one that is unknown
     * @param isLast nothing more will be recorded
     * @returns null if it cannot be read, now or at all
     */
    async read(
      base: string,
      caller: Caller,
      namesOf: () => Names,
      isLast: boolean,
    ): Promise<AgentRecord | null> {
      last = now();
      try {
        let text: string | null = null;
        for (const session of await namesOf()) {
          if (session === null || !isSegment(session)) continue;
          text = await get(
            `${base}/api/sessions/${session}/messages?limit=50&order=latest`,
            caller,
          );
          if (text !== '') break;
        }
        if (text === '' && !isLast) return NO_RECORD;
        const record = readRecord(text ?? '');
        if (!record) why = text === '' ? 'absent' : 'closed';
        may ??= record !== null;
        return record;
      } catch (error) {
        // The browser forbids it; else it took too long, as it may while an agent starts.
        if (isTypeError(error)) may ??= false;
        why = 'closed';
        return isTypeError(error) || isLast ? null : NO_RECORD;
      }
    },
  };
}

/** The names that a session may have; null for one that is unknown. */
type Names = Promise<readonly (string | null)[]>;

/** Keeps the page from seeing an error of ours. */
function quietly(work: Promise<void>): Promise<void> {
  return after(work, null, () => {});
}

function nameOf({ callId, time }: RecordedCall): string {
  return `${callId} ${time}`;
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

/** @returns '' if nothing is there; null for anything but a short text */
async function get(url: string, caller: Caller): Promise<string | null> {
  const response = await ownRequest(url, { headers: headersOf(caller) }, READ_WITHIN);
  if (responseStatus(response) === 404) return '';
  const body = responseStatus(response) === 200 ? responseBody(response) : null;
  if (!body) return null;
  const reader = getReader(body);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await readerRead(reader);
    if (done) return decodeText(UTF8, concat(parts));
    length += lengthOf(value as Uint8Array<ArrayBuffer>);
    if (length > MAX_RECORD) {
      void after(readerCancel(reader), null, () => {});
      return null;
    }
    parts[parts.length] = value as Uint8Array;
  }
}

function headersOf({ authorization }: Caller): Record<string, string> {
  const headers = { __proto__: null } as unknown as Record<string, string>;
  if (authorization !== null) headers.authorization = authorization;
  return headers;
}

/** Returns the names that the session may have: the agent's own profile is asked by its name, too. */
async function namesOfSession(sessionId: string | null, base: string, body: string): Names {
  if (sessionId !== null) return [sessionId];
  const profile = profileOf(base);
  const own = await idOf(body, '');
  return profile === '' ? [own] : [await idOf(body, profile), own];
}

/** @returns the session that Hermes chooses for a request that names none; null if it cannot be known */
async function idOf(body: string, profile: string): Promise<string | null> {
  const seed = sessionSeed(body, profile);
  const hash = seed === null ? null : await sha256(seed);
  if (!hash) return null;
  const bytes = new Uint8Array(hash);
  let id = 'api-';
  for (let i = 0; i < 8; i++) id += ((bytes[i] ?? 0) + 0x100).toString(16).slice(1);
  return id;
}
