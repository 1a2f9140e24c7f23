/** What any verdict must hold to, whatever the table says: an oracle of its own, without forms. */
import type { Result } from '../../../src/normalizer/progress/outcome.ts';
import { ADVICE, type ToolResult } from './changed-results.ts';

type Json = Record<string, unknown>;

const UNLUCKY =
  /fail|error|exception|fatal|panic|crash|oom|time(?:d)?.?out|interrupt|reject|cancel|abort|block|deni|refused|forbid|unauth|limited|kill|unsuccess|incomplete|invalid|unavailable|lost|dead|not.?(?:found|allowed|sent)/i;
const NEGATED = /\b(?:no|without|not|none|never)[ _-](?:\w+[ _-])?(?:fail|error|block)\w*/i;
const BEGUN =
  /^(?:dispatch|start|launch|spawn|initiat|(?:en)?queue|schedul|submit|defer|background|running|process|pending|waiting)/i;
const LEVELS = 200;

/** Tools whose results hold what others wrote or did: a page, a search. */
const LISTS = /search|browser|x_search/;

const ERRORS = ['error', 'errors', 'exception', 'errormessage', 'errormsg'];
const STATUSES = [
  ...['status', 'state', 'outcome', 'exitreason', 'statuscode', 'httpstatus', 'conclusion'],
  ...['phase', 'severity', 'stopreason'],
];
const CODES = ['exitcode', 'exitstatus', 'returncode', 'rc', 'exit'];
const SUCCESSES = ['success', 'succeeded', 'ok', 'successful'];
const FLAGS = [
  ...['iserror', 'haserror', 'errored', 'failed', 'failures', 'crashed', 'timedout', 'timeout'],
  ...['rejected', 'killed', 'cancelled', 'denied', 'blocked', 'notfound', 'skipped', 'staged'],
  ...['failure', 'partial', 'dryrun', 'queued', 'pending', 'background', 'rolledback', 'oomkilled'],
];
const COUNTS = ['failed', 'failures', 'errored', 'crashed', 'errorcode'];

/** @returns what is wrong with a verdict; null if nothing is */
export function whatIsWrong({ tool, result }: ToolResult, verdict: Result): string | null {
  const { phase, receipt } = verdict;
  const text = typeof result === 'string' ? result : textsIn(result);
  const isWrapped = text.startsWith('<untrusted_tool_result');
  if (isWrapped && receipt.error !== undefined)
    return 'foreign words are shown as those of the agent';
  if (isWrapped && ['denied', 'timed-out', 'blocked'].includes(phase)) return 'a page refused it';
  if (isWrapped && phase === 'ran' && !text.includes(ADVICE.slice(0, 60)))
    return 'another one than Hermes wrapped it';
  const json = parse(isWrapped ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text);
  if (json && levelsOf(json) > LEVELS && phase !== 'unknown') return `it is deep, and ${phase}`;
  const { parts } = receipt;
  if (parts?.unit === 'subagents' && parts.worked > lastedOf(json))
    return 'a sub-agent that was stopped worked';
  if (phase !== 'ran') return null;
  if (json === null) return isWrapped ? null : 'it ran without a result';
  if (json.status === 'already_exited' || json.status === 'killed') return errorIn(json);
  if (tool?.startsWith('kanban_')) return errorIn(json);
  const against = againstIn(json) ?? notDone(json);
  if (against !== null) return `it ran, but ${against}`;
  const source = tool ?? /source="([^"]*)"/.exec(text)?.[1] ?? '';
  return LISTS.test(source) ? null : againstInner(json);
}

/** What speaks against a success in fields of any spelling. */
function againstIn(json: Json): string | null {
  for (const [key, value] of Object.entries(json)) {
    const name = key.replace(/[ _-]/g, '').toLowerCase();
    const told = `${key} is ${JSON.stringify(value)}`;
    if (ERRORS.includes(name) && isLoud(value)) return told;
    if (SUCCESSES.includes(name) && isNo(value)) return told;
    if (FLAGS.includes(name) && isYes(value)) return told;
    if (COUNTS.includes(name) && isCount(value)) return told;
    if (/error|exception/.test(name) && isYes(value)) return told;
    if (CODES.includes(name) && isFailingCode(value)) return told;
    if (STATUSES.includes(name) && isUnlucky(value)) return told;
  }
  return null;
}

/** That the work has only begun, in the word of a status. */
function notDone(json: Json): string | null {
  const begun = [json.status, json.state, json.outcome].find(
    (status) => typeof status === 'string' && BEGUN.test(status) && status !== 'processed',
  );
  return begun === undefined ? null : `has only begun: ${JSON.stringify(begun)}`;
}

function againstInner(json: Json): string | null {
  const inner = [json.result, json.data, json.response, json.results].flat().filter(isJson);
  const bad = inner.find(
    ({ success, isError, error }) => success === false || isError === true || isLoud(error),
  );
  return bad ? `it ran, but what it called did not: ${JSON.stringify(bad)}` : null;
}

function errorIn({ error }: Json): string | null {
  return isLoud(error) ? 'it ran with an error' : null;
}

function isLoud(error: unknown): boolean {
  if (Array.isArray(error)) return error.length > 0;
  if (typeof error === 'string') return error.trim() !== '';
  return typeof error === 'object' && error !== null && Object.keys(error).length > 0;
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || /^(?:false|no|0|failed)$/i.test(textOf(value));
}

function isYes(value: unknown): boolean {
  return value === true || /^(?:true|yes)$/i.test(textOf(value));
}

function isCount(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value !== 0;
}

function isFailingCode(code: unknown): boolean {
  if (typeof code === 'number') return code !== 0;
  return typeof code === 'string' && code.trim() !== '' && Number(code) !== 0;
}

function isUnlucky(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400 && status < 600;
  const text = textOf(status);
  return UNLUCKY.test(text.replace(NEGATED, ''));
}

/** Sub-agents that came to their own end. */
function lastedOf(json: Json | null): number {
  const results = Array.isArray(json?.results) ? json.results : [];
  return results.filter((child) => {
    if (!isJson(child)) return false;
    const { truncated, exit_reason: reason } = child;
    return truncated !== true && (typeof reason !== 'string' || reason !== 'max_iterations');
  }).length;
}

function levelsOf(json: unknown): number {
  let level = 0;
  for (let values = [json]; values.length > 0; level++)
    values = values.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  return level - 1;
}

function textsIn(parts: unknown): string {
  return Array.isArray(parts)
    ? parts.map((part: unknown) => (isJson(part) ? textOf(part.text) : '')).join('')
    : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): Json | null {
  try {
    const json: unknown = JSON.parse(text);
    return isJson(json) ? json : null;
  } catch {
    return null;
  }
}
