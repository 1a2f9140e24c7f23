/** The real Open WebUI from PyPI, any release, with a temporary data folder. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import type { Upstream } from './hermes.ts';
import { ensurePackages } from './python.ts';
import { freePort, makeHome, startServerProcess } from './server-process.ts';

/** The release used in the demo. */
export const OPEN_WEBUI_VERSION = '0.12.4';

export interface OpenWebUiOptions {
  /** What `installOpenWebUi` returned. */
  readonly programs: string;
  /** Path of its log. */
  readonly logFile: string;
  /** The agents it is connected to. */
  readonly agents: readonly Upstream[];
  /** Without them its pages poll; true by default. */
  readonly webSockets?: boolean;
  /** Whether it asks the agent for titles, tags and follow-ups of chats; false by default. */
  readonly background?: boolean;
}

export interface OpenWebUi {
  /** Such as `http://127.0.0.1:41234`, without a trailing slash. */
  readonly origin: string;
  /** As the server reports it. */
  readonly version: string;
  /**
   * Stops the server, starts it with the same data at the same address, and waits until it answers.
   */
  restart(): Promise<void>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Needed for features that no chat uses: document search, speech, browsing. They would take
 * gigabytes.
 */
const MACHINE_LEARNING = [
  'torch',
  'sentence-transformers',
  'transformers',
  'accelerate',
  'faster-whisper',
  'onnxruntime',
  'colbert-ai',
  'einops',
  'rapidocr-onnxruntime',
  'unstructured',
  'opencv-python-headless',
  'playwright',
] as const;

/**
 * Milliseconds; it takes 10 to 20 s on an idle machine with 2 cores, and several may start at once.
 */
const START_MS = 600_000;

/**
 * Installs a release once; about 40 s and 1 GB.
 * @returns folder of its programs, a Python among them
 * @throws one line that says what to do
 */
export function installOpenWebUi(version: string): string {
  const isOld = version.startsWith('0.5.');
  return ensurePackages({
    folder: cacheFolder(`open-webui-${version}`),
    // Releases up to 0.6 depend on the second only through a package that is omitted, those of 0.5
    // on the third, too.
    requirements: [`open-webui==${version}`, 'beautifulsoup4', ...(isOld ? ['itsdangerous'] : [])],
    // Releases of 0.5 do not start without it.
    without: isOld ? MACHINE_LEARNING.filter((name) => name !== 'onnxruntime') : MACHINE_LEARNING,
    fitting: ['3.12', '3.11'],
  });
}

/** Starts the server and waits until it answers. @throws one line that says what to do */
export async function startOpenWebUi(options: OpenWebUiOptions): Promise<OpenWebUi> {
  const { programs, logFile, agents, webSockets = true, background = false } = options;
  const port = await freePort();
  const home = makeHome('open-webui');
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...environmentFor(home, agents, webSockets), ...backgroundTasks(background) };
  const run = () =>
    startServerProcess({
      name: 'Open WebUI',
      program: join(programs, 'open-webui'),
      args: ['serve', '--host', '127.0.0.1', '--port', String(port)],
      home,
      env,
      logFile,
      readyUrl: `${origin}/api/config`,
      startMs: START_MS,
    });
  let running = await run();
  return {
    origin,
    version: (running.answer as { version?: string }).version ?? '',
    async restart() {
      await running.close(true);
      running = await run();
    },
    close: () => running.close(),
  };
}

/**
 * Returns an environment in which nothing is looked up, downloaded or reported, and the agents get
 * no requests but those of chats.
 */
function environmentFor(
  home: string,
  agents: readonly Upstream[],
  webSockets: boolean,
): Record<string, string> {
  return {
    DATA_DIR: home,
    WEBUI_SECRET_KEY: randomBytes(24).toString('hex'),
    OPENAI_API_BASE_URLS: agents.map(({ origin }) => `${origin}/v1`).join(';'),
    OPENAI_API_KEYS: agents.map(({ key }) => key).join(';'),
    ENABLE_WEBSOCKET_SUPPORT: String(webSockets),
    ENABLE_DIRECT_CONNECTIONS: 'true',
    ENABLE_CHANNELS: 'true',
    // People without admin rights may use every model.
    BYPASS_MODEL_ACCESS_CONTROL: 'true',
    ENABLE_OLLAMA_API: 'false',
    OFFLINE_MODE: 'true',
    HF_HUB_OFFLINE: '1',
    RAG_EMBEDDING_ENGINE: 'openai',
    ANONYMIZED_TELEMETRY: 'false',
    ENABLE_VERSION_UPDATE_CHECK: 'false',
    ENABLE_AUTOCOMPLETE_GENERATION: 'false',
  };
}

function backgroundTasks(isOn: boolean): Record<string, string> {
  const names = ['TITLE', 'TAGS', 'FOLLOW_UP'];
  return Object.fromEntries(names.map((name) => [`ENABLE_${name}_GENERATION`, String(isOn)]));
}
