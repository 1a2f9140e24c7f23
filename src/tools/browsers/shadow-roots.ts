/** Reads closed shadow roots through the browsers' own protocols, as no script of the page can. */
import type { Page } from 'puppeteer-core';
import type { Driver } from './driver.ts';

/** A node of a shadow tree. */
export interface ShadowNode {
  /** What the protocol calls it: a backend id in Chromium, a shared id in Firefox. */
  readonly id: string | number;
  /** Local name; '' for anything but an element. */
  readonly name: string;
  /** '' for anything but a text node. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ShadowNode[];
}

/**
 * @returns the shadow roots of all elements with the local name `host`, also in shadow trees of the
 * page, in order
 */
export function readShadowRoots(driver: Driver, page: Page, host: string): Promise<ShadowNode[]> {
  return driver.kind === 'firefox' ? readFirefox(driver, page, host) : readChromium(page, host);
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
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as {
    root: CdpNode;
  };
  await session.detach();
  const find = (node: CdpNode): readonly CdpNode[] =>
    node.localName === host
      ? (node.shadowRoots ?? [])
      : [...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(find);
  return find(root).map(fromCdp);
}

/** Converts a node; nested shadow roots come before the children. */
function fromCdp({
  backendNodeId,
  nodeType,
  localName,
  nodeValue,
  attributes = [],
  shadowRoots = [],
  children = [],
}: CdpNode): ShadowNode {
  const pairs = attributes.flatMap((name, i) =>
    i % 2 === 0 ? [[name, attributes[i + 1] ?? ''] as const] : [],
  );
  return {
    id: backendNodeId,
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
  const root = await runInSandbox(driver, page, 'evaluate', {
    expression: 'document.documentElement',
    serializationOptions: { maxDomDepth: null, maxObjectDepth: null, includeShadowTree: 'all' },
  });
  const find = ({ value }: BidiNode): readonly BidiNode[] =>
    value?.localName === host && value.shadowRoot
      ? [value.shadowRoot]
      : [...(value?.shadowRoot ? [value.shadowRoot] : []), ...(value?.children ?? [])].flatMap(
          find,
        );
  return find(root).map(fromBidi);
}

/**
 * Runs something in a separate realm of a page in Firefox, which the page cannot have tampered
 * with.
 * @param method of the protocol's `script` module
 * @param script what it takes
 */
export async function runInSandbox(
  { browser }: Driver,
  page: Page,
  method: 'evaluate' | 'callFunction',
  script: object,
): Promise<BidiNode> {
  // Not public in puppeteer, which cannot read closed shadow roots.
  const { connection } = browser as unknown as { connection: Bidi };
  const { result } = await connection.send('browsingContext.getTree', { maxDepth: 0 });
  const { contexts } = result as { contexts: readonly { context: string; url: string }[] };
  const context = contexts.find(({ url }) => url === page.url())?.context;
  const target = { context, sandbox: 'shadow-roots' };
  const reply = await connection.send(`script.${method}`, {
    ...script,
    target,
    awaitPromise: false,
  });
  return (reply.result as { result: BidiNode }).result;
}

function fromBidi({ sharedId = '', value }: BidiNode): ShadowNode {
  return {
    id: sharedId,
    name: value?.nodeType === 1 ? (value.localName ?? '') : '',
    text: value?.nodeValue ?? '',
    attributes: value?.attributes ?? {},
    children: [...(value?.shadowRoot ? [value.shadowRoot] : []), ...(value?.children ?? [])].map(
      fromBidi,
    ),
  };
}
