/**
 * `npm run bench:popup`: how long the real popup takes to open after a year of use, in real Chromium, with the
 * background awake and asleep; alternating with the popup of an extension that does nothing, which shows what this
 * machine takes for any.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Connection, Page } from 'puppeteer-core';
import type { Driver } from '../../src/browsers/driver.ts';
import { launch } from '../../src/browsers/launch.ts';
import { enableSite } from '../../src/browsers/enable-site.ts';
import { ensureBrowser } from '../../src/browsers/install.ts';
import { build } from '../../src/cli/build.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, lastDays } from '../../src/stats/read-figures.ts';
import { chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';
import type { RecentDays } from '../../src/stats/totals.ts';
import { servePage } from '../support/page-server.ts';
import { quantile } from './quantile.ts';

const OPENINGS = 20;
const SITES = 5;
/** Limit in milliseconds. */
const ALLOWED = 100;
/** Milliseconds until a popup is asked when it painted: long after that, because asking earlier would disturb it. */
const PAINTED_AFTER = 1000;
const SETTLED_AFTER = 200;

/** A request to the extension's background. */
interface Background {
  readonly chrome: {
    readonly storage: { readonly local: { set(items: object): Promise<void>; getBytesInUse(): Promise<number> } };
  };
}

/** 10 000 replies a day on all sites together, with all the tools and repairs that are stored separately. */
function busyDay(): DayFigures {
  const repairs = Object.fromEntries([...ALL_REPAIRS].map((id, index) => [id, 100 + index]));
  const times = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`tool_number_${index}`, { calls: 40, sum: 90_000, longest: 9000 }]),
  );
  return {
    ...NO_FIGURES,
    replies: 2000,
    markers: 800,
    tools: 1200,
    imitated: 12,
    events: 2400,
    bytes: 5_000_000,
    healed: 3,
    repairs,
    times,
  };
}

/** The same in the format of the totals. */
function recentDays(): RecentDays {
  const { markers, tools, imitated } = busyDay();
  return Object.fromEntries(lastDays(40).map((day) => [day, { markers, tools, imitated }]));
}

/** The storage after a year: the days that are kept, totals, and chats. */
function yearOf(origin: string): Record<string, unknown> {
  const findings = [{ server: 'hermes', repairs: busyDay().repairs, events: 800_000, unknown: { 'x.progress': 31 } }];
  const calls = { calls: 300, imitated: 7 };
  const chats = Array.from({ length: 200 }, (_, index) => ({
    chat: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    healed: 1_790_000_000_000,
    before: calls,
    after: calls,
  }));
  return {
    ...Object.fromEntries(lastDays(KEPT_DAYS).map((day) => [dayKey(origin, day), busyDay()])),
    [totalsKey(origin)]: { markers: 292_000, tools: 438_000, imitated: 4380, findings, recent: recentDays() },
    [chatsKey(origin)]: chats,
  };
}

async function storeYears(driver: Driver, origins: readonly string[]): Promise<number> {
  for (const origin of origins) {
    await driver.background(async (items) => {
      const { chrome } = globalThis as unknown as Background;
      await chrome.storage.local.set(items);
    }, yearOf(origin));
  }
  return driver.background(async () => {
    const { chrome } = globalThis as unknown as Background;
    return chrome.storage.local.getBytesInUse();
  });
}

/** An extension with a popup that shows one word and runs nothing. */
function writeEmptyExtension(): string {
  const folder = mkdtempSync(join(tmpdir(), 'empty-popup-'));
  const manifest = {
    manifest_version: 3,
    name: 'Empty',
    version: '1',
    action: { default_popup: 'popup.html' },
    background: { service_worker: 'background.js' },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'background.js'), '// there, so that it can be asleep');
  writeFileSync(
    join(folder, 'popup.html'),
    '<!doctype html><body style="width: 360px; height: 400px"><p data-count="markers">Nothing',
  );
  return folder;
}

/**
 * Milliseconds from the start of the popup's page to its first paint; ours counts with its figures, and paints nothing
 * before.
 */
async function openPopup({ driver, tab, connection }: Arm, awake: boolean): Promise<number> {
  if (awake) await driver.background(() => true);
  else await driver.stopBackground();
  await tab.bringToFront();
  const extension = (await driver.browser.extensions()).get(new URL(driver.base).host);
  if (!extension) throw new Error('The extension is not installed in this browser.');
  // Nobody clicks at the moment at which the tab comes to the front, or the last popup closes.
  await setTimeout(SETTLED_AFTER);
  await extension.triggerAction(tab);
  await setTimeout(PAINTED_AFTER);
  const { targetInfos } = await connection.send('Target.getTargets', { filter: [{}] });
  const popup = targetInfos.find(({ url }) => url === `${driver.base}popup.html`);
  if (!popup) throw new Error('The popup did not open.');
  const session = await connection.createSession(popup);
  const { result } = await session.send('Runtime.evaluate', { expression: FIRST_PAINT, returnByValue: true });
  await session.send('Target.closeTarget', popup);
  if (typeof result.value !== 'number')
    throw new Error(`The popup painted nothing in ${PAINTED_AFTER} ms, or is not ready: ${String(result.value)}`);
  return result.value;
}

/** Read in the popup: its first paint, or what it says if there are no figures. */
const FIRST_PAINT = `document.querySelector('[data-count="markers"]')
  ? performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  : document.body.textContent`;

/**
 * From now on nothing attaches to popups as they open. A driver that does halts each of them at its start and injects a
 * world of its own: that took the popup from 92 to 128 ms, and an empty one from 68 to 84 (Chromium 156).
 */
async function leavePopupsAlone(driver: Driver): Promise<Connection> {
  const connection = (await driver.browser.target().createCDPSession()).connection();
  if (!connection) throw new Error('The browser is gone.');
  const filter = [{ type: 'other', exclude: true }, { type: 'page', exclude: true }, {}];
  await connection.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter,
  });
  return connection;
}

function line(name: string, times: readonly number[]): string {
  return `${name.padEnd(24)} p50 ${quantile(times, 0.5).toFixed(0).padStart(4)} ms  p95 ${quantile(times, 0.95).toFixed(0).padStart(4)} ms`;
}

interface Arm {
  readonly driver: Driver;
  readonly tab: Page;
  readonly connection: Connection;
  readonly awake: number[];
  readonly asleep: number[];
}

ensureBrowser('chromium');
const server = await servePage({});
const empty = writeEmptyExtension();
const arms: Arm[] = [];
try {
  for (const extension of [await build('chromium'), empty]) {
    // The other one has no welcome page to wait for.
    const driver = await launch('chromium', { extension, welcome: extension === empty });
    const tab = await driver.newPage();
    await tab.goto(server.origin);
    if (extension !== empty) await enableSite(driver, tab);
    arms.push({ driver, tab, connection: await leavePopupsAlone(driver), awake: [], asleep: [] });
  }
  const [ours, other] = arms as [Arm, Arm];
  const others = Array.from({ length: SITES - 1 }, (_, index) => `https://chat-${index}.example.org`);
  const bytes = await storeYears(ours.driver, [server.origin, ...others]);
  for (let n = 0; n < OPENINGS; n += 1) {
    for (const arm of arms) {
      arm.awake.push(await openPopup(arm, true));
      arm.asleep.push(await openPopup(arm, false));
    }
  }
  console.log(
    `${OPENINGS} openings each, ${(bytes / 1e6).toFixed(1)} MB stored of ${SITES} sites; ${ALLOWED} ms are allowed`,
  );
  console.log(line('background awake', ours.awake));
  console.log(line('background asleep', ours.asleep));
  console.log(line('empty popup, awake', other.awake));
  console.log(line('empty popup, asleep', other.asleep));
} finally {
  for (const { driver } of arms) await driver.close();
  server.close();
  rmSync(empty, { recursive: true });
}
