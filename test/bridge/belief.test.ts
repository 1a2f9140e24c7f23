import { expect, test } from 'vitest';
import { createBelief } from '../../src/bridge/belief.ts';
import { readPageMessage, type PageMessage } from '../../src/bridge/protocol.ts';
import { BYTES_PER_SECOND, COUNTED_PER_SECOND } from '../../src/lib/rate-limit.ts';
import { createTally } from '../../src/bridge/tally.ts';
import { validMessages } from '../support/hostile/valid-messages.ts';

test('every message of the flood is valid by itself', () => {
  for (const message of validMessages(1100)) expect(readPageMessage(structuredClone(message))).toEqual(message);
});

test.each(['whole', 'markers alone', 'findings alone'])(
  'a flood of valid messages counts no more in a second than may be believed (%s)',
  (part) => {
    let now = 0;
    const believe = createBelief(() => now);
    const tally = createTally({ now: () => now, today: () => '2026-11-22' });
    const kind = { 'markers alone': 'removed', 'findings alone': 'findings' }[part];
    const flood = validMessages(11_000).filter(({ type }) => kind === undefined || type === kind);

    for (const second of [0, 1, 2]) {
      now = second * 1000;
      for (const message of flood) tally.add(believe(message));
      const { days = [], findings = [] } = tally.take() ?? {};
      const [{ figures } = { figures: null }] = days;
      expect((figures?.markers ?? 0) + (figures?.events ?? 0) + (figures?.repairs.done ?? 0)).toBeLessThanOrEqual(
        COUNTED_PER_SECOND,
      );
      expect(figures?.bytes).toBeLessThanOrEqual(BYTES_PER_SECOND);
      expect(JSON.stringify([days, findings]).length).toBeLessThan(100_000);
    }
  },
);

test('believable counts are counted in full, however many seconds pass', () => {
  let now = 0;
  const believe = createBelief(() => now);
  const removed = (markers: number): PageMessage => ({ type: 'removed', reply: 1, markers });
  expect(believe(removed(COUNTED_PER_SECOND - 1))).toEqual(removed(COUNTED_PER_SECOND - 1));
  expect(believe(removed(5))).toEqual(removed(1));
  expect(believe(removed(5))).toEqual(removed(0));
  now = 1000;
  expect(believe(removed(5))).toEqual(removed(5));
});

test('findings are believed together or not at all, bytes separately, everything else as it is', () => {
  const believe = createBelief(() => 0);
  const found: PageMessage = {
    type: 'findings',
    server: 'hermes',
    repairs: { done: 60_000 },
    events: 1,
    unknown: { tick: 1 },
    bytes: 7,
  };
  expect(believe(found)).toEqual(found);
  expect(believe(found)).toEqual({ type: 'findings', server: '', repairs: {}, events: 0, unknown: {}, bytes: 7 });
  expect(believe({ type: 'reply-end', reply: 1 })).toEqual({ type: 'reply-end', reply: 1 });
});
