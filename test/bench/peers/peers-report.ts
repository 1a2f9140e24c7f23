import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { ensureBrowser } from '../../../src/tools/browsers/install.ts';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { launch } from '../../../src/tools/browsers/launch.ts';
import { build } from '../../../src/tools/cli/build.ts';
import { startBenchServer, type BenchRoute } from '../bench-server.ts';
import { chunk } from '../bench-streams.ts';
import { quantile } from '../quantile.ts';
import { CASES, sendCase, type Case } from './cases.ts';
import { loadPeers } from './peers.ts';

const MIB = 1024 * 1024;
const TIMED_FRAMES = 300;
/** Milliseconds between two timed frames. */
const FRAME_EVERY = 2;
/** UTF-16 units after which the page aborts. */
const ABORT_AFTER = 600;
/** Milliseconds in which the server must notice an abort. */
const ABORT_WITHIN = 1000;

/** What changes `fetch` in the page. */
interface Runner {
  readonly name: string;
  readonly query: '' | '?hook';
  readonly script: string | null;
}

interface Figures {
  /** MB/s of a stream with tools and markers. */
  readonly speed: number[];
  /** Milliseconds from sending to reading. */
  readonly first: number[];
  readonly frame: number[];
}

/** Of bench-page.js. */
interface BenchWindow {
  readAll(path: string): Promise<{ ms: number }>;
}

/** Runs `work` in a fresh page with a runner. */
type InPage = <T>(runner: Runner, work: (page: Page) => Promise<T>) => Promise<T>;

/**
 * Prints what packages from npm that patch `fetch` do with the same streams in the same page,
 * beside the hook: MB/s, time to the first frame, delay of a frame, and wrong output.
 */
export async function reportPeers(
  kind: BrowserKind,
  megabytes: number,
  rounds: number,
): Promise<void> {
  ensureBrowser(kind);
  const peers = await loadPeers();
  const runners: Runner[] = [
    { name: 'untouched', query: '', script: null },
    { name: 'Stream Fixer', query: '?hook', script: null },
    ...peers.map((peer) => ({ ...peer, query: '' as const })),
  ];
  const aborts = { count: 0 };
  const hookFile = join(await build(kind), 'page-hook.js');
  const server = await startBenchServer(hookFile, megabytes * MIB, routes(aborts));
  const driver = await launch(kind, { extension: null });

  async function inPage<T>(runner: Runner, work: (page: Page) => Promise<T>): Promise<T> {
    const page = await driver.newPage();
    try {
      if (runner.script !== null) await page.evaluateOnNewDocument(runner.script);
      await page.goto(`${server.origin}/${runner.query}`);
      await page.waitForFunction('typeof readAll === "function"');
      return await work(page);
    } finally {
      await page.close();
    }
  }

  try {
    console.log(
      `\n${kind} ${await driver.browser.version()}: packages that patch fetch, ${megabytes} MiB of tools and markers, median of ${rounds} rounds`,
    );
    const figures = await measureAll(runners, inPage, megabytes, rounds);
    for (const runner of runners) {
      console.log(`  ${runner.name.padEnd(66)} ${columnsOf(figures.get(runner))}`);
      for (const fault of await faultsOf(runner, inPage, aborts)) console.log(`    ${fault}`);
    }
  } finally {
    await driver.close();
    await server.close();
  }
}

/** @param aborts counts the answers that their page aborted before they were complete */
function routes(aborts: { count: number }): Readonly<Record<string, BenchRoute>> {
  return {
    async timed(_url, response) {
      for (let i = 0; i < TIMED_FRAMES; i++) {
        const now = performance.timeOrigin + performance.now();
        response.write(chunk(`sent ${now.toFixed(3)} `));
        await delay(FRAME_EVERY);
      }
    },
    async case(url, response) {
      response.on('close', () => {
        if (!response.writableEnded) aborts.count++;
      });
      await sendCase(response, url.pathname.split('/')[2] ?? '');
    },
  };
}

async function measureAll(
  runners: readonly Runner[],
  inPage: InPage,
  megabytes: number,
  rounds: number,
): Promise<ReadonlyMap<Runner, Figures>> {
  const figures = new Map<Runner, Figures>(
    runners.map((runner) => [runner, { speed: [], first: [], frame: [] }]),
  );
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [runner, own] of figures) {
      const { ms, delays } = await inPage(runner, async (page) => ({
        ms: await page.evaluate(async (path) => {
          return (await (window as unknown as BenchWindow).readAll(path)).ms;
        }, '/stream/tools'),
        delays: await page.evaluate(readTimed, '/timed'),
      }));
      if (round === 0) continue;
      own.speed.push(megabytes / (ms / 1000));
      own.first.push(delays[0] ?? Number.NaN);
      own.frame.push(quantile(delays, 0.5));
    }
  }
  return figures;
}

/** Runs in the page. @returns the delay of each frame in milliseconds */
async function readTimed(path: string): Promise<number[]> {
  const reader = (await fetch(path)).body!.getReader();
  const decoder = new TextDecoder();
  const delays: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return delays;
    const now = performance.timeOrigin + performance.now();
    for (const [, sent] of decoder.decode(value).matchAll(/sent ([\d.]+)/g))
      delays.push(now - Number(sent));
  }
}

function columnsOf(figures: Figures | undefined): string {
  const { speed = [], first = [], frame = [] } = figures ?? {};
  return [
    `${quantile(speed, 0.5).toFixed(0).padStart(5)} MB/s`,
    `first frame after ${quantile(first, 0.5).toFixed(1)} ms`,
    `each after ${quantile(frame, 0.5).toFixed(2)} ms`,
  ].join('   ');
}

/** @returns one line for each case whose text or end is wrong */
async function faultsOf(
  runner: Runner,
  inPage: InPage,
  aborts: { readonly count: number },
): Promise<string[]> {
  const found: string[] = [];
  for (const [i, one] of CASES.entries()) {
    const before = aborts.count;
    const abortAfter = one.text === null ? ABORT_AFTER : 0;
    const seen = await inPage(runner, (page) => page.evaluate(readCase, `/case/${i}`, abortAfter));
    const faults = one.text === null ? abortFaults(seen) : textFaults(one, seen);
    if (one.text === null && !(await within(() => aborts.count > before)))
      faults.push('the server goes on sending');
    if (!seen.url.endsWith(`/case/${i}`))
      faults.push(`response.url is ${JSON.stringify(seen.url)}`);
    found.push(...faults.map((fault) => `${one.name}: ${fault}`));
  }
  return found;
}

interface Seen {
  readonly text: string;
  /** 'done' or the name of the error. */
  readonly ended: string;
  readonly url: string;
}

/**
 * Runs in the page: reads a stream as text.
 * @param abortAfter UTF-16 units after which the page aborts; 0 never
 */
async function readCase(path: string, abortAfter: number): Promise<Seen> {
  const abort = new AbortController();
  const response = await fetch(path, { signal: abort.signal });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text, ended: 'done', url: response.url };
      text += decoder.decode(value, { stream: true });
      if (abortAfter > 0 && text.length >= abortAfter) abort.abort();
    }
  } catch (error) {
    return { text, ended: (error as Error).name, url: response.url };
  }
}

function abortFaults({ ended }: Seen): string[] {
  return ended === 'AbortError' ? [] : [`ends with ${ended}`];
}

function textFaults({ text, unchanged, pieces }: Case, seen: Seen): string[] {
  if (seen.ended !== 'done') return [`ends with ${seen.ended}`];
  const shown = textIn(seen.text);
  if (shown.replace(/\n+/g, ' ') !== text) return [`shows ${JSON.stringify(shown)}`];
  const sent = pieces.map((piece) => new TextDecoder().decode(piece)).join('');
  return unchanged && seen.text !== sent ? ['other bytes'] : [];
}

async function within(isTrue: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < ABORT_WITHIN && !isTrue(); waited += 20) await delay(20);
  return isTrue();
}

interface Chunk {
  readonly choices: readonly { readonly delta?: { readonly content?: string } }[];
}

/** The text of all deltas. */
function textIn(stream: string): string {
  return stream
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => (JSON.parse(frame.slice(6)) as Chunk).choices[0]?.delta?.content ?? '')
    .join('');
}
