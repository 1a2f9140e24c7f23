import {
  ANSWERED_BY,
  CHOICES,
  UNREADS,
  type AnsweredBy,
  type Note,
  type Receipt,
} from '../progress/progress-types.ts';
import { isObject } from '../json/json-edit.ts';
import { readLabel, toolOf } from '../progress/call-input.ts';
import { readParts, readSubAgents } from '../progress/parts.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { arrayOf, factOf, firstString, stringOf } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * Reads `event: hermes.tool.progress` on the chat stream: start only in Hermes 0.9 to 0.11, running
 * and completed from 0.12 on (NousResearch/hermes-agent#7500, #16666). The event is removed whole:
 * most clients show nothing of it, and the OpenAI SDKs take it for a chunk and throw
 * (janhq/jan#8280, hermes-agent#100705). `completed` says nothing of success: a command that fails
 * or is denied ends so, too. From 0.22 on, `approval.request` comes before a command that a person
 * must allow, and `hermes.status` says what the agent does meanwhile; the OpenAI SDK for Node
 * throws on it.
 */
export const hermesProgress: Dialect = { id: 'hermes-progress', saysOnce: true, read };

const PHASES: ReadonlyMap<string, ProgressFact['phase']> = new Map([
  ...['running', 'started', 'start', 'executing', 'in_progress'].map(
    (status) => [status, 'running'] as const,
  ),
  ...['completed', 'complete', 'done', 'success'].map((status) => [status, 'unknown'] as const),
  ...['failed', 'error'].map((status) => [status, 'failed'] as const),
  // From the companion for Open WebUI: a question of the agent, and what its record says of a call
  // that is over.
  ...(['waiting', 'answered', 'ran', 'denied', 'blocked', 'timed-out'] as const).map(
    (status) => [status, status] as const,
  ),
  // Not "started", which is how others call a beginning.
  ['background', 'started'],
]);

/**
 * Reads a question of Hermes 0.22: `approval.request`, or what the companion makes of it. It names
 * no call.
 */
export function questionOf(json: Record<string, unknown>, answeredBy: AnsweredBy): ProgressFact {
  const [runId, requestId, command] = ['run_id', 'request_id', 'command'].map((key) =>
    stringOf(json[key]),
  );
  const patterns = arrayOf(json.pattern_keys ?? [json.pattern_key]).filter(
    (key) => typeof key === 'string' && key !== '',
  );
  const question = {
    runId: runId ?? '',
    requestId: requestId ?? '',
    command: command ?? '',
    reason: stringOf(json.description),
    ...(patterns.length > 0 && { pattern: patterns.join(', ') }),
    choices: CHOICES.filter((choice) => arrayOf(json.choices).includes(choice)),
    answeredBy,
  };
  return factOf('waiting', command ? { question } : {});
}

function read(message: Message, stream: StreamSoFar): Reading | null {
  const inner = eventIn(message, stream);
  const { event, json } = inner ?? message;
  const reading = readEvent(event, json, stream, inner !== null);
  // LobeHub's page skips it.
  return reading && { ...reading, remove: message.event !== 'data', hermes: true };
}

/** @param isInner it was in a message of a reply, see `eventIn` */
function readEvent(
  event: string | null,
  json: Record<string, unknown>,
  stream: StreamSoFar,
  isInner: boolean,
): Reading | null {
  switch (event) {
    case 'approval.request':
      if (!isInner && !stream.dialects.has('openai-chat')) return null;
      return typeof json.run_id === 'string' ? { progress: [questionOf(json, 'you')] } : null;
    case 'hermes.status':
      return typeof json.text === 'string' ? { note: noteIn(json, json.text) } : null;
    default:
      return event === TOOL_EVENT || isCopy(event, json, stream) ? readProgress(json) : null;
  }
}

const TOOL_EVENT = 'hermes.tool.progress';
const EVENTS: readonly unknown[] = [TOOL_EVENT, 'approval.request', 'hermes.status'];

/**
 * Returns the event that a message contains: version 4 of the OpenAI library for Node makes
 * `{event, data}` of each one that has a name, and a server that reads its model with it may pass
 * that on. LobeHub's does, under the name `data`.
 */
function eventIn({ event, json }: Message, { dialects }: StreamSoFar): Message | null {
  if (event !== 'data' && !(event === null && dialects.has('openai-chat'))) return null;
  const { event: name, data } = json;
  return EVENTS.includes(name) && isObject(data) ? { event: name as string, json: data } : null;
}

/** Those that the companion for Open WebUI tells of, by the same names. */
const TOLD: readonly Note['kind'][] = ['failed', 'no-tool', 'broken', 'files'];

function noteIn({ kind }: Record<string, unknown>, text: string): Note {
  return { kind: TOLD.find((told) => told === kind) ?? 'status', text };
}

function readProgress(json: Record<string, unknown>): Reading {
  const tool = firstString(json, 'tool', 'name', 'tool_name', 'toolName');
  const callId = firstString(json, 'toolCallId', 'tool_call_id', 'call_id', 'id') || null;
  const status = firstString(json, 'status', 'phase');
  const phase =
    status === null ? (callId === null ? 'start' : 'running') : PHASES.get(status.toLowerCase());
  // From a future version: still not the page's business, but nothing that we understand.
  if (!phase || (tool === null && callId === null)) return {};
  if (phase === 'waiting' || phase === 'answered')
    return { progress: [{ ...questionOf(json, toldBy(json)), phase }] };
  const receipt = readReceipt(json);
  const [emoji, label] = [firstString(json, 'emoji'), firstString(json, 'label', 'preview')];
  const call = { tool: toolOf(tool, label), emoji, label: readLabel(label), callId };
  const fact = factOf(phase, {
    ...call,
    ...(receipt && { receipt }),
    ...(json.recorded === true && { recorded: true }),
  });
  return { progress: [fact] };
}

/** The companion asks on the server, so no question of its is for a card of ours. */
function toldBy({ answered_by }: Record<string, unknown>): AnsweredBy {
  return ANSWERED_BY.find((who) => who === answered_by && who !== 'you') ?? 'elsewhere';
}

/** Reads what the companion found in the agent's record. */
function readReceipt(json: Record<string, unknown>): Receipt | null {
  const { exit_code, error, input, output } = json;
  const parts = readParts(json.parts);
  const subAgents = readSubAgents(json.sub_agents);
  const unread = UNREADS.find((reason) => reason === json.unread);
  const receipt = {
    ...(typeof exit_code === 'number' && { exitCode: exit_code }),
    ...(typeof error === 'string' && error !== '' && { error }),
    ...(typeof input === 'string' && input !== '' && { input }),
    ...(typeof output === 'string' && output !== '' && { output }),
    ...(parts && { parts }),
    ...(subAgents && { subAgents }),
    ...(unread && { unread }),
  };
  return Object.keys(receipt).length > 0 ? receipt : null;
}

/**
 * Returns whether a message is such an event under another name. A proxy may drop the `event:`
 * line, and LobeHub's server names anything it does not know `data`. Only on a stream already
 * recognised as a chat stream: a page may have its own protocol with such fields.
 */
function isCopy(
  event: string | null,
  json: Record<string, unknown>,
  { dialects }: StreamSoFar,
): boolean {
  if (
    !(event === null
      ? dialects.has('openai-chat')
      : event === 'data' && (dialects.has('lobehub') || 'toolCallId' in json))
  )
    return false;
  if ('choices' in json || 'object' in json) return false;
  const tool = firstString(json, 'tool', 'tool_name', 'toolName');
  if (tool === null) return false;
  const status = firstString(json, 'status');
  return typeof json.emoji === 'string' || (status !== null && PHASES.has(status.toLowerCase()));
}
