import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { workerdConfig, type GatewayOptions } from '../../../gateway/workerd-config.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../../..');

export interface RunningGateway {
  /** Such as `http://127.0.0.1:8788`. */
  readonly origin: string;
  readonly pid: number;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Time that running streams get to finish. */
const STOP_MS = 1_000;

/** It takes half a second on an idle machine. */
const START_MS = 30_000;

/** What workerd logs of each `CONNECT`, which it refuses with 500: so anybody could fill the log. */
const OF_CONNECT = /connect event but we lack a handler|does not export a connect\(\) function/;

/** Builds the worker as one module. @returns its text */
export async function buildWorker(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(root, 'src/gateway/worker.ts'), formats: ['es'], fileName: 'worker' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as { output?: { code?: string }[] }[];
  const code = outputs[0]?.output?.[0]?.code;
  if (code === undefined) throw new Error('The worker could not be built.');
  return code;
}

/**
 * Starts workerd with the gateway, and waits until it answers.
 * @throws if something listens there already, and with workerd's own message if it does not start
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const origin = `http://${options.listen.replace(/^(?:0\.0\.0\.0|\[::\]|\*):/, '127.0.0.1:')}`;
  await refuseTaken(origin);
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-gateway-'));
  writeFileSync(join(folder, 'worker.js'), await buildWorker());
  writeFileSync(join(folder, 'config.capnp'), workerdConfig(options, 'worker.js'));
  const child = spawn(workerdProgram(), ['serve', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (OF_CONNECT.test(line)) return;
    // Its log is for the operator, and contains nothing of the traffic.
    if (words.length < 4096) words += `${line}\n`;
    process.stderr.write(`${line}\n`);
  });
  let over = false;
  const ended = new Promise<void>((done) => {
    child.on('exit', () => {
      over = true;
      rmSync(folder, { recursive: true, force: true });
      done();
    });
    child.on('error', (error) => {
      words += error.message;
      over = true;
      done();
    });
  });
  process.once('exit', () => child.kill());
  for (const until = Date.now() + START_MS; !over && Date.now() < until; await delay(50)) {
    if (await answers(origin)) return { origin, pid: child.pid ?? 0, ended, close };
  }
  await close();
  throw new Error(`workerd did not start: ${words.trim() || 'without a message'}`);

  async function close(): Promise<void> {
    child.kill();
    // It would wait for running streams, however long they take.
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** Another server listening there already would answer in its place. @throws if there is one */
async function refuseTaken(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const isTaken = await new Promise<boolean>((done) => {
    const probe = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    probe.setTimeout(1_000, () => probe.destroy());
    probe.once('error', () => done(false)).once('close', () => done(false));
    probe.once('connect', () => {
      done(true);
      probe.destroy();
    });
  });
  if (isTaken) throw new Error(`${origin} is already in use; choose another port with --listen`);
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/.stream-fixer/health`)).ok;
  } catch {
    return false; // Not listening yet.
  }
}

/** The program itself, not the script that finds it, so that signals reach it. */
function workerdProgram(): string {
  const names = {
    'darwin-arm64': 'darwin-arm64',
    'darwin-x64': 'darwin-64',
    'linux-arm64': 'linux-arm64',
    'linux-x64': 'linux-64',
    'win32-x64': 'windows-64',
  };
  const name = names[`${process.platform}-${process.arch}` as keyof typeof names];
  if (!name) throw new Error(`There is no workerd for ${process.platform} on ${process.arch}.`);
  const { resolve: find } = createRequire(import.meta.url);
  return find(`@cloudflare/workerd-${name}/bin/workerd${process.platform === 'win32' ? '.exe' : ''}`);
}
