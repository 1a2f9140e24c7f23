import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { installFakeExtension, nextTask, pageSender, POPUP, quiet, type FakeExtension } from '../support/fake-extension-apis.ts';
import type { SiteState } from '../../src/sites/messages.ts';

const SITE = 'http://localhost:3000';
const PATTERN = 'http://localhost:3000/*';
const PENDING = `pending:${SITE}`;
const ZERO = { markers: 0, tools: 0, imitated: 0 };

let extension: FakeExtension;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  extension = installFakeExtension();
  await extension.start();
  await quiet();
});

afterEach(() => {
  extension.stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** What the popup is told, and with it what the user sees. */
async function state(origin = SITE): Promise<SiteState> {
  return (await extension.send({ type: 'site-state', origin }, POPUP)) as SiteState;
}

async function switchOn(origin = SITE): Promise<SiteState> {
  return (await extension.send({ type: 'site-on', origin }, POPUP)) as SiteState;
}

async function switchOff(origin = SITE): Promise<SiteState> {
  return (await extension.send({ type: 'site-off', origin }, POPUP)) as SiteState;
}

function registeredFor(): string[] {
  const matches = extension.scripts().map((script) => script.matches ?? []);
  expect(matches[1]).toEqual(matches[0]);
  return matches[0] ?? [];
}

async function stored(area: 'local' | 'session'): Promise<Record<string, unknown>> {
  return fakeBrowser.storage[area].get(null) as Promise<Record<string, unknown>>;
}

async function restart(): Promise<void> {
  extension.stop();
  await extension.start();
  await quiet();
}

test('a site nobody spoke of is off, not permitted and without counts', async () => {
  expect(await state()).toEqual({
    origin: SITE,
    enabled: false,
    permitted: false,
    counts: ZERO,
    settings: { badgeStay: 'next-message' },
  });
  expect(extension.scripts()).toEqual([]);
});

test('a click comes first, the grant later: the site is on after the grant', async () => {
  expect(await switchOn()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);

  await extension.grant(PATTERN);
  await quiet();

  expect(await state()).toMatchObject({ enabled: true, permitted: true });
  expect(registeredFor()).toEqual([PATTERN]);
  expect(await stored('session')).not.toHaveProperty(PENDING);
});

test('the grant is there before the click is heard of: the site is on at once', async () => {
  await extension.grant(PATTERN);
  await quiet();
  expect(await state()).toMatchObject({ enabled: false, permitted: true });

  expect(await switchOn()).toMatchObject({ enabled: true, permitted: true });
  expect(registeredFor()).toEqual([PATTERN]);
});

test('click and grant at the same moment, in either order, switch the site on', async () => {
  void switchOn();
  await extension.grant(PATTERN);
  await quiet();
  expect(await state()).toMatchObject({ enabled: true });

  await extension.grant('http://other.example/*');
  void switchOn('http://other.example');
  await quiet();
  expect(await state('http://other.example')).toMatchObject({ enabled: true });
});

test('the popup and the background may both be gone when the grant comes', async () => {
  await switchOn();
  await restart();

  await extension.grant(PATTERN);
  await quiet();

  expect(await state()).toMatchObject({ enabled: true });
  expect(registeredFor()).toEqual([PATTERN]);
});

test('a grant whose event was lost is found when the background starts', async () => {
  await switchOn();
  extension.stop();
  extension.granted.add(PATTERN);
  await extension.start();
  await quiet();

  expect(await state()).toMatchObject({ enabled: true });
});

test('a denied prompt leaves the site off', async () => {
  await switchOn();
  await quiet();
  await restart();

  expect(await state()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);
});

test('a grant five minutes after the click still counts, one after that does not', async () => {
  await switchOn();
  await switchOn('http://late.example');
  vi.setSystemTime(Date.now() + 5 * 60_000);
  await extension.grant(PATTERN);
  await quiet();
  vi.setSystemTime(Date.now() + 1);
  await extension.grant('http://late.example/*');
  await quiet();

  expect(await state()).toMatchObject({ enabled: true });
  expect(await state('http://late.example')).toMatchObject({ enabled: false, permitted: true });
  expect(await stored('session')).toEqual({});
});

test('a click noted in the future, by a clock that was set back, does not count', async () => {
  await switchOn();
  vi.setSystemTime(Date.now() - 1000);
  await extension.grant(PATTERN);
  await quiet();

  expect(await state()).toMatchObject({ enabled: false });
});

test('a grant that nobody clicked for switches nothing on', async () => {
  await extension.grant(PATTERN, 'https://chat.example.com/*');
  await quiet();

  expect(await state()).toMatchObject({ enabled: false, permitted: true });
  expect(extension.scripts()).toEqual([]);
  expect(await stored('local')).toEqual({});
});

test('a grant for another site leaves the click waiting', async () => {
  await switchOn();
  await extension.grant('http://localhost:3001/*', 'https://localhost:3000/*');
  await quiet();

  expect(await state()).toMatchObject({ enabled: false, permitted: false });
  expect(await stored('session')).toHaveProperty([PENDING]);
});

test.each(['*://*/*', 'http://*/*', 'http://localhost/*', '*://localhost/*'])('the wider grant %s covers a site', async (wide) => {
  await switchOn();
  await extension.grant(wide);
  await quiet();

  expect(await state()).toMatchObject({ enabled: true, permitted: true });
  expect(registeredFor()).toEqual([PATTERN]);
});

test('switching off keeps the grant, so that switching on again needs no prompt', async () => {
  await extension.grant(PATTERN);
  await switchOn();

  expect(await switchOff()).toMatchObject({ enabled: false, permitted: true });
  expect(extension.scripts()).toEqual([]);
  expect(await switchOn()).toMatchObject({ enabled: true });
});

test('switching off while the prompt is open means no', async () => {
  await switchOn();
  await switchOff();
  await extension.grant(PATTERN);
  await quiet();

  expect(await state()).toMatchObject({ enabled: false, permitted: true });
});

test('the last word counts, however quickly it follows a click or a grant', async () => {
  for (let tasks = 0; tasks <= 12; tasks += 1) {
    for (const first of ['click', 'grant'] as const) {
      extension.stop();
      extension = installFakeExtension();
      await extension.start();
      await quiet();
      if (first === 'grant') await switchOn();
      else extension.granted.add(PATTERN);

      if (first === 'grant') void extension.grant(PATTERN);
      else void switchOn();
      for (let task = 0; task < tasks; task += 1) await nextTask();
      await switchOff();
      await quiet();

      expect({ first, tasks, ...(await state()) }).toMatchObject({ first, tasks, enabled: false, permitted: true });
      expect(extension.scripts()).toEqual([]);
    }
  }
});

test('a site that never was on leaves no trace when the popup withdraws its wish', async () => {
  await switchOn();
  await switchOff();

  expect(await stored('local')).toEqual({});
  expect(await stored('session')).toEqual({});
});

test('a revoked site goes off and stays off when it is permitted again', async () => {
  await extension.grant(PATTERN);
  await switchOn();
  const changes = vi.fn();
  fakeBrowser.storage.onChanged.addListener(changes);

  await extension.revoke(PATTERN);
  await quiet();
  expect(changes).toHaveBeenCalledWith({ [`site:${SITE}`]: expect.objectContaining({ newValue: { enabled: false } }) }, 'local');
  expect(await state()).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);

  await extension.grant(PATTERN);
  await quiet();
  expect(await state()).toMatchObject({ enabled: false, permitted: true });
});

test('revoking one of two grants that cover a site leaves it on', async () => {
  await extension.grant(PATTERN, '*://*/*');
  await switchOn();
  await extension.revoke('*://*/*');
  await quiet();

  expect(await state()).toMatchObject({ enabled: true, permitted: true });
});

test('revoking one site leaves the others on', async () => {
  await extension.grant(PATTERN, 'https://chat.example.com/*');
  await switchOn();
  await switchOn('https://chat.example.com');
  await extension.revoke(PATTERN);
  await quiet();

  expect(await state('https://chat.example.com')).toMatchObject({ enabled: true });
  expect(registeredFor()).toEqual(['https://chat.example.com/*']);
});

test('a revocation is shown at once, even before the background has dealt with it', async () => {
  await extension.grant(PATTERN);
  await switchOn();
  extension.granted.delete(PATTERN);

  expect(await state()).toMatchObject({ enabled: false, permitted: false });
});

test.each(['onInstalled', 'onStartup'] as const)('scripts the browser forgot are registered again on %s', async (event) => {
  await extension.grant(PATTERN);
  await switchOn();
  extension.dropScripts();

  await fakeBrowser.runtime[event].trigger({ reason: 'update' } as never);
  await quiet();

  expect(registeredFor()).toEqual([PATTERN]);
});

test('a background stopped at any moment while a site is switched on finishes when it starts again', async () => {
  for (let tasks = 1; tasks <= 40; tasks += 1) {
    extension.stop();
    extension = installFakeExtension();
    extension.granted.add(PATTERN);
    await extension.start();
    await quiet();

    void switchOn();
    for (let task = 0; task < tasks; task += 1) await nextTask();
    await restart();

    // The first call of all notes the click, so there is no moment at which it could get lost.
    expect({ tasks, ...(await state()) }).toMatchObject({ tasks, enabled: true, permitted: true });
    expect(registeredFor()).toEqual([PATTERN]);
  }
});

test('a background stopped at any moment while a site is switched off leaves scripts and storage in agreement', async () => {
  const outcomes = new Set<boolean>();
  for (let tasks = 1; tasks <= 40; tasks += 1) {
    extension.stop();
    extension = installFakeExtension();
    extension.granted.add(PATTERN);
    await extension.start();
    await switchOn();

    void switchOff();
    for (let task = 0; task < tasks; task += 1) await nextTask();
    await restart();

    const { enabled } = await state();
    outcomes.add(enabled);
    expect({ tasks, scripts: registeredFor() }).toEqual({ tasks, scripts: enabled ? [PATTERN] : [] });
  }
  expect([...outcomes]).toEqual([true, false]);
});

test('the time badges stay is stored and answered', async () => {
  expect(await extension.send({ type: 'badge-stay', stay: 'always' }, POPUP)).toEqual({ badgeStay: 'always' });
  expect(await state()).toMatchObject({ settings: { badgeStay: 'always' } });
});

test('a popup opened as a tab is an extension page too', async () => {
  const sender = pageSender(7, POPUP.url ?? '');

  expect(await extension.send({ type: 'site-state', origin: SITE }, sender)).toMatchObject({ origin: SITE });
});

test.each([
  ['a page bridge', pageSender(1, `${SITE}/`)],
  ['a page bridge without a tab', { ...pageSender(1, `${SITE}/`), tab: undefined }],
  ['a page whose address only contains ours', pageSender(1, `https://evil.example/?${POPUP.url}`)],
  ['a page whose host begins like our id', pageSender(1, 'chrome-extension://test-extension-id.evil/popup.html')],
  ['another extension', { ...POPUP, id: 'other' }],
  ['nobody known', {}],
])('%s gets no answer and switches nothing', async (_, sender) => {
  await extension.grant(PATTERN);

  for (const message of [
    { type: 'site-on', origin: SITE },
    { type: 'badge-stay', stay: 'always' },
    { type: 'site-state', origin: SITE },
  ])
    expect(await extension.send(message, sender)).toBeUndefined();
  await quiet();

  expect(await state()).toMatchObject({ enabled: false, settings: { badgeStay: 'next-message' } });
  expect(await stored('local')).toEqual({});
});

test.each([
  null,
  'site-on',
  {},
  { type: 'site-on' },
  { type: 'site-on', origin: 'http://localhost:3000/' },
  { type: 'site-on', origin: 'http://*.example.com' },
  { type: 'site-on', origin: 'https://addons.mozilla.org' },
  { type: 'site-off', origin: 5 },
  { type: 'badge-stay', stay: 'forever' },
  { type: 'unheard-of' },
])('%j from the popup is ignored', async (message) => {
  expect(await extension.send(message, POPUP)).toBeUndefined();
  await quiet();

  expect(await stored('local')).toEqual({});
  expect(await stored('session')).toEqual({});
});

test('when the browser refuses, the popup is answered null and the next request works', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  await extension.grant(PATTERN);
  await quiet();
  const register = fakeBrowser.scripting.registerContentScripts;
  fakeBrowser.scripting.registerContentScripts = () => Promise.reject(new Error('No more room'));
  expect(await switchOn()).toBeNull();
  expect(error).toHaveBeenCalledOnce();

  fakeBrowser.scripting.registerContentScripts = register;
  expect(await switchOn()).toMatchObject({ enabled: true });
  expect(registeredFor()).toEqual([PATTERN]);
  error.mockRestore();
});

test('in Firefox a grant stands for all ports of a host, and the sites are still switched one by one', async () => {
  extension.stop();
  extension = installFakeExtension({ firefox: true });
  await extension.start();
  await switchOn();
  await extension.grant('http://localhost/*');
  await quiet();

  expect(await state()).toMatchObject({ enabled: true, permitted: true });
  expect(await state('http://localhost:8080')).toMatchObject({ enabled: false, permitted: true });
  expect(registeredFor()).toEqual(['http://localhost/*']);

  await switchOn('http://localhost:8080');
  await switchOff();
  expect(registeredFor()).toEqual(['http://localhost/*']);
  await extension.revoke('http://localhost/*');
  await quiet();
  expect(await state('http://localhost:8080')).toMatchObject({ enabled: false, permitted: false });
  expect(extension.scripts()).toEqual([]);
});
