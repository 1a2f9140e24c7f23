/**
 * For tests of the background: each starts with a fresh extension in a fresh browser, and a fake
 * clock.
 */
import { afterEach, beforeEach, vi } from 'vitest';
import { createFakePopup } from './fake-popup.ts';
import { installFakeExtension, quiet, type FakeExtension } from '../support/fake-extension-apis.ts';

export let extension: FakeExtension;
export let popup: ReturnType<typeof createFakePopup>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  await install();
});

afterEach(() => {
  extension.stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A fresh extension in a fresh browser. */
export async function install(options: { firefox?: boolean } = {}): Promise<void> {
  extension?.stop();
  extension = installFakeExtension(options);
  popup = createFakePopup(extension);
  await extension.start();
  await quiet();
}
