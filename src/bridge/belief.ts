import type { PageMessage } from './protocol.ts';
import { BYTES_PER_SECOND, COUNTED_PER_SECOND, createAllowance } from '../lib/rate-limit.ts';
import { NO_FINDINGS } from '../stats/findings.ts';

/**
 * Caps what a page may report. A valid message can still be made up, so its counts are believed only within bounds,
 * over all messages of the page.
 * @param now milliseconds of a monotonic clock
 * @returns a function that caps the counts of a message
 */
export function createBelief(now: () => number): (message: PageMessage) => PageMessage {
  const counted = createAllowance(COUNTED_PER_SECOND, now);
  const bytes = createAllowance(BYTES_PER_SECOND, now);

  return (message) => {
    if (message.type === 'removed') return { ...message, markers: counted(message.markers) };
    if (message.type !== 'findings') return message;
    const { repairs, events, unknown } = message;
    const found = events + sumOf(repairs) + sumOf(unknown);
    const believed = { ...message, bytes: bytes(message.bytes) };
    // Counts that belong together are believed together or not at all.
    return counted(found) === found ? believed : { ...believed, ...NO_FINDINGS };
  };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
