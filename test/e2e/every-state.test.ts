/** Every state that has a picture: checked for assistive technology, and in every width and language. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Driver } from '../../src/browsers/driver.ts';
import { launch } from '../../src/browsers/launch.ts';
import { turnAsAsked } from '../screenshots/page-direction.ts';
import { allShots, show, type Shot } from '../screenshots/shots.ts';
import { serveSite, type Site } from '../screenshots/site.ts';
import { violationsIn } from '../support/axe.ts';

const SHOTS = allShots().filter(({ name }) => !name.startsWith('badges-'));
/** Other sizes and languages of the same markup. */
const ELSEWHERE = /-(?:light|dark)-/;

let site: Site;
let driver: Driver;

beforeAll(async () => {
  site = await serveSite();
  driver = await launch('chromium', { extension: null });
}, 120_000);

afterAll(async () => {
  await driver?.close();
  await site?.close();
});

async function inEach(
  shots: readonly Shot[],
  look: (page: Page, shot: Shot) => Promise<readonly string[]>,
): Promise<string[]> {
  const page = await driver.newPage();
  const found: string[] = [];
  let now = '';
  page.on('pageerror', (error) => found.push(`${now}: ${String(error)}`));
  await turnAsAsked(page);
  for (const shot of shots) {
    now = shot.name;
    await show(page, site.origin, shot);
    found.push(...(await look(page, shot)).map((finding) => `${shot.name}: ${finding}`));
  }
  await page.close();
  return found;
}

const PARTS = [
  'popup-',
  'healing-',
  'page-settings',
  'page-sites',
  'page-statistics',
  'page-rules',
  'page-inspector',
  'page-help',
  'welcome-',
];

test('each part has its states, and no state is missing', () => {
  for (const part of PARTS) expect(SHOTS.filter(({ name }) => name.startsWith(part)).length, part).toBeGreaterThan(1);
  expect(SHOTS.filter(({ name }) => !PARTS.some((part) => name.startsWith(part))).map(({ name }) => name)).toEqual([]);
});

test.each(PARTS)(
  'axe finds nothing in any state of %s, light and dark',
  async (part) => {
    const shots = SHOTS.filter(({ name }) => name.startsWith(part) && !ELSEWHERE.test(name));
    expect(await inEach(shots, violationsIn)).toEqual([]);
  },
  600_000,
);

test.each(PARTS)(
  'nothing of %s is wider than its window or cut off, in any width, language or direction',
  async (part) => {
    const shots = SHOTS.filter(({ name }) => name.startsWith(part) && ELSEWHERE.test(name));
    expect(await inEach(shots, cutIn)).toEqual([]);
  },
  600_000,
);

/** Text that a person cannot see: beyond an edge that does not scroll. */
async function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['it scrolls sideways'] : [];
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      return (
        hides && clipPath === 'none' && element.scrollWidth > element.clientWidth + 1 && element.textContent !== ''
      );
    });
    return [
      ...wide,
      ...cut.map(
        ({ localName, className, textContent }) => `cut: ${localName}.${className} ${(textContent ?? '').slice(0, 40)}`,
      ),
    ];
  });
}
