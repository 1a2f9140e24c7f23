/**
 * Whatever a model or a page draws around the question of an agent, no press in the page approves
 * anything: LaTeX, HTML and fonts of a reply, opacity, filters and shapes of what is around it, and
 * what the browser draws on top of everything.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { findInShadow, type Point } from '../../src/tools/browsers/in-shadow.ts';
import { readShadowRoots, type ShadowNode } from '../../src/tools/browsers/shadow-roots.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { BROWSERS } from '../support/browsers.ts';
import { approvalWindow } from '../support/driving/approval.ts';
import { COVERS, createCoverer } from '../support/hostile/covers.ts';
import { openEnabledSite } from './enabled-site.ts';
import type { Asked } from './stream-site.ts';

const FRAMES = readRecording('v0.22-danger').frames;
const ASKS = FRAMES.findIndex((frame) => frame.includes('approval.request'));
const REQUEST = '47172d4fa8af420794941a1dea9e7abf';
const TIMES = 100;

/**
 * The same numbers in each run, from 0 to 1: a linear congruential generator (Numerical Recipes).
 */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Runs in the page: presses of its own, on everything. */
function forge(): void {
  for (const target of [document, ...document.querySelectorAll('*')]) {
    for (const type of ['pointerdown', 'mousedown', 'click', 'pointerup'])
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }));
    for (const key of ['Enter', ' '])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
  }
}

async function pressAround(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  random: () => number,
): Promise<void> {
  for (let i = 0; i < 4; i++)
    await page.mouse.click(
      Math.max(1, x - 150 + 500 * random()),
      Math.max(1, y - 60 + 90 * random()),
    );
  await page.mouse.click(x, y);
  for (const key of ['Enter', 'Tab', ' ', 'Tab', 'Enter'] as const) await page.keyboard.press(key);
}

/** The line with the command, as it is seen. */
function pictureOf(page: Page, { y }: Point): Promise<string> {
  const clip = { x: 0, y: y - 10, width: 300, height: 20 };
  return page.screenshot({ clip, encoding: 'base64' });
}

/** Where something of the card is, once it has come to rest. */
async function restingPlace(driver: Driver, page: Page, className: string): Promise<Point> {
  let last: Point | null = null;
  return until(
    async () => {
      const spot = await findInShadow(driver, page, HOST_NAME, className);
      const rests = spot !== null && spot.x === last?.x && spot.y === last.y;
      last = spot;
      return rests && spot;
    },
    `"${className}" of the card`,
    20_000,
  );
}

/** What can be pressed in the card. */
async function buttonsOf(driver: Driver, page: Page): Promise<string[]> {
  const within = (node: ShadowNode): ShadowNode[] => [node, ...node.children.flatMap(within)];
  return (await readShadowRoots(driver, page, HOST_NAME))
    .flatMap(within)
    .filter(({ attributes }) => attributes.class === 'card')
    .flatMap(within)
    .flatMap(({ name, attributes }) => (name === 'button' ? [attributes.class ?? ''] : []));
}

test.each(BROWSERS)(
  'in %s nothing is approved in the page, whatever covers the question',
  { timeout: 900_000 },
  async (kind) => {
    const choices: string[] = [];
    const asked: string[] = [];
    function answer({ path, body }: Asked) {
      if (!path.endsWith('/approval')) return null;
      const { choice, request_id: id } = JSON.parse(body) as { choice: string; request_id: string };
      choices.push(choice);
      asked.push(id);
      return { status: 200, body: '{"resolved": 1}' };
    }
    const { driver, site, page } = await openEnabledSite(kind, { answer });
    onTestFinished(async () => void (await (await approvalWindow(driver))?.close()));
    const cover = await createCoverer();
    const random = numbers(7);
    const buttons = new Set<string>();
    const changed: string[] = [];

    for (let i = 0; i < TIMES; i++) {
      // Each time another question in a new page, as the last one may have been denied or looked
      // at.
      await (await approvalWindow(driver))?.close();
      await page.bringToFront();
      await page.goto(site.origin);
      await page.evaluate(`window.start('asks-${i}')`);
      const stream = await site.stream(`asks-${i}`);
      const frames = [...FRAMES.slice(0, ASKS), FRAMES[ASKS]!.replace(REQUEST, `request-${i}`)];
      await stream.write(...frames.map((bytes) => ({ bytes, progress: false })));
      const look = await restingPlace(driver, page, 'look');
      const command = await restingPlace(driver, page, 'hint');
      for (const button of await buttonsOf(driver, page)) buttons.add(button);

      const before = await pictureOf(page, command);
      const chosen = COVERS[i % COVERS.length]!;
      await cover(page, chosen, random, command);
      if ((await pictureOf(page, command)) !== before) changed.push(chosen.name);

      await page.evaluate(forge);
      // Some move the card.
      const moved = await findInShadow(driver, page, HOST_NAME, 'look');
      await pressAround(page, moved ?? look, random);
      stream.end();
    }

    expect([...buttons].sort()).toEqual(['answer deny', 'answer look']);
    expect(choices.filter((choice) => choice !== 'deny')).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    // Some presses do reach the card, and of each kind of cover one at least hides or changes the
    // command.
    expect(choices.length).toBeGreaterThan(0);
    const works = COVERS.filter(({ fails = false }) => !fails).map(({ name }) => name);
    expect([...new Set(changed)].sort()).toEqual(works.sort());
    process.stdout.write(
      `| ${kind} | ${TIMES} covers | ${changed.length} change what is seen of the command | ` +
        `0 approved, ${choices.length} denied |\n`,
    );
  },
);
