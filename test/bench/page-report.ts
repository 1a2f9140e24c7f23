import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { type Driver } from '../../src/tools/browsers/driver.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { build } from '../../src/tools/cli/build.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import type { StreamKind } from './bench-streams.ts';
import { reportDelays } from './delay-report.ts';
import { quantile } from './quantile.ts';
import { reportSockets } from './socket-report.ts';
import { reportStart } from './start-report.ts';

const MIB = 1024 * 1024;

export interface Mode {
  readonly name: string;
  readonly hooked: boolean;
  readonly mode: 'plain' | 'identity';
  readonly stream: StreamKind;
}

export const MODES: readonly Mode[] = [
  { name: 'untouched', hooked: false, mode: 'plain', stream: 'clean' },
  { name: 'identity byte stream', hooked: false, mode: 'identity', stream: 'clean' },
  { name: 'hook, clean stream', hooked: true, mode: 'plain', stream: 'clean' },
  { name: 'hook, prose', hooked: true, mode: 'plain', stream: 'prose' },
  { name: 'hook, tools and markers', hooked: true, mode: 'plain', stream: 'tools' },
];

/** What the page of the benchmark offers; see bench-page.js. */
interface BenchWindow {
  readAll(path: string, mode: string): Promise<{ bytes: number; ms: number; bridgeMessages: number }>;
  evaluate(times: number, compiled: boolean): Promise<number[]>;
}

export async function openBench(driver: Driver, server: BenchServer, hooked: boolean): Promise<Page> {
  const page = await driver.newPage();
  await page.goto(`${server.origin}/${hooked ? '?hook' : ''}`);
  await page.waitForFunction('typeof readAll === "function"');
  return page;
}

/** @returns MB/s of one read of one stream, in a page of its own */
export async function throughput(driver: Driver, server: BenchServer, { hooked, mode, stream }: Mode): Promise<number> {
  const page = await openBench(driver, server, hooked);
  try {
    const { bytes, ms, bridgeMessages } = await page.evaluate(
      (path, how) => (window as unknown as BenchWindow).readAll(path, how),
      `/stream/${stream}`,
      mode,
    );
    if (hooked && bridgeMessages === 0) throw new Error('The hook was not at work: its bridge said nothing.');
    return bytes / MIB / (ms / 1000);
  } finally {
    await page.close();
  }
}

/** Prints what the hook costs in a real page of this browser, all figures measured alternately in one run. */
export async function reportPage(kind: BrowserKind, megabytes: number, rounds: number): Promise<void> {
  ensureBrowser(kind);
  const extension = await build(kind);
  const hookFile = join(extension, 'page-hook.js');
  const server = await startBenchServer(hookFile, megabytes * MIB);
  const driver = await launch(kind, { extension: null });
  try {
    console.log(
      `\n${kind} ${await driver.browser.version()}: ${megabytes} MiB of 200-byte frames, median of ${rounds} rounds`,
    );
    const speeds = new Map<string, number[]>(MODES.map(({ name }) => [name, []]));
    // The modes alternate, so that a busy machine slows all of them.
    for (let round = 0; round <= rounds; round++) {
      for (const mode of MODES) {
        const speed = await throughput(driver, server, mode);
        if (round > 0) speeds.get(mode.name)?.push(speed); // the first round warms up
      }
    }
    const identity = speeds.get('identity byte stream') ?? [];
    for (const [name, values] of speeds) {
      const ratios = values.map((value, i) => value / (identity[i] ?? Number.NaN));
      console.log(
        `  ${name.padEnd(24)} ${quantile(values, 0.5).toFixed(0).padStart(5)} MB/s   ${quantile(ratios, 0.5).toFixed(2)} x identity  (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      );
    }
    await reportDelays(driver, server, hookFile);
    await reportSockets((hooked) => openBench(driver, server, hooked), rounds);
    await reportHook(driver, server, hookFile);
    await reportStart(kind, extension, server);
  } finally {
    await driver.close();
    await server.close();
  }
}

async function reportHook(driver: Driver, server: BenchServer, hookFile: string): Promise<void> {
  const page = await openBench(driver, server, false);
  const code = await readFile(hookFile);
  console.log(`  hook                     ${code.length} bytes, ${gzipSync(code).length} gzip`);
  for (const [name, compiled] of [
    ['evaluation, compiled before', true],
    ['evaluation, for the first time', false],
  ] as const) {
    const times = await page.evaluate((is) => (window as unknown as BenchWindow).evaluate(30, is), compiled);
    console.log(
      `    ${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
    );
  }
  await page.close();
}
