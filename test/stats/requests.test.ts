import { expect, test } from 'vitest';
import { MAX_CHATS } from '../../src/stats/chats.ts';
import { readFigureRequest } from '../../src/stats/requests.ts';

const SITE = 'http://localhost:3000';

test.each([
  { type: 'healed', origin: SITE, chats: ['a', 'b'] },
  { type: 'unhealed', origin: SITE, chats: ['a'] },
  { type: 'forget-figures', origin: SITE },
  { type: 'forget-figures', origin: null },
])('%j is read without unknown fields', (request) => {
  expect(readFigureRequest({ ...request, more: 1 })).toEqual(request);
});

test.each([
  undefined,
  'forget-figures',
  {},
  { type: 'counts', origin: SITE },
  { type: 'forget-figures' },
  { type: 'forget-figures', origin: `${SITE}/path` },
  { type: 'healed', origin: null, chats: ['a'] },
  { type: 'healed', origin: SITE },
  { type: 'healed', origin: SITE, chats: [] },
  { type: 'healed', origin: SITE, chats: ['a', 7] },
  { type: 'unhealed', origin: SITE, chats: Array.from({ length: MAX_CHATS + 1 }, () => 'a') },
])('%j is no request', (value) => {
  expect(readFigureRequest(value)).toBeNull();
});
