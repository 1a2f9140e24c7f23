// What became of the calls in a reply, by the agent's own record: the events of Hermes know no
// outcome.

import { agentOf, isSegment } from '../normalizer/progress/agent-paths.ts';
import { findCall, hasNoTool, questionIn, readRecord } from '../normalizer/progress/record.ts';
import type { RawHeaders, Refusal } from './head.ts';
import { targetOf } from './policy.ts';
import type { Upstream } from './settings.ts';
import type { createStatusLines } from './status-lines.ts';

/** How long and how much the gateway reads of what it asks for itself. */
export interface ReadLimits {
  /** Milliseconds for all of it. */
  readonly within: number;
  /** UTF-16 units. */
  readonly atMost: number;
}

/**
 * Asks a server on the gateway's own account.
 * @param target an address of that server
 * @returns the text as far as it came: of an endless one, or one that breaks off, the beginning
 */
export type Ask = (
  target: URL,
  headers: RawHeaders,
  limits: ReadLimits,
) => Promise<{ readonly status: number; readonly text: string } | Refusal>;

/** A reply waits for it before it ends. A long session is not worth more. */
const LIMITS = { within: 2000, atMost: 1 << 20 };
/** The last entries of the session that are read, as the page reads them: agent.ts. */
const ENTRIES = 50;

/** Where the record of a reply is. */
export interface RecordPlace {
  readonly upstream: Upstream;
  /** What the client has asked for. */
  readonly asked: URL;
  /** The session, as the server names it; null if it does not. */
  readonly session: string | null;
  /** What proves that the client may ask. */
  readonly proof: RawHeaders;
  /** When the request came, in milliseconds since 1970. */
  readonly since: number;
  /** The body of the request; null if it is no text. */
  readonly body: string | null;
  readonly ask: Ask;
}

/**
 * Asks for the record of a reply that is over, once, if its calls have no outcome, or no event has
 * told of any. On any doubt, nothing is known.
 */
export async function settleByRecord(
  lines: ReturnType<typeof createStatusLines>,
  { upstream, asked, session, proof, since, body, ask }: RecordPlace,
): Promise<void> {
  const calls = lines.unsettled();
  const question = lines.mayHaveNoTool() ? questionIn(body ?? '') : '';
  const base = agentOf(targetOf(upstream, asked).href);
  if (calls.length === 0 && question === '') return;
  if (base === null || session === null || !isSegment(session)) return;
  const path = `/api/sessions/${session}/messages?limit=${ENTRIES}&order=latest`;
  const found = await ask(new URL(base + path), proof, LIMITS);
  const record = 'text' in found && found.status === 200 ? readRecord(found.text) : null;
  if (!record) return;
  const now = Date.now();
  const replyAge = (now - since) / 1000;
  if (hasNoTool(record, { asked: question, age: replyAge }, now / 1000)) lines.hadNoTool();
  for (const call of calls) {
    const awaited = {
      callId: call.callId ?? '',
      tool: call.tool,
      age: (now - call.since) / 1000,
      replyAge,
    };
    const recorded = findCall(record, awaited, now / 1000, () => false);
    if (recorded) lines.settle(call, recorded);
  }
}
