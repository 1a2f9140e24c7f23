/**
 * In forced colours nothing is conveyed by a colour alone, and at 200 % everything can be reached.
 */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { turnAsAsked } from '../screenshots/page-direction.ts';
import { forcedShots, show, zoomedShots, type Shot } from '../screenshots/shots.ts';
import { COLOUR_RULES, violationsIn } from '../support/axe.ts';
import { BROWSERS, EITHER, inTurn } from '../support/browsers.ts';
import { coveredControls, cutIn } from '../support/cut.ts';
import { sceneBrowser } from '../support/scene-browser.ts';

function isBadges({ name }: Shot): boolean {
  return name.includes('-badges-');
}

/** Parts of the badges that are wider than their reply, or overlap. */
async function beyondTheReply(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { chat } = window as unknown as { chat: { roots: readonly ShadowRoot[] } };
    const pieces = chat.roots
      .flatMap((root) => [
        ...root.querySelectorAll<HTMLElement>(
          '.line, .fold, .sentence, .because, .actions, .dismiss',
        ),
      ])
      .filter((piece) => piece.getBoundingClientRect().width > 0);
    if (pieces.length === 0) throw new Error('There is no badge.');
    const boxes = pieces.map((piece) => ({
      name: piece.className,
      box: piece.getBoundingClientRect(),
    }));
    const isWithin = (box: DOMRect): boolean => box.left >= 0 && box.right <= innerWidth;
    const overlaps = (a: DOMRect, b: DOMRect): boolean =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return [
      ...boxes
        .filter(({ box }) => !isWithin(box))
        .map(({ name }) => `${name} is beyond the window`),
      ...boxes.flatMap(({ name, box }, index) =>
        boxes
          .slice(index + 1)
          .flatMap((other) => (overlaps(box, other.box) ? [`${name} is over ${other.name}`] : [])),
      ),
    ];
  });
}

const FORCED = forcedShots().filter(({ dark }) => !dark);

/** The pixels of an element that differ from the upper left one, as zeros and ones, row by row. */
async function shapeOf(page: Page, selector: string, index = 0): Promise<string> {
  const elements = await page.$$(selector);
  const element = elements[index];
  if (!element) throw new Error(`There is no ${selector}.`);
  const picture = await element.screenshot({ encoding: 'base64' });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const bright = Array.from({ length: data.length / 4 }, (_, pixel) =>
      [0, 1, 2].reduce((sum, channel) => sum + data[pixel * 4 + channel]!, 0),
    );
    return bright.map((sum) => (Math.abs(sum - bright[0]!) > 3 * 64 ? '1' : '0')).join('');
  }, picture);
}

/** Percentage of the pixels that differ. */
function difference(a: string, b: string): number {
  return (100 * [...a].filter((one, index) => one !== b[index]).length) / a.length;
}

describe.each(BROWSERS)('in %s', (kind) => {
  const scenes = sceneBrowser(kind);

  async function openPage(): Promise<Page> {
    const page = await scenes().driver.newPage();
    await turnAsAsked(page);
    return page;
  }

  async function inEach(
    shots: readonly Shot[],
    look: (page: Page) => Promise<readonly string[]>,
  ): Promise<string[]> {
    const page = await openPage();
    const found: string[] = [];
    for (const shot of shots) {
      await show(page, scenes().site.origin, shot);
      found.push(...(await look(page)).map((finding) => `${shot.name}: ${finding}`));
    }
    await page.close();
    return found;
  }

  if (EITHER.includes(kind))
    test('at 200 % nothing is cut off or behind something else, and nothing scrolls sideways', async () => {
      const shots = zoomedShots();
      const found = await inEach(
        shots.filter((shot) => !isBadges(shot)),
        async (page) => [...(await cutIn(page)), ...(await page.evaluate(coveredControls))],
      );
      expect(found).toEqual([]);
      expect(await inEach(shots.filter(isBadges), beyondTheReply)).toEqual([]);
    }, 120_000);

  test('in forced colours axe finds nothing that is hard to read', async () => {
    // The chat around the badges is a sample, and axe sees no closed shadow root.
    const shots = inTurn(forcedShots().filter((shot) => shot.dark && !isBadges(shot)));
    const own = shots.flatMap(([browser, shot]) => (browser === kind ? [shot] : []));
    expect(await inEach(own, (page) => violationsIn(page, COLOUR_RULES))).toEqual([]);
  }, 120_000);

  /** Brings a page to one of the states in forced colours. */
  async function forced(page: Page, name: string): Promise<void> {
    const shot = FORCED.find((one) => one.name === `forced-${name}-light`);
    if (!shot) throw new Error(`There is no state ${name}.`);
    await show(page, scenes().site.origin, shot);
  }

  test('in forced colours the dots of the popup differ in shape: on, partly on, off, and something to do', async () => {
    const page = await openPage();
    const shapes: string[] = [];
    for (const name of ['popup-on', 'popup-open-webui-absent', 'popup-off', 'popup-needs-reload']) {
      await forced(page, name);
      shapes.push(await shapeOf(page, '.works .dot'));
    }
    for (const [index, shape] of shapes.entries()) {
      expect(shape).toContain('1');
      for (const other of shapes.slice(index + 1))
        expect(difference(shape, other)).toBeGreaterThan(10);
    }
  });

  test.each([
    ['the popup', 'popup-on', 'popup-off', 'header .switch'],
    ['the settings', 'page-settings-site', 'page-settings-site', '.switch[aria-checked="%"]'],
  ])(
    'in forced colours a switch of %s shows whether it is on',
    async (_place, on, off, selector) => {
      const page = await openPage();
      await forced(page, on);
      const shapeOn = await shapeOf(page, selector.replace('%', 'true'));
      await forced(page, off);
      const shapeOff = await shapeOf(page, selector.replace('%', 'false'));

      expect(difference(shapeOn, shapeOff)).toBeGreaterThan(20);
    },
  );

  test('in forced colours the selected frame of the inspector is marked, and so are changed ones', async () => {
    const page = await openPage();
    await forced(page, 'page-inspector-frames');
    await page.$eval('input[type="checkbox"]:checked', (all) => (all as HTMLElement).click());
    await page.waitForSelector('.frame-list li:not(.changed)');

    const edges = await page.evaluate(() => {
      const look = (selector: string) => {
        const { borderInlineStartColor, outlineStyle } = getComputedStyle(
          document.querySelector(selector)!,
        );
        return { edge: borderInlineStartColor, outline: outlineStyle };
      };
      return {
        chosen: look('.frame-list li[aria-selected="true"]').outline,
        other: look('.frame-list li[aria-selected="false"]').outline,
        changed: look('.frame-list li.changed').edge,
        unchanged: look('.frame-list li:not(.changed)').edge,
      };
    });

    expect([edges.chosen, edges.other]).toEqual(['solid', 'none']);
    expect(edges.changed).not.toBe(edges.unchanged);
  });
});
