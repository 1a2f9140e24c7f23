import { expect, test } from 'vitest';
import { readChoiceRequest } from '../../src/settings/requests.ts';

test.each([
  { type: 'choose', origin: null, change: { storedChats: false } },
  { type: 'choose', origin: 'http://localhost:3000', change: {} },
  { type: 'unchoose', origin: null, keys: null },
  { type: 'unchoose', origin: null, keys: ['badges', 'repairs.done'] },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {}, packs: [] } },
])('%j is read as it is, without what does not belong to it', (request) => {
  expect(readChoiceRequest({ ...request, more: 'x', toString: null })).toEqual(request);
});

test.each([
  undefined,
  null,
  'choose',
  [],
  { type: 'site-on', origin: 'http://localhost:3000' },
  { type: 'choose', origin: 'file:///x', change: {} },
  { type: 'unchoose', origin: 7, keys: null },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {} } },
])('%j is no request', (value) => {
  expect(readChoiceRequest(value)).toBeNull();
});
