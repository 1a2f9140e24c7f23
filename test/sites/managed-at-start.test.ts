import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { POLICY_MS } from '../../src/settings/keep-choices.ts';
import { quiet } from '../support/fake-extension-apis.ts';
import { extension } from './set-up.ts';

const LOCKED = { badges: false };

/** Starts the background with this locked before, and a fake clock. */
async function startLocked(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] });
  extension.stop();
  await fakeBrowser.storage.local.set({ managed: LOCKED });
  await extension.start();
  await quiet();
}

async function locked(): Promise<unknown> {
  return (await fakeBrowser.storage.local.get('managed')).managed;
}

test('locked settings stay locked until the browser has delivered its policy', async () => {
  await startLocked();
  expect(await locked()).toEqual(LOCKED);

  await fakeBrowser.storage.managed.set({ settings: LOCKED });
  await vi.advanceTimersByTimeAsync(POLICY_MS);
  await quiet();

  expect(await locked()).toEqual(LOCKED);
});

test('a policy withdrawn while the browser was closed is unlocked a little later', async () => {
  await startLocked();

  await vi.advanceTimersByTimeAsync(POLICY_MS);
  await quiet();

  expect(await locked()).toEqual({});
});

test('a policy changed or removed while the browser runs applies at once', async () => {
  await fakeBrowser.storage.managed.set({ settings: LOCKED });
  await quiet();
  expect(await locked()).toEqual(LOCKED);

  await fakeBrowser.storage.managed.clear();
  await quiet();
  expect(await locked()).toEqual({});
});
