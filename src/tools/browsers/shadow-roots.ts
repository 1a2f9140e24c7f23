/** Reads closed shadow roots through the browsers' own protocols, as no script of the page can. */
import type { CDPSession, Page } from 'puppeteer-core';
import type { Driver } from './driver.ts';

/** A node of a shadow tree. */
export interface ShadowNode {
  /** Local name; '' for anything but an element. */
  readonly name: string;
  /** '' for anything but a text node. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ShadowNode[];
}

/** @returns the shadow roots of all elements of the page with the local name `host`, in document order */
export function readShadowRoots(driver: Driver, page: Page, host: string): Promise<ShadowNode[]> {
  return driver.kind === 'firefox' ? readFirefox(driver, page, host) : readChromium(page, host);
}

/** In CSS pixels, from the upper left of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * @param className of an element in the shadow root of an element with the local name `host`
 * @returns the middle of the first of them that is drawn; null for none
 */
export function findInShadow(driver: Driver, page: Page, host: string, className: string): Promise<Point | null> {
  return driver.kind === 'firefox' ? findFirefox(driver, page, host, className) : findChromium(page, host, className);
}

/** A node as `DOM.getDocument` of the Chrome DevTools Protocol describes it. */
interface CdpNode {
  readonly backendNodeId: number;
  readonly nodeType: number;
  readonly localName: string;
  readonly nodeValue: string;
  /** Alternating names and values. */
  readonly attributes?: readonly string[];
  readonly children?: readonly CdpNode[];
  readonly shadowRoots?: readonly CdpNode[];
}

async function readChromium(page: Page, host: string): Promise<ShadowNode[]> {
  const session = await page.createCDPSession();
  const roots = await rootsOfChromium(session, host);
  await session.detach();
  return roots.map(fromCdp);
}

async function rootsOfChromium(session: CDPSession, host: string): Promise<readonly CdpNode[]> {
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: CdpNode };
  const find = (node: CdpNode): readonly CdpNode[] =>
    node.localName === host ? (node.shadowRoots ?? []) : (node.children ?? []).flatMap(find);
  return find(root);
}

async function findChromium(page: Page, host: string, className: string): Promise<Point | null> {
  const session = await page.createCDPSession();
  const nodes = (await rootsOfChromium(session, host)).flatMap((root) =>
    nodesWithin(root).filter((node) => fromCdp(node).attributes.class?.split(' ').includes(className)),
  );
  let found: Point | null = null;
  for (const { backendNodeId } of nodes) {
    // What is not drawn has no quads, and some versions refuse to look for them.
    const { quads } = await session.send('DOM.getContentQuads', { backendNodeId }).catch(() => ({ quads: [] }));
    const [[left = 0, top = 0, , , right = 0, bottom = 0] = []] = quads;
    if (right > left && bottom > top) found ??= { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  await session.detach();
  return found;
}

function nodesWithin(node: CdpNode): readonly CdpNode[] {
  return [node, ...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap((one) =>
    one === node ? [one] : nodesWithin(one),
  );
}

/** Converts a node; nested shadow roots come before the children. */
function fromCdp({
  nodeType,
  localName,
  nodeValue,
  attributes = [],
  shadowRoots = [],
  children = [],
}: CdpNode): ShadowNode {
  const pairs = attributes.flatMap((name, i) => (i % 2 === 0 ? [[name, attributes[i + 1] ?? ''] as const] : []));
  return {
    name: nodeType === 1 ? localName : '',
    text: nodeValue,
    attributes: Object.fromEntries(pairs),
    children: [...shadowRoots, ...children].map(fromCdp),
  };
}

/** A node as `script.evaluate` of WebDriver BiDi serialises it. */
interface BidiNode {
  readonly sharedId?: string;
  readonly value?: {
    readonly nodeType?: number;
    readonly localName?: string;
    readonly nodeValue?: string;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly children?: readonly BidiNode[];
    readonly shadowRoot?: BidiNode | null;
  };
}

interface Bidi {
  send(method: string, params: object): Promise<{ result: unknown }>;
}

async function readFirefox(driver: Driver, page: Page, host: string): Promise<ShadowNode[]> {
  return (await rootsOfFirefox(await sandboxOf(driver, page), host)).map(fromBidi);
}

/** A separate realm in a page, which the page cannot have tampered with. */
interface Sandbox {
  /** @param script the method of the `script` module, and what it takes */
  run(method: 'evaluate' | 'callFunction', script: object): Promise<BidiNode>;
}

async function sandboxOf({ browser }: Driver, page: Page): Promise<Sandbox> {
  // Not public in puppeteer, which cannot read closed shadow roots.
  const { connection } = browser as unknown as { connection: Bidi };
  const { result } = await connection.send('browsingContext.getTree', { maxDepth: 0 });
  const { contexts } = result as { contexts: readonly { context: string; url: string }[] };
  const context = contexts.find(({ url }) => url === page.url())?.context;
  return {
    async run(method, script) {
      const target = { context, sandbox: 'shadow-roots' };
      const reply = await connection.send(`script.${method}`, { ...script, target, awaitPromise: false });
      return (reply.result as { result: BidiNode }).result;
    },
  };
}

async function rootsOfFirefox(sandbox: Sandbox, host: string): Promise<readonly BidiNode[]> {
  const page = await sandbox.run('evaluate', {
    expression: 'document.documentElement',
    serializationOptions: { maxDomDepth: null, maxObjectDepth: null, includeShadowTree: 'all' },
  });
  const find = ({ value }: BidiNode): readonly BidiNode[] =>
    value?.localName === host && value.shadowRoot ? [value.shadowRoot] : (value?.children ?? []).flatMap(find);
  return find(page);
}

async function findFirefox(driver: Driver, page: Page, host: string, className: string): Promise<Point | null> {
  const sandbox = await sandboxOf(driver, page);
  const find = (node: BidiNode): readonly BidiNode[] =>
    node.value?.attributes?.class?.split(' ').includes(className)
      ? [node]
      : [...(node.value?.shadowRoot ? [node.value.shadowRoot] : []), ...(node.value?.children ?? [])].flatMap(find);
  const nodes = (await rootsOfFirefox(sandbox, host)).flatMap(find);
  const { value } = (await sandbox.run('callFunction', {
    functionDeclaration: `(...nodes) => {
      const box = nodes.map((node) => node.getBoundingClientRect()).find(({ width, height }) => width > 0 && height > 0);
      return JSON.stringify(box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null);
    }`,
    arguments: nodes.map(({ sharedId }) => ({ sharedId })),
  })) as { readonly value?: unknown };
  return JSON.parse(String(value ?? 'null')) as Point | null;
}

function fromBidi({ value }: BidiNode): ShadowNode {
  return {
    name: value?.nodeType === 1 ? (value.localName ?? '') : '',
    text: value?.nodeValue ?? '',
    attributes: value?.attributes ?? {},
    children: [...(value?.shadowRoot ? [value.shadowRoot] : []), ...(value?.children ?? [])].map(fromBidi),
  };
}
