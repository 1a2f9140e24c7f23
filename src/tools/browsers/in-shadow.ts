/** Finds and presses elements of closed shadow roots, as no script of the page can. */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../badges/look/host-name.ts';
import type { Driver } from './driver.ts';
import { readShadowRoots, runInSandbox, type ShadowNode } from './shadow-roots.ts';
import { until } from './until.ts';

/** Milliseconds after which a press has missed what moved under the mouse, and is made again. */
const MISSED_MS = 3000;

/** In CSS pixels, from the upper left of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * @param className of an element in the shadow root of an element with the local name `host`
 * @returns the middle of the first of them that is drawn; null for none
 */
export async function findInShadow(
  driver: Driver,
  page: Page,
  host: string,
  className: string,
): Promise<Point | null> {
  const all = (await readShadowRoots(driver, page, host)).flatMap(nodesWithin);
  const nodes = all.filter(({ attributes }) => attributes.class?.split(' ').includes(className));
  return driver.kind === 'firefox' ? findFirefox(driver, page, nodes) : findChromium(page, nodes);
}

function nodesWithin(node: ShadowNode): readonly ShadowNode[] {
  return [node, ...node.children.flatMap(nodesWithin)];
}

async function findChromium(page: Page, nodes: readonly ShadowNode[]): Promise<Point | null> {
  const session = await page.createCDPSession();
  let found: Point | null = null;
  for (const { id } of nodes) {
    // What is not drawn has no quads, and some versions refuse to look for them.
    const { quads } = await session
      .send('DOM.getContentQuads', { backendNodeId: Number(id) })
      .catch(() => ({ quads: [] }));
    const [[left = 0, top = 0, , , right = 0, bottom = 0] = []] = quads;
    if (right > left && bottom > top) found ??= { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  await session.detach();
  return found;
}

async function findFirefox(
  driver: Driver,
  page: Page,
  nodes: readonly ShadowNode[],
): Promise<Point | null> {
  const { value } = (await runInSandbox(driver, page, 'callFunction', {
    functionDeclaration: `(...nodes) => {
      const box = nodes.map((node) => node.getBoundingClientRect()).find(({ width, height }) => width > 0 && height > 0);
      return JSON.stringify(box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null);
    }`,
    arguments: nodes.map(({ id }) => ({ sharedId: id })),
  })) as { readonly value?: unknown };
  return JSON.parse(String(value ?? 'null')) as Point | null;
}

/**
 * Presses an element of ours in a page as a person does: with the mouse, at the place where it is
 * drawn.
 * @param className of a button in one of our shadow roots
 * @param happened asked until it is so
 */
export async function pressOurs(
  driver: Driver,
  page: Page,
  className: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  // A background page draws nothing.
  await page.bringToFront();
  let last: Point | null = null;
  let pressed = Number.NEGATIVE_INFINITY;
  await until(
    async () => {
      if (await happened()) return true;
      if (performance.now() - pressed < MISSED_MS) return false;
      const spot = await findInShadow(driver, page, HOST_NAME, className);
      const isStill = spot !== null && spot.x === last?.x && spot.y === last.y;
      last = spot;
      if (!isStill) return false;
      await page.mouse.click(spot.x, spot.y);
      pressed = performance.now();
      return happened();
    },
    `"${className}" to be pressed`,
    5 * MISSED_MS,
  );
}
