import { expect, test } from 'vitest';
import { readSiteRequest } from '../../src/sites/requests.ts';

test.each([
  { type: 'site-on', origin: 'https://chat.example.com' },
  { type: 'site-off', origin: 'http://[::1]:3000' },
  { type: 'site-pause', origin: 'http://localhost:3000' },
])('%j is read as it is, without what does not belong to it', (request) => {
  expect(readSiteRequest({ ...request, more: 'x', toString: null })).toEqual(request);
});

test.each([
  undefined,
  null,
  'site-on',
  [],
  { type: 'hook-state', origin: 'http://localhost' },
  { type: ['site-on'], origin: 'http://localhost' },
  { type: 'site-on' },
  { type: 'site-on', origin: 'localhost:3000' },
  { type: 'site-on', origin: 'http://localhost:3000/' },
  { type: 'site-on', origin: ['http://localhost'] },
  { type: 'site-off', origin: 'about:blank' },
])('%j is no request', (value) => {
  expect(readSiteRequest(value)).toBeNull();
});
