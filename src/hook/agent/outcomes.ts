import { remember } from '../../lib/bounded-map.ts';
import type { Progress, Unread } from '../../normalizer/progress/progress-types.ts';
import {
  findCall,
  hasNoTool,
  questionIn,
  resultOf,
  type AgentRecord,
  type RecordedCall,
} from '../../normalizer/progress/record.ts';
import type { ReplyEvent } from '../../normalizer/reply/reply-event.ts';
import { ageOf, ageOfCall, type AgentStream, change, forget, quietly } from './agent-stream.ts';
import { namesOfSession } from './record-reader.ts';
import { canRead, type Recording } from './recording.ts';

/** Seconds in which Hermes 0.16 writes all entries of a reply. */
const AT_ONCE = 0.5;
/** Entries of records remembered. */
const MAX_TAKEN = 200;

/** Reads from the record of an agent what became of the calls of one stream. */
export function createOutcomes(stream: AgentStream, recording: Recording) {
  const { records } = recording;
  let isBusy = false;
  /** Calls that were over without an outcome, and reads of the record: never more than these. */
  let finished = 0;
  let reads = 0;
  /** Those calls, as far as nothing is known of them. */
  let awaited: Progress[] = [];

  /** Reads the record if that may tell of a call. */
  function plan(): void {
    if (isBusy || awaited.length === 0) return;
    if (!canRead(stream, records)) return explainClosed();
    // What comes too early needs another read at the end.
    if (!stream.isOver && !mayReadNow()) return;
    isBusy = true;
    reads++;
    void quietly(read());
  }

  function mayReadNow(): boolean {
    if (recording.isPrompt !== null) return recording.isPrompt;
    return reads + 2 <= finished;
  }

  /** Says that the page cannot read the record of an agent that it has itself asked. */
  function explainClosed(): void {
    if (!stream.isOver || !stream.isProven || stream.base === null) return;
    explain(stream, awaited, records.why());
    awaited = [];
  }

  async function read(): Promise<void> {
    await records.turn();
    const calls = awaited;
    const isLast = stream.isOver;
    awaited = [];
    const record = await ask(stream, recording);
    isBusy = false;
    const left = record ? settleAll(record, calls, isLast) : [];
    if (!record) explain(stream, calls, records.why());
    else if (isLast) explain(stream, left, 'missing');
    else if (left.length > 0) {
      recording.isPrompt = false;
      for (let i = 0; i < left.length; i++) awaited[awaited.length] = left[i]!;
    }
    if (stream.isOver && awaited.length === 0) forget(stream);
    plan();
  }

  /** @returns the calls that the record does not have */
  function settleAll(record: AgentRecord, calls: readonly Progress[], isLast: boolean): Progress[] {
    const left: Progress[] = [];
    for (let i = 0; i < calls.length; i++) {
      const progress = calls[i];
      if (progress && !settle(stream, recording, record, progress, isLast))
        left[left.length] = progress;
    }
    return left;
  }

  return {
    /** Returns whether a record is being read. */
    isBusy: (): boolean => isBusy,
    /** A call is over without an outcome. */
    expect(progress: Progress): void {
      awaited[awaited.length] = progress;
      finished++;
      plan();
    },
    plan,
  };
}

/**
 * Holds the end of a reply back until it is known whether the agent has recorded no tool of it:
 * until then there is nothing to show of it.
 */
export async function conclude(
  stream: AgentStream,
  recording: Recording,
  end: ReplyEvent,
): Promise<void> {
  const age = ageOf(stream);
  try {
    await recording.records.turn();
    const record = await ask(stream, recording);
    if (record && hasNoTool(record, { asked: questionIn(stream.body), age }, Date.now() / 1000))
      stream.report({ type: 'note', note: { kind: 'no-tool', text: '' } });
  } finally {
    stream.report(end);
    forget(stream);
  }
}

/** @returns null if the record cannot be read, now or at all */
async function ask(stream: AgentStream, { records, isOn }: Recording): Promise<AgentRecord | null> {
  const { base, caller } = stream;
  if (!caller || !isOn() || !records.may()) return null;
  return records.read(base ?? '', caller, () => namesOfSession(stream), stream.isOver);
}

/** @returns whether the call was found, or needs no outcome any more */
function settle(
  stream: AgentStream,
  recording: Recording,
  record: AgentRecord,
  progress: Progress,
  isLast: boolean,
): boolean {
  const { callId, tool, call } = progress;
  if (callId === null || stream.latest[call]?.status !== 'unknown') return true;
  const { taken } = recording;
  const sought = { callId, tool, age: ageOfCall(stream, call), replyAge: ageOf(stream) };
  const isTaken = (it: RecordedCall): boolean => taken.has(nameOf(it));
  const found = findCall(record, sought, Date.now() / 1000, isTaken);
  if (!found) return false;
  recording.isPrompt ??= !isLast || record.newest - found.time > AT_ONCE || null;
  remember(taken, nameOf(found), true, MAX_TAKEN);
  const { phase, receipt } = resultOf(found);
  change(stream, { ...progress, tool: found.tool || tool, status: phase, receipt });
  return true;
}

/** Says of calls that are over why nothing is known of them. */
function explain(stream: AgentStream, calls: readonly Progress[], unread: Unread): void {
  for (let i = 0; i < calls.length; i++)
    if (stream.latest[calls[i]!.call]?.status === 'unknown')
      change(stream, { ...calls[i]!, receipt: { unread } });
}

function nameOf({ callId, time }: RecordedCall): string {
  return `${callId} ${time}`;
}
