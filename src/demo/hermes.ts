/** The real Hermes Agent 0.19.0 from PyPI, with a scripted model behind it and a home folder that goes away again. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { descendants, killTree } from './process-tree.ts';
import { ensurePackages } from './python.ts';
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts';
import type { Upstream } from './upstream.ts';

export const HERMES_VERSION = '0.19.0';

export interface Hermes {
  readonly upstream: Upstream;
  /** As the server itself says. */
  readonly version: string;
  /** Stops the server and all it started, and removes its home folder. */
  close(): Promise<void>;
}

const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/stream-fixer/hermes-${HERMES_VERSION}`, import.meta.url));

/** The extra is the smallest that brings aiohttp, and the pin keeps its check of keys working. */
const REQUIREMENTS = [`hermes-agent[homeassistant]==${HERMES_VERSION}`, 'aiohttp==3.14.1'];

/** It takes 5 to 12 s on an idle machine of 2 cores. */
const START_MS = 90_000;
/** Then it is killed: nothing of its home folder is kept. */
const STOP_MS = 2_000;

/** Installs Hermes once. @throws one line that says what to do */
export function installHermes(): string {
  return ensurePackages({ folder: FOLDER, requirements: REQUIREMENTS });
}

/**
 * Starts Hermes and its model, and waits until it answers.
 * @param programs what `installHermes` returned
 * @param logFile where its output goes
 */
export async function startHermes(programs: string, logFile: string): Promise<Hermes> {
  const model = await startScriptedModel();
  const home = mkdtempSync(join(tmpdir(), 'stream-fixer-hermes-'));
  const key = randomBytes(24).toString('hex');
  const port = await freePort();
  writeHome(home, { key, port, model });
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(join(programs, 'hermes'), ['gateway', 'run'], {
    // Out of the terminal's reach, so that Ctrl-C ends it here and in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    // It leaves files of its shells in the folder for temporary files.
    env: { ...process.env, HERMES_HOME: home, TMPDIR: join(home, 'tmp'), PYTHONUNBUFFERED: '1' },
  });
  const ended = new Promise<void>((done) => {
    child.on('exit', () => done());
    child.on('error', () => done());
  });
  function atExit(): void {
    if (child.pid !== undefined) killTree(child.pid);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  process.on('exit', atExit);

  async function close(): Promise<void> {
    // Its tools run in sessions of their own; those still at work would outlive it.
    const tools = child.pid === undefined ? [] : descendants(child.pid);
    child.kill('SIGTERM');
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
    for (const pid of tools) killTree(pid);
    process.off('exit', atExit);
    atExit();
    await model.close();
  }

  const origin = `http://127.0.0.1:${port}`;
  const version = await waitForHealth(origin, ended);
  if (version === null) {
    await close();
    throw new Error(`Hermes Agent did not start; see ${logFile}, then run this again.`);
  }
  return { upstream: { origin, key }, version, close };
}

function writeHome(home: string, { key, port, model }: { key: string; port: number; model: ScriptedModel }): void {
  const work = join(home, 'work');
  mkdirSync(work);
  mkdirSync(join(home, 'tmp'));
  const settings = {
    API_SERVER_ENABLED: 'true',
    API_SERVER_KEY: key,
    API_SERVER_PORT: port,
    API_SERVER_HOST: '127.0.0.1',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(home, '.env'), lines.join(''), { mode: 0o600 });
  // JSON is YAML too.
  const config = {
    model: { default: 'scripted', provider: 'custom', base_url: model.baseUrl, api_key: 'sk-scripted', context_length: 131072 },
    terminal: { backend: 'local', cwd: work },
  };
  writeFileSync(join(home, 'config.yaml'), `${JSON.stringify(config, null, 2)}\n`);
}

/** @returns the version the server reports, or null when it ended or did not answer in time */
async function waitForHealth(origin: string, ended: Promise<void>): Promise<string | null> {
  let over = false;
  void ended.then(() => (over = true));
  const until = Date.now() + START_MS;
  while (!over && Date.now() < until) {
    try {
      const answer = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return ((await answer.json()) as { version?: string }).version ?? HERMES_VERSION;
    } catch {
      // Not listening yet.
    }
    await delay(250);
  }
  return null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((done) => probe.close(() => done()));
  return port;
}
