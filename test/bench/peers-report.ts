import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { build } from '../../src/tools/cli/build.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { CASES } from './peers/cases.ts';
import { type Peer, PEER_NAMES, PEERS, peerScripts } from './peers/peers.ts';
import { quantile } from './quantile.ts';

const MIB = 1024 * 1024;
/** Frames with the time they were sent, one every 2 ms. */
const TIMED_FRAMES = 300;
/** Bytes after which the page aborts. */
const ABORT_AFTER = 600;
/** Time in which the server must notice an abort, in ms. */
const ABORT_WITHIN = 1000;

type Runner = Peer | 'untouched' | 'Stream Fixer';
const RUNNERS: readonly Runner[] = ['untouched', 'Stream Fixer', ...PEERS];

interface BenchWindow {
  readAll(path: string, mode: string): Promise<{ bytes: number; ms: number }>;
  readTimed(path: string, mode: string): Promise<number[]>;
  readCase(path: string, abortAfter: number): Promise<{ text: string; ended: string; url: string; type: string }>;
}

const QUERIES: Readonly<Record<Runner, string>> = {
  untouched: '',
  'Stream Fixer': '?hook',
  scriptlets: '?peer=scriptlets',
  vista: '?peer=vista',
  interceptors: '?peer=interceptors',
};

/** Runs `work` in a fresh page with one of them. */
async function inPage<T>(
  driver: Driver,
  server: BenchServer,
  runner: Runner,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await driver.newPage();
  try {
    await page.goto(`${server.origin}/${QUERIES[runner]}`);
    await page.waitForFunction('typeof readAll === "function"');
    return await work(page);
  } finally {
    await page.close();
  }
}

/**
 * Prints what packages from npm that patch fetch do with the same streams in the same page, compared with the hook:
 * MB/s, time to the first frame, delay of a frame, and wrong output.
 */
export async function reportPeers(kind: BrowserKind, megabytes: number, rounds: number): Promise<void> {
  ensureBrowser(kind);
  const scripts = await peerScripts();
  const server = await startBenchServer(join(await build(kind), 'page-hook.js'), megabytes * MIB, scripts);
  const driver = await launch(kind, { extension: null });
  try {
    console.log(
      `\n${kind} ${await driver.browser.version()}: peers, ${megabytes} MiB of tools and markers, median of ${rounds} rounds`,
    );
    const figures = new Map<Runner, { speeds: number[]; first: number[]; frame: number[] }>(
      RUNNERS.map((runner) => [runner, { speeds: [], first: [], frame: [] }]),
    );
    for (let round = 0; round <= rounds; round++) {
      for (const runner of RUNNERS) {
        const { speed, delays } = await inPage(driver, server, runner, measure);
        if (round === 0) continue; // warms up
        const own = figures.get(runner);
        own?.speeds.push(speed);
        own?.first.push(delays[0] ?? Number.NaN);
        own?.frame.push(quantile(delays, 0.5));
      }
    }
    for (const runner of RUNNERS) {
      const { speeds = [], first = [], frame = [] } = figures.get(runner) ?? {};
      const wrong = await faults(driver, server, runner);
      const columns = [
        `${quantile(speeds, 0.5).toFixed(0).padStart(5)} MB/s`,
        `first frame after ${quantile(first, 0.5).toFixed(1)} ms`,
        `each after ${quantile(frame, 0.5).toFixed(2)} ms`,
      ];
      console.log(`  ${nameOf(runner).padEnd(58)} ${columns.join('   ')}`);
      for (const fault of wrong) console.log(`    ${fault}`);
    }
  } finally {
    await driver.close();
    await server.close();
  }

  async function measure(page: Page): Promise<{ speed: number; delays: number[] }> {
    const [{ ms }, delays] = await page.evaluate(async (path) => {
      const { readAll, readTimed } = window as unknown as BenchWindow;
      return [await readAll('/stream/tools', 'plain'), await readTimed(path, 'plain')] as const;
    }, `/timed?frames=${TIMED_FRAMES}`);
    return { speed: megabytes / (ms / 1000), delays };
  }
}

function nameOf(runner: Runner): string {
  return runner === 'untouched' || runner === 'Stream Fixer' ? runner : PEER_NAMES[runner];
}

/** @returns one line for each case whose text or end is wrong */
async function faults(driver: Driver, server: BenchServer, runner: Runner): Promise<string[]> {
  const found: string[] = [];
  for (const [i, { name, text, unchanged, pieces }] of CASES.entries()) {
    const before = server.aborted();
    const path = `/case/${i}`;
    const seen = await inPage(driver, server, runner, (page) =>
      page.evaluate(
        (...args) => (window as unknown as BenchWindow).readCase(...args),
        path,
        text === null ? ABORT_AFTER : 0,
      ),
    );
    const said = (fault: string): number => found.push(`${name}: ${fault}`);
    if (text === null) {
      if (seen.ended !== 'AbortError') said(`ends with ${seen.ended}`);
      if (!(await within(() => server.aborted() > before))) said('the server goes on sending');
      continue;
    }
    if (seen.ended !== 'done') said(`ends with ${seen.ended}`);
    else if (textIn(seen.text).replace(/\n+/g, ' ') !== text) said(`shows ${JSON.stringify(textIn(seen.text))}`);
    else if (unchanged && seen.text !== pieces.map((piece) => new TextDecoder().decode(piece)).join(''))
      said('other bytes');
    if (!seen.url.endsWith(path)) said(`response.url is ${JSON.stringify(seen.url)}`);
  }
  return found;
}

async function within(isTrue: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < ABORT_WITHIN && !isTrue(); waited += 20) await delay(20);
  return isTrue();
}

/** The text of all deltas. */
function textIn(stream: string): string {
  return stream
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame.startsWith('data: {'))
    .map(
      (frame) =>
        (JSON.parse(frame.slice(6)) as { choices: { delta?: { content?: string } }[] }).choices[0]?.delta?.content ??
        '',
    )
    .join('');
}
