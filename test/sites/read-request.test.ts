import { expect, test } from 'vitest';
import { readRequest } from '../../src/sites/read-request.ts';

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
])('%j is taken as it is, and without what does not belong to it', (request) => {
  expect(readRequest({ ...request, more: 'x', toString: null })).toEqual(request);
  expect(readRequest({ ...request, counts: {}, stay: '10-seconds' })).toEqual(request);
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
  { type: 'counts', counts: {} },
  { type: 'forget-figures', origin: null },
])('%j is no request', (value) => {
  expect(readRequest(value)).toBeNull();
});
