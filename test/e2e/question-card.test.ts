/** An agent that the page itself talks to asks before it runs a command: recorded from Hermes 0.22. */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { BROWSERS, EITHER, inTurn } from '../support/browsers.ts';
import { findInShadow, pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { createPerson } from '../support/person.ts';
import { openPage } from '../support/driving/own-pages.ts';
import type { Background } from './extension-api.ts';
import { openEnabledSite } from './enabled-site.ts';
import { stored } from './figures.ts';
import { wordsIn } from './notice.ts';
import type { Asked, Stream } from './stream-site.ts';

const FRAMES = readRecording('v0.22-danger').frames.map((bytes) => ({ bytes, progress: false }));
const ASKS = FRAMES.findIndex(({ bytes }) => bytes.includes('approval.request')) + 1;
const COMMAND = 'rm -rf /srv/demo/old';
const APPROVAL = '/v1/runs/chatcmpl-c2fefdb26cf54296995b2a0b4b7c1/approval';
const DENIED = {
  output: 'canary-output',
  exit_code: -1,
  error: 'BLOCKED: Command denied by user. canary-error',
};

interface Opened {
  readonly driver: Driver;
  readonly page: Page;
  readonly stream: Stream;
  /** Answers that arrived at the agent, with the key they had. */
  readonly answers: readonly string[];
  readonly reads: readonly string[];
}

const FETCHES = "window.start('asks')";
const READS_BY_XHR = `{
  const article = document.createElement('article');
  document.body.append(article);
  const request = new XMLHttpRequest();
  request.open('POST', '/v1/chat/completions?asks');
  request.setRequestHeader('content-type', 'application/json');
  request.setRequestHeader('Authorization', 'Bearer canary-key');
  request.onprogress = () => (article.textContent = request.responseText.length);
  request.send('{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Go"}]}');
}`;

const FIRST = {
  '/first': { type: 'text/html', body: `<!doctype html><body><script>${READS_BY_XHR}</script>` },
};

/**
 * Opens a page whose agent has just asked.
 * @param status of its response to an answer
 * @param start a script that the page runs later; null for the first one that it runs
 * @param before what the person does before the agent asks
 */
async function openAsking(
  kind: BrowserKind,
  status = 200,
  start: string | null = FETCHES,
  before: (driver: Driver) => Promise<void> = async () => {},
): Promise<Opened> {
  const answers: string[] = [];
  const reads: string[] = [];

  function answer({ method, path, key, body }: Asked) {
    if (path === APPROVAL) {
      answers.push(`${key}: ${(JSON.parse(body) as { choice: string }).choice}`);
      return { status, body: '{"resolved": 1}' };
    }
    if (method !== 'GET' || !path.startsWith('/api/sessions/')) return null;
    reads.push(`${key}: ${path}`);
    const entry = {
      role: 'tool',
      tool_call_id: 'call_d1',
      tool_name: 'terminal',
      content: JSON.stringify(DENIED),
    };
    return {
      status: 200,
      body: JSON.stringify({ data: [{ ...entry, timestamp: Date.now() / 1000 }] }),
    };
  }

  const { driver, site, page } = await openEnabledSite(kind, { answer, files: FIRST });
  await page.bringToFront();
  await page.goto(start === null ? `${site.origin}/first` : site.origin);
  if (start !== null) await page.evaluate(start);
  const stream = await site.stream('asks');
  await before(driver);
  await stream.write(...FRAMES.slice(0, ASKS));
  onTestFinished(() => stream.end());
  return { driver, page, stream, answers, reads };
}

test.each(BROWSERS)(
  'in %s whoever asks before the settings are known is asked, too',
  async (kind) => {
    const opened = await openAsking(kind, 200, null);
    await press(opened, 'deny', () => opened.answers.length > 0);
    expect(opened.answers).toEqual(['Bearer canary-key: deny']);
  },
);

/** All text of ours in the page. */
function shown({ driver, page }: Opened): Promise<string> {
  return wordsIn(driver, page);
}

/** Whether the card has a button of this class that is drawn. */
async function has({ driver, page }: Opened, className: string): Promise<boolean> {
  return (await findInShadow(driver, page, HOST_NAME, className)) !== null;
}

async function press(
  opened: Opened,
  className: string,
  happened: () => boolean | Promise<boolean>,
): Promise<void> {
  await pressOurs(opened.driver, opened.page, className, async () => happened());
}

test.each(BROWSERS)(
  'in %s the question is shown within a second, whole, and its answer is posted once',
  async (kind) => {
    const opened = await openAsking(kind);
    const began = performance.now();
    await until(() => has(opened, 'once'), 'the question', 10_000);
    // Reading shadow roots takes its own time.
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await shown(opened)).toContain(COMMAND);
    expect(opened.answers).toEqual([]);

    await press(opened, 'once', () => opened.answers.length > 0);
    await until(async () => !(await has(opened, 'once')), 'the card to become a line', 5000);
    await opened.stream.write(...FRAMES.slice(ASKS));
    opened.stream.end();
    await until(() => opened.reads.length > 0, 'the record to be read', 5000);
    await sleep(1500);

    expect(opened.answers).toEqual(['Bearer canary-key: once']);
    expect(opened.reads).toHaveLength(1);
    expect(opened.reads[0]).toMatch(
      /^Bearer canary-key: \/api\/sessions\/api-[0-9a-f]{16}\/messages$/,
    );
    await until(
      async () => /not allowed/.test(await shown(opened)),
      'the outcome of the record',
      5000,
    );
    expect(JSON.stringify(await stored(opened.driver))).not.toMatch(/canary|srv\/demo|chatcmpl/);
  },
);

const READERS = [
  { how: 'fetch', start: FETCHES },
  { how: 'XMLHttpRequest', start: READS_BY_XHR },
];

test.each(inTurn(READERS).map(([kind, reader]) => ({ kind, ...reader })))(
  'in $kind a denial is posted as one, in a page that reads by $how',
  async ({ kind, start }) => {
    const opened = await openAsking(kind, 200, start);
    await until(() => has(opened, 'deny'), 'the question', 10_000);
    await press(opened, 'deny', () => opened.answers.length > 0);

    expect(opened.answers).toEqual(['Bearer canary-key: deny']);
  },
);

test.each(EITHER)(
  'in %s "Always allow" is offered only if the settings say so, and names what it covers',
  async (kind) => {
    const opened = await openAsking(kind);
    const { driver, answers } = opened;
    const page = await openPage(driver, 'options.html#settings', '[data-setting="always"]');
    onTestFinished(() => page.close());
    const choose = (always: boolean) =>
      page.evaluate(
        (request) => (globalThis as unknown as Background).chrome.runtime.sendMessage(request),
        {
          type: 'choose',
          origin: null,
          change: { always },
        },
      );
    onTestFinished(async () => void (await choose(false)));
    await opened.page.bringToFront();
    await until(() => has(opened, 'more'), 'the question', 10_000);
    await press(opened, 'more', () => has(opened, 'session'));
    expect(await has(opened, 'always')).toBe(false);

    await choose(true);
    await until(
      async () => (await shown(opened)).includes('Always allow: delete in root path'),
      'the offer',
      5000,
    );
    await press(opened, 'more', () => has(opened, 'always'));
    await press(opened, 'always', () => answers.length > 0);
    expect(answers).toEqual(['Bearer canary-key: always']);
  },
);

const REFUSALS = [
  { status: 409, words: 'Too late' },
  { status: 403, words: 'API_SERVER_CORS_ORIGINS=http' },
];

test.each(inTurn(REFUSALS).map(([kind, refusal]) => ({ kind, ...refusal })))(
  'in $kind the card says what became of an answer that the agent did not take ($status)',
  async ({ kind, status, words }) => {
    const opened = await openAsking(kind, status);
    await until(() => has(opened, 'once'), 'the question', 10_000);
    await press(opened, 'once', () => opened.answers.length > 0);

    await until(async () => (await shown(opened)).includes(words), 'the card to say so', 5000);
    expect(opened.answers).toHaveLength(1);
  },
);

test.each(BROWSERS)(
  'in %s a press that came too early, or on a card that is covered, answers nothing',
  async (kind) => {
    const opened = await openAsking(kind);
    const { driver, page, answers } = opened;
    await until(() => has(opened, 'once'), 'the question', 10_000);
    const move = (pixels: number) =>
      page.evaluate(`document.body.style.paddingTop = '${pixels}px'`);
    await move(60);
    await sleep(1000);
    const spot = (await findInShadow(driver, page, HOST_NAME, 'once'))!;
    await move(0);
    await sleep(1000);
    // It moves below the mouse, and the press follows at once.
    await move(60);
    await page.mouse.click(spot.x, spot.y);
    await sleep(1000);
    expect(answers).toEqual([]);

    // All but the button is covered, as by a picture of another command.
    await page.evaluate(() => {
      const cover = document.createElement('div');
      cover.id = 'cover';
      cover.style.cssText = 'position: fixed; inset: 0 0 auto; background: white; z-index: 9';
      document.body.append(cover);
    });
    const top = (await findInShadow(driver, page, HOST_NAME, 'once'))!;
    await page.evaluate(
      (height) => (document.getElementById('cover')!.style.height = `${height}px`),
      top.y - 30,
    );
    await sleep(1000);
    await page.mouse.click(top.x, top.y);
    await sleep(500);
    expect(answers).toEqual([]);

    await page.evaluate(() => document.getElementById('cover')!.remove());
    await press(opened, 'once', () => answers.length > 0);
    expect(answers).toHaveLength(1);
  },
);

test.each(BROWSERS)('in %s Enter and Escape answer nothing, the space bar does', async (kind) => {
  const opened = await openAsking(kind);
  await until(() => has(opened, 'once'), 'the question', 10_000);
  await opened.page.mouse.click(5, 5);
  await sleep(1000);
  // The command, "Deny", "Allow once".
  for (let i = 0; i < 3; i++) await opened.page.keyboard.press('Tab');
  await opened.page.keyboard.press('Enter');
  await opened.page.keyboard.press('Escape');
  await sleep(500);
  expect(opened.answers).toEqual([]);

  await opened.page.keyboard.press(' ');
  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual(['Bearer canary-key: once']);
});

test.each(BROWSERS)('in %s a hidden tab says in its title that an agent waits', async (kind) => {
  const opened = await openAsking(kind);
  const other = await opened.driver.newPage();
  onTestFinished(() => other.close());
  await other.bringToFront();
  await until(async () => (await opened.page.title()).startsWith('⏳ '), 'the title', 10_000);
  await opened.page.bringToFront();
  await until(
    async () => !(await opened.page.title()).startsWith('⏳ '),
    'the title to be as it was',
    10_000,
  );
});

test.each(BROWSERS)(
  'in %s an agent that waits behind another tab is notified of, once a person wants it',
  async (kind) => {
    const opened = await openAsking(kind, 200, FETCHES, turnOnNotifications);
    const { driver, stream } = opened;

    // Where the system shows none, Firefox drops it at once.
    if (kind === 'firefox') return;
    await expect
      .poll(() => notified(driver), { timeout: 5000 })
      .toEqual([expect.stringMatching(/^waits:\d+$/)]);
    stream.end();
    await expect.poll(() => notified(driver), { timeout: 5000 }).toEqual([]);
  },
);

/** Turns them on as a person does, in a tab that stays in front. */
async function turnOnNotifications(driver: Driver): Promise<void> {
  const settings = await openPage(
    driver,
    'options.html#settings',
    '[data-setting="notify"] .switch',
  );
  onTestFinished(async () => {
    await driver.beside(() =>
      (globalThis as unknown as Background).chrome.permissions.remove({
        permissions: ['notifications'],
      }),
    );
    await settings.close();
  });
  await settings.bringToFront();
  const me = createPerson(driver);
  await me.click('the switch', settings, '[data-setting="notify"] .switch');
  await me.allow();
  await settings.waitForSelector('[data-setting="notify"] [aria-checked="true"]');
  // The background hears of it a moment later.
  await until(
    () =>
      driver.background(() =>
        Boolean((globalThis as unknown as Partial<Background>).chrome?.notifications),
      ),
    'the permission in the background',
  );
}

/** The ids of the notifications that are shown. */
function notified(driver: Driver): Promise<string[]> {
  return driver.beside(async () =>
    Object.keys(await (globalThis as unknown as Background).chrome.notifications.getAll()),
  );
}
