/**
 * Retakes the pictures of README.md and docs/, into src/tools/demo/pictures/: `npm run pictures [NAME]`, with a name only
 * those whose name contains it. Those with the real Open WebUI install it first, see `npm run demo -- --open-webui`.
 */
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { demonstrateOpenWebUi } from '../../src/tools/demo/open-webui-demo.ts';
import { demonstrateRecordings } from '../../src/tools/demo/recorded-demo.ts';
import { createReport, type Report } from '../../src/tools/demo/report.ts';
import { installHermes, startHermes } from '../../src/tools/demo/servers/hermes.ts';
import { pictureFolder } from '../../src/tools/demo/stage.ts';
import { run } from '../support/steps.ts';
import { DOCS_PICTURES, takeDocsPicture, type DocsPicture } from './docs-pictures.ts';
import { serveSite } from './site.ts';

const FOLDER = fileURLToPath(new URL('../../src/tools/demo/pictures/', import.meta.url));

function tell(name: string): void {
  console.log(
    `src/tools/demo/pictures/${name}.png, ${Math.round(statSync(join(FOLDER, `${name}.png`)).size / 1000)} kB`,
  );
}

/** A report that keeps the pictures that are asked for. */
function reportFor(wanted: readonly DocsPicture[]): Report {
  return {
    ...createReport(console.log),
    picture(path) {
      const kept = wanted.find(({ taken }) => basename(path) === `${taken}.png`);
      if (!kept) return;
      copyFileSync(path, join(FOLDER, `${kept.name}.png`));
      tell(kept.name);
    },
  };
}

async function takeShots(wanted: readonly DocsPicture[]): Promise<void> {
  const site = await serveSite();
  const driver = await launch('chromium', { extension: null });
  try {
    const page = await driver.newPage();
    for (const picture of wanted) {
      if (picture.from !== 'shot') continue;
      writeFileSync(join(FOLDER, `${picture.name}.png`), await takeDocsPicture(page, site.origin, picture));
      tell(picture.name);
    }
  } finally {
    await driver.close();
    await site.close();
  }
}

async function takeOpenWebUi(wanted: readonly DocsPicture[]): Promise<boolean> {
  const logFile = join(pictureFolder('chromium'), 'hermes.log');
  const hermes = await startHermes({ programs: installHermes(), logFile });
  try {
    return await demonstrateOpenWebUi('chromium', hermes, reportFor(wanted));
  } finally {
    await hermes.close();
  }
}

// tsconfig.json extends a file that a fresh clone lacks before its first build.
if (!(await run('wxt/bin/wxt.mjs', ['prepare']))) process.exit(1);
ensureBrowser('chromium');
const [part = ''] = process.argv.slice(2);
const wanted = DOCS_PICTURES.filter(({ name }) => name.includes(part));
const from = (kind: DocsPicture['from']): DocsPicture[] => wanted.filter((picture) => picture.from === kind);
if (from('shot').length > 0) await takeShots(from('shot'));
let sound = true;
if (from('recordings').length > 0) sound = await demonstrateRecordings('chromium', reportFor(from('recordings')));
if (from('open-webui').length > 0) sound = (await takeOpenWebUi(from('open-webui'))) && sound;
process.exitCode = sound ? 0 : 1;
