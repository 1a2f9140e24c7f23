/**
 * An agent asks in its own words, in the stream of a run: its server is written after Hermes'
 * source.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver, OwnPage } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { findInShadow } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import {
  answered,
  asking,
  ASKED,
  CAPABILITIES,
  CLARIFY_ID,
  OFFERS,
  RUN,
} from '../support/clarify-run.ts';
import { approvalWindow, lookAtQuestion } from '../support/driving/approval.ts';
import { createPerson } from '../support/person.ts';
import { openEnabledSite } from './enabled-site.ts';
import { stored } from './figures.ts';
import { wordsIn } from './notice.ts';

const EVENTS = `/v1/runs/${RUN}/events`;
/** Milliseconds in which a person reads the question; the window takes no press before 500. */
const READ_MS = 1000;

const READS = `(async () => {
  const article = document.createElement('article');
  article.dataset.role = 'assistant';
  document.body.append(article);
  const response = await fetch('${EVENTS}', { headers: { authorization: 'Bearer canary-key' } });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (window.read = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    window.read += decoder.decode(value, { stream: true });
  }
})()`;

interface Opened {
  readonly driver: Driver;
  readonly page: Page;
  /** Answers that arrived at the agent, with the key they had. */
  readonly answers: readonly unknown[];
  /** How often it was asked what it takes. */
  readonly reads: readonly string[];
  readonly end: (frames: readonly string[]) => void;
  readonly shown: () => Promise<string>;
}

/** Opens a page whose agent has just asked. */
async function openAsking(
  kind: BrowserKind,
  request: object = {},
  status = 200,
  capabilities: object = CAPABILITIES,
): Promise<Opened> {
  const answers: unknown[] = [];
  const reads: string[] = [];
  let end = (_rest: string): void => {};
  const rest = new Promise<string>((done) => (end = done));
  onTestFinished(() => end(''));
  const body = asking(request).join('');
  const { driver, site, page } = await openEnabledSite(kind, {
    files: { [EVENTS]: { type: 'text/event-stream', body, rest } },
    answer({ method, path, key, body }) {
      if (path === '/v1/capabilities') {
        reads.push(key);
        return { status: 200, body: JSON.stringify(capabilities) };
      }
      if (method !== 'POST') return null;
      answers.push([path, key, JSON.parse(body)]);
      return { status, body: '{}' };
    },
  });
  await page.bringToFront();
  await page.goto(site.origin);
  await page.evaluate(`void ${READS}`);
  const shown = (): Promise<string> => wordsIn(driver, page);
  await until(async () => (await shown()).includes(ASKED), 'the question', 10_000);
  return { driver, page, answers, reads, end: (frames) => end(frames.join('')), shown };
}

const said = (response: unknown): unknown => [
  `/v1/runs/${RUN}/clarify`,
  'Bearer canary-key',
  { clarify_id: CLARIFY_ID, response },
];

/** Opens its window. */
async function look({ driver, page }: Opened): Promise<OwnPage> {
  const question = await lookAtQuestion(driver, page);
  onTestFinished(async () => {
    if (!(await question.isClosed())) await question.close();
  });
  return question;
}

/** Whether the card has a button of this class that a person sees. */
async function isDrawn({ driver, page }: Opened, className: string): Promise<boolean> {
  return (await findInShadow(driver, page, HOST_NAME, className)) !== null;
}

/** Runs in the window: writes as a person does. */
function write(text: string): void {
  const box = document.querySelector('textarea')!;
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

test.each(BROWSERS)(
  'in %s a question in words opens in the window, one press chooses, and the run goes on',
  async (kind) => {
    const opened = await openAsking(kind);
    const { driver, page, answers, reads, end, shown } = opened;
    const question = await look(opened);
    const words = await question.text('.question');
    for (const part of [ASKED, ...OFFERS, 'asks:']) expect(words).toContain(part);
    expect(words).not.toMatch(/allow|deny|permission/i);
    expect(await shown()).toContain('Your agent asks:');
    expect(await isDrawn(opened, 'deny')).toBe(false);
    // No answer has the focus before a person moves it there.
    await expect
      .poll(() => question.evaluate(() => document.activeElement?.className))
      .toBe('command words');

    // The question appears anew, as under a press that was meant for what was there before.
    await question.evaluate(() => window.dispatchEvent(new Event('focus')));
    await question.evaluate(() => document.querySelector<HTMLElement>('.pick')!.click());
    await sleep(READ_MS);
    expect(answers).toEqual([]);
    await question.click('[data-step="offer"]');
    await until(() => answers.length > 0, 'the answer', 5000);
    await until(async () => (await approvalWindow(driver)) === null, 'it to close', 5000);
    end(answered(OFFERS[0]!));
    await until(async () => !(await isDrawn(opened, 'card')), 'the card to become a line', 5000);

    expect(answers).toEqual([said(OFFERS[0])]);
    expect(reads).toEqual(['Bearer canary-key']);
    const sent = [...asking(), ...answered(OFFERS[0]!)].join('');
    await until(async () => (await page.evaluate('window.read')) === sent, 'every byte', 5000);
    expect(JSON.stringify(await stored(driver))).not.toMatch(/canary|policy|Strict|run_4f1d/);
  },
);

test.each(EITHER)('in %s several answers and own words are sent together', async (kind) => {
  const opened = await openAsking(kind, { choices: ['A', 'B', 'C'], multi_select: true });
  const question = await look(opened);
  await sleep(READ_MS);
  expect(
    await question.evaluate(() =>
      document.querySelector('[data-step="send"]')!.matches(':disabled'),
    ),
  ).toBe(true);
  await question.evaluate(() => {
    for (const at of [2, 0]) document.querySelectorAll<HTMLElement>('.pick input')[at]!.click();
  });
  await question.evaluate(write, ' and D\n');
  await question.click('[data-step="send"]');
  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual([said('["A","C","and D"]')]);
});

test.each(EITHER)(
  'in %s an open question takes own words, or leaves it to the chat',
  async (kind) => {
    const opened = await openAsking(kind, { choices: null });
    const question = await look(opened);
    await sleep(READ_MS);
    await question.evaluate(write, 'x'.repeat(4000));
    expect(await question.evaluate(() => document.querySelector('textarea')!.maxLength)).toBe(4000);
    await question.click('[data-step="later"]');
    await until(() => opened.answers.length > 0, 'the answer', 5000);
    expect(opened.answers).toEqual([said(null)]);
  },
);

/** A person opens the popup while the agent asks. */
async function askInPopup(kind: BrowserKind) {
  const opened = await openAsking(kind);
  const { driver, page, answers } = opened;
  await until(() => isDrawn(opened, 'look'), 'the way to it', 10_000);
  const me = createPerson(driver);
  return { me, popup: await me.openPopup(page, '.question'), answers };
}

test.each(BROWSERS)(
  'in %s the popup of the icon takes one of its offers: 2 presses',
  async (kind) => {
    const { me, popup, answers } = await askInPopup(kind);
    const words = await popup.text('.question');
    for (const part of [ASKED, ...OFFERS]) expect(words).toContain(part);
    await sleep(READ_MS);
    await me.click('the second offer', popup, '.offers [data-step="offer"]:nth-child(2)');
    await until(() => answers.length > 0, 'the answer', 5000);

    expect(answers).toEqual([said(OFFERS[1])]);
    expect(me.presses).toEqual(['the icon', 'the second offer']);
    // The chat is what is seen next.
    await until(() => popup.isClosed(), 'the popup to close', 5000);
  },
);

test.each(BROWSERS)(
  'in %s own words are written and sent in the popup: 3 presses',
  async (kind) => {
    const { me, popup, answers } = await askInPopup(kind);
    await me.click('the field', popup, '.own textarea');
    await me.write(popup, 'Neither, ask');
    // What waits is read again meanwhile, once a second.
    await sleep(2 * READ_MS);
    await me.write(popup, ' me first');
    await me.click('Send', popup, '[data-step="send"]');
    await until(() => answers.length > 0, 'the answer', 5000);

    expect(answers).toEqual([said('Neither, ask me first')]);
    expect(me.presses).toEqual(['the icon', 'the field', 'Send']);
    await until(() => popup.isClosed(), 'the popup to close', 5000);
  },
);

const REFUSALS = [
  { status: 409, words: 'no longer waits' },
  { status: 400, words: 'did not take the answer' },
];

test.each(REFUSALS.flatMap((row) => EITHER.map((kind) => ({ kind, ...row }))))(
  'in $kind the window says what became of an answer that was not taken ($status)',
  async ({ kind, status, words }) => {
    const opened = await openAsking(kind, {}, status);
    const question = await look(opened);
    await sleep(READ_MS);
    await question.evaluate(write, 'my words');
    await question.click('[data-step="send"]');
    await until(async () => (await question.text('.question')).includes(words), words, 5000);
    expect(await question.evaluate(() => document.querySelector('textarea')!.value)).toBe(
      'my words',
    );
    expect(opened.answers).toEqual([said('my words')]);
  },
);

test.each(EITHER)('in %s a server that does not name it cannot be answered here', async (kind) => {
  const opened = await openAsking(kind, {}, 200, { features: {} });
  await until(() => opened.reads.length > 0, 'it to be asked', 5000);
  await until(
    async () => (await opened.shown()).includes('It cannot be answered here'),
    'the card to say so',
    5000,
  );
  await sleep(READ_MS);
  expect(await isDrawn(opened, 'look')).toBe(false);
  expect([opened.answers, opened.reads.length]).toEqual([[], 1]);
});
