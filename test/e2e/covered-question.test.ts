/**
 * Whatever a model or a page draws around the question of an agent, no press in the page approves anything: LaTeX, HTML
 * and fonts of a reply, opacity, filters and shapes of what is around it, and what the browser draws on top of everything.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { findInShadow } from '../../src/tools/browsers/in-shadow.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { BROWSERS } from '../support/browsers.ts';
import { approvalWindow } from '../support/driving/approval.ts';
import { openEnabledSite } from './enabled-site.ts';
import type { Asked } from './stream-site.ts';

const FRAMES = readRecording('v0.22-danger').frames;
const ASKS = FRAMES.findIndex((frame) => frame.includes('approval.request'));
const REQUEST = '47172d4fa8af420794941a1dea9e7abf';
/** In Firefox each takes three times as long. */
const COVERS = { chromium: 100, firefox: 30 };

/** A cover over the place of the card, or a style of what is around it; `X`, `Y`: where its buttons are. */
const KINDS: readonly ((random: () => number) => {
  readonly html?: string;
  readonly css?: string;
})[] = [
  // As KaTeX draws \smash{\rlap{\rule{…}{…}}}.
  (random) => ({
    html: `<span style="position:absolute;left:Xpx;top:Ypx;pointer-events:none">
      <span style="display:inline-block;width:0"><span style="position:absolute;display:inline-block;
      border-top:${20 + 60 * random()}px solid white;border-right:${100 + 400 * random()}px solid white;
      margin:-${90 * random()}px"></span></span>Allow</span>`,
  }),
  (random) => ({
    html: `<div style="position:fixed;left:${-50 * random()}px;top:${300 * random()}px;width:800px;
      height:${200 * random()}px;background:white;pointer-events:none;z-index:99">ls -la ./note</div>`,
  }),
  (random) => ({
    html: `<div popover="manual" style="margin:0;inset:auto;left:${200 * random()}px;top:${200 * random()}px;
      width:500px;height:200px;pointer-events:${random() < 0.5 ? 'none' : 'auto'}">Press to go on</div>`,
  }),
  () => ({
    css: `@font-face { font-family: ui-monospace; src: url(data:font/woff2;base64,d09GMg==) }
      @font-face { font-family: monospace; src: url(data:font/woff2;base64,d09GMg==) } * { font: 0/0 x }`,
  }),
  (random) => ({ css: `article, body { opacity: ${0.02 * random()} }` }),
  (random) => ({ css: `article { filter: blur(${20 * random()}px) brightness(${3 * random()}) }` }),
  (random) => ({ css: `article { clip-path: inset(${50 * random()}% 0 0 ${50 * random()}%) }` }),
  (random) => ({ css: `article { mask: linear-gradient(transparent ${90 * random()}%, black) }` }),
  (random) => ({
    css: `article { transform: scale(${0.2 + random()}) translate(${30 * random()}px, ${30 * random()}px) }`,
  }),
  () => ({
    css: `${HOST_NAME} { all: unset; position: fixed; inset: 0; opacity: 0.01; z-index: 9 }`,
  }),
];

/** The same numbers in each run, from 0 to 1: a linear congruential generator (Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Runs in the page. */
function cover(html: string, css: string): void {
  document.getElementById('cover')?.remove();
  const element = document.createElement('div');
  element.id = 'cover';
  element.innerHTML = html;
  element.append(Object.assign(document.createElement('style'), { textContent: css }));
  document.body.append(element);
  for (const one of element.querySelectorAll<HTMLElement>('[popover]')) one.showPopover();
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

test.each(BROWSERS)(
  'in %s nothing is approved in the page, whatever covers the question',
  { timeout: 400_000 },
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
    const random = numbers(7);

    for (let i = 0; i < COVERS[kind]; i++) {
      // Each time another question in a new page, as the last one may have been denied or looked at.
      await (await approvalWindow(driver))?.close();
      await page.bringToFront();
      await page.goto(site.origin);
      await page.evaluate(`window.start('asks-${i}')`);
      const stream = await site.stream(`asks-${i}`);
      const frames = [...FRAMES.slice(0, ASKS), FRAMES[ASKS]!.replace(REQUEST, `request-${i}`)];
      await stream.write(...frames.map((bytes) => ({ bytes, progress: false })));
      const spot = await until(
        () => findInShadow(driver, page, HOST_NAME, 'look'),
        `question ${i}`,
        20_000,
      );
      const { html = '', css = '' } = KINDS[i % KINDS.length]!(random);
      await page.evaluate(
        cover,
        html.replaceAll('X', String(spot.x)).replaceAll('Y', String(spot.y)),
        css,
      );
      await page.evaluate(forge);
      await pressAround(page, spot, random);
      stream.end();
    }

    expect(choices.filter((choice) => choice !== 'deny')).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    process.stdout.write(
      `| ${kind} | ${COVERS[kind]} covers | 0 approved, ${choices.length} denied |\n`,
    );
  },
);
