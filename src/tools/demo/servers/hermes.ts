/** The real Hermes Agent 0.19.0 from PyPI, with a scripted model behind it and a temporary home folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { ensurePackages } from './python.ts';
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts';
import { freePort, makeHome, startServerProcess } from './server-process.ts';
import type { Upstream } from './upstream.ts';

export const HERMES_VERSION = '0.19.0';

export interface HermesOptions {
  /** What `installHermes` returned. */
  readonly programs: string;
  /** Path of its log. */
  readonly logFile: string;
  /** Sites whose pages may call it directly; none by default. */
  readonly allowedOrigins?: readonly string[];
}

export interface Hermes {
  readonly upstream: Upstream;
  /** As the server reports it. */
  readonly version: string;
  /** The model that it calls. */
  readonly model: ScriptedModel;
  /** Stops the server and everything it started, and removes its home folder. */
  close(): Promise<void>;
}

/** The extra is the smallest one that brings aiohttp; the pinned version keeps Hermes' check of keys working. */
const REQUIREMENTS = [`hermes-agent[homeassistant]==${HERMES_VERSION}`, 'aiohttp==3.14.1'];

/** Milliseconds; it takes 5 to 12 s on an idle machine with 2 cores. */
const START_MS = 90_000;

/** Installs Hermes once. @throws one line that says what to do */
export function installHermes(): string {
  return ensurePackages({ folder: cacheFolder(`hermes-${HERMES_VERSION}`), requirements: REQUIREMENTS });
}

/** Starts Hermes and its model, and waits until it answers. @throws one line that says what to do */
export async function startHermes({ programs, logFile, allowedOrigins = [] }: HermesOptions): Promise<Hermes> {
  const model = await startScriptedModel();
  const home = makeHome('hermes');
  const key = randomBytes(24).toString('hex');
  const port = await freePort();
  writeHome(home, { key, port, model, allowedOrigins });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { answer, close } = await startServerProcess({
      name: 'Hermes Agent',
      program: join(programs, 'hermes'),
      args: ['gateway', 'run'],
      home,
      env: { HERMES_HOME: home },
      logFile,
      readyUrl: `${origin}/health`,
      startMs: START_MS,
    });
    return {
      upstream: { origin, key },
      version: (answer as { version?: string } | null)?.version ?? HERMES_VERSION,
      model,
      async close() {
        await close();
        await model.close();
      },
    };
  } catch (error) {
    await model.close();
    throw error;
  }
}

interface Home {
  readonly key: string;
  readonly port: number;
  readonly model: ScriptedModel;
  readonly allowedOrigins: readonly string[];
}

function writeHome(home: string, { key, port, model, allowedOrigins }: Home): void {
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
  };
  writeFileSync(join(home, 'config.yaml'), `${JSON.stringify(config, null, 2)}\n`);
}
