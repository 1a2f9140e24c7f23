/**
 * The agent's own record of a session: `GET /api/sessions/<id>/messages` of Hermes 0.16 to 0.22,
 * recorded.
 */
import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import { innerCall } from './call-input.ts';
import { readResult, type Result } from './outcome.ts';
import { subAgentsIn } from './sub-agents.ts';

/** What the record says of one call that has a result. */
export interface RecordedCall {
  /** Not unique: servers of models number the calls of each request anew. */
  readonly callId: string;
  /** The one that did the work, also if another one called it. */
  readonly tool: string;
  /** What the model asked of the tool, usually JSON. */
  readonly input: string;
  /** It was called by another tool, under whose name events may report it. */
  readonly isInner: boolean;
  /** What the tool returned, of any shape. */
  readonly result: unknown;
  /** When it was recorded, in seconds since 1970 by the clock of the agent. */
  readonly time: number;
  /** When what it is about was asked; null if that is not in the record. */
  readonly asked: number | null;
}

export interface AgentRecord {
  readonly calls: readonly RecordedCall[];
  /** The time of its newest entry. */
  readonly newest: number;
  /** The times of all entries that are of tools. */
  readonly toolTimes: readonly number[];
  /** What was asked last; '' unless a reply without a tool is all that follows. */
  readonly answered: string;
  /** When that was. */
  readonly answeredSince: number;
}

/** A call whose end was reported without an outcome. */
export interface AwaitedCall {
  readonly callId: string;
  /** Null if unknown. */
  readonly tool: string | null;
  /** Seconds since it began. */
  readonly age: number;
  /** Seconds since its reply was asked for. */
  readonly replyAge: number;
}

/** Entries that are read, from the end: calls of interest are the newest. */
const MAX_ENTRIES = 500;
/**
 * Seconds by which an event may arrive later than its entry was written, and by which two clocks
 * may differ.
 */
const SLACK = 1;
const CLOCKS = 60;
/** The same where nothing but the time tells two turns apart. */
const CLOSE_CLOCKS = 5;

/**
 * @returns null for anything but such a record, such as the page that a proxy shows in its place
 */
export function readRecord(text: string): AgentRecord | null {
  const json = parseJson(text);
  if (!isObject(json) || !Array.isArray(json.data)) return null;
  const entries = arrayOf(json.data).slice(-MAX_ENTRIES).filter(isObject);
  const asked = new Map<string, Record<string, unknown>>();
  const calls: RecordedCall[] = [];
  const toolTimes: number[] = [];
  let newest = 0;
  let question = '';
  let answered = '';
  let since: number | null = null;
  for (const entry of entries) {
    const time = typeof entry.timestamp === 'number' ? entry.timestamp : 0;
    newest = Math.max(newest, time);
    if (entry.role === 'user') {
      question = stringOf(entry.content);
      since = time;
    }
    const isOfTool = entry.role === 'tool' || arrayOf(entry.tool_calls).length > 0;
    if (isOfTool) {
      toolTimes.push(time);
      question = '';
    }
    answered = entry.role === 'assistant' && !isOfTool ? question : '';
    for (const call of arrayOf(entry.tool_calls))
      if (isObject(call)) asked.set(stringOf(call.id), call);
    const callId = stringOf(entry.tool_call_id);
    if (entry.role !== 'tool' || callId === '') continue;
    const named = asked.get(callId)?.function;
    const { name, arguments: input } = isObject(named) ? named : {};
    const outer = { tool: stringOf(entry.tool_name) || stringOf(name), input: stringOf(input) };
    const inner = innerCall(outer);
    const isInner = inner.tool !== outer.tool;
    calls.push({ callId, ...inner, isInner, result: entry.content, time, asked: since });
  }
  return { calls, newest, toolTimes, answered, answeredSince: since ?? 0 };
}

/**
 * Finds the result of a call that has just ended. Several chats may share a session, and calls may
 * share an id, so the id does not suffice: the entry must be as young as the call, by the clock of
 * the agent, where the newest entry says how late it is, and roughly by ours.
 * @param now seconds since 1970
 * @param isTaken whether the entry is known to be of an earlier call
 * @returns null on any doubt
 */
export function findCall(
  { calls, newest }: AgentRecord,
  { callId, tool, age, replyAge }: AwaitedCall,
  now: number,
  isTaken: (call: RecordedCall) => boolean,
): RecordedCall | null {
  const found = calls.filter(
    (call) =>
      call.callId === callId &&
      (tool === null || call.isInner || call.tool === '' || call.tool === tool) &&
      newest - call.time <= age + SLACK &&
      // In a record that lacks this reply yet, an earlier one is the newest.
      (call.asked === null || newest - call.asked <= replyAge + SLACK) &&
      Math.abs(now - call.time) <= age + CLOCKS &&
      !isTaken(call),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Returns whether a record says that no tool ran in a reply that has just ended, although some ran
 * before in this chat. Other chats may share the session, so nothing else may have been recorded
 * meanwhile.
 * @param asked what the reply answers
 * @param age seconds since it began
 * @param now seconds since 1970
 */
export function hasNoTool(
  { newest, toolTimes, answered, answeredSince }: AgentRecord,
  { asked, age }: { readonly asked: string; readonly age: number },
  now: number,
): boolean {
  const began = newest - age - SLACK;
  // The same words may have been asked a moment ago.
  const isAsYoung = Math.abs(now - age - answeredSince) <= CLOSE_CLOCKS;
  const isOf = asked !== '' && answered === asked && isAsYoung;
  return isOf && toolTimes.length > 0 && toolTimes.every((time) => time < began);
}

/** Returns the outcome and the receipt of a recorded call. */
export function resultOf({ tool, input, result }: RecordedCall): Result {
  const { receipt, ...read } = readResult(result, tool);
  const subAgents = subAgentsIn(result, tool);
  return {
    ...read,
    receipt: { ...(input !== '' && { input }), ...receipt, ...(subAgents && { subAgents }) },
  };
}

/**
 * Returns the text whose SHA-256 Hermes uses for the id of a session without a name: `api-` and the
 * first 16 hex digits.
 * @param body of a request for a chat completion
 * @param profile of which the agent is asked, `/p/<name>/v1/…`; '' for its own (api_server.py of
 * 0.22.2)
 * @returns null where it cannot be known: no chat, or a first message that contains a picture
 */
export function sessionSeed(body: string, profile = ''): string | null {
  const messages = messagesIn(body);
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => plainText(content));
  const first = messages.find(({ role }) => role === 'user');
  const asked = first ? plainText(first.content) : null;
  if (asked === null || system.includes(null)) return null;
  return `${profile && `${profile}\0`}${system.join('\n')}\n${asked}`;
}

/** @returns the last question in a request for a chat completion; '' where it cannot be known */
export function questionIn(body: string): string {
  return stringOf(messagesIn(body).findLast(({ role }) => role === 'user')?.content);
}

function messagesIn(body: string): readonly Record<string, unknown>[] {
  const json = parseJson(body);
  return arrayOf(isObject(json) ? json.messages : null).filter(isObject);
}

function plainText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  const parts = arrayOf(content).map((part) =>
    isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : null,
  );
  return parts.length === 0 || parts.includes(null) ? null : parts.join('\n');
}
