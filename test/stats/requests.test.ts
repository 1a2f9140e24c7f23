import { expect, test } from 'vitest';
import type { Batch } from '../../src/stats/batch.ts';
import { MAX_CHATS } from '../../src/stats/chats.ts';
import { NO_FIGURES } from '../../src/stats/day.ts';
import { readCountsRequest, readFigureRequest } from '../../src/stats/requests.ts';

const PAGE = '0123456789abcdef';
const BATCH: Batch = {
  number: 1,
  days: [{ day: '2026-11-22', figures: { ...NO_FIGURES, markers: 1 }, chats: [{ chat: 'c', calls: 2, imitated: 1 }] }],
  findings: [{ server: 'hermes', repairs: { done: 3 }, events: 0, unknown: {} }],
};

test.each([
  { type: 'counts', page: PAGE, batches: [BATCH] },
  {
    type: 'counts',
    page: PAGE,
    batches: [
      { ...BATCH, days: [], findings: [] },
      { ...BATCH, number: 7 },
    ],
  },
])("of a site's pages %j is read as it is, without what does not belong to it", (request) => {
  expect(readCountsRequest({ ...request, more: 'x', toString: null })).toEqual(request);
});

test.each([
  null,
  { type: 'forget-figures', origin: null },
  { type: 'counts', page: PAGE },
  { type: 'counts', page: PAGE, batches: [] },
  { type: 'counts', batches: [BATCH] },
  { type: 'counts', page: 'x', batches: [BATCH] },
  { type: 'counts', page: PAGE, batches: [BATCH, 'rubbish'] },
])("of a site's pages %j is not accepted", (value) => {
  expect(readCountsRequest(value)).toBeNull();
});

test.each([
  { type: 'healed', origin: 'http://localhost:3000', chats: ['a', 'b'] },
  { type: 'unhealed', origin: 'http://localhost:3000', chats: ['a'] },
  { type: 'forget-figures', origin: null },
  { type: 'forget-figures', origin: 'http://localhost:3000' },
])('%j is read as it is, without what does not belong to it', (request) => {
  expect(readFigureRequest({ ...request, more: 'x', counts: {}, toString: null })).toEqual(request);
});

test.each([
  undefined,
  null,
  'healed',
  [],
  { type: 'site-on', origin: 'http://localhost:3000' },
  { type: 'counts', page: PAGE, batches: [BATCH] },
  { type: 'healed', origin: null, chats: ['a'] },
  { type: 'healed', origin: 'http://localhost:3000', chats: [] },
  { type: 'healed', origin: 'http://localhost:3000', chats: ['a', ''] },
  { type: 'healed', origin: 'http://localhost:3000', chats: Array.from({ length: MAX_CHATS + 1 }, (_, i) => `${i}`) },
  { type: 'forget-figures', origin: 'everywhere' },
])('%j is no request', (value) => {
  expect(readFigureRequest(value)).toBeNull();
});
