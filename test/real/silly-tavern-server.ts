/** The real SillyTavern from npm, connected to one agent, with temporary data. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  freePort,
  makeHome,
  startServerProcess,
} from '../../src/tools/demo/servers/server-process.ts';
import { installPackages } from '../support/npm-packages.ts';

const RELEASE = 'sillytavern@1.19.0';

/** It bundles its scripts first: 24 s on an idle machine of 2 cores. */
export const START_MS = 180_000;

export interface SillyTavern {
  /** With a host name of its own, which permissions of other sites on this machine do not cover. */
  readonly origin: string;
  /** Every stored chat, as in its file. */
  storedChats(): string[];
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Installs it once; a minute or more, and 430 MB.
 * @returns its own folder
 * @throws one line that says what to do
 */
export function installSillyTavern(): string {
  return join(installPackages([RELEASE]), 'node_modules/sillytavern');
}

/**
 * Starts it and waits until it answers.
 * @param folder returned by `installSillyTavern`
 * @param agentUrl of an OpenAI-compatible API, such as `http://127.0.0.1:41234/v1`
 * @throws one line that says what to do
 */
export async function startSillyTavern(folder: string, agentUrl: string): Promise<SillyTavern> {
  const home = makeHome('silly-tavern');
  const user = join(home, 'data/default-user');
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, 'settings.json'), JSON.stringify(settingsFor(folder, agentUrl)));
  // JSON is valid YAML.
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(CONFIG));
  const port = await freePort();
  const { close } = await startServerProcess({
    name: 'SillyTavern',
    program: process.execPath,
    args: [
      join(folder, 'server.js'),
      `--port=${port}`,
      '--listen=false',
      '--browserLaunchEnabled=false',
      `--dataRoot=${join(home, 'data')}`,
      `--configPath=${join(home, 'config.yaml')}`,
    ],
    home,
    env: { NODE_ENV: 'production' },
    logFile: fileURLToPath(new URL('../../.demo/real/silly-tavern.log', import.meta.url)),
    readyUrl: `http://127.0.0.1:${port}/version`,
    startMs: START_MS,
  });
  return {
    origin: `http://silly-tavern-${port}.localhost:${port}`,
    storedChats: () => readAll(join(user, 'chats')),
    close,
  };
}

function readAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** Nothing is looked up or downloaded. */
const CONFIG = {
  whitelistDockerHosts: false,
  enableDownloadableTokenizers: false,
  extensions: { enabled: true, autoUpdate: false, models: { autoDownload: false } },
};

/**
 * Its own defaults, without the questions of a first run, connected to the agent, and with its one
 * character open.
 */
function settingsFor(folder: string, agentUrl: string): object {
  const defaults = JSON.parse(
    readFileSync(join(folder, 'default/content/settings.json'), 'utf8'),
  ) as {
    readonly power_user: object;
    readonly oai_settings: object;
  };
  return {
    ...defaults,
    firstRun: false,
    main_api: 'openai',
    active_character: 'default_Seraphina.png',
    power_user: { ...defaults.power_user, auto_connect: true, auto_load_chat: true },
    oai_settings: {
      ...defaults.oai_settings,
      chat_completion_source: 'custom',
      custom_url: agentUrl,
      stream_openai: true,
      function_calling: true,
    },
  };
}
