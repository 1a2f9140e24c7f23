/**
 * Writes what the stores show, into store/: `npm run store`. Texts in every language are assembled
 * from those of the product, pictures show its pages. `-- --texts` writes the texts only and needs
 * no browser; `-- NAME` only pictures whose name contains it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import type { Messages } from '../support/i18n.ts';
import { run } from '../support/steps.ts';
import { ensureFont } from './fonts.ts';
import { longText, shortText } from './listing.ts';
import { turnAsAsked } from './page-direction.ts';
import { recordTexts } from './picture-texts.ts';
import { serveSite } from './site.ts';
import { STORE_PICTURES, takeStorePicture } from './store-pictures.ts';

const ROOT = new URL('../../', import.meta.url);
const STORE = new URL('store/', ROOT);
const LOCALES = new URL('src/public/_locales/', ROOT);

function writeTexts(): void {
  for (const language of readdirSync(LOCALES)) {
    const messages = JSON.parse(
      readFileSync(new URL(`${language}/messages.json`, LOCALES), 'utf8'),
    ) as Messages;
    const folder = new URL(`${language}/`, STORE);
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL('short.txt', folder), shortText(messages));
    writeFileSync(new URL('long.txt', folder), longText(messages));
  }
}

async function takePictures(wanted: string): Promise<void> {
  // tsconfig.json extends a file that a fresh clone lacks before its first build.
  if (!(await run('wxt/bin/wxt.mjs', ['prepare']))) throw new Error('wxt prepare failed.');
  ensureBrowser('chromium');
  // People see these: none is taken with boxes in it.
  if (!ensureFont('emoji')) throw new Error('There is no font for emoji.');
  mkdirSync(new URL('pictures/', STORE), { recursive: true });
  const site = await serveSite();
  const driver = await launch('chromium', { extension: null });
  try {
    const page = await driver.newPage();
    await turnAsAsked(page);
    for (const picture of STORE_PICTURES.filter(({ name }) => name.includes(wanted))) {
      const file = `store/pictures/${picture.name}.png`;
      const { png, words } = await takeStorePicture(page, site.origin, ROOT, picture);
      writeFileSync(new URL(file, ROOT), png);
      recordTexts(file, words);
      console.log(file);
    }
  } finally {
    await driver.close();
    await site.close();
  }
}

const [wanted = ''] = process.argv.slice(2);
writeTexts();
if (wanted !== '--texts') await takePictures(wanted);
