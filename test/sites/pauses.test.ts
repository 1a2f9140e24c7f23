import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PAUSE_MS, readPause } from '../../src/sites/pauses.ts';
import { PATTERN, SITE } from './fake-popup.ts';
import { extension, popup } from './set-up.ts';
import { quiet } from '../support/fake-extension-apis.ts';

const PAUSED = `paused:${SITE}`;

async function switchedOn(): Promise<void> {
  await extension.grant(PATTERN);
  expect(await popup.switchOn()).toMatchObject({ enabled: true, resumesAt: null });
}

/** Advances the clock, and fires the alarms that are due. */
async function pass(milliseconds: number): Promise<void> {
  vi.setSystemTime(Date.now() + milliseconds);
  for (const alarm of await fakeBrowser.alarms.getAll()) {
    if (alarm.scheduledTime <= Date.now()) await fakeBrowser.alarms.onAlarm.trigger(alarm);
  }
  await quiet();
}

test('a paused site is off, and on again after an hour', async () => {
  await switchedOn();

  expect(await popup.pause()).toMatchObject({ enabled: false, resumesAt: Date.now() + PAUSE_MS });
  expect(extension.scripts()).toEqual([]);
  await pass(PAUSE_MS - 1);
  expect(await popup.state()).toMatchObject({ enabled: false });
  await pass(1);

  expect(await popup.state()).toMatchObject({ enabled: true, resumesAt: null });
  expect(popup.registeredFor()).toEqual([PATTERN]);
  expect(await popup.stored('local')).not.toHaveProperty(PAUSED);
  expect(await fakeBrowser.alarms.getAll()).toEqual([]);
});

test('a pause that ended while the browser was closed ends with its next start', async () => {
  await switchedOn();
  await popup.pause();
  await fakeBrowser.alarms.clearAll();
  vi.setSystemTime(Date.now() + 2 * PAUSE_MS);

  await popup.restart();

  expect(await popup.state()).toMatchObject({ enabled: true, resumesAt: null });
});

test('an alarm that the browser lost is set again', async () => {
  await switchedOn();
  await popup.pause();
  await fakeBrowser.alarms.clearAll();

  await popup.restart();

  expect(await fakeBrowser.alarms.getAll()).toMatchObject([
    { scheduledTime: Date.now() + PAUSE_MS },
  ]);
});

test.each(['switchOn', 'switchOff'] as const)('%s ends the pause', async (press) => {
  await switchedOn();
  await popup.pause();

  expect(await popup[press]()).toMatchObject({ enabled: press === 'switchOn', resumesAt: null });
  await pass(PAUSE_MS);

  expect(await popup.state()).toMatchObject({ enabled: press === 'switchOn' });
});

test('a site that is off is not paused, so that it does not turn itself on', async () => {
  await extension.grant(PATTERN);

  expect(await popup.pause()).toMatchObject({ enabled: false, resumesAt: null });
  await pass(PAUSE_MS);

  expect(await popup.state()).toMatchObject({ enabled: false });
});

test('a pause that ends without the permission does not come true with some later grant', async () => {
  await switchedOn();
  await popup.pause();
  await extension.revoke(PATTERN);
  await pass(PAUSE_MS);

  await extension.grant(PATTERN);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: false, resumesAt: null });
});

test('the settings that are chosen for a site outlast a pause', async () => {
  await switchedOn();
  await fakeBrowser.storage.local.set({
    [`site:${SITE}`]: { enabled: true, choices: { badges: false } },
  });
  await popup.pause();

  await pass(PAUSE_MS);

  expect(await popup.state()).toMatchObject({ enabled: true, settings: { badges: false } });
});

test.each([
  [1000, 1000],
  [PAUSE_MS, PAUSE_MS],
  [0, null],
  [-1, null],
  // The clock was set back.
  [PAUSE_MS + 1, null],
  ['1000', null],
  [undefined, null],
])('of a pause stored as %j, seen at 0, the end is %j', (stored, end) => {
  expect(readPause(stored, 0)).toBe(end);
});
