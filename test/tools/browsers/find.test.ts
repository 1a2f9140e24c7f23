import { expect, test } from 'vitest';
import { type BrowserKind, findBrowser, type Machine } from '../../../src/tools/browsers/find.ts';

function machine(platform: NodeJS.Platform, env: Machine['env'], ...programs: string[]): Machine {
  return { platform, env, isProgram: (path) => programs.includes(path) };
}

const windows = {
  PROGRAMFILES: 'C:\\Program Files',
  'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
  LOCALAPPDATA: 'C:\\Users\\me\\Local',
};

const PLACES: readonly (readonly [string, BrowserKind, NodeJS.Platform, Machine['env'], string])[] =
  [
    [
      'Debian Chromium on PATH',
      'chromium',
      'linux',
      { PATH: '/bin:/usr/bin' },
      '/usr/bin/chromium',
    ],
    [
      'Chrome on PATH',
      'chromium',
      'linux',
      { PATH: '/usr/local/bin' },
      '/usr/local/bin/google-chrome',
    ],
    ['a snap of Chromium', 'chromium', 'linux', {}, '/snap/bin/chromium'],
    ['Firefox ESR without any PATH', 'firefox', 'linux', {}, '/usr/bin/firefox-esr'],
    [
      'Chrome for macOS',
      'chromium',
      'darwin',
      {},
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    [
      'Firefox for macOS',
      'firefox',
      'darwin',
      {},
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    [
      'Edge in the own folder on macOS',
      'chromium',
      'darwin',
      { HOME: '/Users/me' },
      '/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    [
      'Chrome for Windows',
      'chromium',
      'win32',
      windows,
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    [
      'Chrome of one Windows user',
      'chromium',
      'win32',
      windows,
      'C:\\Users\\me\\Local\\Google\\Chrome\\Application\\chrome.exe',
    ],
    [
      'Edge of Windows',
      'chromium',
      'win32',
      windows,
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
    [
      'Firefox for Windows',
      'firefox',
      'win32',
      windows,
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  ];

test.each(PLACES)('%s is found', (_what, kind, platform, env, path) => {
  expect(findBrowser(kind, machine(platform, env, path))).toBe(path);
});

test('without any browser nothing is found', () => {
  for (const [, kind, platform, env] of PLACES)
    expect(findBrowser(kind, machine(platform, env))).toBeNull();
});

test('a browser of the other kind is not used', () => {
  expect(
    findBrowser('firefox', machine('linux', { PATH: '/usr/bin' }, '/usr/bin/chromium')),
  ).toBeNull();
});

test('the path variable overrides installed browsers', () => {
  const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/home/me/chrome/chrome' };
  const both = machine('linux', env, '/usr/bin/chromium', '/home/me/chrome/chrome');

  expect(findBrowser('chromium', both)).toBe('/home/me/chrome/chrome');
});

test('a path variable that names no program is an error that says so, not a silent search', () => {
  const wrong = machine(
    'linux',
    { PATH: '/usr/bin', FIREFOX_PATH: '/nowhere' },
    '/usr/bin/firefox',
  );

  expect(() => findBrowser('firefox', wrong)).toThrow(
    'FIREFOX_PATH names /nowhere, which is no program',
  );
});

test('relative folders on PATH are ignored', () => {
  expect(
    findBrowser('chromium', machine('linux', { PATH: '.:bin' }, 'chromium', 'bin/chromium')),
  ).toBeNull();
});
