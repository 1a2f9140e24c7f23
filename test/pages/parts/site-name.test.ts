import { expect, test } from 'vitest';
import { siteName } from '../../../src/pages/parts/site-name.ts';

test.each([
  ['http://localhost:3000', ['http://localhost:3000', 'http://localhost:8080'], 'localhost:3000'],
  ['https://chat.example.org', [], 'chat.example.org'],
  [
    'https://chat.example.org',
    ['https://chat.example.org', 'http://chat.example.org'],
    'https://chat.example.org',
  ],
  [
    'http://chat.example.org',
    ['https://chat.example.org', 'http://chat.example.org'],
    'http://chat.example.org',
  ],
  ['https://chat.example.org', ['https://chat.example.org:8443'], 'chat.example.org'],
])('%s among %j is called %s', (origin, among, name) => {
  expect(siteName(origin, among)).toBe(name);
});
