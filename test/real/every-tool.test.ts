/**
 * Each tool of the API server of real Hermes, once as it works and once as it fails: what a page,
 * its popup, the companion and the gateway say of the same reply is what happened.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../../src/companion/companion.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { createAdmin } from '../../src/tools/demo/servers/open-webui-api.ts';
import { installOpenWebUi, startOpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import {
  HERMES_VERSIONS,
  installHermes,
  startHermes,
  type Hermes,
  type HermesVersion,
  type Upstream,
} from '../../src/tools/demo/servers/hermes.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
import { gatewayTo } from '../gateway/behind.ts';
import { bareBrowser } from '../support/bare-browser.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { printRow } from './asking.ts';
import { startCompanion } from './every-tool/companion-reader.ts';
import { readTogether } from './every-tool/read-together.ts';
import { rowsOf, sayable, SCENES, scriptsFor, type Scene } from './every-tool/rows.ts';
import {
  byCompanion,
  countedSince,
  countsIn,
  countsOf,
  countsOfLine,
  inBadge,
  inWords,
  type Counts,
} from './every-tool/said.ts';
import { readStoredChat } from './open-webui-data.ts';
import { createStoredChat } from './stored-chat.ts';
import { MAIN } from './versions.ts';

const DEMO = resolve(import.meta.dirname, '../../.demo/real');
const APPROVALS = { mode: 'manual', timeout: 20, deny: ['*forbidden*'] };
const TIMEOUT = { timeout: 400_000 };

const browser = bareBrowser();

/** Until the test is over. @param readers how many ask it the same at once */
async function startAgent(version: HermesVersion, readers: number) {
  const programs = installHermes(version);
  const hermes = await startHermes({
    programs,
    logFile: join(DEMO, `every-tool-${version}.log`),
    scripts: scriptsFor(version),
    settings: { approvals: APPROVALS },
    allowedOrigins: ['*'],
    env: { PATH: `${noBrowser()}${delimiter}${process.env.PATH}` },
  });
  onTestFinished(() => hermes.close());
  const together = await readTogether(hermes.upstream, readers);
  onTestFinished(together.close);
  return { ...together, programs, hermes };
}

/**
 * A program in place of the one that drives the browser, which would be downloaded.
 * @returns its folder
 */
function noBrowser(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-no-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'agent-browser');
  const lines = [
    '#!/bin/sh',
    '[ "$1" = --version ] && echo "agent-browser 0.26.0" && exit 0',
    `echo '{"success":false,"error":"There is no browser."}'`,
    'exit 1',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
  return folder;
}

/** The agent reads its settings again for each call. */
function setApprovals({ work }: Hermes, { approvals = APPROVALS }: Scene): void {
  const file = join(work, '..', 'config.yaml');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...settings, approvals }));
}

interface Recorded {
  readonly id: string;
  readonly content: string;
}

/**
 * @returns what the agent has recorded of the calls in the reply to this question, in their order
 */
async function recordOf({ origin, key }: Upstream, question: string): Promise<Recorded[]> {
  const session = `api-${createHash('sha256').update(`\n${question}`).digest('hex').slice(0, 16)}`;
  const answer = await fetch(`${origin}/api/sessions/${session}/messages?limit=500`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data = [] } = (await answer.json()) as {
    data?: { role: string; content: unknown; tool_call_id: string }[];
  };
  return data
    .filter(({ role }) => role === 'tool')
    .map(({ content, tool_call_id: id }) => ({ id, content: String(content) }));
}

/** @returns the last status line that a gateway adds to a reply */
async function lineOfGateway({ origin, key }: Upstream, content: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'hermes-agent',
      stream: true,
      messages: [{ role: 'user', content }],
    }),
  });
  const lines = [...(await answer.text()).matchAll(/"description":("[^\n]*?")[,}]/g)];
  return String(JSON.parse(lines.at(-1)?.[1] ?? '""'));
}

async function popupCounts(driver: Driver, page: Page): Promise<Counts> {
  const popup = await driver.openPopup(page, POPUP_READY);
  const words = await popup.evaluate(() => document.querySelector('.outcomes')?.textContent ?? '');
  await popup.close();
  await page.bringToFront();
  return countsIn(words);
}

/** @returns what is read, once it is as expected; what it is after some seconds otherwise */
async function settled<Value>(
  read: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  const since = Date.now();
  for (;;) {
    const value = await read();
    if (isExpected(value) || Date.now() - since > 5000) return value;
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** @returns what the badge says of each call of the only reply */
async function badgeLines(driver: Driver, page: Page, truths: readonly string[]) {
  const read = async () => (await readBadges(driver, page)).lines;
  await pressOurs(driver, page, 'fold', async () => (await read()).length > 0);
  return settled(read, (lines) => lines.map(inBadge).join() === truths.join());
}

test.each(HERMES_VERSIONS)(
  'Hermes %s: page, popup, companion and gateway say of each tool what happened',
  TIMEOUT,
  async (version) => {
    const { hermes, agent, address, programs } = await startAgent(version, 3);
    const gateway = await gatewayTo(agent.origin, '--progress', 'open-webui');
    onTestFinished(() => gateway.close());
    const companion = startCompanion(programs);
    onTestFinished(companion.close);
    const driver = await sharedBrowser('chromium');
    const page = await driver.newPage();
    onTestFinished(() => page.close());
    await page.goto(address());
    await enableSite(driver, page);
    const wrong: string[] = [];

    for (const scene of SCENES) {
      const { name: question, unseen = false } = scene;
      const rows = rowsOf(scene, version);
      const truths = rows.map(sayable);
      setApprovals(hermes, scene);
      await page.reload();
      const before = await popupCounts(driver, page);
      const [said, line] = await Promise.all([
        companion.ask(agent, question),
        lineOfGateway({ ...agent, origin: gateway.origin }, question),
        page.evaluate(`ask(...${JSON.stringify([agent.origin, agent.key, question])})`),
      ]);
      const recorded = await recordOf(hermes.upstream, question);
      const badges = unseen ? [] : await badgeLines(driver, page, truths);

      for (const [i, { what, truth, recorded: proof, named, call }] of rows.entries()) {
        const { id = '', content = '' } = recorded[i] ?? {};
        const told = [inBadge(badges[i]), byCompanion(said.told[id]?.status)];
        const words = told.map((each) => each ?? 'nothing');
        printRow(version, named ?? call.name, what, truth, ...words);
        const isRight = told[0] === (unseen ? null : truths[i]) && told[1] === truths[i];
        if (!proof.test(content) || !isRight)
          wrong.push(`${call.name}, ${what}: ${truth}; ${words.join(', ')}; ${content}`);
      }
      const expected = inWords(countsOf(truths));
      const inPopup = await settled(
        async () => inWords(countedSince(before, await popupCounts(driver, page))),
        (words) => words === (unseen ? 'nothing' : expected),
      );
      const sums = [inPopup, said.line, line].map((words, i) =>
        i === 0 ? words : inWords(countsOfLine(words, rows.length)),
      );
      printRow(version, question, `popup: ${sums[0]}`, `lines: ${sums[1]}`, `gateway: ${sums[2]}`);
      const all = unseen ? ['nothing', expected, 'nothing'] : sums.map(() => expected);
      if (sums.join() !== all.join())
        wrong.push(`${question}: ${expected}; popup, lines and gateway: ${sums.join('; ')}`);
    }
    expect(wrong).toEqual([]);
    // Nothing that it offers was left out.
    const tried = SCENES.flatMap((scene) => rowsOf(scene, version)).map(({ call }) => call.name);
    const offered = hermes.model.requests.flatMap(({ tools }) => tools);
    expect(offered.filter((tool) => !tried.includes(tool))).toEqual([]);
  },
);

test(
  'Hermes 0.22.2 behind Open WebUI: the companion says and stores what happened',
  TIMEOUT,
  async () => {
    const { hermes, agent } = await startAgent('0.22.2', 1);
    const server = await startOpenWebUi({
      programs: installOpenWebUi(MAIN),
      logFile: join(DEMO, `every-tool-${MAIN}.log`),
      agents: [agent],
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    expect(await createCompanion(admin.call).install()).toMatchObject({ ok: true });
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await signIn(page, server.origin, admin);
    const chat = createStoredChat(page, server.origin);
    const stored = async (): Promise<string> => {
      const messages = await readStoredChat(admin, chat.chatId());
      const { statusHistory = [] } = messages.findLast(({ role }) => role === 'assistant') as {
        statusHistory?: readonly { description?: string }[];
      };
      return statusHistory.at(-1)?.description ?? '';
    };
    const wrong: string[] = [];

    for (const scene of SCENES) {
      const truths = rowsOf(scene, '0.22.2').map(sayable);
      setApprovals(hermes, scene);
      await chat.begin({ models: ['hermes-agent'] });
      await chat.send(scene.name);
      await chat.untilDone(1);
      const expected = inWords(countsOf(truths));
      const line = await settled(
        stored,
        (words) => inWords(countsOfLine(words, truths.length)) === expected,
      );
      printRow(MAIN, scene.name, expected, line);
      if (inWords(countsOfLine(line, truths.length)) !== expected)
        wrong.push(`${scene.name}: ${expected}; ${line}`);
    }
    expect(wrong).toEqual([]);
  },
);
