import { expect, onTestFinished, test } from 'vitest';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
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
      page.$$eval('#guide-steps .done b', (names) => names.map(({ textContent }) => textContent ?? undefined));
    const [first, second, third] = GUIDE;

    await talk.begin(String(second?.model));
    await talk.ask(String(first?.question));
    expect(await ticked(), 'the first question, of the model of the second step').toEqual([]);
    await talk.ask(String(second?.question));
    expect(await ticked(), 'typed').toEqual([second?.title]);
    await talk.begin(String(first?.model));
    await page.click('#suggestions button');
    await page.waitForSelector('#guide-steps li:first-child.done');
    await talk.step(3);
    await page.reload();
    await page.waitForSelector('[data-ready]');
    expect(await ticked()).toEqual([first?.title, second?.title, third?.title]);

    await enableSite(driver, page);
    await talk.step(1);
    expect((await talk.facts()).onPage, 'with Stream Fixer').toBe(0);
    await talk.flip();
    await talk.step(1);
    expect((await talk.facts()).onPage, 'without it').toBe(1);
  },
);
