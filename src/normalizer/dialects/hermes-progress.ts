import type { ProgressFact } from '../progress/progress.ts';
import { firstString } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * Reads `event: hermes.tool.progress` on the chat stream: start only in Hermes 0.9 to 0.11, running and completed from
 * 0.12 on (NousResearch/hermes-agent#7500, #16666). The event is removed whole: most clients show nothing of it, and
 * the OpenAI SDKs take it for a chunk and throw (janhq/jan#8280, hermes-agent#100705). `completed` says nothing of
 * success: a command that fails or is denied ends so, too. From 0.22 on, `approval.request` comes before a command that
 * a person must allow.
 */
export const hermesProgress: Dialect = { id: 'hermes-progress', canSkip: true, read };

const PHASES: ReadonlyMap<string, ProgressFact['phase']> = new Map([
  ...['running', 'started', 'start', 'executing', 'in_progress'].map((status) => [status, 'running'] as const),
  ...['completed', 'complete', 'done', 'success'].map((status) => [status, 'unknown'] as const),
  ...['failed', 'error'].map((status) => [status, 'failed'] as const),
  // From the companion for Open WebUI, for `approval.request`.
  ['waiting', 'waiting'],
]);

/** A question for a person names no call. */
export const WAITING: ProgressFact = {
  source: 'event',
  tool: null,
  emoji: null,
  label: null,
  callId: null,
  phase: 'waiting',
  provenance: 'server',
};

function read({ event, json }: Message, stream: StreamSoFar): Reading | null {
  if (event === 'approval.request' && typeof json.run_id === 'string' && stream.dialects.has('openai-chat'))
    return { progress: [WAITING], remove: true, hermes: true };
  const named = event === 'hermes.tool.progress';
  if (!named && !isCopy(event, json, stream)) return null;
  // LobeHub's page skips it.
  const remove = event !== 'data';
  const tool = firstString(json, 'tool', 'name', 'tool_name', 'toolName');
  const callId = firstString(json, 'toolCallId', 'tool_call_id', 'call_id', 'id') || null;
  const status = firstString(json, 'status', 'phase');
  const phase = status === null ? (callId === null ? 'start' : 'running') : PHASES.get(status.toLowerCase());
  // From a future version: still not the page's business, but nothing that we understand.
  if (!phase || (tool === null && callId === null)) return { remove, hermes: true };
  const fact: ProgressFact = {
    source: 'event',
    tool,
    emoji: firstString(json, 'emoji'),
    label: firstString(json, 'label', 'preview'),
    callId,
    phase,
    provenance: 'server',
  };
  return { progress: [fact], remove, hermes: true };
}

/**
 * Returns whether a message is such an event under another name. A proxy may drop the `event:` line, and LobeHub's
 * server names anything it does not know `data`. Only on a stream already recognised as a chat stream: a page may have
 * its own protocol with such fields.
 */
function isCopy(event: string | null, json: Record<string, unknown>, { dialects }: StreamSoFar): boolean {
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
