import { expect, test } from 'vitest';
import { MAX_NAMED_SITES, readNamedSites, readPolicy } from '../../src/settings/policy.ts';

test.each([
  undefined,
  null,
  'https://chat.example',
  { 0: 'https://chat.example' },
  [null, 1, '', 'chat.example', 'ftp://a.b'],
])('%j names no site', (value) => {
  expect(readNamedSites(value)).toEqual([]);
});

test('each site is named once, as an origin', () => {
  expect(
    readNamedSites([
      'https://chat.example/',
      'https://chat.example:443/c/1',
      'http://[::1]:8080/x',
    ]),
  ).toEqual(['https://chat.example', 'http://[::1]:8080']);
});

test('nobody is asked to turn on more than 20 sites', () => {
  const many = Array.from({ length: MAX_NAMED_SITES + 1 }, (_, i) => `https://chat-${i}.example`);

  expect(readNamedSites(many)).toEqual(many.slice(0, 20));
});

test('an invalid part of a policy leaves the others intact', () => {
  expect(readPolicy({ settings: 'none', sites: ['https://chat.example'] })).toEqual({
    settings: {},
    sites: ['https://chat.example'],
  });
  expect(readPolicy({ settings: { badges: false }, sites: 'https://chat.example' })).toEqual({
    settings: { badges: false },
    sites: [],
  });
});
