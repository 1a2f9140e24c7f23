/** What badge, popup and the agent's own record say of a call: real Hermes of three releases, asked by a page itself. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { installHermes, startHermes, type HermesVersion } from '../../src/tools/demo/servers/hermes.ts';
import { sharedBrowser } from '../support/browsers.ts';
import {
  badgeOf,
  expectCounted,
  popupOf,
  printRow,
  replyOf,
  SCRIPTS,
  SETTINGS,
  STATES,
  type State,
  type StateName,
} from './states.ts';
import { askFrom, replyIn, watchAgent, type Spoil, type WatchedAgent } from './watched-agent.ts';

const LONG_MS = 60_000;
const ALL = Object.keys(STATES) as StateName[];

const agents = new Map<HermesVersion, Promise<WatchedAgent>>();
const closing: (() => unknown)[] = [];
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
});

function agentOf(version: HermesVersion): Promise<WatchedAgent> {
  async function start(): Promise<WatchedAgent> {
    const logFile = fileURLToPath(new URL(`../../.demo/real/what-ran-${version}.log`, import.meta.url));
    const hermes = await startHermes({
      programs: installHermes(version),
      logFile,
      scripts: SCRIPTS,
      settings: SETTINGS,
      allowedOrigins: ['*'],
    });
    const agent = await watchAgent(hermes.upstream);
    closing.push(agent.close, hermes.close);
    return agent;
  }
  const known = agents.get(version) ?? start();
  agents.set(version, known);
  return known;
}

interface Talk {
  readonly driver: Driver;
  readonly page: Page;
  readonly agent: WatchedAgent;
}

async function openTalk(version: HermesVersion, kind: 'chromium' | 'firefox'): Promise<Talk> {
  const [agent, driver] = await Promise.all([agentOf(version), sharedBrowser(kind)]);
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(agent.site);
  await enableSite(driver, page);
  return { driver, page, agent };
}

/** Asks and answers. @returns the text of the reply, and milliseconds by which the page got its end later */
async function talk({ driver, page, agent }: Talk, state: State, more = ''): Promise<{ text: string; late: number }> {
  // A badge of the reply before would be taken for one of a reply without any.
  if (state.told === 'nothing') await page.reload();
  await page.bringToFront();
  await askFrom(page, agent, state.question, state.question + more);
  if (state.answer) {
    const before = agent.answers().length;
    await pressOurs(driver, page, state.answer, async () => agent.answers().length > before).catch(async (e) => {
      await page.screenshot({ path: '/tmp/shot2.png' });
      console.log(JSON.stringify(agent.asked.slice(-5)), await page.evaluate(() => [document.visibilityState, document.hasFocus()]));
      throw e;
    });
  }
  const reply = await until(
    async () => {
      const found = await replyIn(page, state.question);
      return found && found.ended > 0 && found;
    },
    'the end of the reply',
    LONG_MS,
  );
  expect(reply.failed).toBe('');
  return { text: reply.text, late: reply.ended - agent.passed.end };
}

test.each<[HermesVersion, 'chromium' | 'firefox', readonly StateName[]]>([
  ['0.22.2', 'chromium', ALL.filter((name) => name !== 'pending')],
  ['0.22.2', 'firefox', ['ran', 'failed', 'unknown tool', 'allowed', 'denied', 'blocked']],
  ['0.19.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
  ['0.16.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
])('Hermes %s in %s: badge and popup say what the record says', { timeout: 400_000 }, async (version, kind, names) => {
  const opened = await openTalk(version, kind);
  const { driver, page, agent } = opened;
  for (const name of names) {
    const state: State = STATES[name];
    const before = await popupOf(driver, page);
    const reads = agent.reads().length;
    const { text } = await talk(opened, state, ` (${kind})`);
    expect(text).toBe(replyOf(state));
    if (state.told === 'nothing') await sleep(2000);
    await expect.poll(async () => (await badgeOf(driver, page))[0], { timeout: 15_000 }).toBe(state.told);
    await expectCounted(driver, page, before, state.told);
    const sessions = agent.reads().slice(reads);
    const record = sessions[0] === undefined ? '' : await agent.record(sessions[0]);
    printRow(
      version,
      kind,
      name,
      (await badgeOf(driver, page))[1],
      state.told,
      record.slice(0, 160),
      String(sessions.length),
    );
    if (state.told !== 'nothing') expect(record).toMatch(state.record);
    // Hermes 0.16 has not written anything before the end of a reply; what it says then is read there from then on.
    const isLate = version === '0.16.0' && name === names[0];
    expect(sessions).toHaveLength(state.told === 'nothing' ? 0 : isLate ? 2 : 1);
  }
});
