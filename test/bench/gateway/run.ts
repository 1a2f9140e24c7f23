// `npm run bench:gateway`: what a request costs nginx, which reads nothing, the gateway in Node,
// the handler of workers served by Node, and the same handler in workerd, beside each other in one
// run; `-- --minutes 10`: how their memory grows. Needs Linux, which tells the processor time of
// any process.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildPackage } from '../../../src/tools/cli/package.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import { readRecording } from '../../../src/tools/demo/servers/recordings.ts';
import { startBehind } from '../../gateway/behind.ts';
import { documentedFor, findNginx, startNginx } from '../../real/gateway/nginx.ts';
import { installWorkerd } from '../../real/workerd.ts';
import { chunk, sse } from '../../normalizer/repairs/repaired.ts';
import { quantile } from '../quantile.ts';
import { costOf, delaysOf, memoryOfOpen, type Measured } from './measured.ts';
import { reportSteady } from './steady.ts';

const root = resolve(import.meta.dirname, '../../..');
const [ROUNDS, AT_ONCE] = [5, 4];
const CHAT = '/v1/chat/completions';
/**
 * Paths, with how many requests of each are measured at once: a reply in one piece, and one that
 * comes word by word.
 */
const REPLIES = { [CHAT]: 200, [`${CHAT}?slowly`]: 20 };
const WORDS = 100;
/** Replies that are open at the same time. */
const OPEN = 200;
/** Milliseconds between two requests of the steady traffic. */
const PAUSE = 100;

const FRAMES = readRecording('v0.19-chat-scenario-2').frames;
const MESSAGES = Array.from({ length: 20 }, (_, i) => ({
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: `Sentence ${i}. `.repeat(20),
}));
const ASKS = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'm', stream: true, messages: MESSAGES }),
};

/** Starts a gateway that listens at a port. */
async function start(
  name: string,
  program: string,
  args: (port: number) => readonly string[],
): Promise<Measured> {
  const port = await freePort();
  const child = spawn(program, args(port), { stdio: ['ignore', 'ignore', 'inherit'], cwd: root });
  process.once('exit', () => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/.stream-fixer/health`).catch(() => null))?.ok) await delay(100);
  return { name, origin, pid: child.pid! };
}

/** Sends words, each the time at which it is sent. */
async function sendWords(response: ServerResponse): Promise<void> {
  for (let i = 0; i < WORDS; i++) {
    response.write(sse(chunk({ content: String(performance.now()) })));
    await delay(2);
  }
}

/**
 * Measures all gateways in turn, and prints the median of each, and how many times that of the
 * first.
 */
async function compare(
  what: string,
  unit: string,
  measure: (gateway: Measured) => Promise<number>,
): Promise<void> {
  const found = gateways.map((gateway) => ({ gateway, values: [] as number[] }));
  // The first round is not counted: engines compile meanwhile.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { gateway, values } of found) {
      const value = await measure(gateway);
      if (round > 0) values.push(value);
    }
  const [first = 0] = found.map(({ values }) => quantile(values, 0.5));
  console.log(what);
  for (const { gateway, values } of found) {
    const value = quantile(values, 0.5);
    const times = (value / first).toFixed(1);
    console.log(`  ${gateway.name}: ${value.toFixed(2)} ${unit}, ${times} times the first`);
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-bench-'));
const behind = await startBehind(async ({ path }, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (path.endsWith('?slowly')) await sendWords(response);
  for (const frame of FRAMES) response.write(frame);
  if (!path.endsWith('?open')) response.end();
});
const options = { upstream: behind.origin, log: 'off' };
await buildPackage(folder);
const worker = join(folder, 'dist/worker');
writeFileSync(join(worker, 'gateway.json'), JSON.stringify(options));
const nginx = findNginx();
const proxy =
  nginx === null
    ? null
    : await startNginx(nginx, documentedFor(Array(2).fill(new URL(behind.origin).host)));
const node = ['gateway', '--upstream', behind.origin, '--log', 'off', '--listen'];
const gateways: readonly Measured[] = [
  ...(proxy ? [{ name: 'nginx', origin: `http://${proxy.address}`, pid: proxy.pid }] : []),
  await start('Node', process.execPath, (port) => [
    join(folder, 'dist/bin/stream-fixer.js'),
    ...node,
    `127.0.0.1:${port}`,
  ]),
  await start('the handler in Node', process.execPath, (port) => [
    'test/bench/gateway/serve.ts',
    JSON.stringify(options),
    String(port),
  ]),
  await start('the handler in workerd', installWorkerd(), (port) => [
    'serve',
    join(worker, 'config.capnp'),
    '--socket-addr',
    `http=127.0.0.1:${port}`,
  ]),
];

if (values.minutes)
  await reportSteady(gateways, Number(values.minutes), { path: CHAT, init: ASKS, pause: PAUSE });
else {
  for (const [path, requests] of Object.entries(REPLIES))
    await compare(path, 'ms of a processor a request', (gateway) =>
      costOf(gateway, { path, init: ASKS, requests, atOnce: AT_ONCE }),
    );
  for (const share of [0.5, 0.99])
    await compare(`delay of a frame, quantile ${share}`, 'ms', async (gateway) =>
      quantile(await delaysOf(gateway, `${CHAT}?slowly`, ASKS), share),
    );
  console.log(`memory with ${OPEN} open replies`);
  for (const gateway of gateways) {
    const { before, open } = await memoryOfOpen(gateway, `${CHAT}?open`, ASKS, OPEN);
    console.log(`  ${gateway.name}: ${open.toFixed(0)} MB, ${before.toFixed(0)} before`);
  }
}
rmSync(folder, { recursive: true });
await proxy?.close();
process.exit();
