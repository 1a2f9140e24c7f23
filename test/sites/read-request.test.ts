import { expect, test } from 'vitest';
import { readRequest } from '../../src/sites/read-request.ts';

const COUNTS = { markers: 1, tools: 0, imitated: 10_000 };

test.each([
  { type: 'site-state', origin: 'http://localhost:3000' },
  { type: 'site-on', origin: 'https://chat.example.com' },
  { type: 'site-off', origin: 'http://[::1]:3000' },
  { type: 'choose', origin: null, change: { badgeStay: '10-seconds' } },
  { type: 'choose', origin: 'http://localhost:3000', change: {} },
  { type: 'unchoose', origin: null, keys: null },
  { type: 'unchoose', origin: null, keys: ['badges', 'repairs.done'] },
  { type: 'delete-pack', id: 'my-own' },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {}, packs: [] } },
  { type: 'counts', counts: COUNTS, findings: [] },
  { type: 'counts', counts: COUNTS, findings: [{ server: 'hermes', repairs: { done: 3 }, events: 0, unknown: {} }] },
])('%j is taken as it is, and without what does not belong to it', (request) => {
  expect(readRequest({ ...request, more: 'x', toString: null })).toEqual(request);
  expect(readRequest({ ...request, counts: COUNTS, stay: '10-seconds' })).toEqual(request);
});

test('what is taken is a copy', () => {
  const counts = { ...COUNTS };
  const request = readRequest({ type: 'counts', counts });
  counts.markers = -5;

  expect(request).toEqual({ type: 'counts', counts: COUNTS, findings: [] });
});

test('of findings only what is known is taken, up to a million each', () => {
  const findings = [{ server: 'pigeon', repairs: { done: 1e12, nonsense: 1 }, unknown: 'x' }, null];

  expect(readRequest({ type: 'counts', counts: COUNTS, findings })).toEqual({
    type: 'counts', counts: COUNTS, findings: [{ server: '', repairs: { done: 1_000_000 }, events: 0, unknown: {} }],
  });
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
  { type: 'counts' },
  { type: 'counts', counts: null },
  { type: 'counts', counts: { ...COUNTS, tools: -0.5 } },
  { type: 'counts', counts: { ...COUNTS, tools: 10_001 } },
])('%j is no request', (value) => {
  expect(readRequest(value)).toBeNull();
});
