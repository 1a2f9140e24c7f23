import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { BROWSERS } from '../support/browsers.ts';
import { storedRepairs } from './figures.ts';
import { DONE, ROLE, STOP, text, type Frame } from './frames.ts';
import { openEnabledSite, type EnabledPage } from './enabled-site.ts';

/** Repairs wait a second in the hook and one in the bridge, and the machine may be busy. */
const FOUND_MS = 15_000;

function frame(bytes: string): Frame {
  return { bytes, progress: false };
}

/** As llama.cpp sends it: name and arguments in one delta. The `id` is of no particular server. */
function call(number: number, index = 0): Frame {
  const calls = [
    {
      index,
      id: `call-${number}`,
      type: 'function',
      function: { name: 'ls', arguments: '{"path":"."}' },
    },
  ];
  const choices = [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }];
  return frame(
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices })}\n\n`,
  );
}

const HI = frame(
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n',
);

/** @returns what the page read */
async function stream(
  { site, page }: EnabledPage,
  name: string,
  frames: readonly Frame[],
): Promise<string> {
  await page.evaluate(`window.start('${name}')`);
  const open = await site.stream(name);
  await open.write(...frames);
  open.end();
  await until(
    () => page.evaluate(`window.reads['${name}'].state === 'done'`),
    `the page to read "${name}"`,
    FOUND_MS,
  );
  return String(await page.evaluate(`window.reads['${name}'].text`));
}

/** What the popup over a page shows of repairs. */
async function popupRepairs({ driver, page }: { driver: Driver; page: Page }) {
  const popup = await driver.openPopup(page, POPUP_READY);
  const shown = await popup.evaluate(() => {
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
    return {
      line: all('.repairs'),
      switches: document.querySelectorAll('[role="switch"]').length,
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  await popup.close();
  await page.bringToFront();
  return shown;
}

/** The report in the help of the popup over a page. */
async function reportAfter({ driver, page }: { driver: Driver; page: Page }): Promise<unknown> {
  const popup = await driver.openPopup(page, POPUP_READY);
  await popup.click('[data-step="help"]');
  const report = await until(
    () => popup.evaluate(() => document.querySelector('.page pre')?.textContent ?? ''),
    'the report',
  );
  await popup.close();
  await page.bringToFront();
  return JSON.parse(report);
}

test.each(BROWSERS)(
  'in %s the popup shows how many repairs were made, its report which, and nothing if there were none',
  async (kind) => {
    const opened = await openEnabledSite(kind);
    const { driver, site } = opened;

    await stream(opened, 'clean', [ROLE, text('Hello.'), STOP, DONE]);
    expect(await popupRepairs(opened)).toMatchObject({ line: [], switches: 3 });

    const read = await stream(opened, 'broken', [
      HI,
      call(1),
      call(2, 1),
      frame('data: [DONE]\n\n'),
    ]);
    expect(read.match(/^data: /gm)).toHaveLength(6);
    await expect.poll(() => storedRepairs(driver, site.origin), { timeout: FOUND_MS }).toBe(2);
    expect(await popupRepairs(opened)).toMatchObject({ line: ['2 repairs so far'], width: 0 });

    expect(await reportAfter(opened)).toMatchObject({
      tab: { trace: { way: 'response' } },
      lastReply: { format: ['OpenAI chat completions'], defects: [{ id: 'tool-call-split' }] },
    });

    await stream(opened, 'hermes', [ROLE, frame('event: ping\n\n'), text('Hello.'), STOP, DONE]);
    await expect.poll(() => storedRepairs(driver, site.origin), { timeout: FOUND_MS }).toBe(3);
    expect(await popupRepairs(opened)).toMatchObject({ line: ['3 repairs so far'] });
  },
);
