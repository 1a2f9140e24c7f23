import { expect, test } from 'vitest';
import { readOptions } from '../../../src/tools/demo/options.ts';

const DESKTOP = { DISPLAY: ':0' };

test.each([
  [[], { browser: null, headless: false, openWebUi: false }],
  [['--headless'], { browser: null, headless: true, openWebUi: false }],
  [['--browser', 'firefox'], { browser: 'firefox', headless: false, openWebUi: false }],
  [
    ['--browser=chromium', '--open-webui'],
    { browser: 'chromium', headless: false, openWebUi: true },
  ],
])('%j are options of the demo', (args, options) => {
  expect(readOptions(args, DESKTOP, 'linux')).toEqual(options);
});

test.each([
  [{}, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', false],
  [{ DISPLAY: ':0', CI: 'true' }, 'linux', true],
  [{ DISPLAY: ':0', CI: 'false' }, 'linux', false],
  [{}, 'darwin', false],
  [{}, 'win32', false],
  [{ CI: '1' }, 'darwin', true],
] as const)('with %j on %s the browser has no window: %s', (env, platform, headless) => {
  expect(readOptions([], env, platform)).toMatchObject({ headless });
});

test.each([
  [['--fast'], '--fast'],
  [['firefox'], 'firefox'],
  [['--browser'], '--browser'],
  [['--browser', 'opera'], 'opera'],
  [['--browser='], 'chromium or firefox'],
  [['--open-webui', '--headless'], 'test:real'],
])('%j is answered with one line that names it', (args, part) => {
  expect(() => readOptions(args, DESKTOP, 'linux')).toThrow(new RegExp(`^[^\\n]*${part}[^\\n]*$`));
});

test('help overrides all other options', () => {
  expect(readOptions(['--headless', '--help'], DESKTOP, 'linux')).toBeNull();
});
