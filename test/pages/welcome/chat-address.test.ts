import { expect, test } from 'vitest';
import { readChatAddress } from '../../../src/pages/welcome/chat-address.ts';

test.each([
  ['https://chat.example/c/1', 'https://chat.example', 'https://chat.example/c/1'],
  ['chat.example', 'https://chat.example', 'https://chat.example/'],
  [' chat.example:8443/ui ', 'https://chat.example:8443', 'https://chat.example:8443/ui'],
  ['localhost:3000', 'http://localhost:3000', 'http://localhost:3000/'],
  ['192.168.1.5:8080', 'http://192.168.1.5:8080', 'http://192.168.1.5:8080/'],
  ['[::1]:3000', 'http://[::1]:3000', 'http://[::1]:3000/'],
  ['nas/chat', 'http://nas', 'http://nas/chat'],
  ['chat.localhost:8080', 'http://chat.localhost:8080', 'http://chat.localhost:8080/'],
  ['openwebui.local:3000', 'http://openwebui.local:3000', 'http://openwebui.local:3000/'],
  ['http://chat.example', 'http://chat.example', 'http://chat.example/'],
  ['http:/localhost:3000', 'http://localhost:3000', 'http://localhost:3000/'],
  ['https:chat.example', 'https://chat.example', 'https://chat.example/'],
])('%s is understood', (text, site, url) => {
  expect(readChatAddress(text)).toEqual({ site, url });
});

test.each([
  '',
  '  ',
  'my chat',
  'about:addons',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://addons.mozilla.org/',
  'https://*.example/',
  'http://',
])('%j is no address of a chat', (text) => {
  expect(readChatAddress(text)).toBeNull();
});
