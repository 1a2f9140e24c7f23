/**
 * Reads and presses Chromium's own (Views) user interface over its DevTools protocol: widgets
 * (windows), the views in them, their properties, clicks and keys.
 */
import WebSocket from 'ws';

export interface ViewNode {
  readonly nodeId: number;
  readonly nodeName: string;
  /** Alternating names and values. */
  readonly attributes?: readonly string[];
  readonly children?: readonly ViewNode[];
}

interface Styles {
  readonly matchedCSSRules?: readonly {
    readonly rule: {
      readonly style: {
        readonly cssProperties: readonly { readonly name: string; readonly value: string }[];
      };
    };
  }[];
}

/** The views of a running browser. Offsets are in pixels. */
export type ViewTree = Awaited<ReturnType<typeof openViewTree>>;

/** @param port of the user interface's own DevTools server */
export async function openViewTree(port: number) {
  // WebSocket right away: a plain HTTP request stops this server for good.
  // Compressed, each reading of the tree would take several times as long.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/0`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    // Stays: an error when the browser ends is nobody's.
    socket.once('error', reject);
  });
  const send = createSender(socket);

  async function read(): Promise<ViewNode> {
    // The tree is only rebuilt when the domain is enabled again; disabling it twice fails
    // harmlessly.
    await send('DOM.disable').catch(() => null);
    await send('DOM.enable');
    return ((await send('DOM.getDocument')) as { root: ViewNode }).root;
  }

  async function widget(name: string): Promise<ViewNode | null> {
    const [found] = collect(
      await read(),
      (node) => node.nodeName === 'Widget' && attribute(node, 'name') === name,
    );
    // Nothing can be pressed then, and while it is enabled, the domain announces every change of
    // every view.
    if (!found) await send('DOM.disable').catch(() => null);
    return found ?? null;
  }

  return {
    /** Reads all views as they are now. */
    read,
    /** Reads one window; null if there is none of this name. */
    widget,
    /** Returns the value of a property, '' if the view lacks it. */
    async propertyOf(node: ViewNode, name: string): Promise<string> {
      // Not with each reading of the tree: it announces the properties of every view.
      await send('CSS.enable').catch(() => null);
      const styles = (await send('CSS.getMatchedStylesForNode', { nodeId: node.nodeId })) as Styles;
      const properties = (styles.matchedCSSRules ?? []).flatMap(
        ({ rule }) => rule.style.cssProperties,
      );
      return properties.find((property) => property.name === name)?.value ?? '';
    },
    /** Clicks once, at a position within the view. */
    async click({ nodeId }: ViewNode, x = 10, y = 10): Promise<void> {
      for (const type of ['mousePressed', 'mouseReleased']) {
        await send('DOM.dispatchMouseEvent', {
          nodeId,
          event: { type, x, y, button: 'left', wheelDirection: 'none' },
        });
      }
    },
    /** Presses a key in a window, if that exists: it may close by itself while it is looked for. */
    async pressKey(window: string, key: number, flags = 0): Promise<void> {
      const found = await widget(window);
      const event = { type: 'keyPressed', keyCode: key, code: 0, flags, key, isChar: false };
      if (found)
        await send('DOM.dispatchKeyEvent', { nodeId: found.nodeId, event }).catch(
          ignoreVanishedNode,
        );
    },
    close: (): void => socket.close(),
  };
}

function createSender(socket: WebSocket) {
  /** Requests that await an answer, by id. */
  const pending = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  let lastId = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
    };
    const waiting = pending.get(message.id ?? 0);
    if (!waiting) return;
    pending.delete(message.id ?? 0);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  });
  socket.on('close', () => {
    for (const { reject } of pending.values())
      reject(new Error('The browser closed its user interface connection.'));
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

/** @returns a view and all below it, if they are wanted */
function collect(
  node: ViewNode,
  wanted: (node: ViewNode) => boolean,
  found: ViewNode[] = [],
): ViewNode[] {
  if (wanted(node)) found.push(node);
  for (const child of node.children ?? []) collect(child, wanted, found);
  return found;
}

export function ofClass(node: ViewNode, name: string): ViewNode[] {
  return collect(node, (one) => attribute(one, 'class') === name);
}

export function attribute(node: ViewNode, name: string): string | undefined {
  const attributes = node.attributes ?? [];
  const at = attributes.findIndex((value, index) => index % 2 === 0 && value === name);
  return at < 0 ? undefined : attributes[at + 1];
}

/** Ignores that a view was closed or replaced between looking and clicking. */
export function ignoreVanishedNode(error: unknown): null {
  if (!/not found|No node/i.test(String(error))) throw error;
  return null;
}
