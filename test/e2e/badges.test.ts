import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { serveSite, type Site } from '../screenshots/site.ts';
import type {} from '../screenshots/chat.ts';
import { turnAsAsked } from '../screenshots/page-direction.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, CHROMIUM, EITHER, inTurn, sharedBrowser } from '../support/browsers.ts';

let site: Site;

beforeAll(async () => {
  site = await serveSite();
});

afterAll(() => site.close());

const HOST = 'stream-fixer-badges';

/** Opens the sample chat, runs `check`, and closes the page again whatever happens. */
async function inChat(
  kind: (typeof BROWSERS)[number],
  query: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await (await sharedBrowser(kind)).newPage();
  try {
    await turnAsAsked(page);
    await page.goto(`${site.origin}/test/screenshots/chat.html?${query}`);
    await page.waitForFunction(() => 'chat' in window);
    await check(page);
  } finally {
    await page.close();
  }
}

/** Runs a test in a sample chat. */
function testInChat(
  name: string,
  query: string,
  check: (page: Page) => Promise<void>,
  kinds = EITHER,
): void {
  test.each(kinds)(`${name} (%s)`, (kind) => inChat(kind, query, check));
}

/** For what the browser itself lays out, focuses or copies. */
function testInBoth(name: string, query: string, check: (page: Page) => Promise<void>): void {
  testInChat(name, query, check, BROWSERS);
}

function shown(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await window.chat.settled();
    return window.chat.shown();
  });
}

/** Waits until all of ours that moves or fades is as it stays; a spinner never is. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await window.chat.settled();
    const ending = window.chat.roots
      .flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** A question, its empty reply, and one running tool. */
async function startTool(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { chat } = window;
    chat.user('Weather?');
    chat.reply();
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo');
    await chat.settled();
  });
}

/**
 * The answer of the chat turns out to have been read, as the text of this reply, which now uses a
 * tool.
 */
function readAndUseTool(page: Page, reply: number): Promise<void> {
  return page.evaluate(async (number) => {
    const { badges, ...chat } = window.chat;
    badges.expectReply(false);
    badges.startReply(number);
    badges.beginning(number, chat.answer);
    chat.run(number, 0, '💻', 'date');
    await chat.settled();
  }, reply);
}

testInBoth(
  'on a phone, the line at the top of a page has its button below the words',
  '',
  async (page) => {
    await page.setViewport({ width: 320, height: 640 });
    const [below, height] = await page.evaluate(() => {
      const { notice, roots } = window.chat;
      notice.greet('ask-admin');
      const box = roots.at(-1)!.querySelector<HTMLElement>('.notice')!;
      const words = box.querySelector<HTMLElement>('.words')!;
      words.textContent =
        'On. To see tools and questions of your agent here, ask your admin for the companion.';
      const next = box.querySelector<HTMLElement>('.next')!;
      return [next.offsetTop - words.offsetTop - words.offsetHeight, box.offsetHeight] as const;
    });

    expect(below).toBeGreaterThanOrEqual(0);
    expect(height).toBeLessThan(200);
  },
);

testInChat(
  'screen readers announce the first tool and the end, and nothing in between',
  '',
  async (page) => {
    const spoken = () => page.evaluate(() => window.chat.announced());
    await startTool(page);
    await until(
      async () => (await spoken()) === 'Tool running: weather in Oslo',
      'the first tool to be announced',
    );

    await page.evaluate(() => {
      window.chat.finish(1, 0);
      window.chat.run(1, 1, '💻', 'ls');
    });
    await sleep(300);
    expect(await spoken()).toBe('Tool running: weather in Oslo');

    await page.evaluate(() => window.chat.badges.endReply(1));
    await until(async () => (await spoken()) === '2 tools finished.', 'the end to be announced');
  },
);

testInChat(
  'a badge is the first element of its reply, and not part of its text',
  '',
  async (page) => {
    await startTool(page);

    const found = await page.evaluate(() => {
      const reply = document.querySelector('.chat-assistant')!;
      reply.append('All done.');
      const everything = document.createRange();
      everything.selectNodeContents(reply);
      getSelection()?.addRange(everything);
      const first = reply.firstElementChild!;
      const copied = getSelection()?.toString().trim();
      return {
        name: first.localName,
        open: first.shadowRoot,
        text: reply.textContent,
        inner: (reply as HTMLElement).innerText.trim(),
        copied,
      };
    });

    expect(found).toEqual({
      name: HOST,
      open: null,
      text: 'All done.',
      inner: 'All done.',
      copied: 'All done.',
    });
    expect(await shown(page)).toEqual([expect.stringMatching(/^🔍 weather in Oslo(?: \d+ s)?$/)]);
  },
);

test.each(BROWSERS.flatMap((kind) => ['reply', 'corner'].map((place) => [kind, place] as const)))(
  'the question of an agent is denied, and opened, by a press of its button (%s, in the %s)',
  async (kind, place) => {
    await inChat(kind, '', async (page) => {
      await page.evaluate((isInReply) => {
        if (isInReply) window.chat.reply();
        window.chat.ask(1, 0, 'rm -rf old');
        // Nobody but a person can press.
        for (const root of window.chat.roots)
          for (const name of ['.look', '.deny']) root.querySelector<HTMLElement>(name)?.click();
      }, place === 'reply');
      const button = (name: string) =>
        page.evaluate((className) => {
          const found = window.chat.roots
            .map((root) => root.querySelector<HTMLElement>(className))
            .find(Boolean)!;
          const { left, top, width, height } = found.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2, focused: found.matches(':focus') };
        }, name);
      // The corner is used after 0.6 s.
      await sleep(1000);
      expect(await page.evaluate(() => window.chat.answers)).toEqual([]);
      for (const name of ['.look', '.deny', '.deny']) {
        const { x, y, focused } = await button(name);
        expect(focused).toBe(false);
        await page.mouse.click(x, y);
      }
      expect(await page.evaluate(() => window.chat.answers)).toEqual([
        'request: look',
        'request: deny',
      ]);
    });
  },
);

testInChat('a finished reply is one line that unfolds', '', async (page) => {
  await startTool(page);
  await page.evaluate(() => {
    const { chat } = window;
    chat.advance(3250);
    chat.finish(1, 0);
    chat.run(1, 1, '💻', 'ls');
    chat.badges.endReply(1);
  });
  expect(await shown(page)).toEqual([expect.stringMatching(/^2 tools · (?:[3-9]|\d\d)\.\d s$/)]);

  const states = await page.evaluate(async () => {
    const fold = window.chat.roots.flatMap((root) => [
      ...root.querySelectorAll<HTMLElement>('.fold'),
    ])[0]!;
    const before = fold.getAttribute('aria-expanded');
    window.chat.press('fold');
    await window.chat.settled();
    const after = fold.getAttribute('aria-expanded');
    const lines = [...(fold.getRootNode() as ShadowRoot).querySelectorAll('li')].map(
      (line) => line.textContent,
    );
    return { before, after, lines };
  });

  expect(states).toMatchObject({ before: 'false', after: 'true' });
  expect(states.lines[0]).toMatch(
    /^🔍weather in Oslo(?:[3-9]|\d\d)\.\d s, from 0 s, (?:[3-9]|\d\d)\.\d seconds, finished, outcome not reported$/,
  );
  expect(states.lines[1]).toMatch(
    /^💻ls, from (?:[3-9]|\d\d)\.\d s, under 1 second, no result reported$/,
  );
});

testInChat(
  "a reply above the person's last message is not taken for the new one",
  '',
  async (page) => {
    // In one call: a second later, it is in the corner.
    const early = await page.evaluate(async () => {
      const { chat } = window;
      chat.user('First');
      chat.reply('First answer').id = 'first';
      chat.user('Second');
      chat.run(1, 0, '🔍', 'weather');
      await chat.settled();
      return chat.shown();
    });
    expect(early).toEqual([]);
    expect(await page.$(`#first ${HOST}`)).toBeNull();

    await until(async () => (await shown(page)).length > 0, 'the corner to show the tool');
    expect(await page.$(`html > ${HOST}`)).not.toBeNull();
    expect(await page.$(`#first ${HOST}`)).toBeNull();

    await page.evaluate(() => {
      window.chat.reply().id = 'second';
    });
    await until(() => page.$(`#second > ${HOST}`), 'the badge to move into its reply');
    expect(await shown(page)).toEqual([expect.stringMatching(/^🔍 weather/)]);
  },
);

testInChat('two concurrent replies get two elements, in order', '', async (page) => {
  await page.evaluate(async () => {
    const { chat } = window;
    chat.user('Both of you');
    chat.reply().id = 'left';
    chat.reply().id = 'right';
    chat.badges.startReply(1);
    chat.badges.startReply(2);
    chat.run(2, 0, '💻', 'two');
    chat.run(1, 0, '💻', 'one');
    await chat.settled();
  });

  const labels = await page.evaluate(() =>
    ['left', 'right'].map((id) => {
      const host = document.querySelector(`#${id} > stream-fixer-badges`);
      return window.chat.roots.find((root) => root.host === host)?.querySelector('.name')
        ?.textContent;
    }),
  );
  expect(labels).toEqual(['one', 'two']);
});

testInChat(
  'a badge removed by the page is restored, and after three removals goes before the reply',
  '',
  async (page) => {
    await startTool(page);
    const places: string[] = [];
    for (let wipe = 0; wipe < 3; wipe += 1) {
      places.push(
        await page.evaluate(async () => {
          const reply = document.querySelector('.chat-assistant')!;
          reply.replaceChildren('new text');
          await window.chat.settled();
          return document.querySelector('stream-fixer-badges')?.parentElement?.className ?? 'gone';
        }),
      );
    }

    expect(places).toEqual(['chat-assistant', 'chat-assistant', 'column']);
    expect(await page.$(`${HOST} + .chat-assistant`)).not.toBeNull();
    expect(await shown(page)).toEqual([expect.stringMatching(/^🔍 weather in Oslo/)]);
  },
);

testInChat(
  'a page that renders its whole chat anew keeps the badges of all replies',
  '',
  async (page) => {
    await startTool(page);

    await page.evaluate(async () => {
      const { badges, ...chat } = window.chat;
      document.querySelector('.chat-assistant')!.append(chat.answer);
      badges.beginning(1, chat.answer);
      badges.endReply(1);
      await chat.settled();
      // Longer than a reply that has ended is looked for.
      chat.advance(5000);
      chat.user('And in Bergen?');
      badges.startReply(2);
      const log = document.getElementById('log')!;
      const anew = log.cloneNode(true) as Element;
      anew.querySelector('stream-fixer-badges')!.remove();
      log.replaceChildren(...anew.childNodes);
      await chat.settled();
    });

    await page.waitForSelector(`.chat-assistant > ${HOST}`);
  },
);

testInChat(
  'a tool is shown below text that the page has drawn before it was known to have been read',
  '',
  async (page) => {
    await page.evaluate(async () => {
      const { badges, ...chat } = window.chat;
      const log = document.getElementById('log')!;
      log.replaceChildren();
      badges.expectReply(true);
      const text = document.createElement('div');
      text.textContent = chat.answer;
      log.append(text);
      await chat.settled();
      // Google ADK's page works that long before it lets anybody else know.
      chat.advance(30);
    });
    await readAndUseTool(page, 1);

    expect(await page.$eval(HOST, (host) => host.parentElement?.id)).toBe('log');
  },
);

testInChat(
  'text is found in a page that creates its list many times over, element by element',
  '',
  async (page) => {
    await page.evaluate(async () => {
      const { badges, ...chat } = window.chat;
      const log = document.getElementById('log')!;
      badges.expectReply(true);
      for (let time = 0; time < 100; time++) {
        log.replaceChildren();
        let inner: Element = log;
        for (let depth = 0; depth < 8; depth++) {
          const box = document.createElement('section');
          inner.append(box);
          inner = box;
        }
        inner.append(Object.assign(document.createElement('div'), { textContent: chat.answer }));
        inner.append(Object.assign(document.createElement('div'), { textContent: 'Now' }));
      }
      await chat.settled();
    });
    await readAndUseTool(page, 1);

    expect(await page.$eval(HOST, (host) => host.previousSibling?.textContent)).toMatch(
      /^Oslo has/,
    );
  },
);

testInChat(
  'of a reply that nobody was seen to ask for, what the page shows from its first word on is searched',
  '',
  async (page) => {
    await page.evaluate(async () => {
      const { badges, ...chat } = window.chat;
      const log = document.getElementById('log')!;
      badges.expectReply(true);
      badges.startReply(1);
      badges.endReply(1);
      const text = document.createElement('div');
      text.textContent = chat.answer;
      log.replaceChildren(text);
      await chat.settled();
      chat.advance(30);
    });
    await readAndUseTool(page, 2);
    await page.evaluate(async () => {
      const { badges, ...chat } = window.chat;
      chat.advance(1000);
      badges.beginning(2, `${chat.answer} More.`);
      await chat.settled();
    });

    expect(await page.$eval(HOST, (host) => host.parentElement?.localName)).toBe('html');
  },
);

testInChat(
  'the badge of a finished reply disappears with its chat, and does not move to the next reply',
  '',
  async (page) => {
    await startTool(page);

    await page.evaluate(async () => {
      const { chat } = window;
      document.querySelector('.chat-assistant')!.append('Sunny in Oslo.');
      chat.badges.endReply(1);
      await chat.settled();
      for (const row of document.querySelectorAll('.row')) row.remove();
      chat.user('And the time?');
      chat.reply('It is').id = 'next';
      await chat.settled();
      chat.badges.startReply(2);
      chat.run(2, 0, '💻', 'date');
      await chat.settled();
      // It happens to be the same reply.
      document.querySelector('#next')!.append(' Sunny in Oslo.');
      document.querySelector('#next')!.firstChild!.remove();
      await chat.settled();
    });

    expect(await shown(page)).toEqual(['💻 date']);
    expect(await page.$$(`#next > ${HOST}`)).toHaveLength(1);
  },
);

testInChat('if avatar and text are side by side, the badge goes to the text', '', async (page) => {
  const place = await page.evaluate(async () => {
    const { chat } = window;
    const reply = chat.reply('Text');
    reply.className = '';
    reply.closest('.row')!.setAttribute('data-role', 'assistant');
    chat.run(1, 0, '🔍', 'weather');
    await chat.settled();
    return document.querySelector('#log stream-fixer-badges')?.parentElement?.className;
  });

  expect(place).toBe('column');
});

/**
 * Where the text of a reply begins, and the name of its first tool if shown, in pixels of the
 * window.
 */
interface Spots {
  readonly text: number;
  readonly name: readonly [x: number, y: number] | null;
  /** How long the rest of the movement takes, in milliseconds; 0 if it is there at once. */
  readonly takes: number;
}

/**
 * Ends a reply with so many running tools.
 * @returns positions before, right after, and at the end
 */
function endWith(page: Page, tools: number): Promise<readonly Spots[]> {
  return page.evaluate(async (calls) => {
    const { chat } = window;
    chat.user('Weather?');
    const reply = chat.reply(chat.answer);
    chat.badges.startReply(1);
    for (let call = 0; call < calls; call += 1) chat.run(1, call, '🔍', 'weather in Oslo');
    await chat.settled();
    const root = chat.roots.find(({ host }) => reply.contains(host))!;
    const opening = root.querySelector('.box')!.getAnimations();
    for (const animation of opening) animation.finish();

    const spots = (): Spots => {
      const { top } = reply.querySelector('p')!.getBoundingClientRect();
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue!.indexOf('weather in Oslo');
        const range = document.createRange();
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [box] = range.getClientRects();
        if (box) return { text: top, name: [box.x, box.y], takes: 0 };
      }
      return { text: top, name: null, takes: 0 };
    };
    const before = spots();
    chat.advance(3200);
    chat.badges.endReply(1);
    // In the same frame as the drawing, and after it.
    return new Promise<readonly Spots[]>((resolve) =>
      requestAnimationFrame(() => {
        const [animation] = root.querySelector('.box')!.getAnimations();
        animation?.pause();
        if (animation) animation.currentTime = 0;
        const first = {
          ...spots(),
          takes: Number(animation?.effect?.getComputedTiming().duration ?? 0),
        };
        animation?.finish();
        resolve([before, first, spots()]);
      }),
    );
  }, tools);
}

testInBoth(
  'the line of a single tool becomes the folded one in place: nothing moves',
  'still',
  async (page) => {
    const [before, first, last] = await endWith(page, 1);

    expect(await shown(page)).toEqual(['🔍 weather in Oslo · 3.2 s']);
    for (const after of [first!, last!]) {
      expect([after.text, after.takes]).toEqual([before!.text, 0]);
      for (const [i, place] of before!.name!.entries())
        expect(after.name?.[i]).toBeCloseTo(place, 0);
    }
  },
);

testInBoth(
  'the lines of several tools become one, and the reply glides to its place',
  'still',
  async (page) => {
    const [before, first, last] = await endWith(page, 3);

    expect(await shown(page)).toEqual(['3 tools · 3.2 s']);
    // To the nearest half pixel.
    expect(Math.abs(first!.text - before!.text)).toBeLessThanOrEqual(0.5);
    // As long as the eye takes to follow.
    expect(first!.takes).toBeGreaterThan(0);
    expect(first!.takes).toBeLessThan(120);
    expect(last!.text).toBeLessThan(before!.text);
  },
);

testInChat(
  'with reduced motion, the reply is in its place at once',
  'still',
  async (page) => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const [before, first, last] = await endWith(page, 3);

    expect([first, first!.takes]).toEqual([last, 0]);
    expect(first!.text).toBeLessThan(before!.text);
  },
  CHROMIUM,
);

testInBoth('the caret stays in the input, even when a badge is clicked', '', async (page) => {
  await page.focus('textarea');
  await startTool(page);
  await page.evaluate(() => window.chat.badges.endReply(1));
  await shown(page);
  const spot = await page.evaluate(() => {
    const box = document
      .querySelector('.chat-assistant stream-fixer-badges')!
      .getBoundingClientRect();
    return { x: box.left + 10, y: box.top + 10 };
  });

  await page.mouse.click(spot.x, spot.y);

  // Unfolded, it is there twice, with its time if the machine took a second for it.
  const line = expect.stringMatching(/^🔍 weather in Oslo(?:(?: ·)? \d+\.\d s)?$/);
  expect(await shown(page)).toEqual([line, line]);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('textarea');
});

const NOTE = 'The model faked the call “🔍 fake”. Part of this reply may be made up.';

/** Announced at the end of a reply. */
const SAID = 'The model faked a tool call. Part of this reply may be made up.';

/** A finished reply at the message "m1", with one tool and one faked call. */
async function imitate(
  page: Page,
  message: { chatId: string; messageId: string } | null,
): Promise<void> {
  await page.evaluate(async (named) => {
    const { chat } = window;
    chat.user('Weather?');
    chat.reply();
    chat.badges.startReply(1, named);
    chat.run(1, 0, '🔍', 'weather');
    chat.run(1, 1, '🔍', 'fake', { provenance: 'imitated' });
    chat.badges.endReply(1);
    await chat.settled();
  }, message);
}

/** Labels of the note's buttons, with its reason if that is open. */
function noteParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.chat.roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>('.action, .because')])
      .filter((part) => part.offsetHeight > 0)
      .map((part) =>
        part.ariaExpanded === null ? part.textContent : `${part.textContent} ${part.ariaExpanded}`,
      ),
  );
}

testInChat(
  'the note says why on demand, and offers to clean the chat of a known message',
  '',
  async (page) => {
    await imitate(page, { chatId: 'chat', messageId: 'm1' });
    expect(await noteParts(page)).toEqual(['Why? false', 'Clean this chat']);

    await page.evaluate(() => window.chat.press('action'));
    expect(await noteParts(page)).toEqual([
      'Why? true',
      'Clean this chat',
      expect.stringContaining('the agent never ran one'),
    ]);
    await page.evaluate(() => window.chat.press('action'));
    expect(await noteParts(page)).toEqual(['Why? false', 'Clean this chat']);

    await page.evaluate(() => window.chat.press('action + .action'));
    expect(await page.evaluate(() => window.chat.cleaned)).toEqual(['m1']);
  },
);

testInChat(
  'for an unknown message, cleaning is offered only once the message is known',
  '',
  async (page) => {
    await imitate(page, null);
    expect(await noteParts(page)).toEqual(['Why? false']);

    await page.evaluate(() => {
      window.chat.badges.startReply(1, { chatId: 'chat', messageId: 'm1' });
    });
    await shown(page);
    expect(await noteParts(page)).toEqual(['Why? false', 'Clean this chat']);
  },
  CHROMIUM,
);

testInChat(
  'no note is shown or announced if that is switched off, effective at once',
  '',
  async (page) => {
    await imitate(page, null);
    expect(await shown(page)).toEqual(['🔍 weather', NOTE]);
    await until(
      async () =>
        (await page.evaluate(() => window.chat.announced())) === `1 tool finished. ${SAID}`,
      'the note to be announced',
    );

    await page.evaluate(() => window.chat.badges.set({ imitation: false }));
    expect(await shown(page)).toEqual(['🔍 weather']);

    await page.evaluate(() => {
      const { chat } = window;
      chat.reply();
      chat.run(2, 0, '🔍', 'weather');
      chat.run(2, 1, '🔍', 'fake', { provenance: 'imitated' });
      chat.badges.endReply(2);
    });
    await until(
      async () => (await page.evaluate(() => window.chat.announced())) === '1 tool finished.',
      'the end without a note',
    );
  },
);

testInBoth(
  'dismissed with the keyboard, the note passes the focus to its mark, and gets it back',
  '',
  async (page) => {
    await imitate(page, null);
    const focused = () =>
      page.evaluate(() =>
        window.chat.roots.map((root) => root.activeElement?.className).find(Boolean),
      );
    const seen: (string | undefined)[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(await focused());
    }
    await page.keyboard.press('Enter');

    expect(await shown(page)).toEqual(['🔍 weather']);
    expect([...seen, await focused()]).toEqual(['fold', 'action', 'dismiss', 'recall']);

    await page.keyboard.press('Enter');
    expect(await shown(page)).toEqual(['🔍 weather', NOTE]);
    expect(await focused()).toBe('dismiss');
  },
);

const THEMES = ['', 'dark', 'sepia', 'faint'];

test.each(inTurn(THEMES))(
  'text is legible on the page, and no style rule of the page applies to it (%s, theme "%s")',
  async (kind, theme) => {
    await inChat(kind, `theme=${theme}`, async (page) => {
      await startTool(page);
      await page.evaluate(async () => {
        window.chat.badges.endReply(1);
        await window.chat.settled();
      });

      const found = await page.evaluate(() => {
        const [fold] = window.chat.roots.flatMap((root) => [
          ...root.querySelectorAll<HTMLElement>('.fold'),
        ]);
        const style = getComputedStyle(fold!);
        const context = document
          .createElement('canvas')
          .getContext('2d', { willReadFrequently: true })!;
        const luminance = (colour: string): number => {
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
            (byte) => {
              const share = byte / 255;
              return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
            },
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const [text, ground] = [
          luminance(style.color),
          luminance(getComputedStyle(document.body).backgroundColor),
        ];
        return {
          contrast: (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05),
          size: style.fontSize,
          family: style.fontFamily === getComputedStyle(document.body).fontFamily,
          padding: style.padding,
          background: style.backgroundColor,
        };
      });

      // The canvas rounds to bytes.
      expect(found.contrast).toBeGreaterThan(4.45);
      expect(found).toMatchObject({
        size: '15px',
        family: true,
        padding: '0px',
        background: 'rgba(0, 0, 0, 0)',
      });
    });
  },
);

testInChat('colours follow when the page changes its theme', '', async (page) => {
  await startTool(page);
  const colour = () =>
    page.evaluate(() => {
      const box = window.chat.roots.map((root) => root.querySelector('.box')).find(Boolean);
      return getComputedStyle(box!).color;
    });
  const light = await colour();

  await page.evaluate(() => {
    document.documentElement.className = 'dark';
  });

  await until(async () => (await colour()) !== light, 'the colours to follow');
});

/**
 * Two that overlap, a wait, a short one, another wait, and one whose end was not reported;
 * unfolded.
 */
async function showTimeline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { chat } = window;
    chat.user('Weather?');
    chat.reply('Cold.');
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'first');
    chat.advance(2000);
    chat.run(1, 1, '💻', `second ${'long '.repeat(40)}`);
    chat.advance(2000);
    chat.finish(1, 0);
    chat.advance(2000);
    chat.finish(1, 1, { status: 'failed' });
    chat.advance(4000);
    chat.run(1, 2, '📖', 'moment');
    chat.finish(1, 2);
    chat.advance(4000);
    chat.run(1, 3, '⏰', 'last');
    chat.advance(6000);
    chat.badges.endReply(1);
    await chat.settled();
    chat.press('fold');
    await chat.settled();
  });
}

interface Bar {
  /** Where it begins and ends on its track, in percent, from the start side of time. */
  readonly from: number;
  readonly to: number;
  readonly pixels: number;
  readonly hollow: boolean;
}

/** Everything of the timeline that can be measured. */
function measureTimeline(
  page: Page,
): Promise<{ bars: Bar[]; axis: string[]; aligned: boolean; outside: number; above: boolean }> {
  return page.evaluate(() => {
    const root = window.chat.roots.find((one) => one.querySelector('.track'))!;
    const box = root.querySelector<HTMLElement>('.box')!;
    const edges = box.getBoundingClientRect();
    const tracks = [...root.querySelectorAll<HTMLElement>('.track')];
    const scale = root.querySelector('.scale')!.getBoundingClientRect();
    const bars = tracks.map((track) => {
      const bar = track.firstElementChild as HTMLElement;
      const [inner, outer] = [bar.getBoundingClientRect(), track.getBoundingClientRect()];
      const before = box.dir === 'rtl' ? outer.right - inner.right : inner.left - outer.left;
      const hundredths = (length: number): number => Math.round((length / outer.width) * 100);
      return {
        from: hundredths(before),
        to: hundredths(before + inner.width),
        pixels: inner.width,
        hollow:
          getComputedStyle(bar).backgroundColor === 'rgba(0, 0, 0, 0)' &&
          getComputedStyle(bar).backgroundImage === 'none',
      };
    });
    const name = root.querySelector('.what .name')!.getBoundingClientRect();
    return {
      bars,
      axis: [...root.querySelectorAll('.scale span')].map((end) => end.textContent ?? ''),
      aligned: tracks.every((track) => {
        const { left, width } = track.getBoundingClientRect();
        return Math.abs(left - scale.left) < 1 && Math.abs(width - scale.width) < 1;
      }),
      outside: [...root.querySelectorAll('.box *:not(.unseen)')].filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (left < edges.left - 1 || right > edges.right + 1);
      }).length,
      above: name.bottom <= tracks[0]!.getBoundingClientRect().top + 4,
    };
  });
}

const OVERLAPS = [
  { from: 0, to: 20, hollow: false },
  { from: 10, to: 30, hollow: false },
  { from: 50, hollow: false },
  { from: 70, to: 100, hollow: true },
];

/** Within a hundredth: each track has a border beside its bar. */
function near(bars: readonly Bar[]): unknown[] {
  return bars.map(({ from, to, hollow, pixels }, index) => ({
    from: Math.abs(from - OVERLAPS[index]!.from) <= 1 ? OVERLAPS[index]!.from : from,
    ...(pixels > 5 && {
      to: Math.abs(to - (OVERLAPS[index]!.to ?? to)) <= 1 ? OVERLAPS[index]!.to : to,
    }),
    hollow,
  }));
}

testInChat(
  'bars share one axis, a short call is visible, and an unknown outcome is hollow',
  'still',
  async (page) => {
    await showTimeline(page);

    const { bars, axis, aligned, outside, above } = await measureTimeline(page);

    expect(near(bars)).toEqual(OVERLAPS);
    expect(bars[2]!.pixels).toBeGreaterThanOrEqual(3);
    expect(axis).toEqual(['0 s', '20.0 s']);
    expect({ aligned, outside, above }).toEqual({ aligned: true, outside: 0, above: false });
    expect((await shown(page))[1]).toBe('🔍 first 4.0 s');
  },
);

testInBoth(
  'at 320 pixels names are above their bars, and nothing overflows',
  'still',
  async (page) => {
    await page.setViewport({ width: 320, height: 640 });
    await showTimeline(page);

    const { bars, aligned, outside, above } = await measureTimeline(page);

    expect(near(bars)).toEqual(OVERLAPS);
    expect({ aligned, outside, above }).toEqual({ aligned: true, outside: 0, above: true });
  },
);

testInBoth(
  'in a right-to-left page the axis is mirrored, and our words are not',
  'still&dir=rtl',
  async (page) => {
    await showTimeline(page);

    const { bars, aligned, outside } = await measureTimeline(page);
    const found = await page.evaluate(() => {
      const root = window.chat.roots.find((one) => one.querySelector('.track'))!;
      const direction = (name: string): string =>
        getComputedStyle(root.querySelector(name)!).direction;
      return {
        box: direction('.box'),
        fold: direction('.fold span'),
        time: direction('.line .time'),
        name: direction('.name'),
        lang: root.querySelector<HTMLElement>('.box')!.lang,
      };
    });

    expect(near(bars)).toEqual(OVERLAPS);
    expect({ aligned, outside }).toEqual({ aligned: true, outside: 0 });
    expect(found).toEqual({ box: 'rtl', fold: 'ltr', time: 'ltr', name: 'ltr', lang: 'en' });
  },
);

testInBoth('a long timeline scrolls within itself, with the keyboard too', '', async (page) => {
  await page.evaluate(async () => {
    const { chat } = window;
    chat.reply('Text');
    for (let call = 0; call < 40; call += 1) {
      chat.run(1, call, '📖', `note ${call}`);
      chat.advance(500);
      chat.finish(1, call);
    }
    chat.badges.endReply(1);
    await chat.settled();
  });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shown(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');

  const list = () =>
    page.evaluate(() => {
      const root = window.chat.roots.find((one) => one.querySelector('.lines'))!;
      const { scrollTop, clientHeight, scrollHeight } = root.querySelector<HTMLElement>('.lines')!;
      const line = root.querySelector<HTMLElement>('.line')!.offsetHeight;
      return {
        focused: root.activeElement?.className,
        atEnd: scrollTop + clientHeight > scrollHeight - 2,
        lines: Math.round(clientHeight / line),
      };
    });
  await until(async () => (await list()).atEnd, 'the list to be scrolled to its end');
  expect(await list()).toMatchObject({ focused: 'lines', lines: 12 });
  expect((await measureTimeline(page)).aligned).toBe(true);
});

for (const what of ['timeline', 'note', 'question'])
  testInChat(
    `axe finds no issue in an open ${what}`,
    'open',
    async (page) => {
      if (what === 'timeline') await showTimeline(page);
      else if (what === 'question')
        await page.evaluate(() => window.chat.ask(1, 0, 'rm\u202e -rf old'));
      else await imitate(page, null).then(() => page.evaluate(() => window.chat.press('action')));
      await atRest(page);

      // Issues of the sample page itself: its main element is a log, it has no heading, its input
      // is in no region.
      const ours = (await violationsIn(page)).filter(
        (violation) => !/: <(html |main id="log"|div id="composer")/.test(violation),
      );
      expect(ours).toEqual([]);
    },
    CHROMIUM,
  );

/** Where the badges of the reply are. */
function spot(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await window.chat.settled();
    if (document.querySelector('.chat-assistant stream-fixer-badges')) return 'reply';
    return window.chat.shown().length > 0 ? 'corner' : 'nowhere';
  });
}

testInChat('in the corner, badges disappear with the next message', '', async (page) => {
  await page.evaluate(() => {
    window.chat.run(1, 0, '🔍', 'weather in Oslo');
    window.chat.advance(700);
  });
  await until(async () => (await spot(page)) === 'corner', 'the badge to be in the corner');

  await page.evaluate(() => {
    const { chat } = window;
    chat.badges.endReply(1);
    chat.user('And now?');
    chat.reply();
    chat.run(2, 0, '💻', 'ls');
  });

  await until(
    async () => /^💻 ls(?: \d+ s)?$/.test((await shown(page)).join()),
    'the badges of the last turn to disappear',
  );
});

testInChat(
  'badges switched off for a while reappear in their reply, and never in another',
  '',
  async (page) => {
    await startTool(page);
    const seen = [await spot(page)];
    await page.evaluate(() => window.chat.badges.set({ shown: false }));
    seen.push(await spot(page));
    await page.evaluate(() => {
      const { chat } = window;
      chat.run(1, 1, '💻', 'ls');
      chat.badges.endReply(1);
      // Another turn, whose reply has no tool; and one whose reply cannot be found.
      chat.advance(60_000);
      chat.user('And now?');
      chat.run(2, 0, '💻', 'nowhere');
      chat.badges.endReply(2);
      chat.reply('Text');
    });
    seen.push(await spot(page));
    await page.evaluate(() => window.chat.badges.set({ shown: true }));
    seen.push(await spot(page));

    expect(seen).toEqual(['reply', 'nowhere', 'nowhere', 'reply']);
    expect(await shown(page)).toEqual([expect.stringMatching(/^2 tools/)]);
    expect(
      await page.evaluate(
        (name) => document.querySelectorAll('.chat-assistant')[1]!.querySelector(name),
        HOST,
      ),
    ).toBeNull();
  },
);

testInChat(
  'clicks beside the buttons of the corner reach the page, those on them do not',
  'still',
  async (page) => {
    await page.evaluate(async () => {
      const { chat } = window;
      document.body.addEventListener('click', () => (document.title = 'clicked'));
      document.body.style.minHeight = '100vh';
      document.title = '';
      chat.badges.startReply(1);
      chat.run(1, 0, '🔍', 'weather in Oslo');
      chat.run(1, 1, '💻', 'ls');
      await chat.settled();
      chat.advance(700);
      chat.badges.endReply(1);
      await chat.settled();
    });
    await atRest(page);
    const edges = (selector: string) =>
      page.evaluate((part) => {
        const found = window.chat.roots.flatMap((root) => [...root.querySelectorAll(part)])[0]!;
        const { left, right, top, bottom } = found.getBoundingClientRect();
        return {
          left,
          right,
          middle: (top + bottom) / 2,
          expanded: found.getAttribute('aria-expanded'),
        };
      }, selector);

    const fold = await edges('.fold');
    await page.mouse.click(fold.left + 4, fold.middle);
    await until(async () => (await edges('.fold')).expanded === 'true', 'the badges to unfold');
    expect(await page.title()).toBe('');

    const stack = await edges('.stack');
    await page.mouse.click(stack.right - 20, fold.middle);
    expect(await page.title()).toBe('clicked');
  },
);

testInBoth(
  'a file that is handed over has its name as a chip, and its path when pressed',
  '',
  async (page) => {
    const press = () =>
      page.evaluate(async () => {
        window.chat.press('chip');
        await window.chat.settled();
      });
    await page.evaluate(() => {
      const { chat } = window;
      chat.user('Draw me a cat.');
      chat.reply('Here it is.');
      chat.badges.startReply(1);
      chat.badges.note(1, { kind: 'files', text: '/srv/<b>/cat.png' });
    });

    expect(await shown(page)).toEqual(['🖼️ Picture on the agent’s computer: cat.png']);
    await press();
    await page.evaluate(() => {
      const { chat } = window;
      chat.badges.note(1, { kind: 'files', text: '/srv/<b>/cat.png\n/srv/a.csv' });
      chat.badges.endReply(1);
    });
    expect(await shown(page)).toEqual([
      '🖼️ Picture on the agent’s computer: /srv/<b>/cat.png',
      '📄 File on the agent’s computer: a.csv',
    ]);
    await press();
    expect((await shown(page))[0]).toBe('🖼️ Picture on the agent’s computer: cat.png');
  },
);
