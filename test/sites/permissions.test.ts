import { afterEach, expect, test, vi } from 'vitest';
import { isPermitted, onlyPermitted } from '../../src/sites/permissions.ts';
import { installFakeExtension } from '../support/fake-extension-apis.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  {
    firefox: false,
    granted: 'http://localhost:3000/*',
    site: 'http://localhost:3000',
    permitted: true,
  },
  {
    firefox: false,
    granted: 'http://localhost:3000/*',
    site: 'http://localhost:8080',
    permitted: false,
  },
  {
    firefox: false,
    granted: 'http://localhost:3000/*',
    site: 'https://localhost:3000',
    permitted: false,
  },
  { firefox: false, granted: 'http://localhost/*', site: 'http://localhost:8080', permitted: true },
  { firefox: false, granted: '*://*/*', site: 'http://[::1]:8080', permitted: true },
  {
    firefox: false,
    granted: '*://*.example.com/*',
    site: 'https://chat.example.com',
    permitted: true,
  },
  {
    firefox: false,
    granted: '*://*.example.com/*',
    site: 'https://notexample.com',
    permitted: false,
  },
  {
    firefox: true,
    granted: 'http://localhost:3000/*',
    site: 'http://localhost:3000',
    permitted: false,
  },
  { firefox: true, granted: 'http://localhost/*', site: 'http://localhost:3000', permitted: true },
  { firefox: true, granted: '*://*/*', site: 'https://chat.example.com:8443', permitted: true },
])(
  'with $granted granted, $site is permitted: $permitted (Firefox: $firefox)',
  async ({ firefox, granted, site, permitted }) => {
    installFakeExtension({ firefox }).granted.add(granted);

    expect(await isPermitted(site)).toBe(permitted);
  },
);

test('the permitted ones of many sites remain, in order', async () => {
  const { granted } = installFakeExtension();
  granted.add('https://c.example/*');
  granted.add('https://a.example/*');

  expect(
    await onlyPermitted(['https://c.example', 'https://b.example', 'https://a.example']),
  ).toEqual(['https://c.example', 'https://a.example']);
});
