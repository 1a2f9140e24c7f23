import { isObject } from '../json/json-edit.ts';
import { PARTS_OF, SUBAGENT_STATES, type Parts, type SubAgent } from './progress-types.ts';

/** More parts than any call has. */
const MOST = 10_000;
/** Sub-agents of one call that are shown. */
export const MAX_SUBAGENTS = 20;
/** Longest reason of a sub-agent, in UTF-16 units, and highest number believed. */
const MAX_ERROR = 300;
const MAX_FIGURE = 1e12;

/** @param value of unknown shape @returns null for anything but the numbers of parts */
export function readParts(value: unknown): Parts | null {
  if (!isObject(value)) return null;
  const unit = PARTS_OF.find((known) => known === value.unit);
  const { all, worked, failed } = value;
  if (!unit || !isCount(all) || !isCount(worked) || !isCount(failed)) return null;
  return worked + failed > all ? null : { unit, all, worked, failed };
}

/** @param value of unknown shape @returns the sub-agents in it; null if there are none */
export function readSubAgents(value: unknown): readonly SubAgent[] | null {
  const found = (Array.isArray(value) ? value : [])
    .slice(0, MAX_SUBAGENTS)
    .filter(isObject)
    .map(readSubAgent);
  return found.length > 0 ? found : null;
}

function readSubAgent(value: Readonly<Record<string, unknown>>): SubAgent {
  const { messages, seconds, tokens, error } = value;
  return {
    state: SUBAGENT_STATES.find((known) => known === value.state) ?? 'unknown',
    ...(isCount(messages) && { messages }),
    ...(isFigure(seconds) && { seconds }),
    ...(isFigure(tokens) && { tokens }),
    ...(typeof error === 'string' && error !== '' && { error: error.slice(0, MAX_ERROR) }),
  };
}

/** Returns whether a value is a number of parts, or of what they did. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST;
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_FIGURE;
}
