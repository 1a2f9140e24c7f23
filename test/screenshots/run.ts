/**
 * Takes a picture of every state of popup, healing page, full page and badges: `npm run screenshots
 * [name]`, into .demo/screenshots/. With a name, only of states whose file name contains it. A
 * state that cannot be reached does not prevent the other pictures.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launch } from '../../src/tools/browsers/launch.ts';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { run } from '../support/steps.ts';
import { ensureFont } from './fonts.ts';
import { turnAsAsked } from './page-direction.ts';
import { allShots, fitWindow, forcedShots, show, zoomedShots, type Shot } from './shots.ts';
import { serveSite } from './site.ts';

const FOLDER = fileURLToPath(new URL('../../.demo/screenshots/', import.meta.url));

async function take(page: Page, origin: string, shot: Shot): Promise<void> {
  await show(page, origin, shot);
  await fitWindow(page, shot);
  await page.screenshot({ path: `${FOLDER}${shot.name}.png` });
  console.log(`${shot.name}.png`);
}

mkdirSync(FOLDER, { recursive: true });
// tsconfig.json extends a file that a fresh clone lacks before its first build.
if (!(await run('wxt/bin/wxt.mjs', ['prepare']))) process.exit(1);
ensureBrowser('chromium');
ensureFont('cjk');
ensureFont('emoji');
const wanted = process.argv[2] ?? '';
const site = await serveSite();
const driver = await launch('chromium', { extension: null });
try {
  const page = await driver.newPage();
  await turnAsAsked(page);
  let now = '';
  page.on('pageerror', (error) => console.error(`${now}:`, error));
  // Some states show a failure, which is logged too. Browsers request an icon from every site.
  page.on(
    'console',
    (message) =>
      message.location().url?.endsWith('/favicon.ico') ||
      console.error(`${now}: ${message.text()}`),
  );
  for (const shot of [...allShots(), ...forcedShots(), ...zoomedShots()].filter(({ name }) =>
    name.includes(wanted),
  )) {
    now = shot.name;
    await take(page, site.origin, shot).catch((error: unknown) => {
      console.error(`${now} could not be taken:`, error);
      process.exitCode = 1;
    });
  }
} finally {
  await driver.close();
  await site.close();
}
