/**
 * Drives Chromium's own (Views) user interface. Permission prompt and menus are native, even headless, and no
 * command-line switch answers them; keys meant for the browser must be sent here too, because those sent to a page stay
 * in the page. Needs the browser started with `UI_DEVTOOLS_ARGS`; the port is then in `<profile>/UIDevToolsActivePort`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import WebSocket from 'ws';
import type { IconMenu } from './driver.ts';
import { sleep, until } from './until.ts';

/** Feature names to merge into the single `--enable-features` that is allowed. */
export const UI_DEVTOOLS_FEATURES = ['ui-debug-tools-enable-synthetic-events'];
export const UI_DEVTOOLS_ARGS = ['--enable-ui-devtools=0'];

/**
 * The dialog ignores clicks for so long after it appears and between clicks (against clickjacking); measured 500 ms.
 */
const DIALOG_GUARD_MS = 600;
const PROMPT = 'ExtensionInstallDialogView';
/** Flags of the browser's own key events (ui/events/event_constants.h): Shift and Alt. */
const SHIFT_ALT = (1 << 1) | (1 << 3);
const ESCAPE = 0x1b;
/** The window with the list of extensions. */
const LIST = 'ExtensionsMenuView';
/** Milliseconds to wait for the list; it opens in far less. */
const LIST_MS = 1500;

interface ViewNode {
  readonly nodeId: number;
  readonly nodeName: string;
  /** Alternating names and values. */
  readonly attributes?: readonly string[];
  readonly children?: readonly ViewNode[];
}

interface Styles {
  readonly matchedCSSRules?: readonly {
    readonly rule: {
      readonly style: { readonly cssProperties: readonly { readonly name: string; readonly value: string }[] };
    };
  }[];
}

export interface Views {
  /** Returns the texts of the open permission prompt, or null if there is none. */
  promptTexts(): Promise<string[] | null>;
  /** Clicks the prompt's button with this label until the prompt is gone; throws if no prompt appears. */
  answer(label: string): Promise<void>;
  /** Presses Alt, Shift and a letter in the browser's window. */
  press(letter: string): Promise<void>;
  /** See `Driver.openIconMenu`; there must be no other extension. */
  openIconMenu(): Promise<IconMenu>;
  close(): void;
}

/** Connects to the browser that runs with the profile directory `profile`. */
export async function connectViews(profile: string): Promise<Views> {
  const port = await until(() => readPort(profile), 'the port of the browser user interface');
  // WebSocket right away: a plain HTTP request stops this server for good.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/0`);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = createSender(socket);

  async function freshTree(): Promise<ViewNode> {
    // The tree is only rebuilt when the domain is enabled again; disabling it twice fails harmlessly.
    await send('DOM.disable').catch(() => null);
    await send('DOM.enable');
    await send('CSS.enable').catch(() => null);
    return ((await send('DOM.getDocument')) as { root: ViewNode }).root;
  }

  async function widget(name: string): Promise<ViewNode | null> {
    const [found] = collect(
      await freshTree(),
      (node) => node.nodeName === 'Widget' && attribute(node, 'name') === name,
    );
    return found ?? null;
  }

  const promptRoot = () => widget(PROMPT);

  async function propertyOf(node: ViewNode, name: string): Promise<string> {
    const styles = (await send('CSS.getMatchedStylesForNode', { nodeId: node.nodeId })) as Styles;
    const properties = (styles.matchedCSSRules ?? []).flatMap(({ rule }) => rule.style.cssProperties);
    return properties.find((property) => property.name === name)?.value ?? '';
  }

  const textOf = (node: ViewNode) => propertyOf(node, 'Text');

  /** Clicks once, at a position within the view. */
  async function click({ nodeId }: ViewNode, x = 10, y = 10): Promise<void> {
    for (const type of ['mousePressed', 'mouseReleased']) {
      await send('DOM.dispatchMouseEvent', { nodeId, event: { type, x, y, button: 'left', wheelDirection: 'none' } });
    }
  }

  async function clickButton(prompt: ViewNode, label: string): Promise<void> {
    for (const button of collect(prompt, (node) => attribute(node, 'class') === 'MdTextButton')) {
      if ((await textOf(button)) !== label) continue;
      await click(button);
      return;
    }
  }

  async function pressKey(window: string, key: number, flags = 0): Promise<void> {
    const found = await widget(window);
    const event = { type: 'keyPressed', keyCode: key, code: 0, flags, key, isChar: false };
    if (found) await send('DOM.dispatchKeyEvent', { nodeId: found.nodeId, event });
  }

  async function untilGone(window: string): Promise<void> {
    await until(async () => (await widget(window)) === null, `${window} to close`);
  }

  /** Choosing an entry closes the menu by itself; the list behind it closes with a change of tab, or stays open. */
  async function closeMenu(): Promise<void> {
    await untilGone('MenuHost');
    await pressKey(LIST, ESCAPE);
    await untilGone(LIST);
  }

  /** Returns the button beside the extension in the open list. */
  async function findMore(): Promise<ViewNode | null> {
    const [row] = ofClass(await freshTree(), 'ExtensionMenuItemView');
    if (!row) return null;
    for (const button of ofClass(row, 'HoverButton'))
      if ((await propertyOf(button, 'Tooltip')) === 'More options') return button;
    return null;
  }

  /** Clicks until the list is open: a click just after it was closed is ignored. */
  async function openList(): Promise<ViewNode> {
    return until(
      async () => {
        const [list] = ofClass(await freshTree(), 'ExtensionsToolbarButton');
        if (!list) throw new Error('The window has no list of extensions.');
        await click(list);
        return until(findMore, 'the list of extensions', LIST_MS).catch(() => null);
      },
      'the list of extensions to open',
      10 * LIST_MS,
    );
  }

  async function openIconMenu(): Promise<IconMenu> {
    await click(await openList());
    const menu = await until(() => widget('MenuHost'), 'the menu of the icon');

    const [rows] = ofClass(menu, 'SubmenuView');
    const shown: ViewNode[] = [];
    // The extension's name is first, and its own entries are between two separators.
    let lines = 0;
    for (const row of rows?.children ?? []) {
      if (attribute(row, 'class') === 'MenuSeparator') lines += 1;
      else if (lines === 1 && (await propertyOf(row, 'Visible')) === 'true') shown.push(row);
    }
    return {
      labels: null,
      size: shown.length,
      async choose(entry) {
        const row = shown[entry];
        const [host] = ofClass(menu, 'MenuHostRootView');
        const [frame] = ofClass(menu, 'MenuScrollViewContainer::MenuScrollView');
        if (!row || !host || !frame) throw new Error(`The menu of the icon has no entry ${entry}.`);
        const [y, height, inner, outer] = await Promise.all([
          propertyOf(row, 'Y'),
          propertyOf(row, 'Height'),
          propertyOf(frame, 'Height'),
          propertyOf(host, 'Height'),
        ]).then((all) => all.map(Number) as [number, number, number, number]);
        // A menu receives clicks only through its window, whose margins above and below the rows are equal.
        await click(host, 100, Math.round((outer - inner) / 2 + y + height / 2));
        await closeMenu();
      },
      async close() {
        await pressKey('MenuHost', ESCAPE);
        await closeMenu();
      },
    };
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
    press: (letter) => pressKey('BrowserWidget', letter.charCodeAt(0), SHIFT_ALT),
    openIconMenu,
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
  /** Requests that await an answer, by id. */
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

function ofClass(node: ViewNode, name: string): ViewNode[] {
  return collect(node, (one) => attribute(one, 'class') === name);
}

function attribute(node: ViewNode, name: string): string | undefined {
  const attributes = node.attributes ?? [];
  const at = attributes.findIndex((value, index) => index % 2 === 0 && value === name);
  return at < 0 ? undefined : attributes[at + 1];
}

/** Ignores that the prompt closed between looking and clicking. */
function ignoreVanishedNode(error: unknown): void {
  if (!/not found|No node/i.test(String(error))) throw error;
}
