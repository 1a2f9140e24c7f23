/**
 * Real Hermes, asked by a page itself: what badge and popup say is what it recorded, and only a
 * person answers it.
 */
import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { findInShadow, pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import type { HermesVersion } from '../../src/tools/demo/servers/hermes.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { answerQuestion } from '../support/driving/approval.ts';
import {
  askingHermes,
  badgeOf,
  closeAsking,
  expectNothingStored,
  expectSame,
  popupOf,
  printRow,
  STATES,
  type Asking,
} from './asking.ts';

interface Talk extends Asking {
  readonly driver: Driver;
  readonly page: Page;
}

const SEEN_MS = 1000;
const TIMEOUT = { timeout: 400_000 };
const ALL = Object.keys(STATES);

afterAll(closeAsking);

/** Opens the page, and switches its site on. */
async function openTalk(version: HermesVersion, kind: BrowserKind): Promise<Talk> {
  const [asking, driver] = await Promise.all([askingHermes(version), sharedBrowser(kind)]);
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  await page.goto(asking.address());
  await enableSite(driver, page);
  return { ...asking, driver, page };
}

/** Sends a question, which does not bring the page to the front. @returns when */
async function ask({ page, agent: { origin, key } }: Talk, question: string): Promise<number> {
  const now = Date.now();
  await page.evaluate(`void ask(...${JSON.stringify([origin, key, question])})`);
  return now;
}

/**
 * Waits for the end of the last reply.
 * @returns its text, and by how many milliseconds the page knew of it later
 */
async function endOf({ page, passed }: Talk): Promise<{ text: string; late: number }> {
  await page.waitForSelector('article:last-of-type[data-ended]', { timeout: 60_000 });
  const [frames, ended] = await page.evaluate(() => {
    const article = [...document.querySelectorAll<HTMLElement & { frames: string }>('article')].at(
      -1,
    )!;
    return [article.frames, Number(article.dataset.ended)] as const;
  });
  const deltas = [...frames.matchAll(/"delta": \{"content": (".*?[^\\]")\}/g)];
  return {
    text: deltas.map(([, text]) => String(JSON.parse(text!))).join(''),
    late: ended - passed.end,
  };
}

async function hasCard({ driver, page }: Pick<Talk, 'driver' | 'page'>): Promise<boolean> {
  return (await findInShadow(driver, page, HOST_NAME, 'look')) !== null;
}

async function press(talk: Talk, answer: 'once' | 'deny'): Promise<void> {
  const { driver, page, answers } = talk;
  const { length } = answers;
  await page.bringToFront();
  await until(() => hasCard(talk), 'the card', 60_000);
  // As long as it takes to read it.
  await sleep(1000);
  if (answer === 'once') await answerQuestion(driver, page, answer);
  else await pressOurs(driver, page, answer, async () => answers.length > length);
  await until(() => answers.length > length, 'the answer', 10_000);
}

/** As `seenAfter`; if it is not seen, the error says what the page shows instead. */
async function seen(talk: Talk, since: number, isSeen: () => Promise<boolean>): Promise<number> {
  const { driver, page, seenAfter } = talk;
  try {
    return await seenAfter(since, isSeen);
  } catch (cause) {
    const state = await page.evaluate((host) => {
      const frames = [
        ...document.querySelectorAll<HTMLElement & { frames: string }>('article'),
      ].map((it) => it.frames);
      const { title, visibilityState } = document;
      return { title, visibilityState, hosts: document.querySelectorAll(host).length, frames };
    }, HOST_NAME);
    throw new Error(JSON.stringify({ ...state, badges: await readBadges(driver, page) }), {
      cause,
    });
  }
}

const REPLY = 'Let me see. \n\nThat is all.';

test.each<[HermesVersion, BrowserKind, readonly string[]]>([
  ['0.22.2', 'chromium', ALL.filter((name) => name !== 'pending')],
  ['0.22.2', 'firefox', ['ran', 'failed', 'allowed', 'denied', 'blocked', 'unknown tool']],
  ['0.19.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
  ['0.16.0', 'chromium', ['ran', 'failed', 'pending', 'unknown tool']],
])(
  'Hermes %s in %s: badge and popup say what the record says',
  TIMEOUT,
  async (version, kind, names) => {
    const talk = await openTalk(version, kind);
    const { driver, page, watched, record } = talk;
    for (const name of names) {
      const [question, , , told, answer] = STATES[name]!;
      // A badge of the reply before would be taken for one of a reply without any.
      if (told === 'nothing') await page.reload();
      const before = await popupOf(driver, page);
      const { reads } = watched;
      await ask(talk, `${question} (${kind})`);
      if (answer) await press(talk, answer);
      expect((await endOf(talk)).text).toBe(told === 'nothing' ? REPLY.replace('\n\n', '') : REPLY);
      // Time for what must not come.
      if (told === 'nothing') await sleep(2000);
      await expectSame(
        talk,
        `Hermes ${version}, ${kind}`,
        name,
        before,
        await record(`${question} (${kind})`),
      );
      expect(watched.reads - reads).toBe(1);
    }
    await expectNothingStored(driver);
  },
);

test.each<[what: string, spoil: (response: ServerResponse) => unknown]>([
  [
    'of 10 MB',
    (response) => response.end(`{"data": [${'{"role":"tool","content":"x"},'.repeat(350_000)}{}]}`),
  ],
  ['that comes after 5 s', (response) => setTimeout(() => response.end('{"data": []}'), 5000)],
  ['that is not there', (response) => response.writeHead(404).end('{}')],
  ['that is a page', (response) => response.end('<!doctype html><title>Sign in</title>')],
])('a record %s changes nothing but the words', TIMEOUT, async (what, spoil) => {
  const talk = await openTalk('0.22.2', 'chromium');
  const { driver, page, watched } = talk;
  watched.spoil = spoil;
  onTestFinished(() => void (watched.spoil = null));
  const { reads } = watched;
  await ask(talk, `${STATES.ran![0]}, with a record ${what}`);
  const { text, late } = await endOf(talk);
  expect(text).toBe(REPLY);
  expect(late).toBeLessThan(500);
  // Beyond the time in which a record has to arrive.
  await sleep(3000);
  const { told, words } = await badgeOf(driver, page);
  expect(told).toBe('not reported');
  // Where it may not have been written yet, once more at the end.
  expect(watched.reads - reads).toBeLessThanOrEqual(2);
  printRow(`record ${what}`, `end ${late} ms after the agent's`, words);
});

test.each(BROWSERS)(
  'in %s a sub-agent has a line of its own while it runs, and what became of it when it is over',
  TIMEOUT,
  async (kind) => {
    const talk = await openTalk('0.22.2', kind);
    const { driver, page } = talk;
    await page.bringToFront();
    const lines = async (): Promise<string> => (await readBadges(driver, page)).lines.join('\n');
    await ask(talk, `Let another look (${kind})`);
    const said = await until(
      async () => /Sub-agent: [1-9] messages? so far/.exec(await lines()),
      'the line of the sub-agent',
      60_000,
    );
    await endOf(talk);
    const ended = /Sub-agent: ended by itself · \d+\.\d s · \d+ tokens/;
    await pressOurs(driver, page, 'fold', async () => (await lines()) !== '');
    await expect.poll(lines, { timeout: 10_000 }).toMatch(ended);
    expect(await lines()).not.toContain('seen everything');
    await expectNothingStored(driver);
    printRow(`sub-agent in ${kind}`, said[0], ended.exec(await lines())?.[0] ?? '');
  },
);

test.each(BROWSERS)(
  'in %s a question is seen within a second, here and elsewhere, and obeyed',
  TIMEOUT,
  async (kind) => {
    const talk = await openTalk('0.22.2', kind);
    const { driver, page, scratch } = talk;
    scratch.make();
    // A tab in the background draws nothing.
    await page.bringToFront();
    const since = await ask(talk, `Clean up (${kind})`);
    const here = await seen(talk, since, () => hasCard(talk));
    expect(scratch.isThere()).toBe(true);
    await press(talk, 'once');
    expect((await endOf(talk)).text).toBe(REPLY);
    expect(scratch.isThere()).toBe(false);

    scratch.make();
    const other = await driver.newPage();
    onTestFinished(() => other.close());
    await other.bringToFront();
    const next = await ask(talk, `Clean up, from elsewhere (${kind})`);
    const elsewhere = await seen(talk, next, async () => (await page.title()).startsWith('⏳ '));
    await press(talk, 'deny');
    expect((await endOf(talk)).text).toBe(REPLY);
    expect(scratch.isThere()).toBe(true);
    expect(Math.max(here, elsewhere)).toBeLessThan(SEEN_MS);
    printRow(
      `question in ${kind}`,
      `seen after ${here} ms`,
      `from another tab after ${elsewhere} ms`,
    );
  },
);

test.each(BROWSERS)(
  'in %s nobody else answers: no page, no tab that is closed, no time',
  TIMEOUT,
  async (kind) => {
    const [talk, closed] = [await openTalk('0.22.2', kind), await openTalk('0.22.2', kind)];
    const { driver, page, scratch, answers, passed, record } = talk;
    scratch.make();
    const { length } = answers;
    await closed.page.bringToFront();
    const since = await ask(closed, `Clean up and close (${kind})`);
    await seen(closed, since, () => hasCard(closed));
    await closed.page.close();

    await page.bringToFront();
    const question = `Clean up, says the page (${kind})`;
    const next = await ask(talk, question);
    await seen(talk, next, () => hasCard(talk));
    await sleep(1000);
    const spot = (await findInShadow(driver, page, HOST_NAME, 'look'))!;
    await page.evaluate(forge, HOST_NAME, spot, {
      runId: passed.run,
      requestId: passed.request,
      choice: 'once',
    });

    expect((await endOf(talk)).text).toBe(REPLY);
    expect(await record(question)).toMatch(STATES['timed out']![2]);
    expect(await record(`Clean up and close (${kind})`)).not.toContain('"exit_code": 0');
    expect([answers.length, scratch.isThere()]).toEqual([length, true]);
  },
);

/** Runs in the page: what it could try. */
function forge(host: string, { x, y }: { x: number; y: number }, names: object): void {
  const where = {
    bubbles: true,
    cancelable: true,
    composed: true,
    clientX: x,
    clientY: y,
    key: ' ',
    code: 'Space',
  };
  for (const target of [
    ...document.querySelectorAll<HTMLElement>(host),
    document.elementFromPoint(x, y),
    document,
  ]) {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      target?.dispatchEvent(new PointerEvent(type, where));
    for (const type of ['keydown', 'keyup']) target?.dispatchEvent(new KeyboardEvent(type, where));
    if (target instanceof HTMLElement) target.click();
  }
  const data = { type: 'answer', ...names };
  const { port1, port2 } = new MessageChannel();
  dispatchEvent(new MessageEvent('stream-fixer:port', { ports: [port2], data }));
  port1.postMessage(data);
  postMessage(data, '*');
}

test('an agent that is restarted while it waits does not go on by itself', TIMEOUT, async () => {
  const talk = await openTalk('0.22.2', 'chromium');
  const { scratch, hermes, record } = talk;
  scratch.make();
  const since = await ask(talk, 'Clean up, and be restarted');
  await seen(talk, since, () => hasCard(talk));
  await hermes.restart();
  // It may resume what it left.
  await sleep(5000);
  expect(await record('Clean up, and be restarted')).not.toContain('"exit_code": 0');
  expect([await hasCard(talk), scratch.isThere()]).toEqual([false, true]);
  await ask(talk, `${STATES.ran![0]}, restarted`);
  expect((await endOf(talk)).text).toBe(REPLY);
});
