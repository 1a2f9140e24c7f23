import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { sleep } from '../../src/tools/browsers/until.ts';
import { freshBrowser } from '../support/browsers.ts';
import { RECORDED } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab } from './tab.ts';
import { MAIN } from './versions.ts';

const FOLDER = fileURLToPath(new URL('../../.demo/open-webui/', import.meta.url));

const LOOKS = [
  ['light', 1180],
  ['dark', 1180],
  ['oled-dark', 1180],
  ['light', 400],
  ['dark', 400],
] as const;

test.each(LOOKS)('in the theme %s, %i pixels wide, badges are within the reply', async (theme, width) => {
  const driver = await freshBrowser('chromium', {
    windowSize: { width, height: 900 },
    colorScheme: theme === 'light' ? 'light' : 'dark',
  });
  onTestFinished(() => driver.close());
  const { gate } = await recordedAgent();
  onTestFinished(() => gate.release());
  const { chat, page, badges } = await openTab({ driver, server: await openWebUi(MAIN), theme });
  await page.setViewport({ width, height: 800, deviceScaleFactor: 2 });
  mkdirSync(FOLDER, { recursive: true });

  async function expectWithin(name: string): Promise<void> {
    // A badge fades in.
    await sleep(600);
    await page.screenshot({ path: `${FOLDER}${MAIN}-${theme}-${width}-${name}.png` });
    const [host, reply] = await page.evaluate((hostName) => {
      const found = [...document.querySelectorAll(`.chat-assistant ${hostName}`)].at(-1)!;
      return [found, found.closest('.chat-assistant')!].map((element) => {
        const { left, right, height } = element.getBoundingClientRect();
        return { left, right, height };
      });
    }, HOST_NAME);
    expect(host!.height).toBeGreaterThan(10);
    expect(host!.left).toBeGreaterThanOrEqual(reply!.left - 1);
    expect(host!.right).toBeLessThanOrEqual(reply!.right + 1);
  }

  await chat.begin({ models: [RECORDED] });
  await chat.ask('What year is it?');
  await expectWithin('one');
  gate.hold('sample.txt');
  await chat.send('Run three commands and let one fail');
  await gate.held();
  await expect.poll(badges).toMatchObject([{ running: 0 }, { running: 1 }]);
  await expectWithin('running');
  gate.release();
  await chat.untilDone(2);
  await expectWithin('folded');
});
