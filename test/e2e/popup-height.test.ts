/**
 * The height of the popup in every state and language: browsers cut it off at 600 px, and at fewer
 * CSS pixels if zoomed.
 */
import type { Frame, Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { popupScenes } from '../screenshots/popup-scenes.ts';
import { LATER } from '../screenshots/shots.ts';
import { coveredControls, cutIn } from '../support/cut.ts';
import { LANGUAGES } from '../support/locales.ts';
import { sceneBrowser } from '../support/scene-browser.ts';

/** CSS pixels, without zoom. */
const MOST = 600;
/** Where everything works. */
const CALM = 420;
const WELL = [
  'on',
  'on-fresh',
  'open-webui-current',
  'open-webui-current-member',
  'open-webui-no-chat',
  'off',
  'off-named',
  'paused',
];
/** What can be pressed, unless "More" is open. */
const TARGETS = 7;
/** CSS pixels of a popup zoomed to 150 % in the same window. */
const ZOOMED = MOST / 1.5;

const scenes = sceneBrowser();

/** Brings one popup into its state. */
async function bring(frame: Frame, scene: string): Promise<void> {
  const { openWebUi, press = [] } = popupScenes[scene] ?? {};
  await frame.waitForSelector('main:not(.opening)');
  if (openWebUi) await frame.waitForSelector(LATER);
  for (const selector of [press].flat()) {
    await frame.waitForSelector(selector);
    await frame.$eval(selector, (pressed) => (pressed as HTMLElement).click());
  }
}

/**
 * @returns the height that it requests from the browser, and how far its foot is above the lower
 * edge of its window; 0 without a foot
 */
function look(): { height: number; below: number } {
  const { scrollHeight, offsetHeight } = document.body;
  const foot = document.querySelector('footer')?.getBoundingClientRect();
  return {
    height: Math.max(scrollHeight, offsetHeight),
    below: foot ? innerHeight - foot.bottom : 0,
  };
}

/** @returns how many places take the focus */
function targets(): number {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, summary, [tabindex="0"]',
  );
  return [...all].filter((one) => one.checkVisibility() && !one.matches(':disabled')).length;
}

/**
 * All at once: a popup in each language, in windows of this height, once none of them grows any
 * more.
 */
async function lookAtAll(
  page: Page,
  frames: readonly Frame[],
  height: number,
): Promise<ReturnType<typeof look>[]> {
  await page.evaluate((high) => {
    for (const frame of document.querySelectorAll('iframe')) frame.height = String(high);
  }, height);
  let last = '';
  return until(async () => {
    const seen = await Promise.all(frames.map((frame) => frame.evaluate(look)));
    const same = JSON.stringify(seen) === last;
    last = JSON.stringify(seen);
    return same && seen;
  }, 'popups that have stopped changing');
}

test('no state of the popup has more than seven things to press, is cut off or taller than a popup can be, in any language, and at 150 % its foot is in sight and covers nothing that has the focus', async () => {
  const { site, driver } = scenes();
  const page = await driver.newPage();
  // All of them are in sight, as hidden ones are drawn later.
  await page.setViewport({ width: LANGUAGES.length * 370, height: MOST + 20 });
  const found: string[] = [];
  for (const scene of Object.keys(popupScenes)) {
    const src = `${site.origin}/entrypoints/popup/index.html?scene=${scene}&lang=`;
    await page.setContent(
      LANGUAGES.map(
        (one) =>
          `<iframe name="${one}" src="${src}${one}" width="360" height="${MOST}" frameborder="0"></iframe>`,
      ).join(''),
    );
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(frames.map((frame) => frame.name())).toEqual(LANGUAGES);
    await Promise.all(frames.map((frame) => bring(frame, scene)));
    const most = WELL.includes(scene) ? CALM : MOST;
    for (const [index, { height }] of (await lookAtAll(page, frames, MOST)).entries()) {
      if (height > most) found.push(`${scene} in ${LANGUAGES[index]}: ${height} px`);
    }
    const pressed = await frames[0]!.evaluate(targets);
    // An agent may offer answers of its own.
    const more = popupScenes[scene]?.asked?.question.clarify?.offers?.length ?? 0;
    if (pressed > TARGETS + more && !scene.endsWith('-more'))
      found.push(`${scene}: ${pressed} things to press`);
    for (const [index, frame] of frames.entries()) {
      for (const one of await cutIn(frame)) found.push(`${scene} in ${LANGUAGES[index]}: ${one}`);
    }
    for (const [index, { below }] of (await lookAtAll(page, frames, ZOOMED)).entries()) {
      if (below < -1)
        found.push(`${scene} in ${LANGUAGES[index]}: zoomed, its foot is ${-below} px too low`);
    }
    for (const [index, frame] of frames.entries()) {
      for (const one of await frame.evaluate(coveredControls))
        found.push(`${scene} in ${LANGUAGES[index]}: covered "${one}"`);
    }
  }
  expect(found).toEqual([]);
}, 600_000);
