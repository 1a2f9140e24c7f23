/**
 * Retakes the pictures of README.md and docs/, into src/tools/demo/pictures/, and records which
 * texts are in them: `npm run pictures [NAME]`, with a name only those whose name contains it.
 * Those with the real Open WebUI install it first, see `npm run demo -- --open-webui`.
 */
import { writeFileSync } from 'node:fs';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { run } from '../support/steps.ts';
import { takeBrowserPicture } from './browser-pictures.ts';
import { DOCS_PICTURES, takeDocsPicture, type DocsPicture } from './docs-pictures.ts';
import { ensureFont } from './fonts.ts';
import { takeOpenWebUiPictures } from './open-webui-pictures.ts';
import { recordTexts } from './picture-texts.ts';
import { serveSite } from './site.ts';

const ROOT = new URL('../../', import.meta.url);

/** @param words all that is to be read in it */
function keep(name: string, png: Uint8Array, words: string): void {
  const path = `src/tools/demo/pictures/${name}.png`;
  writeFileSync(new URL(path, ROOT), png);
  recordTexts(path, words);
  console.log(`${path}, ${Math.round(png.length / 1000)} kB`);
}

async function takeShots(wanted: readonly DocsPicture[]): Promise<void> {
  const site = await serveSite();
  const driver = await launch('chromium', { extension: null });
  try {
    const page = await driver.newPage();
    for (const picture of wanted) {
      if (picture.from !== 'shot') continue;
      const { png, words } = await takeDocsPicture(page, site.origin, picture);
      keep(picture.name, png, words);
    }
  } finally {
    await driver.close();
    await site.close();
  }
}

// tsconfig.json extends a file that a fresh clone lacks before its first build.
if (!(await run('wxt/bin/wxt.mjs', ['prepare']))) process.exit(1);
ensureBrowser('chromium');
// People see these: none is taken with boxes in it.
if (!ensureFont('emoji')) process.exit(1);
const [part = ''] = process.argv.slice(2);
const wanted = DOCS_PICTURES.filter(({ name }) => name.includes(part));
await takeShots(wanted);
for (const picture of wanted) {
  if (picture.from !== 'browser') continue;
  ensureBrowser(picture.browser);
  keep(picture.name, await takeBrowserPicture(picture.browser), 'Stream Fixer');
}
if (wanted.some(({ from }) => from === 'open-webui'))
  await takeOpenWebUiPictures((name, png, words) => {
    if (name.includes(part)) keep(name, png, words);
  });
