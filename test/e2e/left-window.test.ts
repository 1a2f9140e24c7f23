/** Only we may drive a browser: the one that the demo leaves to a person is open to nobody. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { freshBrowser } from '../support/browsers.ts';
import { servePage } from '../support/page-server.ts';

const LONG = { timeout: 120_000 };

function argumentsOf({ browser }: Driver): readonly string[] {
  return browser.process()?.spawnargs ?? [];
}

async function leftBrowser(
  kind: BrowserKind,
): Promise<{ readonly driver: Driver; readonly origin: string }> {
  const site = await servePage();
  const driver = await freshBrowser(kind, { leftWith: site.origin });
  onTestFinished(async () => {
    driver.browser.process()?.kill('SIGKILL');
    await driver.close().catch(() => null);
    site.close();
  });
  const page = await driver.newPage();
  await page.goto(site.origin);
  await enableSite(driver, page);
  return { driver, origin: site.origin };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

test(
  'in chromium the window that is left to a person listens on no port, and its site is on without a prompt',
  LONG,
  async () => {
    const { driver, origin } = await leftBrowser('chromium');

    expect(
      argumentsOf(driver).filter((argument) =>
        /ui-devtools|debugging-port|ui-debug/.test(argument),
      ),
    ).toEqual([]);
    expect(await siteStatus(driver, origin)).toMatchObject({
      enabled: true,
      permitted: true,
      registered: true,
    });
    expect(await driver.isPromptOpen()).toBe(false);
  },
);

test(
  'in firefox the window that is left to a person stops listening, and keeps working',
  LONG,
  async () => {
    const { driver, origin } = await leftBrowser('firefox');
    expect(await siteStatus(driver, origin)).toMatchObject({
      enabled: true,
      permitted: true,
      registered: true,
    });
    const port = Number(new URL(driver.browser.wsEndpoint()).port);
    expect(await listens(port)).toBe(true);

    let isOver = false;
    const over = driver.leave().then(() => (isOver = true));
    await until(async () => !(await listens(port)), 'the port to be closed');
    await sleep(1000);
    expect([isOver, driver.browser.process()?.exitCode]).toEqual([false, null]);

    driver.browser.process()?.kill('SIGKILL');
    await over;
  },
);
