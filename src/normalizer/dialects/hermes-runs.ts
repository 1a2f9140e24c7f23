import type { ProgressFact } from '../progress/progress.ts';
import { readLabel, toolOf } from '../progress/call-input.ts';
import { readClarify } from '../progress/clarify.ts';
import { outcomeOf } from '../progress/outcome.ts';
import type { Outcome, SubAgent } from '../progress/progress-types.ts';
import { DELEGATES, ended } from '../progress/sub-agents.ts';
import { factOf, firstString, stringOf, textOf, tokensIn } from './fields.ts';
import { questionOf } from './hermes-progress.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * `/v1/runs/{id}/events` of Hermes 0.12 and later: no event names, the type is the field `event`. A
 * page that reads this stream knows its tool events, so they stay; failures are reported here, call
 * ids are not.
 */
export const hermesRuns: Dialect = { id: 'hermes-runs', read };

/** The tool by which it asks. */
const CLARIFY = 'clarify';

function read({ event, json }: Message, { dialects }: StreamSoFar): Reading | null {
  if (event !== null || typeof json.event !== 'string' || typeof json.run_id !== 'string')
    return null;
  const channel = `run ${json.run_id}`;
  switch (json.event) {
    case 'message.delta':
      return { texts: textOf(json, 'delta', channel, 'delta') };
    // Repeats the assistant text of the turn.
    case 'reasoning.available':
      return { texts: textOf(json, 'text', channel, 'copy') };
    case 'tool.started':
      return { progress: [toFact(json, 'running')], hermes: true };
    case 'tool.completed':
      return { progress: [toFact(json, outcomeIn(json))], hermes: true };
    case 'subagent.start':
    case 'subagent.complete':
      return { progress: subAgentIn(json), hermes: true };
    case 'approval.request':
      return { progress: [questionOf(json, 'elsewhere')], hermes: true };
    case 'clarify.request':
      return { progress: [clarifyIn(json, 'waiting')], hermes: true };
    // Its notice comes as text, too.
    case 'clarify.retired':
      return { progress: [clarifyIn(json, 'answered')], hermes: true };
    case 'run.completed': {
      const used = tokensIn(json);
      const texts = textOf(json, 'output', channel, 'copy');
      return { texts, ...(used && { used }), closes: [channel], ends: true };
    }
    case 'run.failed':
    case 'run.cancelled':
      return { closes: [channel], ends: true };
    // Other servers name a run likewise (AgentOS, LangChain).
    default:
      return dialects.has(hermesRuns.id) ? {} : null;
  }
}

/**
 * `preview` is the beginning of the result, since 0.22: 500 characters, of which a cut JSON tells
 * nothing. `error` is true for `exit 3`, too (recorded of 0.19); false is also said of what has
 * only begun, and of sub-agents that failed (recorded of 0.22).
 */
function outcomeIn(json: Record<string, unknown>): Outcome {
  const { error, preview } = json;
  const outcome = outcomeOf(preview, firstString(json, 'tool'));
  return outcome === 'unknown' && error === true ? 'failed' : outcome;
}

/**
 * Of a form that is not known, nothing but that it waits. Who can answer it, the server alone says.
 */
function clarifyIn(json: Record<string, unknown>, phase: 'waiting' | 'answered'): ProgressFact {
  const [requestId, command] = [stringOf(json.clarify_id), stringOf(json.question)];
  const question = {
    runId: stringOf(json.run_id),
    requestId,
    command,
    reason: '',
    choices: [],
    clarify: readClarify({ offers: json.choices, several: json.multi_select }) ?? undefined,
    answeredBy: 'elsewhere',
  } as const;
  const isKnown = requestId !== '' && (command !== '' || phase === 'answered');
  return factOf(phase, { tool: CLARIFY, ...(isKnown && { question }) });
}

/** Those of sub-agents are part of what these did. */
function subAgentIn(json: Record<string, unknown>): ProgressFact[] {
  const id = firstString(json, 'subagent_id');
  if (id === null || (typeof json.depth === 'number' && json.depth > 0)) return [];
  const subAgent =
    json.event === 'subagent.start'
      ? ({ id, state: 'running' } as const)
      : { id, ...toldEnd(json) };
  return [factOf('sub-agent', { tool: DELEGATES, subAgent })];
}

/**
 * Unlike the result of their tool, the event does not say whether one had to stop before its end.
 */
function toldEnd(json: Record<string, unknown>): SubAgent {
  const { state, ...end } = ended(json);
  if (state !== 'failed') return { ...end, state: 'unknown' };
  // In place of words of its own, it has those of its error.
  return { ...end, state, error: end.error ?? stringOf(json.summary) };
}

function toFact(json: Record<string, unknown>, phase: ProgressFact['phase']): ProgressFact {
  const emoji = firstString(json, 'emoji');
  const label = firstString(json, 'preview', 'label');
  const tool = toolOf(firstString(json, 'tool'), label);
  return factOf(phase, { tool, emoji, label: readLabel(label) });
}
