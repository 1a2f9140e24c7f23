/** Real chat pages with servers of their own: how each is installed, started and asked. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../src/tools/demo/servers/cache-folder.ts';
import { ensurePackages } from '../../../src/tools/demo/servers/python.ts';
import {
  freePort,
  makeHome,
  startServerProcess,
} from '../../../src/tools/demo/servers/server-process.ts';

/** Selectors of what a page offers at a reply; of several, the last is pressed. */
export interface Buttons {
  readonly copy?: string;
  readonly stop?: string;
  /** Asks for the last reply once more. */
  readonly again?: string;
  /**
   * Of the last question, which has to be under the mouse: what opens its field, the field, and
   * what sends it.
   */
  readonly edit?: {
    readonly question: string;
    readonly open: string;
    readonly field: string;
    readonly send: string;
  };
}

export interface ChatPage {
  readonly name: string;
  /** From PyPI. */
  readonly release: string;
  /** A program of it, and its arguments. */
  readonly command: (port: string) => readonly string[];
  /** A file of this folder, and where the program expects it. */
  readonly file?: readonly [from: string, to: string];
  /** A path that answers with JSON. */
  readonly ready: string;
  readonly path?: string;
  /** It answers under no other name. */
  readonly host?: string;
  /** Selector of the field for questions. */
  readonly input: string;
  readonly buttons: Buttons;
  /** A button of what it asks at first. */
  readonly first?: string;
  /** The page itself sends earlier replies back. */
  readonly sends?: boolean;
  /** The page shows the chat again after it was reloaded. */
  readonly keeps?: boolean;
  /** The page gets its texts trimmed, so nothing decides who wrote a marker. */
  readonly trims?: boolean;
}

const HERE = ['--host', '127.0.0.1', '--port'];

export const PAGES: readonly ChatPage[] = [
  {
    name: 'Chainlit',
    release: 'chainlit==2.12.0',
    command: (port) => ['chainlit', 'run', 'app.py', '--headless', ...HERE, port],
    file: ['chainlit_app.py', 'app.py'],
    ready: '/project/translations?language=en-US',
    input: '#chat-input',
    buttons: {
      copy: 'button:has(.lucide-copy)',
      stop: '#stop-button',
      edit: {
        question: '[data-step-type="user_message"] [role="article"]',
        open: '[data-step-type="user_message"] button',
        field: '#edit-chat-input',
        send: 'button::-p-text(Confirm)',
      },
    },
  },
  {
    name: 'Gradio',
    release: 'gradio==6.31.0',
    command: () => ['python', 'app.py'],
    file: ['gradio_app.py', 'app.py'],
    ready: '/config',
    input: 'textarea',
    buttons: {
      copy: '[aria-label="Copy message"]',
      stop: '.stop-button',
      again: '[aria-label="Retry"]',
    },
    sends: true,
    trims: true,
  },
  {
    name: 'Google ADK web',
    release: 'google-adk==2.13.0',
    command: (port) => ['adk', 'web', ...HERE, port, '.'],
    file: ['adk_agent.py', 'chat/agent.py'],
    ready: '/list-apps',
    path: '/dev-ui/?app=chat',
    host: '127.0.0.1',
    input: 'textarea.chat-input-box',
    buttons: { stop: 'button::-p-text(stop)' },
    first: 'No Thanks',
    keeps: true,
  },
  {
    name: 'assistant-ui with LangGraph',
    release: 'agent-chat-fastapi-langgraph-assistant-ui==0.6.2',
    command: (port) => ['minimal-chat-serve', ...HERE, port],
    ready: '/api/config',
    input: 'textarea[name="input"]',
    // Its "Refresh" and "Edit" do nothing, with or without the extension.
    buttons: { copy: 'button:has(.lucide-copy)' },
    sends: true,
  },
];

/**
 * Installs it once, in half a minute or less.
 * @returns the folder of its programs
 * @throws one line that says what to do
 */
export function installPage({ release }: ChatPage): string {
  return ensurePackages({
    folder: cacheFolder(release.replace('==', '-')),
    requirements: [release],
  });
}

/**
 * Starts its server and waits until it answers.
 * @param agentUrl of an OpenAI-compatible API
 * @returns the address of the page, and how to stop the server
 * @throws one line that says what to do
 */
export async function startPage(page: ChatPage, agentUrl: string) {
  const programs = installPage(page);
  const home = makeHome('page');
  for (const [from, to] of [
    ['hermes.py', 'hermes.py'] as const,
    ...(page.file ? [page.file] : []),
  ]) {
    mkdirSync(dirname(join(home, to)), { recursive: true });
    copyFileSync(join(import.meta.dirname, from), join(home, to));
  }
  const port = String(await freePort());
  const [program = '', ...args] = page.command(port);
  const { close } = await startServerProcess({
    name: page.name,
    program: join(programs, program),
    args,
    home,
    // Gradio would report its start.
    env: {
      PORT: port,
      GRADIO_ANALYTICS_ENABLED: 'False',
      PYTHONPATH: home,
      OPENAI_BASE_URL: agentUrl,
      OPENAI_API_KEY: 'none',
    },
    logFile: fileURLToPath(new URL(`../../../.demo/real/page-${port}.log`, import.meta.url)),
    readyUrl: `http://127.0.0.1:${port}${page.ready}`,
    startMs: 120_000,
  });
  return {
    url: `http://${page.host ?? `page-${port}.localhost`}:${port}${page.path ?? '/'}`,
    close,
  };
}
