import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges, type BadgesSeen } from '../../src/tools/demo/badges-seen.ts';
import { stopBackground } from '../support/driving/background.ts';
import { BROWSERS, EITHER, inTurn, sharedBrowser } from '../support/browsers.ts';
import type {} from '../support/open-webui-page/page.ts';
import { untilAtWork } from '../support/compliance/observe.ts';
import { serveOpenWebUi, type OpenWebUiSite } from '../support/open-webui-page/site.ts';
import { enabledSite, knowHermes, untilListening } from './faked-chat.ts';

type Kind = (typeof BROWSERS)[number];

const HOST = 'stream-fixer-badges';

let site: OpenWebUiSite;

beforeAll(async () => {
  site = await serveOpenWebUi();
});

afterAll(() => site.close());

/** Puppeteer's own wait polls once per frame, and a background tab has none. */
async function ready(page: Page): Promise<void> {
  await until(() => page.evaluate(() => 'openWebUi' in window), 'the script of the page');
}

/** Opens the page with badges in it, runs `check`, and closes it again whatever happens. */
async function inPage(
  kind: Kind,
  query: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await (await sharedBrowser(kind)).newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  try {
    await page.goto(`${site.origin}/?badges&${query}`);
    await ready(page);
    await check(page);
  } finally {
    await page.close();
  }
  expect(faults).toEqual([]);
}

/** Runs a test in the page. */
function testInPage(name: string, query: string, check: (page: Page) => Promise<void>): void {
  test.each(EITHER)(`${name} (%s)`, (kind) => inPage(kind, query, check));
}

function shown(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    await window.openWebUi.settled();
    return window.openWebUi.shown();
  });
}

/** Chat "a" with one question and its reply "a1"; reply 1 is that one, and runs a tool. */
function startTool(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { openWebUi } = window;
    openWebUi.show('a', [{ id: 'q', user: 'Weather?' }, { id: 'a1' }]);
    openWebUi.badges!.startReply(1, { chatId: 'a', messageId: 'a1' });
    openWebUi.run(1, 0, 'ls');
  });
}

test.each(inTurn(['0.6', '0.12']))(
  'a badge is the first element of its reply, above a status line of the page, with the size of its text (%s, Open WebUI %s)',
  async (kind, version) => {
    await inPage(kind, `version=${version}`, async (page) => {
      await startTool(page);
      await page.evaluate(() =>
        window.openWebUi.swap('a1', { id: 'a1', text: 'All done.', status: 'Searching' }),
      );
      await shown(page);

      const place = await page.$eval(
        '#message-a1 .chat-assistant',
        (reply) => reply.firstElementChild?.localName,
      );
      const heights = () =>
        page.$eval('#message-a1 .chat-assistant', (reply) => {
          const text = parseFloat(getComputedStyle(reply.querySelector('p')!).fontSize);
          return {
            badge: reply.firstElementChild!.getBoundingClientRect().height,
            statusLine: text * 1.5 + 4,
          };
        });

      expect(place).toBe(HOST);
      // It unfolds in a tenth of a second. Open WebUI's own line: one and a half times the text, 2
      // px above and below.
      await until(
        async () => (await heights()).badge === (await heights()).statusLine,
        'the badge to be as high as a status line',
      );
    });
  },
);

testInPage(
  'a badge appears and disappears with its chat, and is never in the corner',
  '',
  async (page) => {
    await startTool(page);
    const seen = [await shown(page)];

    await page.evaluate(() => window.openWebUi.show('b', [{ id: 'b1', text: 'Another chat' }]));
    seen.push(await shown(page));
    await page.evaluate(() => {
      window.openWebUi.run(1, 1, 'pwd');
      window.openWebUi.badges!.endReply(1);
      // Longer than an element is awaited if no id is known.
      window.openWebUi.advance(60_000);
    });
    seen.push(await shown(page));
    await page.evaluate(() => window.openWebUi.show('a', [{ id: 'a1', text: 'Done' }]));
    seen.push(await shown(page));

    expect(seen).toEqual([{ a1: ['💻 ls'] }, {}, {}, { a1: ['2 tools'] }]);
    expect(await page.$$(HOST)).toHaveLength(2); // the other one is that of the live region
  },
);

testInPage(
  'a badge follows its message through branches, re-created elements and a virtualised list',
  '',
  async (page) => {
    await startTool(page);
    await page.evaluate(() => window.openWebUi.badges!.endReply(1));
    const seen = [await shown(page)];

    // A regenerated reply is another message in the same place.
    await page.evaluate(() => {
      window.openWebUi.swap('a1', { id: 'a2' });
      window.openWebUi.badges!.startReply(2, { chatId: 'a', messageId: 'a2' });
      window.openWebUi.run(2, 0, 'pwd');
    });
    seen.push(await shown(page));
    await page.evaluate(() => window.openWebUi.swap('a2', { id: 'a1' }));
    seen.push(await shown(page));
    for (let time = 0; time < 8; time += 1) {
      await page.evaluate(() => window.openWebUi.swap('a1', { id: 'a1', text: 'made anew' }));
      await shown(page);
    }
    seen.push(await shown(page));
    await page.evaluate(async () => {
      const back = window.openWebUi.drop('a1');
      await window.openWebUi.settled();
      back();
    });
    seen.push(await shown(page));
    await page.evaluate(() => {
      document.getElementById('message-a1')!.id = 'message-a2';
    });
    seen.push(await shown(page));

    const first = { a1: ['💻 ls'] };
    expect(seen).toEqual([first, { a2: ['💻 pwd'] }, first, first, first, { a2: ['💻 pwd'] }]);
    expect(await page.$(`#message-a2 .chat-assistant > ${HOST}`)).not.toBeNull();
  },
);

testInPage(
  'replies of several models are side by side, whichever is the first to end',
  '',
  async (page) => {
    await page.evaluate(() => {
      const { openWebUi } = window;
      openWebUi.show('a', [
        { id: 'q', user: 'Both of you?' },
        { question: 'q', replies: [{ id: 'left' }, { id: 'right' }] },
      ]);
      openWebUi.badges!.startReply(1, { chatId: 'a', messageId: 'left' });
      openWebUi.run(1, 0, 'one');
      openWebUi.badges!.endReply(1);
      openWebUi.badges!.startReply(2, { chatId: 'a', messageId: 'right' });
      openWebUi.run(2, 0, 'two');
      openWebUi.badges!.endReply(2);
    });
    expect(await shown(page)).toEqual({ left: ['💻 one'], right: ['💻 two'] });

    await page.evaluate(() =>
      window.openWebUi.badges!.startReply(3, { chatId: 'b', messageId: 'b1' }),
    );
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
    expect(Object.keys(await shown(page))).toEqual(['left', 'right']);
  },
);

testInPage(
  'a reply without an id is in the corner, and moves when its message becomes known',
  '',
  async (page) => {
    await page.evaluate(() => {
      window.openWebUi.show('a', [
        { id: 'q', user: 'Merge' },
        { id: 'a1', text: 'Text' },
      ]);
      window.openWebUi.badges!.startReply(1);
      window.openWebUi.run(1, 0, 'ls');
      // Longer than an element is awaited.
      window.openWebUi.advance(700);
    });
    await until(async () => 'corner' in (await shown(page)), 'the corner to show the tool');

    await page.evaluate(() =>
      window.openWebUi.badges!.startReply(1, { chatId: 'a', messageId: 'a1' }),
    );

    expect(await shown(page)).toEqual({ a1: ['💻 ls'] });
  },
);

testInPage(
  'badges stay at their messages in a page that is not recognised, too',
  '',
  async (page) => {
    await page.evaluate(() => {
      document.body.removeAttribute('data-sveltekit-preload-data');
      document.querySelector('script[src]')?.remove();
    });
    await startTool(page);

    expect(await shown(page)).toEqual({ a1: ['💻 ls'] });
  },
);

testInPage(
  'a page that removes the badge again and again is left alone until it re-creates the reply',
  '',
  async (page) => {
    await startTool(page);
    for (let wipe = 0; wipe < 8; wipe += 1) {
      await page.evaluate(async (host) => {
        await window.openWebUi.settled();
        document.querySelector(`#message-a1 ${host}`)?.remove();
      }, HOST);
    }
    expect(await shown(page)).toEqual({});

    await page.evaluate(() => window.openWebUi.swap('a1', { id: 'a1' }));

    expect(await shown(page)).toEqual({ a1: ['💻 ls'] });
  },
);

testInPage('a hostile id that the page does use is handled like any other', '', async (page) => {
  const id = '"]\\ #<b>💥';
  await page.evaluate((messageId) => {
    window.openWebUi.show('a', [{ id: messageId }]);
    window.openWebUi.badges!.startReply(1, { chatId: 'a', messageId });
    window.openWebUi.run(1, 0, 'ls');
  }, id);

  expect(await shown(page)).toEqual({ [id]: ['💻 ls'] });
});

testInPage('ten thousand changes are drawn once per frame, within bounds', '', async (page) => {
  const changes = await page.evaluate(async () => {
    const { openWebUi } = window;
    openWebUi.show(
      'a',
      Array.from({ length: 60 }, (_, index) => ({ id: `a${index}` })),
    );
    let seen = 0;
    const observer = new MutationObserver((records) => (seen += records.length));
    observer.observe(document, { childList: true, subtree: true });
    for (let call = 0; call < 10_000; call += 1) {
      const reply = call % 60;
      openWebUi.badges!.startReply(reply, { chatId: 'a', messageId: `a${reply}` });
      openWebUi.run(reply, call, `label ${call}`);
    }
    await openWebUi.settled();
    observer.disconnect();
    return seen;
  });

  const lines = Object.values(await shown(page));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines.every((texts) => texts.length <= 5)).toBe(true);
  // One host each, not one per change.
  expect(changes).toBeLessThan(100);
});

/** Whole texts so far, as Open WebUI 0.6 sends them. */
const MARKED = 'Let me look.\n`⏰ list`\n\n\nThere are two files.';
const CLEAN = 'Let me look.There are two files.';

let tabs = 0;

/** A tab of the switched-on site that shows one reply, and listens. */
async function openTab(kind: Kind, origin: string, name: string, reply = name): Promise<Page> {
  const page = await (await sharedBrowser(kind)).newPage();
  onTestFinished(() => page.close());
  // An address of its own: in Firefox, `readBadges` finds a tab by it, and that of another test may
  // just be closing.
  await page.goto(`${origin}/?${name}&tab=${++tabs}`);
  // A background page draws nothing.
  await page.bringToFront();
  await showReply(page, reply);
  return page;
}

/**
 * Navigates to the chat of a reply, once the page listens and the extension knows that its site is
 * on: before, what a socket brings passes, and a person has not asked yet.
 */
async function showReply(page: Page, id: string): Promise<void> {
  await untilListening(page);
  await untilAtWork(page);
  await page.evaluate(
    (reply) => window.openWebUi.show('chat', [{ id: `q-${reply}`, user: 'Files?' }, { id: reply }]),
    id,
  );
}

/**
 * Waits until the badge of the one reply has so many lines.
 * @returns what it shows; nothing else of ours is in the page
 */
async function seenWith(
  driver: Driver,
  page: Page,
  lines: number,
  folds: readonly unknown[] = [],
): Promise<BadgesSeen> {
  // A background page draws nothing.
  await page.bringToFront();
  let now: BadgesSeen | null = null;
  const seen = await until(async () => {
    now = await readBadges(driver, page);
    return now.lines.length === lines && now.folds.length === folds.length && now;
  }, `${lines} tools and ${folds.length} folds`).catch(async (error: Error) => {
    const shown = await page.evaluate(
      () => `${document.visibilityState}: ${document.body.innerText}`,
    );
    throw new Error(`${error.message} Seen: ${JSON.stringify(now)} in a page that is ${shown}`);
  });
  expect(seen.folds).toEqual(folds);
  expect(await page.$$(`#messages-container ${HOST}`)).toHaveLength(1);
  expect(await page.$$(`#message-reply .chat-assistant > ${HOST}:first-child`)).toHaveLength(1);
  return seen;
}

/** @returns the full seconds that the first line shows, 0 for none */
function secondsOf({ times }: BadgesSeen): number {
  return Number(/\d+/.exec(times[0] ?? '')?.[0] ?? 0);
}

test.each(BROWSERS)(
  'over the socket: a marker is removed from the text, and its badge is only in the tab that shows the reply (%s)',
  async (kind) => {
    const { site: own, driver } = await enabledSite(kind);
    const other = await openTab(kind, own.origin, 'other');
    const page = await openTab(kind, own.origin, 'reply');
    await page.bringToFront();

    const message = { chatId: 'chat', messageId: 'reply' };
    own.emit(message, 'chat:completion', { content: 'Let me look.\n`⏰ list`\n\n\nThere' });
    await until(
      async () => (await readBadges(driver, page)).lines.length === 1,
      'the badge of the running reply',
    );
    expect(await page.$(`#message-reply .chat-assistant > ${HOST}:first-child`)).not.toBeNull();

    // A reload in mid-reply: the next event contains the whole text again.
    await page.reload();
    await showReply(page, 'reply');
    own.emit(message, 'chat:completion', { content: MARKED });
    own.emit(message, 'chat:completion', { content: MARKED, done: true });

    // In a whole text, nothing tells whether the server or the model wrote it.
    const told = '⏰ list · may be faked';
    await until(
      async () => (await readBadges(driver, page)).folds[0] === told,
      'the badge of the finished reply',
    );
    expect(await page.$eval('#message-reply .chat-assistant', (reply) => reply.textContent)).toBe(
      CLEAN,
    );
    await other.bringToFront();
    expect(await other.$(`#messages-container ${HOST}`)).toBeNull();
    expect(await readBadges(driver, other)).toMatchObject({ lines: [], folds: [] });
  },
);

test.each(BROWSERS)(
  'over the socket: stopping a reply ends its badge, and continuing it unfolds it (%s)',
  async (kind) => {
    const { site: own, driver } = await enabledSite(kind);
    const page = await openTab(kind, own.origin, 'reply');
    const message = { chatId: 'chat', messageId: 'reply' };
    const tool = {
      tool: 'terminal',
      emoji: '💻',
      label: 'sleep 34',
      toolCallId: 'call_1',
      status: 'running',
    };

    own.emit(message, 'hermes.tool.progress', tool);
    await until(async () => (await readBadges(driver, page)).running === 1, 'the tool to run');
    own.emit(message, 'chat:tasks:cancel', {});
    await until(
      async () => (await readBadges(driver, page)).folds[0] === '💻 sleep 34',
      'the reply to be over',
    );
    own.emit(message, 'hermes.tool.progress', { ...tool, toolCallId: 'call_2', label: 'ls' });

    await until(
      async () => (await readBadges(driver, page)).lines.length === 2,
      'both tools to be shown',
    );
  },
);

/** A reply with two tools, as events and as markers in the whole text so far, each by itself. */
const MESSAGE = { chatId: 'chat', messageId: 'reply' };
const FIRST_TOOL = {
  tool: 'cronjob',
  emoji: '⏰',
  label: 'list',
  toolCallId: 'call_1',
  status: 'running',
};
const SECOND_TOOL = {
  tool: 'session_search',
  emoji: '🔍',
  label: 'recall: "x"',
  toolCallId: 'call_2',
  status: 'running',
};
const BOTH = [expect.stringContaining('list'), expect.stringContaining('recall')];
type Step = readonly [type: string, data: object];
const OPENS: Step = ['chat:completion', { choices: [{ index: 0, delta: { role: 'assistant' } }] }];
const DONE: Step = ['chat:completion', { done: true }];
const STEPS: Readonly<
  Record<
    'events' | 'markers',
    { readonly first: Step; readonly second: Step; readonly last: readonly Step[] }
  >
> = {
  events: {
    first: ['hermes.tool.progress', FIRST_TOOL],
    second: ['hermes.tool.progress', SECOND_TOOL],
    last: [
      ...[FIRST_TOOL, SECOND_TOOL].map(({ tool, toolCallId }): Step => [
        'hermes.tool.progress',
        { tool, toolCallId, status: 'completed' },
      ]),
      DONE,
    ],
  },
  markers: {
    first: ['chat:completion', { content: '`⏰ list`\n' }],
    second: ['chat:completion', { content: '`⏰ list`\n\n`🔍 recall: "x"`\n' }],
    last: [DONE],
  },
};
const WAYS = inTurn(['events', 'markers'] as const);

test.each(WAYS)(
  'over the socket: a chat in two tabs, one reloaded in mid-reply, has one badge in each, and shows no time it did not see (%s, %s)',
  async (kind, way) => {
    const { first, second, last } = STEPS[way];
    const { site: own, driver } = await enabledSite(kind);
    await knowHermes(driver, own);
    const [stays, reloads] = [
      await openTab(kind, own.origin, 'stays', 'reply'),
      await openTab(kind, own.origin, 'reloads', 'reply'),
    ];
    own.emit(MESSAGE, ...OPENS);
    own.emit(MESSAGE, ...first);
    await seenWith(driver, reloads, 1);
    await seenWith(driver, stays, 1);

    await reloads.reload();
    await showReply(reloads, 'reply');
    // Snapshots are repeated with every word; an event is sent once.
    if (way === 'markers') own.emit(MESSAGE, ...first);
    // Any time the other tab shows from now on is over a second by then.
    const before = secondsOf(await seenWith(driver, stays, 1));
    await until(
      async () => secondsOf(await readBadges(driver, stays)) > before + 1,
      'the clock of the first tool',
    );
    own.emit(MESSAGE, ...second);
    const [whole, part] = [
      await seenWith(driver, stays, 2),
      await seenWith(driver, reloads, way === 'markers' ? 2 : 1),
    ];
    expect(secondsOf(whole)).toBeGreaterThan(1);
    if (way === 'markers') expect(part.times[0]).toBe('');

    for (const step of last) own.emit(MESSAGE, ...step);
    await seenWith(driver, stays, 0, [expect.stringMatching(/^2 tools · \d/)]);
    // The end of the first tool makes a line of its own where its beginning was missed.
    await seenWith(driver, reloads, 0, ['at least 2 tools']);
  },
);

/** Begins the reply in a tab of a site of its own, and waits for the badge of its first tool. */
async function beginReply(kind: Kind, first: Step) {
  const { site: own, driver } = await enabledSite(kind);
  await knowHermes(driver, own);
  const page = await openTab(kind, own.origin, 'reply');
  own.emit(MESSAGE, ...OPENS);
  own.emit(MESSAGE, ...first);
  await seenWith(driver, page, 1);
  return { own, driver, page };
}

test.each(WAYS)(
  'over the socket: a background that is stopped in mid-reply leaves one badge, which continues and ends (%s, %s)',
  async (kind, way) => {
    const { first, second, last } = STEPS[way];
    const { own, driver, page } = await beginReply(kind, first);

    await stopBackground(driver);
    own.emit(MESSAGE, ...second);
    expect(await seenWith(driver, page, 2)).toMatchObject({ lines: BOTH });
    await stopBackground(driver);
    for (const step of last) own.emit(MESSAGE, ...step);
    await seenWith(driver, page, 0, [expect.stringMatching(/^2 tools\b/)]);
  },
);

test.each(WAYS)(
  'over the socket: after switching to another chat in mid-reply and back, the badge has all tools, once (%s, %s)',
  async (kind, way) => {
    const { first, second, last } = STEPS[way];
    const { own, driver, page } = await beginReply(kind, first);

    await page.evaluate(() =>
      window.openWebUi.show('other', [{ id: 'q', user: 'Weather?' }, { id: 'other-reply' }]),
    );
    await until(
      async () => (await readBadges(driver, page)).lines.length === 0,
      'the badge to disappear with its chat',
    );
    own.emit(MESSAGE, ...second);
    await showReply(page, 'reply');
    expect(await seenWith(driver, page, 2)).toMatchObject({ lines: BOTH });

    await page.evaluate(() =>
      window.openWebUi.show('other', [{ id: 'q', user: 'Weather?' }, { id: 'other-reply' }]),
    );
    for (const step of last) own.emit(MESSAGE, ...step);
    await showReply(page, 'reply');
    await seenWith(driver, page, 0, [expect.stringMatching(/^2 tools\b/)]);
  },
);
