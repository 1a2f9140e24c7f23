import { readFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { SETTINGS, type BenchServer } from './bench-server.ts';
import { chunk } from './bench-streams.ts';
import { quantile } from './quantile.ts';

const FRAMES = 2000;
/** Time between two frames, in ms: the shortest that browsers allow a timer. */
const EVERY = 4;
/** Work of each animation frame while the page is busy, in ms: half of what there is. */
const BUSY = 8;
const SHARES = [0.5, 0.99, 0.999];

interface DelayWindow extends Window {
  readOwn(
    frames: number,
    every: number,
    busy: number,
    mode: 'plain' | 'identity',
  ): Promise<number[]>;
  /** Of bench-page.js: the least that a byte stream in page script can do. */
  identity(response: Response): Response;
  bridgeMessages: number;
}

/**
 * Runs before any script of the page, and before the hook: `fetch('/own')` answers with a stream
 * that the page itself creates, so that the time of the native read is known. `frame` has the
 * number of the frame in place of "N N".
 */
function serveOwnStream(frame: string, settings: object | null): void {
  const view = window as unknown as DelayWindow;
  const native = fetch;
  let push: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | null = null;
  view.bridgeMessages = 0;
  // The hook takes what it finds at its start for native.
  window.fetch = (input, init) => {
    if (input !== '/own') return native(input, init);
    const body = new ReadableStream({
      type: 'bytes',
      start(controller) {
        push = (bytes) => (bytes ? controller.enqueue(bytes) : controller.close());
      },
    });
    return Promise.resolve(
      new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    );
  };
  if (settings) {
    addEventListener('stream-fixer:port', (event) => {
      const [port] = (event as MessageEvent).ports;
      if (!port) return;
      port.onmessage = ({ data }: MessageEvent<{ readonly type: string }>) => {
        // Without an answer, the hook takes the extension for gone.
        if (data.type === 'hello') port.postMessage(settings);
        else view.bridgeMessages++;
      };
    });
    addEventListener('stream-fixer:hook-ready', () =>
      dispatchEvent(new MessageEvent('stream-fixer:bridge-ready')),
    );
  }
  view.readOwn = async (frames, every, busy, mode) => {
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const response = await fetch('/own');
    const reader = (mode === 'identity' ? view.identity(response) : response).body?.getReader();
    const sent: number[] = [];
    const delays: number[] = [];
    const timer = setInterval(() => {
      if (sent.length === frames) {
        clearInterval(timer);
        return push?.(null);
      }
      const bytes = encoder.encode(frame.replace('N N', `${sent.length} w`));
      sent.push(performance.now());
      push?.(bytes);
    }, every);
    let rendering = busy > 0;
    function render(): void {
      const end = performance.now() + busy;
      for (let i = 0; performance.now() < end; i++) {
        document.body.style.paddingTop = `${i % 7}px`;
        document.body.getBoundingClientRect();
      }
      if (rendering) requestAnimationFrame(render);
    }
    if (rendering) requestAnimationFrame(render);
    for (;;) {
      const result = await reader?.read();
      const now = performance.now();
      if (!result?.value) break;
      for (const [, number] of decoder.decode(result.value).matchAll(/"content":"(\d+) w/g)) {
        delays.push(now - (sent[Number(number)] ?? Number.NaN));
      }
    }
    rendering = false;
    return delays;
  };
}

interface DelayCase {
  readonly hook: string | null;
  readonly mode: 'plain' | 'identity';
  /** Milliseconds of work in each animation frame. */
  readonly busy: number;
  /**
   * Replies that the page has read before: engines compile what runs often while the first one
   * arrives.
   */
  readonly after?: number;
}

async function delaysOf(
  driver: Driver,
  server: BenchServer,
  { hook, mode, busy, after = 0 }: DelayCase,
): Promise<number[]> {
  const page: Page = await driver.newPage();
  try {
    await page.evaluateOnNewDocument(serveOwnStream, chunk('N N'), hook === null ? null : SETTINGS);
    if (hook !== null) await page.evaluateOnNewDocument(hook);
    await page.goto(`${server.origin}/`);
    await page.waitForFunction('typeof readAll === "function"');
    let delays: number[] = [];
    for (let reply = 0; reply <= after; reply++) {
      const said = await messagesOf(page);
      delays = await page.evaluate(
        (...args) => (window as unknown as DelayWindow).readOwn(...args),
        FRAMES,
        EVERY,
        busy,
        mode,
      );
      // Fails if the hook was not at work; a busy page receives its messages late.
      if (hook !== null)
        await page.waitForFunction(
          (n) => (window as unknown as DelayWindow).bridgeMessages > n,
          {},
          said,
        );
      if (delays.length !== FRAMES)
        throw new Error(`Of ${FRAMES} frames ${delays.length} came out.`);
    }
    return delays;
  } finally {
    await page.close();
  }
}

function messagesOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as DelayWindow).bridgeMessages);
}

/**
 * Prints the delay that the hook adds between the native read and the page's, on a stream that the
 * page creates; beside it what any byte stream in page script adds, which is the least that the
 * hook can.
 */
export async function reportDelays(
  driver: Driver,
  server: BenchServer,
  hookFile: string,
): Promise<void> {
  const hook = await readFile(hookFile, 'utf8');
  console.log(
    `  delay of a frame inside the page, µs (${SHARES.map((share) => `p${100 * share}`).join(', ')})`,
  );
  for (const [name, busy] of [
    ['idle', 0],
    ['rendering', BUSY],
  ] as const) {
    const before = await delaysOf(driver, server, { hook: null, mode: 'plain', busy });
    const identity = await delaysOf(driver, server, { hook: null, mode: 'identity', busy });
    const first = await delaysOf(driver, server, { hook, mode: 'plain', busy });
    const next = await delaysOf(driver, server, { hook, mode: 'plain', busy, after: 1 });
    const [plain, least, hooked, later] = [before, identity, first, next].map((delays) =>
      SHARES.map((share) => 1000 * quantile(delays, share)),
    );
    const list = (values: readonly number[] = []): string =>
      values.map((value) => value.toFixed(0)).join(', ');
    const added = (values: readonly number[] = []): string =>
      list(values.map((value, i) => value - (plain?.[i] ?? Number.NaN)));
    console.log(
      `    ${name.padEnd(10)} untouched ${list(plain)}   identity adds ${added(least)}   the hook adds ${added(hooked)}, to the next reply ${added(later)}`,
    );
  }
}
