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
import { reportDelays } from './delay-report.ts';
import { quantile } from './quantile.ts';
import { reportRepairs } from './repair-report.ts';
import { reportSockets } from './socket-report.ts';
import { reportStart } from './start-report.ts';

const MIB = 1024 * 1024;

/** What the page of the benchmark offers; see bench-page.js. */
interface BenchWindow {
  evaluate(times: number, compiled: boolean): Promise<number[]>;
}

async function openBench(driver: Driver, server: BenchServer, hooked: boolean): Promise<Page> {
  const page = await driver.newPage();
  await page.goto(`${server.origin}/${hooked ? '?hook' : ''}`);
  await page.waitForFunction('typeof readAll === "function"');
  return page;
}

/**
 * Prints what the hook costs in a real page of this browser, all figures measured alternately in
 * one run.
 */
export async function reportPage(
  kind: BrowserKind,
  megabytes: number,
  rounds: number,
): Promise<void> {
  ensureBrowser(kind);
  const extension = await build(kind);
  const hookFile = join(extension, 'page-hook.js');
  const server = await startBenchServer(hookFile, megabytes * MIB);
  const driver = await launch(kind, { extension: null });
  try {
    console.log(
      `\n${kind} ${await driver.browser.version()}: ${megabytes} MiB of 200-byte frames, median of ${rounds} rounds`,
    );
    await reportDelays(driver, server, hookFile);
    await reportRepairs((hooked) => openBench(driver, server, hooked), rounds);
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
    const times = await page.evaluate(
      (is) => (window as unknown as BenchWindow).evaluate(30, is),
      compiled,
    );
    console.log(
      `    ${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
    );
  }
  await page.close();
}
