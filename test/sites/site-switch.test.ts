import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PATTERN, SITE } from './fake-popup.ts';
import { extension, install, popup } from './set-up.ts';
import { quiet } from '../support/fake-extension-apis.ts';
import { DATA_VERSION, DATA_VERSION_KEY } from '../../src/extension/storage.ts';

const PENDING = `pending:${SITE}`;

test('a click before the grant: the site is on after the grant', async () => {
  expect(await popup.switchOn()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);

  await extension.grant(PATTERN);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true, permitted: true });
  expect(popup.registeredFor()).toEqual([PATTERN]);
  expect(await popup.stored('session')).not.toHaveProperty(PENDING);
});

test('a grant before the click: the site is on at once', async () => {
  await extension.grant(PATTERN);
  await quiet();
  expect(await popup.state()).toMatchObject({ enabled: false, permitted: true });

  expect(await popup.switchOn()).toMatchObject({ enabled: true, permitted: true });
  expect(popup.registeredFor()).toEqual([PATTERN]);
});

test('click and grant at the same moment, in either order, switch the site on', async () => {
  void popup.switchOn();
  await extension.grant(PATTERN);
  await quiet();
  expect(await popup.state()).toMatchObject({ enabled: true });

  await extension.grant('http://other.example/*');
  void popup.switchOn('http://other.example');
  await quiet();
  expect(await popup.state('http://other.example')).toMatchObject({ enabled: true });
});

test('a denied prompt leaves the site off', async () => {
  await popup.switchOn();
  await quiet();
  await popup.restart();

  expect(await popup.state()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);
});

test('a grant five minutes after the click still counts, a later one does not', async () => {
  await popup.switchOn();
  await popup.switchOn('http://late.example');
  vi.setSystemTime(Date.now() + 5 * 60_000);
  await extension.grant(PATTERN);
  await quiet();
  vi.setSystemTime(Date.now() + 1);
  await extension.grant('http://late.example/*');
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true });
  expect(await popup.state('http://late.example')).toMatchObject({
    enabled: false,
    permitted: true,
  });
  expect(await popup.stored('session')).toEqual({});
});

test('a click noted in the future, by a clock that was set back, does not count', async () => {
  await popup.switchOn();
  vi.setSystemTime(Date.now() - 1000);
  await extension.grant(PATTERN);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false });
});

test('a grant without a click switches nothing on', async () => {
  await extension.grant(PATTERN, 'https://chat.example.com/*');
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false, permitted: true });
  expect(extension.scripts()).toEqual([]);
  expect(await popup.stored('local')).toEqual({ [DATA_VERSION_KEY]: DATA_VERSION });
});

test('a grant for another site leaves the click pending', async () => {
  await popup.switchOn();
  await extension.grant('http://localhost:3001/*', 'https://localhost:3000/*');
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false, permitted: false });
  expect(await popup.stored('session')).toHaveProperty([PENDING]);
});

test.each(['*://*/*', 'http://*/*', 'http://localhost/*', '*://localhost/*'])(
  'the wider grant %s covers a site',
  async (wide) => {
    await popup.switchOn();
    await extension.grant(wide);
    await quiet();

    expect(await popup.state()).toMatchObject({ enabled: true, permitted: true });
    expect(popup.registeredFor()).toEqual([PATTERN]);
  },
);

test('switching off keeps the grant, so switching on again needs no prompt', async () => {
  await extension.grant(PATTERN);
  await popup.switchOn();

  expect(await popup.switchOff()).toMatchObject({ enabled: false, permitted: true });
  expect(extension.scripts()).toEqual([]);
  expect(await popup.switchOn()).toMatchObject({ enabled: true });
});

test('switching off while the prompt is open means no', async () => {
  await popup.switchOn();
  await popup.switchOff();
  await extension.grant(PATTERN);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false, permitted: true });
});

test('a site that was never on leaves no trace when the popup withdraws its request', async () => {
  await popup.switchOn();
  await popup.switchOff();

  expect(await popup.stored('local')).toEqual({ [DATA_VERSION_KEY]: DATA_VERSION });
  expect(await popup.stored('session')).toEqual({});
});

test('a revoked site goes off and stays off when it is permitted again', async () => {
  await extension.grant(PATTERN);
  await popup.switchOn();
  const changes = vi.fn();
  fakeBrowser.storage.onChanged.addListener(changes);

  await extension.revoke(PATTERN);
  await quiet();
  expect(changes).toHaveBeenCalledWith(
    {
      [`site:${SITE}`]: expect.objectContaining({
        newValue: { enabled: false, choices: {}, withdrawn: true },
      }),
    },
    'local',
  );
  expect(await popup.state()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);

  await extension.grant(PATTERN);
  await quiet();
  expect(await popup.state()).toMatchObject({ enabled: false, permitted: true });
});

test('revoking one of two grants that cover a site leaves it on', async () => {
  await extension.grant(PATTERN, '*://*/*');
  await popup.switchOn();
  await extension.revoke('*://*/*');
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true, permitted: true });
});

test('revoking one site leaves the others on', async () => {
  await extension.grant(PATTERN, 'https://chat.example.com/*');
  await popup.switchOn();
  await popup.switchOn('https://chat.example.com');
  await extension.revoke(PATTERN);
  await quiet();

  expect(await popup.state('https://chat.example.com')).toMatchObject({ enabled: true });
  expect(popup.registeredFor()).toEqual(['https://chat.example.com/*']);
});

test('in Firefox a grant covers all ports of a host, and sites are still switched one by one', async () => {
  await install({ firefox: true });
  await popup.switchOn();
  await extension.grant('http://localhost/*');
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true, permitted: true });
  expect(await popup.state('http://localhost:8080')).toMatchObject({
    enabled: false,
    permitted: true,
  });
  expect(popup.registeredFor()).toEqual(['http://localhost/*']);

  await popup.switchOn('http://localhost:8080');
  await popup.switchOff();
  expect(popup.registeredFor()).toEqual(['http://localhost/*']);
  await extension.revoke('http://localhost/*');
  await quiet();
  expect(await popup.state('http://localhost:8080')).toMatchObject({
    enabled: false,
    permitted: false,
  });
  expect(extension.scripts()).toEqual([]);
});
