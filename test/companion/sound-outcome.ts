/** What any verdict must hold to, whatever the table says: an oracle of its own, without forms. */
import type { Result } from '../../src/normalizer/progress/outcome.ts';
import type { ToolResult } from './changed-results.ts';

const UNLUCKY =
  /^(?:fail|error|time(?:d[ _-]?)?out|interrupt|reject|cancel|abort|block|denied|refused)/i;

/** @returns what is wrong with a verdict; null if nothing is */
export function whatIsWrong({ result }: ToolResult, { phase, receipt }: Result): string | null {
  const text = typeof result === 'string' ? result : textsIn(result);
  const json = parse(text);
  const isWrapped = text.startsWith('<untrusted_tool_result');
  if (isWrapped && receipt.error !== undefined)
    return 'foreign words are shown as those of the agent';
  if (isWrapped && ['denied', 'timed-out', 'blocked'].includes(phase)) return 'a page refused it';
  if (phase !== 'ran') return null;
  if (json === null) return isWrapped ? null : 'it ran without a result';
  const { error, success, ok, exit_code: code, isError, status } = json;
  if (isLoud(error) || isLoud(json.errors)) return 'it ran with an error';
  if (success === false || ok === false || isError === true) return 'it ran without success';
  if (typeof code === 'number' && code !== 0 && status !== 'already_exited')
    return 'it ran and failed';
  const isUnlucky = typeof status === 'string' && UNLUCKY.test(status);
  return isUnlucky ? `it ran with the status ${status}` : null;
}

function isLoud(error: unknown): boolean {
  if (Array.isArray(error)) return error.length > 0;
  if (typeof error === 'string') return error.trim() !== '';
  return typeof error === 'object' && error !== null && Object.keys(error).length > 0;
}

function textsIn(parts: unknown): string {
  return Array.isArray(parts)
    ? parts
        .map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
        .join('')
    : '';
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
