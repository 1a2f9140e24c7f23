/** What badge, popup, companion and status lines say, in the words of the table. */
import type { Truth } from './rows.ts';

/** How many calls had this end. */
export type Counts = Readonly<Partial<Record<Truth, number>>>;

type Words = readonly (readonly [truth: Truth, pattern: RegExp])[];

/**
 * The end of a line of the badge, as it is read out; of a call with a sub-agent, the line of that.
 */
const IN_BADGE: Words = [
  ['not allowed', /, not allowed$/],
  ['started', /, started, end unknown$/],
  ['failed', /, failed$|\bSub-agent: failed\b/],
  ['ran', /, ran$/],
  ['unknown', /, finished, outcome not reported$|\bSub-agent: (?!failed\b)/],
];

const COUNTED: Words = [
  ['ran', /(\d+) ran/],
  ['started', /(\d+) started, end unknown/],
  ['failed', /(\d+) failed/],
  ['not allowed', /(\d+) not allowed/],
  ['unknown', /(\d+) outcomes? not reported/],
];

/** A status line of one call, which has no number. */
const OF_ONE: Words = [
  ['ran', /^Ran /],
  ['started', /^Started, end unknown: /],
  ['failed', /^Failed/],
  ['not allowed', /^Not allowed/],
  ['unknown', /^(?:Outcome not reported|1 sub-agent ended)/],
];

const BY_COMPANION: Readonly<Record<string, Truth>> = {
  ran: 'ran',
  background: 'started',
  failed: 'failed',
  denied: 'not allowed',
  blocked: 'not allowed',
  'timed-out': 'not allowed',
  completed: 'unknown',
  unknown: 'unknown',
};

/** @returns what a line of the badge says; null for nothing that is known here */
export function inBadge(line = ''): Truth | null {
  const words = line.replaceAll(' , ', ', ');
  return IN_BADGE.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** @param status of the last report that the companion sends pages of a call */
export function byCompanion(status = ''): Truth | null {
  return BY_COMPANION[status] ?? null;
}

/** @param words such as "2 ran · 1 failed" */
export function countsIn(words: string): Counts {
  return Object.fromEntries(
    COUNTED.flatMap(([truth, pattern]) => {
      const count = Number(pattern.exec(words)?.[1] ?? 0);
      return count > 0 ? [[truth, count]] : [];
    }),
  );
}

/**
 * @returns what the summary in a status line says of all calls of a reply.
 * @param calls how many they are
 */
export function countsOfLine(line: string, calls: number): Counts {
  if (calls === 1) {
    const [truth] = OF_ONE.find(([, pattern]) => pattern.test(line)) ?? [];
    return truth ? { [truth]: 1 } : {};
  }
  const { ran: _, ...others } = countsIn(line);
  const all = Number(/^(?:Ran )?(\d+) /.exec(line)?.[1] ?? 0);
  const ran = all - Object.values(others).reduce((sum, count) => sum + count, 0);
  return ran > 0 ? { ran, ...others } : others;
}

export function countsOf(truths: readonly Truth[]): Counts {
  const counts: Partial<Record<Truth, number>> = {};
  for (const truth of truths) counts[truth] = (counts[truth] ?? 0) + 1;
  return counts;
}

/** @returns what has been counted since */
export function countedSince(before: Counts, after: Counts): Counts {
  return Object.fromEntries(
    COUNTED.map(([truth]) => [truth, (after[truth] ?? 0) - (before[truth] ?? 0)]),
  );
}

/** @returns "2 ran, 1 failed", and "nothing" for none */
export function inWords(counts: Counts): string {
  const words = COUNTED.flatMap(([truth]) => (counts[truth] ? [`${counts[truth]} ${truth}`] : []));
  return words.join(', ') || 'nothing';
}
