import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import type { Outcome, ProgressStatus, Receipt } from './progress-types.ts';

/** What the result of a tool says of its call. */
export interface Result {
  readonly phase: Outcome;
  readonly receipt: Receipt;
}

/**
 * Reads the result that a tool returned to the agent.
 * @param result a text, or a list of parts with texts, of any content and length
 */
export function readResult(result: unknown): Result {
  const text = resultText(result);
  const json = parseJson(text);
  const { exit_code: exitCode, error, output } = isObject(json) ? json : {};
  const phase = outcomeOf(text);
  const words =
    stringOf(error) || (isObject(json) ? '' : phase === 'failed' || isRefused(phase) ? text : '');
  const said =
    stringOf(output) ||
    (isObject(json) && (error !== undefined || exitCode !== undefined) ? '' : text);
  const receipt: Receipt = {
    ...(typeof exitCode === 'number' && exitCode >= 0 && { exitCode }),
    ...(words !== '' && { error: words }),
    ...(said !== '' && said !== words && { output: said }),
  };
  return { phase, receipt };
}

/**
 * Reads what became of a call in the result that its tool returned to the agent. The forms are those of Hermes 0.16 to
 * 0.22, recorded: a command that may not run has an error that begins with `BLOCKED:`, or waits for an approval that
 * nobody can give.
 * @param result a text, or a list of parts with texts, of any content and length
 * @returns `unknown` for a text without such a form, and for a text that was cut
 */
export function outcomeOf(result: unknown): Outcome {
  const text = resultText(result);
  const json = parseJson(text);
  if (!isObject(json))
    return /^Tool '[^']+' does not exist\./.test(text) ? 'failed' : refusalIn(text);
  const error = stringOf(json.error);
  if (json.approval_pending === true || json.status === 'pending_approval') return 'blocked';
  const refusal = refusalIn(error);
  if (refusal !== 'unknown') return refusal;
  if (json.status === 'blocked') return 'blocked';
  const failed =
    error !== '' ||
    json.success === false ||
    (typeof json.exit_code === 'number' && json.exit_code !== 0);
  return failed ? 'failed' : 'ran';
}

function resultText(result: unknown): string {
  return stringOf(result) || arrayOf(result).map(textOf).join('');
}

function refusalIn(error: string): Outcome {
  if (!error.startsWith('BLOCKED:')) return 'unknown';
  if (/^BLOCKED: Command denied by user\b/.test(error)) return 'denied';
  return /^BLOCKED: Command timed out\b/.test(error) ? 'timed-out' : 'blocked';
}

function textOf(part: unknown): string {
  return isObject(part) ? stringOf(part.text) : '';
}

/** Returns whether a call did not run, as nobody allowed it. */
export function isRefused(status: ProgressStatus): status is 'denied' | 'blocked' | 'timed-out' {
  return status === 'denied' || status === 'blocked' || status === 'timed-out';
}

/** Returns the state that a person is told: why a call was not allowed is no state of its own. */
export function toldAs(
  status: ProgressStatus,
): Exclude<ProgressStatus, 'denied' | 'blocked' | 'timed-out'> | 'refused' {
  return isRefused(status) ? 'refused' : status;
}

/** Returns whether a call is not over. */
export function isOpen(status: ProgressStatus): status is 'running' | 'waiting' {
  return status === 'running' || status === 'waiting';
}
