import { beforeEach, expect, test } from 'vitest';
import { createDelivery, type Delivery } from '../../src/bridge/delivery.ts';
import { createTally, type Tally } from '../../src/bridge/tally.ts';
import { createFakeView, type FakeView } from './fake-view.ts';
import { sumDays } from '../../src/stats/read-figures.ts';
import type { Batch } from '../../src/stats/batch.ts';

let view: FakeView;
let tally: Tally;
let delivery: Delivery;
let life: AbortController;
/** The messages sent: the numbers of their batches, and the markers in them. */
let sent: [number, number][][];
/** Numbers of the batches left behind. */
let left: number[][];
let answers: ((last: number | null) => void)[];
let refusals: (() => void)[];

beforeEach(() => {
  view = createFakeView();
  tally = createTally({ now: () => 0, today: () => '2026-11-22' });
  life = new AbortController();
  sent = [];
  left = [];
  answers = [];
  refusals = [];
  delivery = createDelivery(view, { take: tally.take, send, leave, signal: life.signal });
});

function send(batches: readonly Batch[]): Promise<number | null> {
  sent.push(batches.map(({ number, days }) => [number, sumDays(days).markers]));
  return new Promise((resolve, reject) => {
    answers.push(resolve);
    refusals.push(() => reject(new Error('The message port closed before a response was received.')));
  });
}

function leave(batches: readonly Batch[]): void {
  left.push(batches.map(({ number }) => number));
}

function count(markers: number): void {
  tally.add({ type: 'removed', reply: null, markers });
  delivery.soon();
}

async function answer(last: number | null): Promise<void> {
  answers.shift()?.(last);
  refusals.shift();
  await settled();
}

/** Lets promises settle. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('the first count is sent at once, counts of the next second in one batch', async () => {
  count(1);
  view.pass(49);
  count(2);
  expect(sent).toEqual([]);
  view.pass(1);
  expect(sent).toEqual([[[1, 3]]]);

  await answer(1);
  count(4);
  view.pass(999);
  count(5);
  expect(sent.length).toBe(1);
  view.pass(1);
  expect(sent[1]).toEqual([[2, 9]]);
});

test('after a pause no timer runs, and the next count is sent at once again', async () => {
  count(1);
  view.pass(50);
  await answer(1);
  view.pass(60_000);
  expect(sent.length).toBe(1);
  expect(view.waiting()).toBe(0);

  count(2);
  view.pass(50);
  expect(sent[1]).toEqual([[2, 2]]);
});

test('the next batch waits for the answer and for its own second', async () => {
  count(1);
  view.pass(50);
  count(2);
  view.pass(1500);
  expect(sent.length).toBe(1);

  await answer(1);
  expect(sent.length).toBe(1);
  view.pass(1000);
  expect(sent[1]).toEqual([[2, 2]]);
});

test.each(['null', 'a refusal', 'silence'])(
  'after %s the same batch is sent again unchanged, at growing intervals',
  async (kind) => {
    count(1);
    view.pass(50);
    count(5);
    for (const pause of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      if (kind === 'null') await answer(null);
      if (kind === 'a refusal') refusals.shift()?.();
      await settled();
      const before = sent.length;
      view.pass(pause - 1);
      expect(sent.length).toBe(before);
      view.pass(1);
      expect(sent.at(-1)).toEqual([[1, 1]]);
    }
    for (const resolve of answers) resolve(1);
    await settled();

    view.pass(1000);
    expect(sent.at(-1)).toEqual([[2, 5]]);
  },
);

test('an answer that arrives after the batch was sent again counts', async () => {
  count(1);
  view.pass(50);
  view.pass(2000);
  expect(sent.length).toBe(2);
  await answer(1);
  await answer(1);

  view.pass(600_000);
  expect(sent.length).toBe(2);
});

test('when the page closes, everything is sent at once, earlier batches unchanged', async () => {
  count(1);
  view.pass(50);
  count(2);
  delivery.now();
  expect(sent).toEqual([
    [[1, 1]],
    [
      [1, 1],
      [2, 2],
    ],
  ]);
  expect(left).toEqual([[1, 2]]);

  await answer(1);
  view.pass(2000);
  expect(sent.at(-1)).toEqual([[2, 2]]);
  await answer(2);
  view.pass(600_000);
  expect(sent.length).toBe(3);
});

test('a page that closes without news sends nothing', () => {
  delivery.now();

  expect([sent, left]).toEqual([[], []]);
  expect(view.waiting()).toBe(0);
});

test("a page restored from the browser's cache continues", async () => {
  count(1);
  delivery.now();
  count(2);
  view.pass(2000);
  expect(sent).toEqual([[[1, 1]], [[1, 1]]]);
  await answer(1);
  view.pass(1000);

  expect(sent.at(-1)).toEqual([[2, 2]]);
});

test('nothing is sent and no timer runs after its end', async () => {
  count(1);
  view.pass(50);
  life.abort();
  count(2);
  delivery.now();
  await answer(null);
  view.pass(600_000);

  expect(sent.length).toBe(1);
  expect(view.waiting()).toBe(0);
});
