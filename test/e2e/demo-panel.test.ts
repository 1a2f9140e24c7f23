import { expect, onTestFinished, test } from 'vitest';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { createConversation, watchTools } from '../../src/tools/demo/conversation.ts';
import { GUIDE } from '../../src/tools/demo/guide.ts';
import { startAgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { EITHER, sharedBrowser } from '../support/browsers.ts';

test.each(EITHER)(
  'in %s a step of the panel is ticked, and stays so, whoever asked its question of its model',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const server = await startAgentServer({ pace: 0, guide: GUIDE });
    const page = await driver.newPage();
    onTestFinished(async () => {
      await page.close();
      await server.close();
    });
    await page.goto(server.origin);
    const talk = createConversation(page, server, watchTools());
    const ticked = (): Promise<(string | undefined)[]> =>
      page.$$eval('#guide-steps .done b', (names) =>
        names.map(({ textContent }) => textContent ?? undefined),
      );
    const [first, second, third] = GUIDE;

    /** Presses the button of a step, from 1, and waits for the end of the reply. */
    async function step(number: number): Promise<void> {
      const before = server.requests.length;
      await page.bringToFront();
      const button = `#guide-steps li:nth-child(${number}) button`;
      // The page's script adds it, on a busy machine a moment after the page has loaded.
      await page.waitForSelector(button);
      await page.click(button);
      await until(() => server.requests.length > before, 'the question to arrive');
      await page.waitForSelector(`#guide-steps li:nth-child(${number}).done`);
      await page.waitForSelector('#messages[aria-busy="false"]');
      // A badge has appeared by then.
      await sleep(450);
    }

    /** Flips the panel's switch: with Stream Fixer, or without. */
    async function flip(): Promise<void> {
      await Promise.all([page.waitForNavigation(), page.click('#guide-switch')]);
      await page.waitForSelector('[data-ready]');
    }

    await talk.begin(String(second?.model));
    await talk.ask(String(first?.question));
    expect(await ticked(), 'the first question, of the model of the second step').toEqual([]);
    await talk.ask(String(second?.question));
    expect(await ticked(), 'typed').toEqual([second?.title]);
    await talk.begin(String(first?.model));
    await page.click('#suggestions button');
    await page.waitForSelector('#guide-steps li:first-child.done');
    await step(3);
    await page.reload();
    await page.waitForSelector('[data-ready]');
    expect(await ticked()).toEqual([first?.title, second?.title, third?.title]);

    await enableSite(driver, page);
    await step(1);
    expect((await talk.facts()).onPage, 'with Stream Fixer').toBe(0);
    await flip();
    await step(1);
    expect((await talk.facts()).onPage, 'without it').toBe(1);
  },
);
