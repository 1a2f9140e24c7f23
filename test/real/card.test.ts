/** Real Hermes asks before it removes a folder, and our card is where a person answers, in direct connections. */
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { findInShadow, pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { DIRECT_PREFIX, saveSettings } from './open-webui-data.ts';
import { openWebUi } from './servers.ts';
import { askingHermes, badgeOf, openTalk, printRow, replyOf, STATES } from './states.ts';
import { openTab } from './tab.ts';
import { MAIN } from './versions.ts';
import { askFrom, endOf, seenAfter, type WatchedAgent } from './watched-agent.ts';

type Page = Awaited<ReturnType<Driver['newPage']>>;

const REPLY = replyOf(STATES.allowed);
const SEEN_MS = 1000;

async function hasCard(driver: Driver, page: Page): Promise<boolean> {
  return (await findInShadow(driver, page, HOST_NAME, 'once')) !== null;
}

async function hasSign(page: Page): Promise<boolean> {
  return (await page.title()).startsWith('⏳ ');
}

async function press(driver: Driver, page: Page, agent: WatchedAgent, answer: 'once' | 'deny'): Promise<void> {
  const before = agent.answers().length;
  await pressOurs(driver, page, answer, async () => agent.answers().length > before);
}

test.each(BROWSERS)(
  'in %s the question is seen within a second, here and from another tab, and its answer obeyed',
  { timeout: 240_000 },
  async (kind) => {
    const { driver, page, agent, scratch } = await openTalk('0.22.2', kind);
    scratch.make();
    await page.bringToFront();
    const allowed = `Clean up (${kind})`;
    const began = Date.now();
    await askFrom(page, agent, allowed);
    const here = await seenAfter(agent, began, () => hasCard(driver, page));
    expect(scratch.isThere()).toBe(true);
    await press(driver, page, agent, 'once');
    expect((await endOf(page, allowed)).text).toBe(REPLY);
    expect(scratch.isThere()).toBe(false);

    scratch.make();
    const other = await driver.newPage();
    onTestFinished(() => other.close());
    await other.bringToFront();
    const denied = `Clean up, from elsewhere (${kind})`;
    const next = Date.now();
    await askFrom(page, agent, denied);
    const elsewhere = await seenAfter(agent, next, () => hasSign(page));
    await press(driver, page, agent, 'deny');
    expect((await endOf(page, denied)).text).toBe(REPLY);
    expect(scratch.isThere()).toBe(true);

    expect(Math.max(here, elsewhere)).toBeLessThan(SEEN_MS);
    printRow(`question seen in ${kind}`, `${here} ms`, `from another tab: ${elsewhere} ms`);
  },
);

test.each(BROWSERS)(
  'in %s nobody else answers: no page, no tab that is closed, no time',
  { timeout: 240_000 },
  async (kind) => {
    const { driver, page, agent, scratch } = await openTalk('0.22.2', kind);
    const closed = await openTalk('0.22.2', kind);
    scratch.make();
    const answers = agent.answers();
    const questions = { closed: `Clean up and close (${kind})`, forged: `Clean up, says the page (${kind})` };
    await closed.page.bringToFront();
    const began = Date.now();
    await askFrom(closed.page, agent, questions.closed);
    await seenAfter(agent, began, () => hasCard(driver, closed.page));
    await closed.page.close();

    await page.bringToFront();
    await askFrom(page, agent, questions.forged);
    const spot = await until(() => findInShadow(driver, page, HOST_NAME, 'once'), 'the card', 60_000);
    await sleep(1000);
    const { run: runId, request: requestId } = agent.passed;
    await page.evaluate(forge, HOST_NAME, spot, { type: 'answer', runId, requestId, choice: 'once' });

    expect((await endOf(page, questions.forged)).text).toBe(REPLY);
    expect(await agent.record(questions.forged)).toMatch(STATES['timed out'].record);
    expect(await agent.record(questions.closed)).not.toContain('"exit_code": 0');
    expect(agent.answers()).toEqual(answers);
    expect(scratch.isThere()).toBe(true);
  },
);

/** Runs in the page: all that it could try. */
function forge(host: string, { x, y }: { x: number; y: number }, answer: object): void {
  const targets = [...document.querySelectorAll<HTMLElement>(host), document.elementFromPoint(x, y), document, window];
  const how = {
    bubbles: true,
    cancelable: true,
    composed: true,
    clientX: x,
    clientY: y,
    button: 0,
    key: ' ',
    code: 'Space',
  };
  for (const target of targets) {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      target?.dispatchEvent(new PointerEvent(type, how));
    for (const type of ['keydown', 'keyup']) target?.dispatchEvent(new KeyboardEvent(type, how));
    if (target instanceof HTMLElement) target.click();
  }
  const { port1, port2 } = new MessageChannel();
  dispatchEvent(new MessageEvent('stream-fixer:port', { ports: [port2], data: answer }));
  port1.postMessage(answer);
  postMessage(answer, '*');
}

test('an agent that is restarted while it waits does not go on by itself', { timeout: 240_000 }, async () => {
  const { driver, page, agent, hermes, scratch } = await openTalk('0.22.2', 'chromium');
  scratch.make();
  await page.bringToFront();
  const question = 'Clean up, and be restarted';
  await askFrom(page, agent, question);
  await until(() => hasCard(driver, page), 'the card', 60_000);
  await hermes.restart();
  // It may resume what it left.
  await sleep(5000);
  expect(await agent.record(question)).not.toContain('"exit_code": 0');
  expect(scratch.isThere()).toBe(true);
  await until(async () => !(await hasCard(driver, page)), 'the card to go');

  await askFrom(page, agent, `${STATES.ran.question}, restarted`);
  expect((await endOf(page, `${STATES.ran.question}, restarted`)).text).toBe(REPLY);
});

test('in a direct connection of Open WebUI, the card is beside the reply', { timeout: 240_000 }, async () => {
  const { agent, scratch } = await askingHermes('0.22.2');
  const server = await openWebUi(MAIN);
  await saveSettings(server.user, [{ url: `${agent.origin}/v1`, key: agent.key }]);
  const driver = await sharedBrowser('chromium');
  const { page, chat } = await openTab({ driver, server, account: server.user });
  for (const [answer, told] of [
    ['once', 'ran'],
    ['deny', 'not allowed'],
  ] as const) {
    scratch.make();
    await chat.begin({ models: [`${DIRECT_PREFIX}.hermes-agent`] });
    const question = `Clean up in Open WebUI: ${answer}`;
    const began = Date.now();
    await chat.send(question);
    const seen = await seenAfter(agent, began, () => hasCard(driver, page));
    await press(driver, page, agent, answer);
    await chat.untilDone(1);
    expect((await chat.replies())[0]!.text).toContain('That is all.');
    expect(scratch.isThere()).toBe(answer === 'deny');
    await expect.poll(async () => (await badgeOf(driver, page))[0]).toBe(told);
    expect(await agent.record(question)).toMatch(STATES[answer === 'once' ? 'allowed' : 'denied'].record);
    expect(seen).toBeLessThan(SEEN_MS);
    printRow(`Open WebUI ${MAIN}, direct`, answer, (await badgeOf(driver, page))[1], told, `seen after ${seen} ms`);
  }
});
