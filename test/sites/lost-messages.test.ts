/**
 * Requests whose message never arrives, as if the popup had closed before the background could
 * start.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { askBackground } from '../../src/extension/messages.ts';
import { pause, switchOff, switchOn } from '../../src/pages/popup/backend.ts';
import type { ChoiceRequest } from '../../src/settings/requests.ts';
import type { FigureRequest } from '../../src/stats/requests.ts';
import { PATTERN, SITE } from './fake-popup.ts';
import { extension, popup } from './set-up.ts';
import { POPUP, quiet } from '../support/fake-extension-apis.ts';

/** What the popup has sent. */
let sent: object[];

beforeEach(() => {
  sent = [];
  fakeBrowser.runtime.sendMessage = ((message: object) => {
    sent.push(message);
    return new Promise(() => {});
  }) as never;
  // The prompt closes the popup: nothing comes after it.
  Object.assign(fakeBrowser.permissions, { request: () => new Promise(() => {}) });
});

/** Presses something in a popup that is gone in the next moment, while the background sleeps. */
async function pressAndClose(press: () => unknown): Promise<void> {
  extension.stop();
  void press();
  await quiet();
}

/** What is still to be done. */
async function left(): Promise<readonly string[]> {
  return Object.keys(await popup.stored('session')).filter((key) => /^(asked|pending):/.test(key));
}

async function wake(): Promise<void> {
  await extension.start();
  await quiet();
}

test('the wish is kept before the browser is asked, in the same task', () => {
  const order: string[] = [];
  const { set } = fakeBrowser.storage.session;
  fakeBrowser.storage.session.set = (items) => {
    order.push('kept');
    return set(items);
  };
  Object.assign(fakeBrowser.permissions, {
    request: () => {
      order.push('asked');
      return new Promise(() => {});
    },
  });

  void switchOn(SITE);

  expect(order).toEqual(['kept', 'asked']);
});

test.each(['before', 'after'])(
  'a site goes on with a grant that comes %s the background has started',
  async (when) => {
    await pressAndClose(() => switchOn(SITE));
    if (when === 'before') extension.granted.add(PATTERN);
    await wake();
    if (when === 'after') await extension.grant(PATTERN);
    await quiet();

    expect(await popup.state()).toMatchObject({ enabled: true });
    expect(popup.registeredFor()).toEqual([PATTERN]);
    expect(await left()).toEqual([]);
  },
);

test('a site that is permitted already goes on, and there is no grant to wait for', async () => {
  extension.granted.add(PATTERN);
  await pressAndClose(() => switchOn(SITE));
  await wake();

  expect(await popup.state()).toMatchObject({ enabled: true });
});

test('the wish wakes a background by itself, and one that is awake carries it out', async () => {
  extension.granted.add(PATTERN);
  void switchOn(SITE);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true });
});

test('the last of several presses counts', async () => {
  extension.granted.add(PATTERN);
  await pressAndClose(() => {
    void switchOn(SITE);
    void switchOff(SITE);
  });
  await wake();
  expect(await popup.state()).toMatchObject({ enabled: false });

  await pressAndClose(() => {
    void switchOff(SITE);
    void switchOn(SITE);
  });
  await wake();
  expect(await popup.state()).toMatchObject({ enabled: true });
});

test.each([
  ['switched off', switchOff, { enabled: false, resumesAt: null }],
  ['paused', pause, { enabled: false, resumesAt: expect.any(Number) }],
])('a site is %s', async (_, press, state) => {
  await extension.grant(PATTERN);
  await popup.switchOn();
  await pressAndClose(() => press(SITE));
  await wake();

  expect(await popup.state()).toMatchObject(state);
  expect(extension.scripts()).toEqual([]);
});

test('a choice is kept, and figures are forgotten', async () => {
  await fakeBrowser.storage.local.set({ [`counts:${SITE}`]: { tools: 3 } });
  await pressAndClose(() => {
    void askBackground<ChoiceRequest>({ type: 'choose', origin: null, change: { badges: false } });
    void askBackground<FigureRequest>({ type: 'forget-figures', origin: null });
  });
  await wake();

  expect(await popup.state()).toMatchObject({ settings: { badges: false } });
  expect(await popup.stored('local')).not.toHaveProperty([`counts:${SITE}`]);
});

test('nobody expects a press of more than five minutes ago to count', async () => {
  extension.granted.add(PATTERN);
  await pressAndClose(() => switchOn(SITE));
  vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
  await wake();

  expect(await popup.state()).toMatchObject({ enabled: false });
  expect(await left()).toEqual([]);
});

test('what was found before its message arrives is not done again, and answered', async () => {
  extension.granted.add(PATTERN);
  void switchOn(SITE);
  await quiet();
  await popup.switchOff();

  expect(await extension.send(sent[0], POPUP)).toBe(true);

  expect(await popup.state()).toMatchObject({ enabled: false });
});

test('one whose message arrives first is forgotten', async () => {
  extension.granted.add(PATTERN);
  await pressAndClose(() => switchOff(SITE));
  const before = await popup.stored('session');
  await fakeBrowser.storage.session.clear();
  await wake();
  // Without the event, as if the message were faster.
  const { onChanged } = fakeBrowser.storage;
  const trigger = vi.spyOn(onChanged, 'trigger').mockResolvedValue([]);
  await fakeBrowser.storage.session.set(before);
  trigger.mockRestore();

  expect(await extension.send(sent[0], POPUP)).toBe(true);

  expect(await left()).toEqual([]);
});

test.each([
  ['nothing', null],
  ['no time', { number: 1, request: { type: 'site-on', origin: SITE } }],
  ['no number', { at: Date.now(), request: { type: 'site-on', origin: SITE } }],
  ['no request', { at: Date.now(), number: 1 }],
  ['another request', { at: Date.now(), number: 1, request: { type: 'unheard-of' } }],
  [
    'a time to come',
    { at: Date.now() + 1e6, number: 1, request: { type: 'site-on', origin: SITE } },
  ],
])('a note with %s is ignored', async (_, note) => {
  extension.granted.add(PATTERN);
  await fakeBrowser.storage.session.set({ 'asked:x': note });
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false });
});
