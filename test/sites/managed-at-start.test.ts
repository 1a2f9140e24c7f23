import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { POLICY_MS } from '../../src/settings/keep-choices.ts';
import { quiet } from '../support/fake-extension-apis.ts';
import { extension } from './set-up.ts';

const LOCKED = { badges: false };

/** Starts the background where this was locked before, with a clock to set. */
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

test('what is locked stays so while the browser has not handed over its policy yet', async () => {
  await startLocked();
  expect(await locked()).toEqual(LOCKED);

  await fakeBrowser.storage.managed.set({ settings: LOCKED });
  await vi.advanceTimersByTimeAsync(POLICY_MS);
  await quiet();

  expect(await locked()).toEqual(LOCKED);
});

test('what an administrator let go of while the browser was closed comes loose a little later', async () => {
  await startLocked();

  await vi.advanceTimersByTimeAsync(POLICY_MS);
  await quiet();

  expect(await locked()).toEqual({});
});

test('a policy that is changed or taken away while the browser runs counts at once', async () => {
  await fakeBrowser.storage.managed.set({ settings: LOCKED });
  await quiet();
  expect(await locked()).toEqual(LOCKED);

  await fakeBrowser.storage.managed.clear();
  await quiet();
  expect(await locked()).toEqual({});
});
