import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Browser } from 'wxt/browser';
import { welcomeOnInstall } from '../../../src/pages/welcome/first-run.ts';

beforeEach(() => {
  fakeBrowser.reset();
  welcomeOnInstall();
});

async function pagesAfter(reason: 'install' | 'update' | 'chrome_update'): Promise<(string | undefined)[]> {
  const before = await fakeBrowser.tabs.query({});
  await fakeBrowser.runtime.onInstalled.trigger({ reason } as Browser.runtime.InstalledDetails);
  const tabs = await fakeBrowser.tabs.query({});
  return tabs.filter(({ id }) => before.every((one) => one.id !== id)).map(({ url }) => url);
}

test('after the installation the welcome page opens, once', async () => {
  expect(await pagesAfter('install')).toEqual([fakeBrowser.runtime.getURL('/welcome.html' as never)]);
});

test.each(['update', 'chrome_update'] as const)('after %s nothing opens', async (reason) => {
  expect(await pagesAfter(reason)).toEqual([]);
});
