/** The pictures of README.md and docs/, all of the real product: `npm run pictures`. */
import type { Page } from 'puppeteer-core';
import { allShots, fitWindow, show } from './shots.ts';

/** A picture that the demo takes anyway. */
interface Demonstrated {
  readonly name: string;
  /** The demo that takes it: with recordings, or with the real Open WebUI. */
  readonly from: 'recordings' | 'open-webui';
  /** Its name there. */
  readonly taken: string;
}

/** A picture of a page in one of its states. */
interface Shown {
  readonly name: string;
  readonly from: 'shot';
  /** Name of the state: see `allShots`. */
  readonly taken: string;
  /** The last element in the picture; without it, all of the page is. */
  readonly last?: string;
}

export type DocsPicture = Demonstrated | Shown;

export const DOCS_PICTURES: readonly DocsPicture[] = [
  { name: 'question', from: 'recordings', taken: '11-with-question' },
  { name: 'denied', from: 'recordings', taken: '12-with-denied-call' },
  { name: 'without', from: 'recordings', taken: '2-without-0.8' },
  { name: 'with', from: 'recordings', taken: '5-with-0.8' },
  { name: 'popup', from: 'recordings', taken: '13-popup' },
  { name: 'open-webui', from: 'open-webui', taken: 'open-webui-5-tool-runs' },
  { name: 'open-webui-popup', from: 'shot', taken: 'popup-open-webui-absent-light' },
  {
    name: 'statistics',
    from: 'shot',
    taken: 'page-statistics-all-light',
    last: '.statistics > .card:nth-of-type(2)',
  },
  { name: 'rules', from: 'shot', taken: 'page-rules-line-light', last: '.rules > .card' },
];

/** Room below the last element, as between two. */
const GAP = 16;
/** Sharp enough for half the width of a page of docs, at a third of the bytes of 2. */
const SCALE = 1.25;

/** @returns the picture as PNG */
export async function takeDocsPicture(page: Page, origin: string, { taken, last }: Shown): Promise<Uint8Array> {
  const shot = allShots().find(({ name }) => name === taken);
  if (!shot) throw new Error(`There is no shot ${taken}: see shots.ts.`);
  await show(page, origin, shot);
  await fitWindow(page, shot);
  const height = await page.evaluate(
    (selector) =>
      selector === undefined
        ? document.body.scrollHeight
        : document.querySelector(selector)?.getBoundingClientRect().bottom,
    last,
  );
  if (height === undefined) throw new Error(`The page has no ${last}.`);
  await page.setViewport({ width: shot.width, height: Math.ceil(height) + GAP, deviceScaleFactor: SCALE });
  return page.screenshot();
}
