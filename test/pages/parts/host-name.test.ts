import { expect, test } from 'vitest';
import { hostParts } from '../../../src/pages/parts/host-name.tsx';

test.each([
  ['localhost:3000', ['localhost', ':3000']],
  ['chat.my-home.example.org:8443', ['chat', '.my-home', '.example', '.org', ':8443']],
  ['https://chat.example', ['https://chat', '.example']],
  ['[::1]:3000', ['[:', ':1]', ':3000']],
  ['localhost', ['localhost']],
])('%s may wrap before its dots and its port', (name, parts) => {
  expect(hostParts(name)).toEqual(parts);
  expect(hostParts(name).join('')).toBe(name);
});
