// What a whole reply took, in the words that the companion and the badges have for it, too.

import { timeParts } from '../lib/time-parts.ts';
import type { SubAgent } from '../normalizer/progress/progress-types.ts';
import { useOfSubAgents } from '../normalizer/progress/sub-agent-use.ts';
import TABLE from '../normalizer/tables/outcomes.json' with { type: 'json' };

const WORDS = TABLE.receipt;

/** @returns a text of the table with a value for each of its gaps, in order */
export function fill(text: string, ...values: readonly string[]): string {
  return text
    .split('{}')
    .map((part, i) => (i === 0 ? part : (values[i - 1] ?? '') + part))
    .join('');
}

/**
 * Says what a reply took: "41.2 s · 12,300 tokens, and 8,100 of 1 sub-agent".
 * @param milliseconds null if its beginning or its end was not seen
 * @param tokens of its own model, 0 if unknown
 * @param subAgents of its calls
 * @returns a part each, none for what is not known
 */
export function receiptParts(
  milliseconds: number | null,
  tokens: number,
  subAgents: readonly SubAgent[],
): readonly string[] {
  return [time(milliseconds ?? 0), use(tokens, subAgents)].filter(Boolean);
}

/** @returns "12,300 tokens" */
export function tokensInWords(count: number): string {
  return counted(WORDS.tokens, count);
}

/** @returns '' under one second, which says nothing of an agent */
function time(milliseconds: number): string {
  if (!(milliseconds >= 1000)) return '';
  const { hours, minutes, seconds, tenths } = timeParts(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return fill(WORDS.hours, String(hours), two(minutes));
  return minutes > 0
    ? fill(WORDS.minutes, String(minutes), two(seconds))
    : fill(WORDS.seconds, (tenths / 10).toFixed(1));
}

function use(own: number, subAgents: readonly SubAgent[]): string {
  const { agents, tokens } = useOfSubAgents(subAgents);
  if (tokens === 0) return own > 0 ? tokensInWords(own) : '';
  const whose = counted(WORDS.sub_agents, agents);
  return own > 0
    ? fill(WORDS.own_and, tokensInWords(own), figure(tokens), whose)
    : fill(WORDS.only, tokensInWords(tokens), whose);
}

function counted([one = '', many = '']: readonly string[], count: number): string {
  return fill(count === 1 ? one : many, figure(count));
}

function figure(count: number): string {
  return count.toLocaleString('en');
}
