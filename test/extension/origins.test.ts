import { afterEach, expect, test, vi } from 'vitest';
import { isSite, matchPattern, patternsHavePorts, siteOf } from '../../src/extension/origins.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['http://localhost:3000/c/1?x#y', 'http://localhost:3000'],
  ['http://localhost/', 'http://localhost'],
  ['http://192.168.1.5:8080/', 'http://192.168.1.5:8080'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['https://chat.example.com/', 'https://chat.example.com'],
  ['https://chat.example.com:443/', 'https://chat.example.com'],
  ['http://chat.example.com:80/', 'http://chat.example.com'],
  ['https://chat.example.com:80/', 'https://chat.example.com:80'],
  ['HTTPS://Chat.Example.COM/', 'https://chat.example.com'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example'],
  ['https://user:secret@chat.example.com/', 'https://chat.example.com'],
  ['http://0x7f.1/', 'http://127.0.0.1'],
  ['http://nas.local.:5000/', 'http://nas.local.:5000'],
  ['https://chrome.google.com/', 'https://chrome.google.com'],
  ['https://chrome.google.com/webstores', 'https://chrome.google.com'],
  ['https://notaddons.mozilla.org/', 'https://notaddons.mozilla.org'],
])('%s belongs to the site %s', (url, site) => {
  expect(siteOf(url)).toBe(site);
});

test.each([
  '',
  'localhost:3000',
  'not an address',
  'http://',
  'ftp://example.com/',
  'about:blank',
  'about:srcdoc',
  'chrome://extensions/',
  'chrome-extension://abc/popup.html',
  'moz-extension://abc/popup.html',
  'edge://settings',
  'file:///home/me/chat.html',
  'view-source:http://localhost:3000/',
  'blob:http://localhost:3000/1-2-3',
  'data:text/html,hello',
  'javascript:void 0',
  'http://*.example.com/',
  'http://*/',
  'https://addons.mozilla.org/en-US/firefox/',
  'https://addons.mozilla.org./',
  'https://chromewebstore.google.com/',
  'https://chrome.google.com/webstore',
  'https://chrome.google.com/webstore/category/extensions',
])('%s belongs to no site', (url) => {
  expect(siteOf(url)).toBeNull();
});

test.each([
  ['http://localhost:3000', 'http://localhost:3000/*', 'http://localhost/*'],
  ['http://localhost', 'http://localhost/*', 'http://localhost/*'],
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080/*', 'http://192.168.1.5/*'],
  ['http://[::1]:3000', 'http://[::1]:3000/*', 'http://[::1]/*'],
  ['https://chat.example.com', 'https://chat.example.com/*', 'https://chat.example.com/*'],
  [
    'https://chat.example.com:8443',
    'https://chat.example.com:8443/*',
    'https://chat.example.com/*',
  ],
  [
    'https://xn--bcher-kva.example',
    'https://xn--bcher-kva.example/*',
    'https://xn--bcher-kva.example/*',
  ],
])('%s is matched by %s where ports are honoured, else by %s', (origin, withPort, withoutPort) => {
  expect(matchPattern(origin, true)).toBe(withPort);
  expect(matchPattern(origin, false)).toBe(withoutPort);
});

test.each([
  ['chrome', false, true],
  ['edge', false, true],
  ['firefox', true, false],
])('a build for %s knows whether ports are honoured', (build, firefox, ports) => {
  vi.stubEnv('BROWSER', build);

  expect(patternsHavePorts(firefox)).toBe(ports);
  expect(patternsHavePorts()).toBe(ports);
  expect(matchPattern('http://localhost:3000')).toBe(matchPattern('http://localhost:3000', ports));
});

test.each([
  ['http://localhost:3000', true],
  ['http://localhost:3000/', false],
  ['http://localhost:80', false],
  ['https://Chat.example.com', false],
  ['https://addons.mozilla.org', false],
  ['null', false],
  [null, false],
  [['http://localhost'], false],
])('%j is a site: %s', (value, expected) => {
  expect(isSite(value)).toBe(expected);
});
