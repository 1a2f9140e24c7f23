/**
 * A setting made on the page of one site takes effect there at once, while a reply streams, and
 * nowhere else.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, EITHER, sharedBrowser } from '../support/browsers.ts';
import { DONE, marker, ROLE, STOP, text, type Frame } from './frames.ts';
import { type Stream, type StreamSite } from './stream-site.ts';
import { openEnabledSite } from './enabled-site.ts';

/** Looks like a marker of Hermes, in a chat that gives no evidence of Hermes. */
const COMMIT = 'Done.\n`📝 update-readme`\n\nIt says why.';
const STORED_ID = 'de9fc828-8d1b-42c6-8e38-411c05ea42b8';
const STORED_PATH = `/api/v1/chats/${STORED_ID}`;
const STORED = JSON.stringify({
  id: STORED_ID,
  chat: {
    history: {
      messages: {
        a: { id: 'a', role: 'assistant', model: 'hermes-agent', content: COMMIT },
        b: {
          id: 'b',
          role: 'assistant',
          model: 'other',
          content: COMMIT.replace('readme', 'changelog'),
        },
      },
    },
  },
});

interface Chat {
  readonly site: StreamSite;
  readonly page: Page;
}

function openChat(driver: Driver): Promise<Chat> {
  return openEnabledSite(driver, {
    files: { [STORED_PATH]: { type: 'application/json', body: STORED } },
  });
}

async function start(
  { site, page }: Chat,
  name: string,
  messages = '[{"role":"user","content":"Go"}]',
): Promise<Stream> {
  await page.bringToFront();
  await page.evaluate(`window.start('${name}', ${messages})`);
  return site.stream(name);
}

async function read({ page }: Chat, name: string): Promise<string> {
  return String(await page.evaluate(`window.reads['${name}'].text`));
}

/** What the page has read of a reply, once it contains `awaited`. */
async function readOnce(chat: Chat, name: string, awaited: string): Promise<string> {
  await until(
    async () => (await read(chat, name)).includes(awaited),
    `"${awaited}" in ${name}`,
    15_000,
  );
  return read(chat, name);
}

/** The settings of a site, on the full page. */
async function openSettings(driver: Driver, origin: string): Promise<Page> {
  const page = await openPage(
    driver,
    `options.html#settings?site=${encodeURIComponent(origin)}`,
    '[data-setting="replies"] .switch',
  );
  onTestFinished(() => page.close());
  return page;
}

async function turn(page: Page, setting: string, on: boolean): Promise<void> {
  const selector = `[data-setting="${setting}"] .switch`;
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await until(
    () =>
      page
        .evaluate(
          (wanted) => document.querySelector(wanted)?.getAttribute('aria-checked'),
          selector,
        )
        .then((state) => state === String(on)),
    `${setting} to be ${on}`,
  );
}

/**
 * Waits until markers are removed, or no longer removed, in the middle of a reply: a setting takes
 * a moment to reach the other page.
 */
async function untilCleaned(chat: Chat, stream: Stream, cleaned: boolean): Promise<void> {
  for (let probe = 1; probe <= 50; probe += 1) {
    const [tool, words] = [`probe ${cleaned} ${probe}`, `Words ${cleaned} ${probe}. `];
    await stream.write(marker('💻', tool), text(words));
    if ((await readOnce(chat, 'reply', words)).includes(tool) !== cleaned) return;
  }
  throw new Error('The setting has no effect.');
}

function shownBadges(driver: Driver, { page }: Chat): Promise<number> {
  return readBadges(driver, page).then(({ lines, folds }) => lines.length + folds.length);
}

async function twoChats(kind: BrowserKind) {
  const driver = await sharedBrowser(kind);
  return { driver, a: await openChat(driver), b: await openChat(driver) };
}

test.each(BROWSERS)(
  'in %s cleaning and badges switched off for one site stop there in the middle of a reply, and continue elsewhere',
  async (kind) => {
    const { driver, a, b } = await twoChats(kind);
    const [inA, inB] = [await start(a, 'reply'), await start(b, 'reply')];
    for (const stream of [inA, inB])
      await stream.write(ROLE, text('Begun. '), marker('💻', 'first'));
    for (const chat of [a, b]) {
      await chat.page.bringToFront();
      expect(await readOnce(chat, 'reply', 'Begun.')).not.toContain('first');
      await until(
        async () => (await shownBadges(driver, chat)) === 1,
        'the badge of the first tool',
      );
    }

    const settings = await openSettings(driver, a.site.origin);
    await turn(settings, 'replies', false);
    await turn(settings, 'badges', false);
    await until(
      async () => (await shownBadges(driver, a)) === 0,
      'the badges of the site to disappear',
    );
    await untilCleaned(a, inA, false);
    for (const stream of [inA, inB]) await stream.write(marker('💻', 'second'), text('Between. '));
    expect(await readOnce(a, 'reply', 'Between.')).toContain('`💻 second`');
    expect(await readOnce(b, 'reply', 'Between.')).not.toContain('second');
    expect(await shownBadges(driver, b)).toBeGreaterThan(0);

    await turn(settings, 'replies', true);
    await turn(settings, 'badges', true);
    await untilCleaned(a, inA, true);
    for (const stream of [inA, inB]) {
      await stream.write(marker('💻', 'third'), text('Over.'), STOP, DONE);
      stream.end();
    }
    for (const chat of [a, b])
      expect(await readOnce(chat, 'reply', '[DONE]')).not.toContain('third');
    expect(await a.page.evaluate('window.faults')).toEqual([]);
  },
);

declare const chrome: { storage: { local: { get(keys: unknown): Promise<unknown> } } };
declare const window: Window & { slow: boolean; begun: number; late: number };

/** From now on the page's storage answers a second late while `window.slow` is set. */
function slowStorage(): void {
  const { local } = chrome.storage;
  const get = local.get.bind(local);
  Object.assign(window, { slow: true, begun: 0, late: 0 });
  local.get = async (keys) => {
    const isSlow = window.slow;
    if (isSlow) window.begun += 1;
    const found = await get(keys);
    if (!isSlow) return found;
    await new Promise((done) => setTimeout(done, 1000));
    window.late += 1;
    return found;
  };
}

test('a late answer of the storage does not undo what was switched meanwhile', async () => {
  const driver = await sharedBrowser('chromium');
  const settings = await openSettings(driver, (await openChat(driver)).site.origin);
  await settings.evaluate(slowStorage);
  await turn(settings, 'badges', false);
  await until(() => settings.evaluate(() => window.begun > 0), 'the page to read its storage');
  await settings.evaluate(() => {
    window.slow = false;
  });
  await turn(settings, 'badges', true);

  await until(() => settings.evaluate(() => window.late >= window.begun), 'the late answers');
  await settings.evaluate(() => new Promise(requestAnimationFrame));
  const state = await settings.$eval('[data-setting="badges"] .switch', (found) =>
    found.getAttribute('aria-checked'),
  );
  expect(state).toBe('true');
});

const POISONED = JSON.stringify([
  { role: 'user', content: 'Go' },
  { role: 'assistant', content: 'Done.\n`⏰ list`\n\n\nOne is due.' },
  { role: 'user', content: 'Again' },
]);

test.each(EITHER)(
  'in %s history is sent unchanged while cleaning it is off for a site, and clean elsewhere and afterwards',
  async (kind) => {
    const { driver, a, b } = await twoChats(kind);
    const settings = await openSettings(driver, a.site.origin);
    await turn(settings, 'history', false);
    await untilSent(a, 'off', false);
    expect((await start(b, 'off', POISONED)).body).not.toContain('⏰ list');
    await turn(settings, 'history', true);
    await untilSent(a, 'on', true);
  },
);

/**
 * Waits until a history is sent clean, or unchanged: a setting takes a moment to reach the other
 * page.
 */
async function untilSent(chat: Chat, name: string, clean: boolean): Promise<void> {
  for (let probe = 1; probe <= 20; probe += 1) {
    const { body } = await start(chat, `${name}-${probe}`, POISONED);
    if (body.includes('⏰ list') !== clean) return;
  }
  throw new Error('The setting has no effect.');
}

/**
 * A choice without a delta, on which some clients throw: only a rule that is off by default repairs
 * it.
 */
const CHOICE = '"choices":[{"index":0,"finish_reason":null}]';
const NO_DELTA = {
  bytes: `data: {"id":"x","object":"chat.completion.chunk",${CHOICE}}\n\n`,
  progress: false,
};

test.each(EITHER)(
  'in %s the repairs that change a legal stream are made where they are switched on, from the next reply on, and nowhere else',
  async (kind) => {
    const { driver, a, b } = await twoChats(kind);

    async function reply(chat: Chat, name: string): Promise<string> {
      const stream = await start(chat, name);
      await stream.write(ROLE, NO_DELTA, text('Hello.'), STOP, DONE);
      stream.end();
      return readOnce(chat, name, '[DONE]');
    }

    expect(await reply(a, 'before')).toContain(CHOICE);
    const settings = await openSettings(driver, a.site.origin);
    await turn(settings, 'repairLegal', true);
    let replies = 0;
    await until(
      async () => !(await reply(a, `after-${++replies}`)).includes(CHOICE),
      'the repair to be made',
      15_000,
    );
    expect(await reply(b, 'after')).toContain(CHOICE);
  },
);

/** Text from a server that gives no evidence of Hermes. */
function foreign(delta: object, finish: string | null = null): Frame {
  const chunk = {
    id: 'chatcmpl-7',
    object: 'chat.completion.chunk',
    model: 'some-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  return { bytes: `data: ${JSON.stringify(chunk)}\n\n`, progress: false };
}

test.each(EITHER)(
  'in %s lines that look like markers are removed from replies, history and stored chats if a person says that the site uses Hermes, and nowhere else',
  async (kind) => {
    const { driver, a, b } = await twoChats(kind);
    let replies = 0;

    /** Says which of the three still contain it. */
    async function holding(chat: Chat): Promise<string> {
      const name = `reply-${++replies}`;
      const stream = await start(
        chat,
        name,
        JSON.stringify([
          { role: 'user', content: 'Go' },
          { role: 'assistant', content: COMMIT },
          { role: 'user', content: 'Again' },
        ]),
      );
      await stream.write(
        ...(COMMIT.match(/.{1,9}/gsu)?.map((content) => foreign({ content })) ?? []),
        foreign({}, 'stop'),
        DONE,
      );
      stream.end();
      const reply = await readOnce(chat, name, '[DONE]');
      const stored = String(
        await chat.page.evaluate(`fetch('${STORED_PATH}').then((answer) => answer.text())`),
      );
      return Object.entries({ reply, history: stream.body, stored })
        .flatMap(([where, words]) => (words.includes('update') ? where : []))
        .join();
    }

    expect([await holding(a), await holding(b)]).toEqual([
      'reply,history,stored',
      'reply,history,stored',
    ]);
    const settings = await openSettings(driver, a.site.origin);
    await turn(settings, 'hermes', true);
    await until(
      async () => (await holding(a)) === '',
      'the setting to take effect everywhere',
      15_000,
    );
    expect(await holding(b)).toBe('reply,history,stored');

    await turn(settings, 'hermes', false);
    await until(
      async () => (await holding(a)) === 'reply,history,stored',
      'the setting to take no effect any more',
      15_000,
    );
  },
);

test.each(BROWSERS)(
  'in %s a model that turned out to be Hermes is remembered, in the page and in the background, and no other',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const chat = await openChat(driver);
    const { page, site } = chat;
    let loads = 0;
    const stored = async (): Promise<string> =>
      String(
        await page.evaluate(`fetch('${STORED_PATH}?${++loads}').then((answer) => answer.text())`),
      );
    expect(await stored()).toContain('update-readme');

    const stream = await start(chat, 'hermes');
    await stream.write(ROLE, text('Done.'), STOP, DONE);
    stream.end();
    await readOnce(chat, 'hermes', '[DONE]');
    expect(await stored()).not.toContain('update-readme');
    await page.reload();
    await until(
      async () => !(await stored()).includes('update-readme'),
      'the page to know it from its start',
      15_000,
    );
    expect(await stored()).toContain('update-changelog');

    const settings = await openSettings(driver, site.origin);
    await turn(settings, 'hermes', true);
    await until(
      async () => !(await stored()).includes('update'),
      'the setting to take effect',
      15_000,
    );
  },
);
