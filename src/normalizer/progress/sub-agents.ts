/**
 * Sub-agents of Hermes: in the result of the tool that starts them, in events of runs, and in its
 * list of sessions.
 */
import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import { readResult } from './outcome.ts';
import { isCount, MAX_SUBAGENTS, readSubAgents } from './parts.ts';
import type { SubAgent } from './progress-types.ts';

/** The tool that starts sub-agents. */
export const DELEGATES = 'delegate_task';

/** Seconds by which two clocks may differ. */
const CLOCKS = 60;

/**
 * Reads the sub-agents in a result of their tool, each judged by the table of outcomes.
 * @returns null if there are none
 */
export function subAgentsIn(result: unknown, tool: string | null): readonly SubAgent[] | null {
  const json = tool === DELEGATES ? parseJson(stringOf(result)) : null;
  const entries = arrayOf(isObject(json) ? json.results : null).filter(isObject);
  return readSubAgents(entries.map(ended));
}

/**
 * Reads what became of one sub-agent, as the result of its tool says it, or `subagent.complete` of
 * a run.
 */
export function ended(entry: Readonly<Record<string, unknown>>): SubAgent {
  const { parts, error } = readResult(
    JSON.stringify({ results: [{ task_index: 0, ...entry }] }),
    DELEGATES,
  ).receipt;
  const { input, output } = isObject(entry.tokens)
    ? entry.tokens
    : { input: entry.input_tokens, output: entry.output_tokens };
  const state = parts?.failed ? 'failed' : parts?.worked ? 'worked' : 'unknown';
  return {
    state,
    ...(typeof entry.duration_seconds === 'number' && { seconds: entry.duration_seconds }),
    ...tokensOf(input, output),
    ...(state === 'failed' && error !== undefined && { error }),
  };
}

function tokensOf(input: unknown, output: unknown): { tokens?: number } {
  const tokens =
    (typeof input === 'number' ? input : 0) + (typeof output === 'number' ? output : 0);
  return tokens > 0 ? { tokens } : {};
}

/**
 * Follows the sub-agents of one call in the agent's list of sessions, while the call runs:
 * `GET /api/sessions?include_children=true` of Hermes 0.22, recorded.
 */
export function createListedSubAgents() {
  /** Those that were over at the first look are of an earlier call. */
  let earlier: readonly unknown[] | null = null;

  return {
    /**
     * @param parents names that the session of the call may have
     * @param age seconds since the call began
     * @param now seconds since 1970
     * @returns the oldest first; null for anything but such a list
     */
    read(
      text: string,
      parents: readonly (string | null)[],
      age: number,
      now: number,
    ): readonly SubAgent[] | null {
      const json = parseJson(text);
      if (!isObject(json) || !Array.isArray(json.data)) return null;
      const own = arrayOf(json.data)
        .filter(isObject)
        .filter(
          ({ source, parent_session_id: parent, started_at: began }) =>
            source === 'subagent' &&
            typeof parent === 'string' &&
            parents.includes(parent) &&
            Number(began) >= now - age - CLOCKS,
        );
      earlier ??= own.filter(isOver).map(({ id }) => id);
      return own
        .filter(({ id }) => !earlier?.includes(id))
        .toSorted((a, b) => Number(a.started_at) - Number(b.started_at))
        .slice(0, MAX_SUBAGENTS)
        .map(listed);
    },
  };
}

function isOver({ ended_at: end }: Readonly<Record<string, unknown>>): boolean {
  return typeof end === 'number';
}

/** The list does not say what became of one that is over. */
function listed(session: Readonly<Record<string, unknown>>): SubAgent {
  const { message_count: messages } = session;
  return {
    state: isOver(session) ? 'unknown' : 'running',
    ...(isCount(messages) && { messages }),
  };
}
