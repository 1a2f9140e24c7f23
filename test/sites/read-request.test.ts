import { expect, test } from 'vitest';
import { readCountsRequest, readRequest } from '../../src/sites/read-request.ts';
import type { Batch } from '../../src/stats/batch.ts';
import { MAX_CHATS } from '../../src/stats/chats.ts';
import { NO_FIGURES } from '../../src/stats/day.ts';

const PAGE = '0123456789abcdef';
const BATCH: Batch = {
  number: 1,
  days: [{ day: '2026-11-22', figures: { ...NO_FIGURES, markers: 1 }, chats: [{ chat: 'c', calls: 2, imitated: 1 }] }],
  findings: [{ server: 'hermes', repairs: { done: 3 }, events: 0, unknown: {} }],
};

test.each([
  { type: 'site-state', origin: 'http://localhost:3000' },
  { type: 'site-on', origin: 'https://chat.example.com' },
  { type: 'site-off', origin: 'http://[::1]:3000' },
  { type: 'site-pause', origin: 'http://localhost:3000' },
  { type: 'choose', origin: null, change: { badgeStay: '10-seconds' } },
  { type: 'choose', origin: 'http://localhost:3000', change: {} },
  { type: 'unchoose', origin: null, keys: null },
  { type: 'unchoose', origin: null, keys: ['badges', 'repairs.done'] },
  { type: 'delete-pack', id: 'my-own' },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {}, packs: [] } },
  { type: 'counts', page: PAGE, batches: [BATCH] },
  {
    type: 'counts',
    page: PAGE,
    batches: [
      { ...BATCH, days: [], findings: [] },
      { ...BATCH, number: 7 },
    ],
  },
  { type: 'healed', origin: 'http://localhost:3000', chats: ['a', 'b'] },
  { type: 'unhealed', origin: 'http://localhost:3000', chats: ['a'] },
  { type: 'forget-figures', origin: null },
  { type: 'forget-figures', origin: 'http://localhost:3000' },
])('%j is taken as it is, and without what does not belong to it', (request) => {
  expect(readRequest({ ...request, more: 'x', toString: null })).toEqual(request);
  expect(readRequest({ ...request, counts: {}, stay: '10-seconds' })).toEqual(request);
});

test("of a site's pages only counts are accepted", () => {
  const counts = { type: 'counts', page: PAGE, batches: [BATCH] };

  expect(readCountsRequest({ ...counts, more: 'x' })).toEqual(counts);
  expect(readCountsRequest({ ...counts, batches: [] })).toBeNull();
  expect(readCountsRequest({ type: 'forget-figures', origin: null })).toBeNull();
  expect(readCountsRequest(null)).toBeNull();
});

test('the result is a copy', () => {
  const chats = ['a'];
  const request = readRequest({ type: 'healed', origin: 'http://localhost:3000', chats });
  chats.push('b');

  expect(request).toMatchObject({ chats: ['a'] });
});

test.each([
  undefined,
  null,
  'counts',
  [],
  { type: 'hook-state' },
  { type: ['site-on'], origin: 'http://localhost' },
  { type: 'site-on' },
  { type: 'site-on', origin: 'localhost:3000' },
  { type: 'site-on', origin: 'http://localhost:3000/' },
  { type: 'site-on', origin: ['http://localhost'] },
  { type: 'site-state', origin: 'about:blank' },
  { type: 'choose', origin: 'file:///x', change: {} },
  { type: 'unchoose', origin: 7, keys: null },
  { type: 'delete-pack', id: 'My own' },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {} } },
  { type: 'save-packs', packs: [{ id: 'langgraph', name: '', source: '', rules: [] }] },
  { type: 'save-packs', packs: [{ id: 'my-own', name: '', source: '', rules: [] }, 7] },
  { type: 'counts', page: PAGE },
  { type: 'counts', batches: [BATCH] },
  { type: 'counts', page: 'x', batches: [BATCH] },
  { type: 'counts', page: PAGE, batches: [BATCH, 'rubbish'] },
  { type: 'healed', origin: null, chats: ['a'] },
  { type: 'healed', origin: 'http://localhost:3000', chats: [] },
  { type: 'healed', origin: 'http://localhost:3000', chats: ['a', ''] },
  { type: 'healed', origin: 'http://localhost:3000', chats: Array.from({ length: MAX_CHATS + 1 }, (_, i) => `${i}`) },
  { type: 'forget-figures', origin: 'everywhere' },
])('%j is no request', (value) => {
  expect(readRequest(value)).toBeNull();
});
