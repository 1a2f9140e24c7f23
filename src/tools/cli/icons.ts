/**
 * Draws the icons from their SVG sources in src/public/icon: `npm run icons`. The toolbar has the bare mark, whose edges lie on
 * the pixels of 16; lists of extensions and stores have it on a tile. The background is transparent.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launch } from '../browsers/launch.ts';

const FOLDER = new URL('../../public/icon/', import.meta.url);
const SIZES: Readonly<Record<string, readonly number[]>> = { on: [16, 32], off: [16, 32], tile: [48, 128] };
/**
 * The store requires padding around the large one: 96 px of drawing in 128.
 * https://developer.chrome.com/docs/webstore/images
 */
const AIR: Readonly<Partial<Record<number, number>>> = { 128: 16 };

async function draw(page: Page, svg: string, size: number): Promise<Uint8Array> {
  await page.setViewport({ width: size, height: size, deviceScaleFactor: 1 });
  await page.setContent(
    `<style>html,body{margin:0}svg{display:block;box-sizing:border-box;padding:${AIR[size] ?? 0}px}</style>${svg}`,
  );
  await page.$eval(
    'svg',
    (element, side) => {
      element.setAttribute('width', String(side));
      element.setAttribute('height', String(side));
    },
    size,
  );
  return page.screenshot({ omitBackground: true, type: 'png' });
}

const driver = await launch('chromium', { extension: null });
try {
  const page = await driver.newPage();
  for (const [name, sizes] of Object.entries(SIZES)) {
    const svg = await readFile(new URL(`${name}.svg`, FOLDER), 'utf8');
    for (const size of sizes) {
      const file = new URL(`${name}-${size}.png`, FOLDER);
      await writeFile(file, await draw(page, svg, size));
      console.log(fileURLToPath(file));
    }
  }
} finally {
  await driver.close();
}
