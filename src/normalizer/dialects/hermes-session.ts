import { readLabel, toolOf } from '../progress/call-input.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { assistantCopies, factOf, firstString, textOf, tokensIn } from './fields.ts';
import { questionOf } from './hermes-progress.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * `/api/sessions/{id}/chat/stream` of Hermes: named events, each with `session_id` and `run_id`.
 * Its tool events stay, because the pages that read this stream are Hermes' own.
 */
export const hermesSession: Dialect = { id: 'hermes-session', read };

function read({ event, json }: Message, { dialects }: StreamSoFar): Reading | null {
  if (event === null || typeof json.session_id !== 'string' || typeof json.run_id !== 'string')
    return null;
  const channel = `message ${firstString(json, 'message_id') ?? json.run_id}`;
  switch (event) {
    case 'assistant.delta':
      return { texts: textOf(json, 'delta', channel, 'delta') };
    // `_thinking` repeats the text of the turn.
    case 'tool.progress':
      return { texts: textOf(json, 'delta', channel, 'copy') };
    case 'tool.started':
      return { progress: [toFact(json, 'running')], hermes: true };
    case 'tool.completed':
      return { progress: [toFact(json, 'unknown')], hermes: true };
    case 'tool.failed':
      return { progress: [toFact(json, 'failed')], hermes: true };
    case 'approval.request':
      return { progress: [questionOf(json, 'elsewhere')], hermes: true };
    case 'assistant.completed':
      return { texts: textOf(json, 'content', channel, 'copy'), closes: [channel] };
    case 'run.completed': {
      const used = tokensIn(json);
      const texts = assistantCopies(json.messages, ['messages']);
      return { texts, ...(used && { used }), ends: true };
    }
    case 'error':
    case 'done':
      return { ends: true };
    case 'run.started':
    case 'message.started':
      return {};
    // Other servers name a run and a session likewise (AgentOS).
    default:
      return dialects.has(hermesSession.id) ? {} : null;
  }
}

function toFact(json: Record<string, unknown>, phase: ProgressFact['phase']): ProgressFact {
  const [emoji, label] = [firstString(json, 'emoji'), firstString(json, 'preview')];
  const callId = firstString(json, 'tool_call_id', 'toolCallId');
  const tool = toolOf(firstString(json, 'tool_name', 'tool'), label);
  return factOf(phase, { tool, emoji, label: readLabel(label), callId });
}
