/**
 * "Show what ran" in the popup, over stored chats of real Open WebUI, against the record of real
 * Hermes 0.22.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../../src/companion/companion.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { createAdmin, createUser } from '../../src/tools/demo/servers/open-webui-api.ts';
import { installOpenWebUi, startOpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import { freshBrowser } from '../support/browsers.ts';
import { askingHermes, closeAsking, expectNothingStored, STATES } from './asking.ts';
import { readStoredChat } from './open-webui-data.ts';
import { openTab, type Tab } from './tab.ts';
import { MAIN } from './versions.ts';

const HERMES = 'hermes-agent';
/** A sooner press would be a key that was meant for something else. */
const READ_MS = 1500;
const MISMATCH =
  'The agent’s record does not match this chat. Another chat may have begun with the same words.';

afterAll(closeAsking);

/** @returns what the popup says ran in the open chat */
async function whatRan({ driver, page }: Tab): Promise<string> {
  const popup = await driver.openPopup(page, '[data-step="what-ran"]');
  const said = await popup.evaluate(async () => {
    document.querySelector<HTMLElement>('.more > summary')?.click();
    document.querySelector<HTMLElement>('[data-step="what-ran"]')?.click();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const lines = [...document.querySelectorAll('.ran li > span')].map(
        (line) => line.textContent,
      );
      const why = document.querySelector('[data-step="what-ran"] + p')?.textContent ?? '';
      if (lines.length > 0 || (why !== '' && !why.startsWith('Reading')))
        return lines.join('\n') || why;
    }
  });
  await popup.close();
  await page.bringToFront();
  return said;
}

test(
  'what ran in a stored chat is the record of the agent, and of no other chat',
  { timeout: 600_000 },
  async () => {
    const asking = await askingHermes('0.22.2');
    const server = await startOpenWebUi({
      programs: installOpenWebUi(MAIN),
      logFile: fileURLToPath(new URL(`../../.demo/real/what-ran-${MAIN}.log`, import.meta.url)),
      agents: [asking.agent],
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    const user = await createUser(server.origin, admin, 'member');
    // Others keep backups in a shared one.
    const driver = await freshBrowser('chromium');
    onTestFinished(() => driver.close());
    const tab = await openTab({ driver, server: { ...server, admin, user } });
    const { page, chat } = tab;
    const states = ['ran', 'failed', 'denied'].map((name) => STATES[name]!);
    // Of no earlier attempt.
    const first = `${states[0]![0]} (stored, ${Date.now()})`;

    await chat.begin({ models: [HERMES] });
    for (const [index, [question]] of states.entries()) {
      await chat.send(index === 0 ? first : question);
      if (index === 2) {
        const isAsked = () =>
          page.evaluate(() => document.body.textContent?.includes('asks for permission'));
        await until(isAsked, 'the question', 60_000);
        await sleep(READ_MS);
        await page.evaluate(() => {
          [...document.querySelectorAll('button')]
            .find((button) => button.textContent?.trim() === 'Cancel')
            ?.click();
        });
      }
      await chat.untilDone(index + 1);
      if (index === 0) {
        await page.reload();
        await chat.ready();
        expect(await whatRan(tab)).toBe(
          'To see this, install the newest companion and turn it on.',
        );
        expect(await createCompanion(admin.call).install()).toMatchObject({ ok: true });
      }
    }
    const id = chat.chatId();
    await page.reload();
    await chat.untilDone(3);
    const before = JSON.stringify(await readStoredChat(admin, id));

    expect(await whatRan(tab)).toBe(
      [
        'Ran echo canary-$((40 + 2))',
        'terminal · exit 3 # canary · failed (exit code 3)',
        'terminal · rm -rf canary-denied · not allowed',
      ].join('\n'),
    );
    const recorded = (await asking.record(first)).split('\n');
    expect(recorded).toEqual(states.map(([, , record]) => expect.stringMatching(record)));
    expect(JSON.stringify(await readStoredChat(admin, id))).toBe(before);
    await expectNothingStored(driver);

    await chat.begin({ models: [HERMES] });
    await chat.ask(first);
    expect(await whatRan(tab)).toBe(MISMATCH);
    await page.goto(`${server.origin}/c/${id}`);
    await chat.untilDone(3);
    expect(await whatRan(tab)).toBe(MISMATCH);

    const member = await openTab({ driver, server: { ...server, admin, user }, account: user });
    await member.chat.begin({ models: [HERMES] });
    await member.chat.ask('Let it run');
    expect(await whatRan(member)).toBe('Only an administrator can see this.');
  },
);
