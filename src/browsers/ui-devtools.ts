/**
 * Drives Chromium's own (Views) user interface: the permission prompt is a native dialog, headless too, and no switch
 * answers it. Needs the browser started with `UI_DEVTOOLS_ARGS`; the port is then in `<profile>/UIDevToolsActivePort`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import WebSocket from 'ws';
import { sleep, until } from './until.ts';

/** Feature names to go into the one `--enable-features` there may be. */
export const UI_DEVTOOLS_FEATURES = ['ui-debug-tools-enable-synthetic-events'];
export const UI_DEVTOOLS_ARGS = ['--enable-ui-devtools=0'];

/** The dialog ignores clicks this long after it shows and between clicks (against clickjacking); measured 500 ms. */
const DIALOG_GUARD_MS = 600;
const PROMPT = 'ExtensionInstallDialogView';

interface ViewNode {
  readonly nodeId: number;
  readonly nodeName: string;
  /** Name, value, name, value, … */
  readonly attributes?: readonly string[];
  readonly children?: readonly ViewNode[];
}

interface Styles {
  readonly matchedCSSRules?: readonly {
    readonly rule: { readonly style: { readonly cssProperties: readonly { readonly name: string; readonly value: string }[] } };
  }[];
}

export interface Views {
  /** The texts of the open permission prompt, or null when there is none. */
  promptTexts(): Promise<string[] | null>;
  /** Clicks the prompt's button with this label until the prompt is gone; throws when no prompt comes. */
  answer(label: string): Promise<void>;
  close(): void;
}

/** Connects to the browser that runs with the profile directory `profile`. */
export async function connectViews(profile: string): Promise<Views> {
  const port = await until(() => readPort(profile), 'the port of the browser user interface');
  // Speak WebSocket at once: a plain HTTP request stops this server for good.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/0`);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = createSender(socket);

  async function promptRoot(): Promise<ViewNode | null> {
    // The tree is only rebuilt when the domain is switched on anew; off while off is an error we do not mind.
    await send('DOM.disable').catch(() => null);
    await send('DOM.enable');
    await send('CSS.enable').catch(() => null);
    const { root } = (await send('DOM.getDocument')) as { root: ViewNode };
    const [prompt] = collect(root, (node) => node.nodeName === 'Widget' && attribute(node, 'name') === PROMPT);
    return prompt ?? null;
  }

  async function textOf(node: ViewNode): Promise<string> {
    const styles = (await send('CSS.getMatchedStylesForNode', { nodeId: node.nodeId })) as Styles;
    const properties = (styles.matchedCSSRules ?? []).flatMap(({ rule }) => rule.style.cssProperties);
    return properties.find(({ name }) => name === 'Text')?.value ?? '';
  }

  async function clickButton(prompt: ViewNode, label: string): Promise<void> {
    for (const button of collect(prompt, (node) => attribute(node, 'class') === 'MdTextButton')) {
      if ((await textOf(button)) !== label) continue;
      for (const type of ['mousePressed', 'mouseReleased']) {
        const event = { type, x: 10, y: 10, button: 'left', wheelDirection: 'none' };
        await send('DOM.dispatchMouseEvent', { nodeId: button.nodeId, event });
      }
      return;
    }
  }

  return {
    async promptTexts() {
      const prompt = await promptRoot();
      if (!prompt) return null;
      const texts: string[] = [];
      for (const label of collect(prompt, (node) => attribute(node, 'class') === 'Label')) {
        const text = await textOf(label);
        if (text) texts.push(text);
      }
      return texts;
    },
    async answer(label) {
      await until(promptRoot, 'the permission prompt');
      await until(
        async () => {
          await sleep(DIALOG_GUARD_MS);
          const prompt = await promptRoot();
          if (!prompt) return true;
          await clickButton(prompt, label).catch(ignoreVanishedNode);
          await sleep(150);
          return (await promptRoot()) === null;
        },
        `the permission prompt to close after "${label}"`,
        8000,
      );
    },
    close: () => socket.close(),
  };
}

async function readPort(profile: string): Promise<number> {
  try {
    return Number((await readFile(join(profile, 'UIDevToolsActivePort'), 'utf8')).split('\n')[0]);
  } catch {
    // Not written yet.
    return 0;
  }
}

function createSender(socket: WebSocket) {
  /** Requests sent and not answered yet, by their id. */
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } };
    const waiting = pending.get(message.id ?? 0);
    if (!waiting) return;
    pending.delete(message.id ?? 0);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  });
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser closed its user interface connection.'));
    pending.clear();
  });
  return function send(method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  };
}

function collect(node: ViewNode, wanted: (node: ViewNode) => boolean, found: ViewNode[] = []): ViewNode[] {
  if (wanted(node)) found.push(node);
  for (const child of node.children ?? []) collect(child, wanted, found);
  return found;
}

function attribute(node: ViewNode, name: string): string | undefined {
  const attributes = node.attributes ?? [];
  const at = attributes.findIndex((value, index) => index % 2 === 0 && value === name);
  return at < 0 ? undefined : attributes[at + 1];
}

/** The prompt may close between looking and clicking. */
function ignoreVanishedNode(error: unknown): void {
  if (!/not found|No node/i.test(String(error))) throw error;
}
