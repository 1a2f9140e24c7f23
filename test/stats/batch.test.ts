import { expect, test } from 'vitest';
import { isPageName, MAX_NEWS, namePage, readBatches, type Batch } from '../../src/stats/batch.ts';
import { NO_FIGURES } from '../../src/stats/day.ts';

const BATCH: Batch = {
  number: 3,
  days: [{ day: '2026-11-22', figures: { ...NO_FIGURES, markers: 1 }, chats: [{ chat: 'c', calls: 1, imitated: 0 }] }],
  findings: [{ server: 'hermes', repairs: { done: 1 }, events: 0, unknown: {} }],
};

test('every page has a unique name', () => {
  const names = Array.from({ length: 1000 }, namePage);

  expect(new Set(names).size).toBe(1000);
  expect(names.every(isPageName)).toBe(true);
});

test.each([undefined, 7, '', 'x'.repeat(16), '0'.repeat(15), '0'.repeat(17), 'ABCDEF0123456789'])(
  "%j is not a page's name",
  (value) => {
    expect(isPageName(value)).toBe(false);
  },
);

test('batches are read unchanged', () => {
  expect(readBatches([BATCH, { ...BATCH, number: 4 }])).toEqual([BATCH, { ...BATCH, number: 4 }]);
});

test.each([
  undefined,
  {},
  [],
  [BATCH, null],
  [{ ...BATCH, number: 0 }],
  [{ ...BATCH, number: 1.5 }],
  [{ ...BATCH, number: '1' }],
  [{ ...BATCH, days: {} }],
])('%j are no batches', (value) => {
  expect(readBatches(value)).toBeNull();
});

test('made-up values are dropped or capped', () => {
  const news = { day: '2026-11-22', figures: { markers: 1e15, tools: -1, secret: 'x' }, chats: 'x' };
  const days = [{ ...news, day: 'today' }, ...Array.from({ length: 9 }, () => news)];
  const [batch] =
    readBatches([{ number: 1, days, findings: [{ server: 'pigeon', repairs: { done: 1e15 } }], more: 1 }]) ?? [];

  expect(batch?.days.length).toBe(MAX_NEWS - 1);
  expect(batch?.days[0]).toEqual({ day: '2026-11-22', figures: { ...NO_FIGURES, markers: 1e9 }, chats: [] });
  expect(batch?.findings).toEqual([{ server: '', repairs: { done: 1e9 }, events: 0, unknown: {} }]);
});

test('the first of many batches are read: the others are sent again', () => {
  const many = Array.from({ length: 50 }, (_, i) => ({ ...BATCH, number: i + 1 }));

  expect(readBatches(many)?.map(({ number }) => number)).toEqual(many.slice(0, 20).map(({ number }) => number));
});
