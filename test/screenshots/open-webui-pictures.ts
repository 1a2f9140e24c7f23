/**
 * Pictures of a real Open WebUI: what happens to a chat without and with Stream Fixer, and an agent
 * that asks.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { readShadowRoots, type ShadowNode } from '../../src/tools/browsers/shadow-roots.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { build } from '../../src/tools/cli/build.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { createOpenWebUiChat } from '../support/open-webui-chat.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
import { startAgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { installHermes, startHermes } from '../../src/tools/demo/servers/hermes.ts';
import { createAdmin, must, type Account } from '../../src/tools/demo/servers/open-webui-api.ts';
import {
  installOpenWebUi,
  OPEN_WEBUI_VERSION,
  startOpenWebUi,
} from '../../src/tools/demo/servers/open-webui.ts';
import { shell } from '../../src/tools/demo/servers/scripted-model.ts';
import { DENSITY, WIDTH } from './docs-pictures.ts';

/** The dialog, in the middle, must not cover the badge. */
const HEIGHT = 720;
const ALARMS = 'Which alarms are set?';
const CALL = ['\n`⏰ list`\n', '\n'];
const TRUE = [...CALL, 'You have two alarms: ', '7:00 and 8:30.'];
const INVENTED = [...CALL, 'You have three alarms: ', '6:15, 7:00 and 9:45.'];
/** Questions of one chat; the last is the first again. */
const TURNS = 12;
const OLDER = ['`💻 date`', '`⏰ list`', '`🔍 weather`'].map((marker) => [
  `\n${marker}\n`,
  '\nDone.',
]);
/** What Hermes asks for, and what its model says whatever the answer is. */
const DANGER = 'Clean up the demo folder';
const SCRIPTS = {
  [DANGER]: [
    { text: 'Let me remove what is old. ', calls: [shell('rm -rf demo/old')] },
    { text: 'All done: the old files are gone.', calls: [] },
  ],
};
const SLOW_MS = 60_000;
/** Badges and dialogs fade in. */
const DRAWN_MS = 900;

/** @param take gets each picture, as PNG, and the words of ours in it */
export async function takeOpenWebUiPictures(
  take: (name: string, png: Uint8Array, words: string) => void,
): Promise<void> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const replies: Record<string, string[][]> = { hermes: story(INVENTED) };
    const old = await startAgentServer({ pace: 0.1, models: replies });
    closing.push(() => old.close());
    const hermes = await startHermes({
      programs: installHermes('0.22.2'),
      logFile: logFile('hermes'),
      scripts: SCRIPTS,
      settings: { approvals: { mode: 'manual', timeout: 60 } },
    });
    closing.push(() => hermes.close());
    const agents = [{ origin: old.origin, key: 'none' }, hermes.upstream];
    const programs = installOpenWebUi(OPEN_WEBUI_VERSION);
    const server = await startOpenWebUi({ programs, logFile: logFile('open-webui'), agents });
    closing.push(() => server.close());
    const admin = await createAdmin(server.origin);
    const driver = await launch('chromium', { extension: await build('chromium') });
    closing.push(() => driver.close());
    const page = await driver.newPage();
    await page.setViewport({ width: WIDTH, height: HEIGHT, deviceScaleFactor: DENSITY });
    await signIn(page, server.origin, admin);
    const chat = createOpenWebUiChat(page, server.origin);

    async function talk(each: (turn: number) => Promise<void>): Promise<void> {
      await chat.begin({ models: ['hermes'] });
      for (let turn = 1; turn <= TURNS; turn++) {
        const question = turn === 1 || turn === TURNS ? ALARMS : `And now? (${turn})`;
        await page.type('#chat-input', question);
        await page.keyboard.press('Enter');
        // The page shows the last ten turns only, so they are not counted.
        await until(
          () => page.evaluate(isAnswered, question),
          `the answer of turn ${turn}`,
          SLOW_MS,
        );
        await each(turn);
      }
    }

    await talk(async (turn) => {
      if (turn === 1) take('turn-1', await lastTurn(page), '');
      if (turn === TURNS) take('turn-12-without', await lastTurn(page), '');
    });

    await page.goto(server.origin);
    await enableSite(driver, page);
    await installCompanion(admin);
    replies.hermes = story(TRUE);
    await talk(async (turn) => {
      if (turn < TURNS) return;
      await until(
        async () => (await readBadges(driver, page)).folds.length > 0,
        'the badge',
        SLOW_MS,
      );
      take('turn-12-with', await lastTurn(page), await wordsOf(driver, page));
    });

    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(DANGER);
    await until(() => page.evaluate(isAsked), 'the question', SLOW_MS);
    take('question', await lastTurn(page, 'Confirm'), await wordsOf(driver, page));
    await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .find((one) => one.textContent?.trim() === 'Cancel')
        ?.click(),
    );
    await chat.untilDone(1);
    await until(
      async () => (await readBadges(driver, page)).truths.length > 0,
      'what became of the call',
      SLOW_MS,
    );
    take('denied', await lastTurn(page), await wordsOf(driver, page));
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function installCompanion({ call }: Account): Promise<void> {
  const id = 'stream_fixer_companion';
  const content = readFileSync(new URL(`../../src/companion/${id}.py`, import.meta.url), 'utf8');
  const form = { id, name: 'Stream Fixer companion', content, meta: { description: '' } };
  await must(call, 'POST', '/api/v1/functions/create', form);
  for (const which of ['toggle', 'toggle/global'])
    await must(call, 'POST', `/api/v1/functions/id/${id}/${which}`);
}

/** Deltas of each reply; the last is what it comes to. */
function story(end: string[]): string[][] {
  return Array.from({ length: TURNS }, (_, i) =>
    i === 0 ? TRUE : i === TURNS - 1 ? end : OLDER[i % OLDER.length]!,
  );
}

function isAnswered(question: string): boolean {
  const [asked, reply] = ['.chat-user', '.chat-assistant'].map((one) =>
    [...document.querySelectorAll(one)].at(-1),
  );
  const message = reply?.closest('[id^="message-"]');
  return (
    asked?.textContent?.includes(question) === true &&
    message?.querySelector('.copy-response-button') != null
  );
}

function isAsked(): boolean {
  return document.body.textContent?.includes('asks for permission') ?? false;
}

/**
 * The last question and its reply, without what is around them.
 * @param end text of a button, of a dialog over them
 */
async function lastTurn(page: Page, end: string | null = null): Promise<Uint8Array> {
  await page.mouse.move(1, 1);
  await sleep(DRAWN_MS);
  const [top, bottom] = await page.evaluate((text) => {
    const [question, reply] = ['.chat-user', '.chat-assistant'].map((one) =>
      [...document.querySelectorAll(one)].at(-1)!,
    );
    const button = [...document.querySelectorAll('button')].find(
      ({ innerText }) => innerText === text,
    );
    const below = button
      ? button.getBoundingClientRect().bottom + 22
      : reply!.getBoundingClientRect().bottom;
    return [question!.getBoundingClientRect().top - 12, below + 8] as const;
  }, end);
  return page.screenshot({ clip: { x: 0, y: top, width: WIDTH, height: bottom - top } });
}

/** All that is to be read of ours. */
async function wordsOf(driver: Driver, page: Page): Promise<string> {
  const textsOf = ({ attributes, text, children }: ShadowNode): string[] =>
    'hidden' in attributes ? [] : [text, ...children.flatMap(textsOf)];
  return (await readShadowRoots(driver, page, HOST_NAME)).flatMap(textsOf).join('\n');
}

function logFile(name: string): string {
  return fileURLToPath(new URL(`../../.demo/pictures/${name}.log`, import.meta.url));
}
