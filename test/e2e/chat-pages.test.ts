/**
 * Badges in pages that mark their messages in no usual way: only the text of the reply tells where
 * they belong.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { findInShadow } from '../../src/tools/browsers/in-shadow.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS, inTurn } from '../support/browsers.ts';
import { CHAT_PAGES, chatPageFiles, type ChatPageWindow } from '../support/chat-pages/pages.ts';
import { enabledSites } from './enabled-site.ts';
import { DONE, ROLE, STOP, text, toolEvent } from './frames.ts';
import type { StreamSite } from './stream-site.ts';

const chatSite = enabledSites({ files: chatPageFiles() });

async function openChat(
  kind: BrowserKind,
  name: string,
): Promise<{ readonly driver: Driver; readonly page: Page; readonly site: StreamSite }> {
  const { driver, site } = await chatSite(kind);
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.origin}/${name}`);
  expect(
    await page.evaluate(() => typeof (window as unknown as ChatPageWindow).elsewhere),
    `window.elsewhere in test/support/chat-pages/${name}.js`,
  ).toBe('string');
  await until(() => cleansHistory(page, site), 'the hook to be at work', 5000);
  return { driver, page, site };
}

let warmUps = 0;

/**
 * It learns only after the load that the site is on, but sooner than anybody can type a question.
 */
async function cleansHistory(page: Page, site: StreamSite): Promise<boolean> {
  const name = `warm-up-${++warmUps}`;
  await page.evaluate((stream) => {
    const messages = [{ role: 'assistant', content: '`⏰ run`\n\n\nDone.' }];
    void fetch(`/v1/chat/completions?${stream}`, {
      method: 'POST',
      body: JSON.stringify({ messages }),
    });
  }, name);
  const warmUp = await site.stream(name);
  warmUp.end();
  return !warmUp.body.includes('run');
}

function ask(page: Page, name: string, question: string): Promise<void> {
  return page.evaluate(
    (stream, asked) => (window as unknown as ChatPageWindow).ask(stream, asked),
    name,
    question,
  );
}

function showChat(page: Page, number: number): Promise<void> {
  return page.evaluate((chat) => (window as unknown as ChatPageWindow).showChat(chat), number);
}

const QUESTION =
  'Say this:\n\nThe weather in Oslo is cold today and it rains in the hills around it.';
/** One word each: pages put every word of a running reply into an element of its own. */
const BEGINNING = 'weather';
const MIDDLE = 'fjord';
const END = 'until';

/** Positions of elements, found by their texts. */
interface Seen {
  /** Number of our elements outside the corner. */
  readonly badges: number;
  /** Height of the first one, 0 if there is none. */
  readonly high: number;
  /** Its upper edge, below the lower edge of the last line with one of these words. */
  readonly below: number | null;
  /**
   * Upper edge of the reply, from that of the question: some pages scroll, others keep their texts
   * at the lower edge.
   */
  readonly top: number | null;
  /** Words before the badge and behind it, of those that we look for. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  /** The badge is where people type or press, or in something that repeats the reply. */
  readonly misplaced: boolean;
}

/** @param words of the reply, in order */
function look(page: Page, words: readonly string[]): Promise<Seen> {
  return page.evaluate((said) => {
    const { chatRoot, elsewhere } = window as unknown as ChatPageWindow;
    const root = chatRoot ?? document.body;
    const noReply = ['aside, nav', elsewhere].filter(Boolean).join();
    const hosts = [...root.querySelectorAll('stream-fixer-badges')];
    const [host] = hosts;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    const range = document.createRange();
    const rectsOf = (word: string): DOMRect[] =>
      texts
        .filter(
          ({ data, parentElement }) => data.includes(word) && !parentElement!.closest(noReply),
        )
        .map((node) => {
          range.selectNodeContents(node);
          return range.getBoundingClientRect();
        });
    const lowest = Math.max(...said.flatMap((word) => rectsOf(word).map(({ bottom }) => bottom)));
    const first = rectsOf(said[0] ?? '').at(-1);
    const question = rectsOf('Say this')[0];
    const at = host?.getBoundingClientRect();
    const parts = (following: boolean): string[] =>
      said.filter((word) =>
        texts.some(
          (node) =>
            node.data.includes(word) &&
            host &&
            Boolean(
              host.compareDocumentPosition(node) &
              (following ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING),
            ),
        ),
      );
    return {
      badges: hosts.length,
      high: at?.height ?? 0,
      below: at && Number.isFinite(lowest) ? Math.round(at.top - lowest) : null,
      top: first && question ? Math.round(first.top - question.top) : null,
      before: parts(false),
      behind: parts(true),
      misplaced: Boolean(
        host?.closest(`a, button, textarea, footer, [contenteditable="true"], ${noReply}`),
      ),
    };
  }, words);
}

/** Waits until the badge is in the page, below these words. @param within so many pixels */
async function badgeBelow(page: Page, words: readonly string[], within = 60): Promise<Seen> {
  await until(
    async () => {
      const { below, high, behind } = await look(page, words);
      return high > 0 && below !== null && below >= -1 && below < within && behind.length === 0;
    },
    `the badge below "${words.at(-1)}"`,
    5000,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)} ${JSON.stringify(await look(page, words))}`, {
      cause: error,
    });
  });
  const seen = await look(page, words);
  expect(seen).toMatchObject({ badges: 1, misplaced: false });
  return seen;
}

test.each(inTurn(CHAT_PAGES).map(([kind, name]) => [name, kind] as const))(
  'in %s the badge is below the running text, does not move it, and stays with it (%s)',
  async (name, kind) => {
    const { page, site } = await openChat(kind, name);
    const stream = `${name}-${kind}-${++warmUps}`;
    await ask(page, stream, QUESTION);
    const answer = await site.stream(stream);

    // Before there is any text, only the person's own message has its words.
    await answer.write(ROLE, toolEvent('first', 'running'));
    await until(() => page.$('html > stream-fixer-badges'), 'the corner to show the tool');
    expect((await look(page, [BEGINNING])).badges).toBe(0);

    await answer.write(text('The weather '), text('in Oslo is **cold** to'));
    await badgeBelow(page, [BEGINNING]);
    const before = await look(page, [BEGINNING]);
    await answer.write(
      text('day and it rains in the hills around it. '),
      toolEvent('first', 'completed'),
      toolEvent('second', 'running'),
    );
    await badgeBelow(page, [BEGINNING]);
    await answer.write(text('The wind comes from the fjord.'));
    await badgeBelow(page, [BEGINNING, MIDDLE]);
    await answer.write(text('\n\nTomorrow stays dry until six.'));
    const running = await badgeBelow(page, [BEGINNING, MIDDLE, END]);
    expect(running.top).toBe(before.top);

    await answer.write(toolEvent('second', 'completed'), STOP, DONE);
    answer.end();
    await sleep(300);
    const over = await badgeBelow(page, [BEGINNING, MIDDLE, END]);
    expect(over.top).toBe(before.top);

    await page.evaluate(() => (window as unknown as ChatPageWindow).redraw(true));
    await badgeBelow(page, [BEGINNING, MIDDLE, END]);

    await showChat(page, 1);
    await until(
      async () => (await look(page, ['Glomma'])).badges === 0,
      'the badge to disappear with its chat',
    );
    await sleep(800);
    expect(await look(page, ['Glomma'])).toMatchObject({ badges: 0 });
    await showChat(page, 0);
    await badgeBelow(page, [BEGINNING, MIDDLE, END]);

    // Seen for a moment only, sooner than the page is searched again.
    await page.evaluate(glimpse);
    await until(
      async () => (await look(page, ['Glomma'])).badges === 0,
      'the badge to disappear with its chat',
    );
  },
  120_000,
);

/**
 * Runs in the page: shows the other chat, this one until it has been drawn, and the other one
 * again. In a page of so many texts, the next search waits for a tenth of a second and more.
 */
async function glimpse(): Promise<void> {
  const chats = window as unknown as ChatPageWindow;
  const frames = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await new Promise((done) => requestAnimationFrame(done));
  };
  const dialogs = document.createElement('div');
  dialogs.hidden = true;
  for (let i = 0; i < 18_000; i++)
    dialogs.append(Object.assign(document.createElement('p'), { textContent: 'Save' }));
  document.body.prepend(dialogs);
  chats.showChat(1);
  await frames(30);
  chats.showChat(0);
  await frames(1);
  await new Promise((done) => setTimeout(done));
  chats.showChat(1);
}

test.each(inTurn(CHAT_PAGES).map(([kind, name]) => [name, kind] as const))(
  'in %s a tool that runs behind text is shown below it, not below a later reply with the same text (%s)',
  async (name, kind) => {
    const { page, site } = await openChat(kind, name);
    for (const turn of ['one', 'two']) {
      const stream = `${name}-${kind}-${turn}`;
      await ask(page, stream, QUESTION);
      const answer = await site.stream(stream);
      await answer.write(ROLE, text('The weather '), text('in Oslo is **cold** today.'));
      // The page has drawn it, and changes nothing while the tool runs.
      await sleep(300);
      if (turn === 'one') {
        await answer.write(toolEvent('first', 'running'));
        await badgeBelow(page, [BEGINNING]);
        await answer.write(toolEvent('first', 'completed'));
      }
      await answer.write(STOP, DONE);
      answer.end();
      // Nobody asks again sooner.
      await sleep(1000);
      // Then it is above the later reply.
      const behind = turn === 'one' ? [] : [BEGINNING];
      expect(await look(page, [BEGINNING])).toMatchObject({ badges: 1, misplaced: false, behind });
    }
  },
  120_000,
);

test.each(inTurn(CHAT_PAGES).map(([kind, name]) => [name, kind] as const))(
  'in %s the badge of a reply that is asked for again goes with it, and leaves the same words to the new one (%s)',
  async (name, kind) => {
    const { driver, page, site } = await openChat(kind, name);
    for (const turn of ['first', 'second', 'third']) {
      const stream = `${name}-${kind}-again-${turn}`;
      if (turn === 'first') await ask(page, stream, QUESTION);
      else await page.evaluate((one) => (window as unknown as ChatPageWindow).again(one), stream);
      const answer = await site.stream(stream);
      // As on the web, where nothing comes at once.
      await sleep(200);
      await answer.write(ROLE, toolEvent(turn, 'running'));
      await answer.write(toolEvent(turn, 'completed'), text('The weather in Oslo is **cold** '));
      await sleep(100);
      await answer.write(text('today. Tomorrow stays dry.'), STOP, DONE);
      answer.end();
      await expect
        .poll(async () => (await readBadges(driver, page)).folds)
        .toEqual([expect.stringContaining(turn) as string]);
      // Nobody has read it sooner.
      await sleep(2500);
      await badgeBelow(page, [BEGINNING]);
    }
  },
  120_000,
);

test.each(inTurn(CHAT_PAGES).map(([kind, name]) => [name, kind] as const))(
  'in %s a reply that is asked for again has its own badge, and not that of the one it replaces (%s)',
  async (name, kind) => {
    const { driver, page, site } = await openChat(kind, name);
    const folds = async (): Promise<readonly string[]> => (await readBadges(driver, page)).folds;
    const words = text('The weather in Oslo is cold today.');
    const first = `${name}-${kind}-first-try`;
    await ask(page, first, 'Say this, please.');
    const stopped = await site.stream(first);
    await stopped.write(ROLE, toolEvent('first', 'running'), words);
    await stopped.write(toolEvent('first', 'completed'), STOP, DONE);
    stopped.end();
    await badgeBelow(page, [BEGINNING]);

    for (const tools of [['second', 'third'], []]) {
      const again = `${name}-${kind}-with-${tools.length}`;
      await page.evaluate((stream) => (window as unknown as ChatPageWindow).again(stream), again);
      // No agent answers sooner.
      await until(() => folds().then(({ length }) => length === 0), 'the old badge to leave');
      const answer = await site.stream(again);
      await answer.write(ROLE, ...tools.map((tool) => toolEvent(tool, 'running')));
      if (tools.length > 0)
        await until(async () => (await readBadges(driver, page)).running > 0, 'its tools');
      await answer.write(words);
      if (tools.length > 0) await badgeBelow(page, [BEGINNING]);
      // It is looked for as long as there is no text that it may belong to.
      else await sleep(700);
      await answer.write(text(' The wind comes from the fjord.'));
      await answer.write(...tools.map((tool) => toolEvent(tool, 'completed')), STOP, DONE);
      answer.end();
      await sleep(700);
      const expected = tools.length > 0 ? [expect.stringMatching(/^2 commands/)] : [];
      expect(await folds()).toEqual(expected);
      if (tools.length > 0) await badgeBelow(page, [BEGINNING, MIDDLE]);
    }
  },
  120_000,
);

test.each(inTurn(['paragraphs']).map(([kind, name]) => [name, kind] as const))(
  'in %s the badge finds a text that is drawn after much else has changed (%s)',
  async (name, kind) => {
    const { page, site } = await openChat(kind, name);
    const stream = `${name}-${kind}-busy`;
    await ask(page, stream, QUESTION);
    const answer = await site.stream(stream);
    await page.evaluate(() => void document.body.append(document.createElement('ol')));
    await page.evaluate(() => {
      const list = document.querySelector('ol')!;
      for (let i = 0; i < 600; i++)
        list.append(Object.assign(document.createElement('li'), { textContent: `Event ${i}` }));
    });
    await answer.write(ROLE, toolEvent('first', 'running'), toolEvent('first', 'completed'));
    await answer.write(text('The weather in Oslo is **cold** today. Tomorrow stays dry.'));
    await answer.write(STOP, DONE);
    answer.end();
    await badgeBelow(page, [BEGINNING]);
  },
  60_000,
);

test.each(inTurn(['paragraphs']).map(([kind, name]) => [name, kind] as const))(
  'in %s a tool that runs in the corner takes no clicks from what is below it, such as a button to stop (%s)',
  async (name, kind) => {
    const { driver, page, site } = await openChat(kind, name);
    const stream = `${name}-${kind}-below`;
    await ask(page, stream, QUESTION);
    const answer = await site.stream(stream);
    await answer.write(ROLE, toolEvent('first', 'running'), toolEvent('second', 'running'));
    await until(
      async () => (await readBadges(driver, page)).running === 2,
      'the corner to show them',
    );
    const taken = await page.evaluate(() => {
      const points = [];
      for (let x = innerWidth - 340; x < innerWidth; x += 8)
        for (let y = innerHeight - 240; y < innerHeight; y += 4) points.push([x, y] as const);
      return points.filter(
        ([x, y]) => document.elementFromPoint(x, y)?.localName === 'stream-fixer-badges',
      );
    });
    expect(taken).toEqual([]);
    answer.end();
  },
  60_000,
);

test.each(BROWSERS)(
  'in %s what is in the corner is over no field and no button, also of a closed shadow tree, and comes down once they are gone',
  async (kind) => {
    const { driver, page, site } = await openChat(kind, 'paragraphs');
    await page.evaluate(() => {
      const bar = '<textarea rows="8" cols="60"></textarea><button>Stop</button>';
      const host = document.createElement('x-chat');
      host.style.cssText = 'position: fixed; inset: auto 0 0; display: block; text-align: end';
      host.attachShadow({ mode: 'closed' }).innerHTML = `<form>${bar}</form>`;
      const own = document.createElement('div');
      own.style.cssText = 'position: fixed; inset: auto 0 180px; text-align: end';
      // Many a page's button is a plain element.
      own.innerHTML =
        '<div style="height: 40px; cursor: pointer">Tools</div><button style="width: 100%">Attach</button>';
      document.body.append(host, own);
    });
    const stream = `paragraphs-${kind}-clear`;
    await ask(page, stream, QUESTION);
    const answer = await site.stream(stream);
    await answer.write(ROLE, toolEvent('first', 'running'), toolEvent('second', 'running'));
    /** From the edge of the page to the middle of what the corner shows, in CSS pixels. */
    const above = async (): Promise<number> => {
      const middle = await findInShadow(driver, page, HOST_NAME, 'corner');
      return middle ? (await page.evaluate(() => innerHeight)) - middle.y : 0;
    };
    await expect.poll(above).toBeGreaterThan(262);
    expect(await above()).toBeLessThan(330);
    // Where the mouse is a hand everywhere, fields and real buttons alone count.
    await page.evaluate(() => void (document.documentElement.style.cursor = 'pointer'));
    await expect.poll(above).toBeLessThan(262);
    expect(await above()).toBeGreaterThan(215);
    await page.evaluate(() => {
      document.documentElement.style.cursor = '';
      for (const one of document.querySelectorAll('x-chat, x-chat + div')) one.remove();
    });
    await expect.poll(above).toBeLessThan(160);
    answer.end();
  },
  60_000,
);

test.each(inTurn(['lobe-chat']).map(([kind, name]) => [name, kind] as const))(
  'in %s no badge is in the field in which a reply is changed, and it is back behind that (%s)',
  async (name, kind) => {
    const { page, site } = await openChat(kind, name);
    const stream = `${name}-${kind}-edited`;
    await ask(page, stream, QUESTION);
    const answer = await site.stream(stream);
    await answer.write(ROLE, toolEvent('first', 'running'));
    await answer.write(text('The weather in Oslo is cold today. Tomorrow it stays dry.'));
    await answer.write(toolEvent('first', 'completed'), STOP, DONE);
    answer.end();
    await badgeBelow(page, [BEGINNING]);

    const edit = (on: boolean): Promise<void> =>
      page.evaluate((open) => (window as unknown as ChatPageWindow).edit!(open), on);
    await edit(true);
    // Nor is it in the corner.
    const shown = (): Promise<number> =>
      page.$$eval(
        'stream-fixer-badges',
        (hosts) => hosts.filter((host) => host.getBoundingClientRect().height > 0).length,
      );
    await until(async () => (await shown()) === 0, 'the badge to leave the page');
    await sleep(1000);
    expect(await shown()).toBe(0);
    await edit(false);
    await badgeBelow(page, [BEGINNING]);
  },
  60_000,
);
