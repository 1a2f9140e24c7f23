import '../browser-shape.ts';
import { expect, test } from 'vitest';
import { isSocketAddress } from '../../../src/hook/transports/socket-address.ts';

test.each([
  ['wss://chat.example/ws/socket.io/?EIO=4&transport=websocket', true],
  ['https://chat.example/socket.io/?transport=polling&EIO=3&sid=abc', true],
  ['https://chat.example/socket.io/?EIO=', false],
  ['https://chat.example/EIO=4', false],
  ['wss://chat.example/socket?NEIO=4', false],
])('%s is a socket.io address: %s', (url, is) => {
  expect(isSocketAddress(url)).toBe(is);
});
