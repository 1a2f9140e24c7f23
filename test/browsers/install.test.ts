import { expect, test } from 'vitest';
import type { BrowserKind } from '../../src/browsers/find.ts';
import { adviceFor, ensureBrowser } from '../../src/browsers/install.ts';

const ADVICE: readonly (readonly [BrowserKind, NodeJS.Platform, string, string])[] = [
  ['chromium', 'linux', 'sudo apt-get install chromium', 'CHROMIUM_PATH'],
  ['firefox', 'linux', 'sudo apt-get install firefox-esr', 'FIREFOX_PATH'],
  ['chromium', 'darwin', 'brew install --cask google-chrome', 'CHROMIUM_PATH'],
  ['firefox', 'darwin', 'brew install --cask firefox', 'FIREFOX_PATH'],
  ['chromium', 'win32', 'winget install Google.Chrome', 'CHROMIUM_PATH'],
  ['firefox', 'win32', 'winget install Mozilla.Firefox', 'FIREFOX_PATH'],
];

test.each(ADVICE)('who misses %s on %s is told in one line to run %s, or to set %s', (kind, platform, command, variable) => {
  const advice = adviceFor(kind, platform);

  expect(advice).toContain(command);
  expect(advice).toContain(variable);
  expect(advice).not.toContain('\n');
});

test('a browser that is there is taken as it is', () => {
  // Any program will do: nothing is started.
  process.env.CHROMIUM_PATH = process.execPath;
  try {
    expect(ensureBrowser('chromium')).toEqual({ kind: 'chromium', path: process.execPath });
  } finally {
    delete process.env.CHROMIUM_PATH;
  }
});
