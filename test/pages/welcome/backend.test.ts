import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readShortcut } from '../../../src/pages/welcome/backend.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [[{ name: '_execute_action', shortcut: 'Alt+Shift+F' }], 'Alt+Shift+F'],
  [[{ name: '_execute_action', shortcut: '' }], null],
  [[{ name: 'other', shortcut: 'Alt+X' }], null],
  [[], null],
])('with the commands %j the popup opens with %s', async (commands, keys) => {
  Object.assign(fakeBrowser, { commands: { getAll: async () => commands } });

  expect(await readShortcut()).toBe(keys);
});

test('a browser without keys, as on phones, has none', async () => {
  Object.assign(fakeBrowser, { commands: undefined });

  expect(await readShortcut()).toBeNull();
});
