/**
 * The pictures of README.md and docs/, all of the real product: `npm run pictures`. Each is as wide
 * as it is shown, in half the width of a page, at twice the density.
 */
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { allShots, show } from './shots.ts';

/** A picture of a real Open WebUI: see open-webui-pictures.ts. */
interface Real {
  readonly name: string;
  readonly from: 'open-webui';
}

/** A picture of a page in one of its states. */
interface Shown {
  readonly name: string;
  readonly from: 'shot';
  /** Name of the state: see `allShots`. */
  readonly taken: string;
  /** The first and the last element in the picture; without them, all of the page is. */
  readonly first?: string;
  readonly last?: string;
}

/** The list of extensions of a browser, from which it is installed: see browser-pictures.ts. */
interface Installed {
  readonly name: string;
  readonly from: 'browser';
  readonly browser: BrowserKind;
}

export type DocsPicture = Real | Shown | Installed;

export const DOCS_PICTURES: readonly DocsPicture[] = [
  { name: 'turn-1', from: 'open-webui' },
  { name: 'turn-12-without', from: 'open-webui' },
  { name: 'turn-12-with', from: 'open-webui' },
  { name: 'question', from: 'open-webui' },
  { name: 'denied', from: 'open-webui' },
  { name: 'install-chrome', from: 'browser', browser: 'chromium' },
  { name: 'install-firefox', from: 'browser', browser: 'firefox' },
  { name: 'popup', from: 'shot', taken: 'popup-on-light' },
  { name: 'open-webui-popup', from: 'shot', taken: 'popup-open-webui-absent-light' },
  {
    name: 'cleaning',
    from: 'shot',
    taken: 'healing-diff-light',
    first: '[data-chat]',
    last: '.pane:last-child',
  },
  {
    name: 'statistics',
    from: 'shot',
    taken: 'page-statistics-all-light',
    first: '[data-card="statistics"]',
    last: '[data-card="statistics"]',
  },
  {
    name: 'rules',
    from: 'shot',
    taken: 'page-rules-line-light',
    first: '.rules > .card',
    last: '.rules > .card',
  },
];

/** CSS pixels of half a page of docs on GitHub. */
export const WIDTH = 400;
/** Pixels of the picture for each of them. */
export const DENSITY = 2;
/** Room around the first and the last element. */
const GAP = 12;

/** @returns the picture as PNG, and the words in it */
export async function takeDocsPicture(page: Page, origin: string, { taken, first, last }: Shown) {
  const shot = allShots().find(({ name }) => name === taken);
  if (!shot) throw new Error(`There is no shot ${taken}: see shots.ts.`);
  const width = Math.min(shot.width, WIDTH);
  await show(page, origin, { ...shot, width, scale: DENSITY });
  const { top, right, bottom, words } = await page.evaluate(
    readPart,
    first ?? null,
    last ?? null,
    GAP,
  );
  await page.setViewport({ width, height: Math.ceil(bottom), deviceScaleFactor: DENSITY });
  return {
    png: await page.screenshot({ clip: { x: 0, y: top, width: right, height: bottom - top } }),
    words,
  };
}

/** Runs in the page: the part of it that is in the picture. */
function readPart(first: string | null, last: string | null, gap: number) {
  scrollTo(0, 0);
  const boxOf = (selector: string | null): DOMRect | undefined =>
    selector === null ? undefined : document.querySelector(selector)!.getBoundingClientRect();
  const top = Math.max(0, (boxOf(first)?.top ?? 0) - gap);
  const bottom = boxOf(last) ? boxOf(last)!.bottom + gap : document.body.scrollHeight;
  // Without the room that is kept for a scrollbar.
  const right = boxOf(last) ? boxOf(last)!.right + (boxOf(first) ?? boxOf(last)!).left : innerWidth;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement?.checkVisibility()
      ? node.parentElement.getBoundingClientRect()
      : null;
    if (box && box.height > 0 && box.top >= top && box.bottom <= bottom)
      texts.push(node.textContent ?? '');
  }
  return { top, right, bottom, words: texts.join('\n') };
}
