/**
 * `npm run bench:popup`: how long the real popup takes to open after a year of use, in real
 * Chromium and Firefox, with the background awake and asleep; alternating with the popup of an
 * extension that does nothing, which shows what this machine takes for any. `--browser firefox`
 * uses one browser.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { launch } from '../../../src/tools/browsers/launch.ts';
import { enableSite } from '../../../src/tools/browsers/enable-site.ts';
import { ensureBrowser } from '../../../src/tools/browsers/install.ts';
import { build } from '../../../src/tools/cli/build.ts';
import { servePage } from '../../support/page-server.ts';
import { quantile } from '../quantile.ts';
import { openerOf, type OpenPopup } from './openers.ts';
import { storeYears } from './year.ts';

const OPENINGS = 20;
const SITES = 5;
const USAGE = '--browser takes chromium or firefox.\n';

/** An extension with a popup that shows one word and runs nothing. */
function writeEmptyExtension(kind: BrowserKind): string {
  const folder = mkdtempSync(join(tmpdir(), 'empty-popup-'));
  const background = 'background.js';
  const manifest = {
    manifest_version: 3,
    name: 'Empty',
    version: '1',
    action: { default_popup: 'popup.html' },
    background: kind === 'firefox' ? { scripts: [background] } : { service_worker: background },
    ...(kind === 'firefox' && {
      browser_specific_settings: { gecko: { id: 'empty@example.org' } },
    }),
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, background), '// there, so that it can be asleep');
  writeFileSync(
    join(folder, 'popup.html'),
    '<!doctype html><body style="width: 360px; height: 400px"><p data-count="markers">Nothing',
  );
  return folder;
}

function line(name: string, times: readonly number[]): string {
  return `${name.padEnd(24)} p50 ${quantile(times, 0.5).toFixed(0).padStart(4)} ms  p95 ${quantile(times, 0.95).toFixed(0).padStart(4)} ms`;
}

interface Arm {
  readonly open: OpenPopup;
  readonly awake: number[];
  readonly asleep: number[];
}

/** Measures both popups in one browser, and prints the times. */
async function measure(kind: BrowserKind): Promise<void> {
  ensureBrowser(kind);
  const server = await servePage({});
  const empty = writeEmptyExtension(kind);
  const drivers: Driver[] = [];
  const arms: Arm[] = [];
  let bytes = 0;
  try {
    for (const extension of [await build(kind), empty]) {
      // The other one has no welcome page to wait for.
      const driver = await launch(kind, { extension, welcome: extension === empty });
      drivers.push(driver);
      const tab = await driver.newPage();
      await tab.goto(server.origin);
      if (extension !== empty) {
        await enableSite(driver, tab);
        const others = Array.from(
          { length: SITES - 1 },
          (_, index) => `https://chat-${index}.example.org`,
        );
        bytes = await storeYears(driver, [server.origin, ...others]);
      }
      arms.push({ open: await openerOf(driver, tab), awake: [], asleep: [] });
    }
    for (let n = 0; n < OPENINGS; n += 1) {
      for (const arm of arms) {
        arm.awake.push(await arm.open(true));
        arm.asleep.push(await arm.open(false));
      }
    }
    const [ours, other] = arms as [Arm, Arm];
    console.log(
      `${kind}: ${OPENINGS} openings each, ${(bytes / 1e6).toFixed(1)} MB stored of ${SITES} sites`,
    );
    console.log(line('background awake', ours.awake));
    console.log(line('background asleep', ours.asleep));
    console.log(line('empty popup, awake', other.awake));
    console.log(line('empty popup, asleep', other.asleep));
  } finally {
    for (const driver of drivers) await driver.close();
    server.close();
    rmSync(empty, { recursive: true });
  }
}

const { values } = parseArgs({ options: { browser: { type: 'string' } } });
const kinds = (['chromium', 'firefox'] as const).filter(
  (kind) => (values.browser ?? kind) === kind,
);
if (kinds.length === 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
for (const kind of kinds) await measure(kind);
