/**
 * The demonstration with the real Open WebUI and the real Hermes Agent behind it: before and after the companion is
 * installed.
 */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Driver } from '../browsers/driver.ts';
import { enableSite } from '../browsers/enable-site.ts';
import type { BrowserKind } from '../browsers/find.ts';
import { sleep, until } from '../browsers/until.ts';
import { readBadgesByReply, type BadgesOfReply } from './badges-seen.ts';
import type { Hermes } from './servers/hermes.ts';
import { markersIn } from './markers.ts';
import { installOpenWebUi, OPEN_WEBUI_VERSION, startOpenWebUi, type OpenWebUi } from './servers/open-webui.ts';
import { createAdmin, readStoredChat, type Account } from './servers/open-webui-api.ts';
import { createOpenWebUiChat, signIn, type OpenWebUiChat } from './open-webui-chat.ts';
import type { Report } from './report.ts';
import { SCRIPTED_QUESTIONS } from './servers/scripted-model.ts';
import { firstTab, openBrowser, pictureFolder, takePicture } from './stage.ts';

const [TIME = '', TWO = ''] = SCRIPTED_QUESTIONS;
const MODEL = 'hermes-agent';

/** Interval between checks for a tool while it runs; it takes 2 s once Hermes has started it. */
const TOOL_MS = 60_000;
/** A step in the popup takes a few calls to the server. */
const STEP_MS = 20_000;
/** A badge fades in. */
const SETTLE_MS = 450;

/** A server with an administrator. */
export interface OpenWebUiSet {
  readonly server: OpenWebUi;
  readonly admin: Account;
}

/** A browser that is signed in, with the site switched on and an empty chat with Hermes. */
export interface OpenWebUiStage {
  readonly driver: Driver;
  readonly page: Page;
  readonly chat: OpenWebUiChat;
}

/** Installs Open WebUI once and starts it. @throws one line that says what to do */
export async function startOpenWebUiSet(kind: BrowserKind, { upstream }: Hermes): Promise<OpenWebUiSet> {
  const programs = installOpenWebUi(OPEN_WEBUI_VERSION);
  const server = await startOpenWebUi({
    programs,
    logFile: join(pictureFolder(kind), 'open-webui.log'),
    agents: [upstream],
  });
  return { server, admin: await createAdmin(server.origin) };
}

/** Opens the browser on a server. */
export async function openOpenWebUiStage(
  kind: BrowserKind,
  headless: boolean,
  { server, admin }: OpenWebUiSet,
): Promise<OpenWebUiStage> {
  const driver = await openBrowser(kind, headless ? { headless } : { headless, leftWith: server.origin });
  try {
    const page = await firstTab(driver);
    await signIn(page, server.origin, admin);
    await enableSite(driver, page);
    const chat = createOpenWebUiChat(page, server.origin);
    await chat.begin({ models: [MODEL] });
    return { driver, page, chat };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Runs the demonstration. @returns whether all checks passed */
export async function demonstrateOpenWebUi(kind: BrowserKind, hermes: Hermes, report: Report): Promise<boolean> {
  const set = await startOpenWebUiSet(kind, hermes);
  try {
    const stage = await openOpenWebUiStage(kind, true, set);
    try {
      report.heading(
        `Open WebUI ${set.server.version} with Hermes Agent ${hermes.version} behind it, with Stream Fixer`,
      );
      await showWithout(stage, report);
      await installCompanion(stage, report);
      await showWith(stage, set, hermes, report);
    } finally {
      await stage.driver.close();
    }
  } finally {
    await set.server.close();
  }
  return report.verdict();
}

async function showWithout({ driver, page, chat }: OpenWebUiStage, report: Report): Promise<void> {
  report.section('Without the companion: the server keeps the events of Hermes to itself');
  await chat.ask(TIME);
  report.fact('badges', (await readBadgesByReply(driver, page)).length);
  await picture({ driver, page }, report, 'open-webui-1-without-companion');
}

async function installCompanion({ driver, page }: OpenWebUiStage, report: Report): Promise<void> {
  report.section('The popup offers the companion, shows its source, and installs it');
  const popup = await driver.openPopup(page, '.open-webui');
  report.fact('the popup says', await popup.text('.open-webui h2'));
  // The chat has been read.
  await take('.said .dot:not(.off)', 'open-webui-2-popup');
  await popup.click('[data-step="install"]');
  await take('[data-step="confirm"]', 'open-webui-3-source');
  await popup.click('[data-step="confirm"]');
  await take('[data-step="remove"]', 'open-webui-4-installed');
  report.check('the companion', 'installed', true);
  await popup.close();
  await page.bringToFront();

  async function take(ready: string, name: string): Promise<void> {
    const has = (selector: string) => document.querySelector(selector) !== null;
    await until(() => popup.evaluate(has, ready), `${ready} in the popup`, STEP_MS);
    await takePicture(driver.kind, name, report, (path) => popup.screenshot(path));
  }
}

async function showWith(
  { driver, page, chat }: OpenWebUiStage,
  { admin }: OpenWebUiSet,
  { model }: Hermes,
  report: Report,
): Promise<void> {
  report.section('With it: two questions, three tools');
  await chat.begin({ models: [MODEL] });
  await chat.send(TIME);
  await checkRuns('open-webui-5-tool-runs');
  await chat.untilDone(1);
  await chat.send(TWO);
  await checkRuns('open-webui-6-second-reply');
  await chat.untilDone(2);

  const replies = await chat.replies();
  const badges = await readBadgesByReply(driver, page);
  const last = badges.find(({ reply }) => reply === replies.at(-1)?.id);
  report.check('badge of the last reply', last ? wordsOf(last) : 'none', last !== undefined);
  report.check('badges still running at the end', running(badges), running(badges) === 0);
  const stored = JSON.stringify(await readStoredChat(admin, chat.chatId()));
  report.check('traces in the stored chat', stored.includes('sleep') ? 'some' : 'none', !stored.includes('sleep'));
  const sent = markersIn(model.requests.at(-1)?.messages ?? []);
  report.check('markers in the last request to the model', sent, sent === 0);
  await picture({ driver, page }, report, 'open-webui-7-finished');

  async function checkRuns(name: string): Promise<void> {
    const seen = await until(
      async () => {
        const now = await readBadgesByReply(driver, page);
        return running(now) > 0 && now;
      },
      'a badge that runs',
      TOOL_MS,
    );
    await picture({ driver, page }, report, name);
    report.check('badges running', wordsOf(seen.at(-1)!), true);
  }
}

function running(badges: readonly BadgesOfReply[]): number {
  return badges.reduce((sum, each) => sum + each.running, 0);
}

function wordsOf({ folds, lines }: BadgesOfReply): string {
  return `"${folds.at(-1) ?? lines.at(-1) ?? ''}"`;
}

async function picture(
  { driver, page }: Pick<OpenWebUiStage, 'driver' | 'page'>,
  report: Report,
  name: string,
): Promise<void> {
  await sleep(SETTLE_MS);
  await takePicture(driver.kind, name, report, (path) => page.screenshot({ path }));
}
