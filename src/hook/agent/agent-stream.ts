import { agentOf, runOf } from '../../normalizer/progress/agent-paths.ts';
import type { Progress } from '../../normalizer/progress/progress-types.ts';
import type { Report } from '../../normalizer/reply/reply-event.ts';
import { after, now } from '../realm/natives.ts';
import type { Caller, ResponseHead } from '../transports/traffic.ts';

/** One stream that the page has asked for, as far as its agent matters. */
export interface AgentStream {
  /** Address of the agent; null if the page has not asked one for a reply. */
  readonly base: string | null;
  /**
   * The run whose events it is, and the address of its agent; null for a stream of anything else.
   */
  readonly run: ReturnType<typeof runOf>;
  /** Who asked, with the page's own key; null once nothing more will be asked. */
  caller: Caller | null;
  /** Of the request, for the name of a session that has none. */
  body: string;
  readonly sessionId: string | null;
  /** It has proved to be of Hermes. */
  isProven: boolean;
  /** The reply has ended. */
  isOver: boolean;
  /** Of each call, its last change, and when it began. */
  readonly latest: Progress[];
  readonly began: number[];
  readonly opened: number;
  readonly report: Report;
}

/** @param report gets what the agent says of its calls */
export function createAgentStream(head: ResponseHead, report: Report): AgentStream {
  const { asksReply, isEarly, body } = head.request ?? {};
  return {
    base: asksReply || isEarly ? agentOf(head.url) : null,
    run: runOf(head.url),
    caller: head.caller ?? null,
    body: body ?? '',
    sessionId: head.sessionId ?? head.caller?.sessionId ?? null,
    isProven: false,
    isOver: false,
    latest: [],
    began: [],
    opened: now(),
    report,
  };
}

/** Reports what is new of a call. */
export function change(stream: AgentStream, progress: Progress): void {
  stream.latest[progress.call] = progress;
  stream.report({ type: 'progress', progress });
}

/** Nothing more will be asked. */
export function forget(stream: AgentStream): void {
  stream.caller = null;
  stream.body = '';
}

/** Returns the seconds since its response arrived. */
export function ageOf(stream: AgentStream): number {
  return (now() - stream.opened) / 1000;
}

/** Returns the seconds since a call began. */
export function ageOfCall(stream: AgentStream, call: number): number {
  return (now() - (stream.began[call] ?? 0)) / 1000;
}

/** Keeps the page from seeing an error of ours. */
export function quietly(work: Promise<void>): Promise<void> {
  return after(work, null, () => {});
}
