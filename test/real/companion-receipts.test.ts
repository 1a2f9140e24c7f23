/**
 * The line that sums up a reply: the companion's, of streams of which the gateway says the same.
 */
import { expect, test } from 'vitest';
import { RECEIPTS, type ReceiptCase } from '../companion/receipt-cases.ts';
import { runFilter } from './run-filter.ts';

/** @returns the data of frames as Open WebUI passes it to filters */
function chunksOf(frames: readonly string[]): unknown[] {
  return [...frames.join('').matchAll(/^data: (\{.*\})\r?$/gm)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  );
}

function jobOf({ frames, record, takes, how }: ReceiptCase): object {
  const { data: entries = [] } = JSON.parse(record ?? '{}') as { data?: readonly unknown[] };
  const chunks = chunksOf(frames);
  return {
    do: 'agent',
    clock: true,
    steps: [...chunks.slice(0, -1), { passes: takes }, ...chunks.slice(-1)],
    records: record ? [entries, entries] : [],
    status_lines: { live: true, outlet: how ? 'nobody' : 'server', stopped: how === 'stopped' },
  };
}

const OURS = RECEIPTS.filter(({ only }) => only !== 'gateway');

test('what it sums up is what the gateway does', () => {
  const told = runFilter<{ readonly lines: readonly (readonly [string, string, boolean])[] }>(
    OURS.map(jobOf),
  );
  const last = told.map(({ lines }) => lines.findLast(([how]) => how === 'stored')?.[1] ?? '');

  expect(OURS.map(({ what }, i) => [what, last[i]])).toEqual(
    OURS.map(({ what, receipt }) => [what, receipt]),
  );
  // A line that is not done shimmers for ever if none follows.
  for (const { lines } of told)
    expect(lines.filter(([how]) => how === 'shown' || how === 'stored').at(-1)?.[2] ?? true).toBe(
      true,
    );
  expect(JSON.stringify(told.map(({ lines }) => lines))).not.toContain('canary');
});
