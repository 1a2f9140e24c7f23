/** The stack in the page's corner covers nothing that people type into or press, and takes no clicks but its own. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import type {} from '../screenshots/chat.ts';
import { serveSite, type Site } from '../screenshots/site.ts';
import { turnAsAsked } from '../screenshots/page-direction.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';

let site: Site;

beforeAll(async () => {
  site = await serveSite();
});

afterAll(() => site.close());

/** Opens the sample chat with the badges in its corner, and these elements over it, by their styles. */
async function inCorner(
  kind: (typeof BROWSERS)[number],
  elements: readonly (readonly [name: string, style: string])[],
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await (await sharedBrowser(kind)).newPage();
  try {
    await turnAsAsked(page);
    await page.goto(`${site.origin}/test/screenshots/chat.html?place=corner&still`);
    await page.waitForFunction(() => 'chat' in window);
    await page.evaluate((all) => {
      for (const [name, style] of all) {
        const element = document.createElement(name);
        element.style.cssText = `position: fixed; box-sizing: border-box; margin: 0; padding: 0; ${style}`;
        element.addEventListener('click', () => (document.title = `${document.title} ${name}`));
        document.body.append(element);
      }
      document.title = 'Clicks:';
    }, elements);
    await page.evaluate(async () => {
      const { chat } = window;
      chat.badges.startReply(1);
      chat.run(1, 0, '🔍', 'weather in Oslo');
      chat.run(1, 1, '💻', 'ls');
      await chat.settled();
    });
    await atRest(page);
    await check(page);
  } finally {
    await page.close();
  }
}

/** Badges grow and fold over some frames: sizes and places count once they are still. */
function atRest(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const moves = window.chat.roots
      .flatMap((root) => root.getAnimations())
      .filter((animation) => !(animation instanceof CSSAnimation));
    await Promise.allSettled(moves.map(({ finished }) => finished));
  });
}

interface Look {
  readonly visible: boolean;
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Controls below the stack. */
  readonly covers: readonly string[];
}

function look(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const stack = window.chat.roots.map((root) => root.querySelector('.stack')).find(Boolean)!;
    const { left, top, right, bottom } = stack.getBoundingClientRect();
    const covers = [...document.querySelectorAll('button, textarea, input, [contenteditable]')].filter((element) => {
      const it = element.getBoundingClientRect();
      return it.right > left && it.left < right && it.bottom > top && it.top < bottom;
    });
    return {
      visible: getComputedStyle(stack).visibility === 'visible',
      box: { left, top, right, bottom },
      covers: covers.map(({ localName }) => localName),
    };
  });
}

test.each(BROWSERS)('it avoids an input, buttons, and a control that appears later (%s)', async (kind) => {
  await inCorner(
    kind,
    [
      ['textarea', 'left: 0; right: 0; bottom: 0; height: 180px'],
      ['button', 'right: 20px; bottom: 200px; width: 40px; height: 40px'],
    ],
    async (page) => {
      const { visible, covers, box } = await look(page);
      expect({ visible, covers }).toEqual({ visible: true, covers: [] });
      expect(box.bottom - box.top).toBeGreaterThan(40);

      await page.evaluate(() => {
        const late = document.createElement('button');
        late.style.cssText = 'position: fixed; right: 100px; bottom: 270px; width: 60px; height: 30px';
        window.chat.advance(300);
        document.body.append(late);
      });
      await until(async () => (await look(page)).covers.length === 0, 'the corner to make room');
      expect((await look(page)).visible).toBe(true);
    },
  );
});

test.each(BROWSERS)('if there is no free place it is hidden, and appears once there is room (%s)', async (kind) => {
  await inCorner(kind, [['button', 'inset: 0; width: 100%; height: 100%']], async (page) => {
    expect((await look(page)).visible).toBe(false);

    await page.evaluate(() => {
      window.chat.advance(300);
      [...document.querySelectorAll('button')].find(({ style }) => style.position === 'fixed')?.remove();
    });
    await until(async () => (await look(page)).visible, 'the corner to reappear');
  });
});

test.each(BROWSERS)('clicks beside its buttons reach the page, those on them do not (%s)', async (kind) => {
  await inCorner(kind, [['main', 'inset: 0']], async (page) => {
    await page.evaluate(async () => {
      window.chat.badges.endReply(1);
      await window.chat.settled();
    });
    await atRest(page);
    const { box } = await look(page);
    await page.mouse.click(box.right - 20, (box.top + box.bottom) / 2);
    expect(await page.title()).toBe('Clicks: main');

    const fold = await page.evaluate(() => {
      const { left, top, height } = window.chat.roots
        .flatMap((root) => [...root.querySelectorAll('.fold')])[0]!
        .getBoundingClientRect();
      return { x: left + 4, y: top + height / 2 };
    });
    await page.mouse.click(fold.x, fold.y);
    expect(await page.title()).toBe('Clicks: main');
    const expanded = () =>
      page.evaluate(() =>
        window.chat.roots.flatMap((root) => [...root.querySelectorAll('.fold')])[0]!.getAttribute('aria-expanded'),
      );
    // Drawn with the page's next frame.
    await until(async () => (await expanded()) === 'true', 'the badges to unfold');
  });
});
