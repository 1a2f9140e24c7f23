import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PATTERN, SITE } from './fake-popup.ts';
import { extension, popup } from './set-up.ts';
import { pageSender, POPUP, quiet } from '../support/fake-extension-apis.ts';
import { DATA_VERSION, DATA_VERSION_KEY } from '../../src/extension/storage.ts';

test('a revocation shows at once, even before the background has handled it', async () => {
  await extension.grant(PATTERN);
  await popup.switchOn();
  extension.granted.delete(PATTERN);

  expect(await popup.state()).toMatchObject({ enabled: false, permitted: false });
});

test('the lifetime of badges is stored and returned', async () => {
  expect(
    await extension.send({ type: 'choose', origin: null, change: { storedChats: false } }, POPUP),
  ).toBe(true);
  expect(await popup.state()).toMatchObject({ settings: { storedChats: false } });
});

test.each([
  ['a page', pageSender(1, `${SITE}/`)],
  ['a frame', pageSender(2, `${SITE}/`, { frameId: 3 })],
  ['another extension', { ...POPUP, id: 'other' }],
])('of what %s sends nothing is looked at but its type', async (_, sender) => {
  let looked = 0;
  const request = {
    type: 'save-pack',
    get pack() {
      looked++;
      return {};
    },
  };
  void (await fakeBrowser.runtime.onMessage.trigger(request, sender, () => {}));

  expect(looked).toBe(0);
});

test('a popup opened as a tab is an extension page too', async () => {
  const sender = pageSender(7, POPUP.url ?? '');

  expect(await extension.send({ type: 'site-off', origin: SITE }, sender)).toBe(true);
});

test.each([
  ['a page bridge', pageSender(1, `${SITE}/`)],
  ['a page bridge without a tab', { ...pageSender(1, `${SITE}/`), tab: undefined }],
  ['a page whose address only contains ours', pageSender(1, `https://evil.example/?${POPUP.url}`)],
  [
    'a page whose host begins like our id',
    pageSender(1, 'chrome-extension://test-extension-id.evil/popup.html'),
  ],
  ['another extension', { ...POPUP, id: 'other' }],
  ['nobody known', {}],
])('%s gets no answer and switches nothing', async (_, sender) => {
  await extension.grant(PATTERN);

  for (const message of [
    { type: 'site-on', origin: SITE },
    { type: 'choose', origin: null, change: { storedChats: false } },
    { type: 'unchoose', origin: null, keys: ['badges'] },
    { type: 'delete-pack', id: 'my-own' },
    { type: 'replace-choices', choices: { everywhere: { badges: false }, sites: {}, packs: [] } },
  ])
    expect(await extension.send(message, sender)).toBeUndefined();
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false, settings: { storedChats: true } });
  expect(await popup.stored('local')).toEqual({ [DATA_VERSION_KEY]: DATA_VERSION });
});

test.each([
  null,
  'site-on',
  {},
  { type: ['site-on'], origin: 'http://localhost' },
  { type: 'unheard-of' },
])('%j from the popup is ignored', async (message) => {
  expect(await extension.send(message, POPUP)).toBeUndefined();
  await quiet();

  expect(await popup.stored('local')).toEqual({ [DATA_VERSION_KEY]: DATA_VERSION });
  expect(await popup.stored('session')).toEqual({});
});

test('if the browser refuses, the popup gets null and the next request works', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await extension.grant(PATTERN);
  await quiet();
  const register = fakeBrowser.scripting.registerContentScripts;
  fakeBrowser.scripting.registerContentScripts = () => Promise.reject(new Error('No more room'));
  expect(await popup.switchOn()).toBeNull();
  expect(error).toHaveBeenCalledOnce();

  fakeBrowser.scripting.registerContentScripts = register;
  expect(await popup.switchOn()).toMatchObject({ enabled: true });
  expect(popup.registeredFor()).toEqual([PATTERN]);
  error.mockRestore();
});
