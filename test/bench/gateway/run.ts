// `npm run bench:gateway`: what a request costs the gateway in Node, the handler of workers served by Node, and the same
// handler in workerd, beside each other in one run. Needs Linux, which tells the processor time of any process.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWorker } from '../../../src/tools/cli/package.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';
import { readRecording } from '../../../src/tools/demo/servers/recordings.ts';
import { startBehind } from '../../gateway/behind.ts';
import { installWorkerd } from '../../real/workerd.ts';
import { chunk, sse } from '../../normalizer/repairs/repaired.ts';
import { quantile } from '../quantile.ts';

const root = resolve(import.meta.dirname, '../../..');
const [ROUNDS, AT_ONCE] = [5, 4];
/** Paths, with how many requests of each are measured at once: a reply in one piece, and one that comes word by word. */
const REPLIES = { '/v1/chat/completions': 200, '/v1/chat/completions?slowly': 20 };
const WORDS = 100;
const TICKS = Number(spawnSync('getconf', ['CLK_TCK']).stdout.toString());

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

interface Measured {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds of a processor a request, by path. */
  readonly costs: Map<string, number[]>;
}

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
  while (!(await fetch(`${origin}/.stream-fixer/health`).catch(() => null))?.ok)
    await new Promise((done) => setTimeout(done, 100));
  return { name, origin, pid: child.pid!, costs: new Map() };
}

/** @returns seconds of processor time that a process has taken, with all its threads */
function timeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function measure({ origin, pid }: Measured, path: string, requests: number): Promise<number> {
  async function ask(): Promise<void> {
    for (let i = 0; i < requests / AT_ONCE; i++) {
      const answer = await fetch(origin + path, ASKS);
      if (!(await answer.text()).includes('[DONE]')) throw new Error(`no reply from ${origin}`);
    }
  }
  const before = timeOf(pid);
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return ((timeOf(pid) - before) / requests) * 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-bench-'));
const behind = await startBehind(async ({ path }, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (path.endsWith('?slowly'))
    for (let i = 0; i < WORDS; i++) {
      response.write(sse(chunk({ content: `word ${i} ` })));
      await new Promise((done) => setTimeout(done, 2));
    }
  for (const frame of FRAMES) response.write(frame);
  response.end();
});
const options = { upstream: behind.origin, log: 'off' };
writeFileSync(join(folder, 'gateway.json'), JSON.stringify(options));
await buildWorker(folder);
const node = ['gateway', '--upstream', behind.origin, '--log', 'off', '--listen'];
const gateways = [
  await start('Node', process.execPath, (port) => [
    'src/tools/cli/stream-fixer.ts',
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
    join(folder, 'config.capnp'),
    '--socket-addr',
    `http=127.0.0.1:${port}`,
  ]),
];

for (const [path, requests] of Object.entries(REPLIES)) {
  // The first round is not counted: engines compile meanwhile.
  for (let round = 0; round <= ROUNDS; round++)
    for (const gateway of gateways) {
      const cost = await measure(gateway, path, requests);
      if (round > 0) gateway.costs.set(path, [...(gateway.costs.get(path) ?? []), cost]);
    }
  const [first = 0] = gateways.map(({ costs }) => quantile(costs.get(path) ?? [], 0.5));
  console.log(path);
  for (const { name, costs } of gateways) {
    const cost = quantile(costs.get(path) ?? [], 0.5);
    const times = (cost / first).toFixed(1);
    console.log(
      `  ${name}: ${cost.toFixed(2)} ms of a processor a request, ${times} times the first`,
    );
  }
}
rmSync(folder, { recursive: true });
process.exit();
