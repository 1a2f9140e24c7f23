/** Looks into the closed shadow roots of the badges, by the browser's own protocols: the page cannot. */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../../src/browsers/driver.ts';

export interface ShadowElements {
  /** Names of all elements, each once, sorted. */
  readonly names: readonly string[];
  /** Names of all attributes, each once, sorted. */
  readonly attributes: readonly string[];
  /** How many elements there are. */
  readonly count: number;
  /** How many elements of ours stand in the page. */
  readonly hosts: number;
  /** The longest text in one node. */
  readonly longest: number;
}

interface Node {
  readonly name: string;
  readonly text: string;
  readonly attributes: readonly string[];
  readonly children: readonly Node[];
}

const HOST = 'stream-fixer-badges';

export async function readShadowElements(driver: Driver, page: Page): Promise<ShadowElements> {
  const roots = driver.kind === 'firefox' ? await readFirefox(driver, page) : await readChromium(page);
  const all = roots.flatMap(flatten);
  const elements = all.filter(({ name }) => name !== '');
  return {
    names: [...new Set(elements.map(({ name }) => name))].toSorted(),
    attributes: [...new Set(elements.flatMap(({ attributes }) => attributes))].toSorted(),
    count: elements.length,
    hosts: roots.length,
    longest: Math.max(0, ...all.filter(({ name }) => name === '').map(({ text }) => text.length)),
  };
}

function flatten(node: Node): Node[] {
  return [node, ...node.children.flatMap(flatten)];
}

interface CdpNode {
  readonly nodeType: number;
  readonly localName: string;
  readonly nodeValue: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly CdpNode[];
  readonly shadowRoots?: readonly CdpNode[];
}

async function readChromium(page: Page): Promise<Node[]> {
  const session = await page.createCDPSession();
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: CdpNode };
  await session.detach();
  const find = (node: CdpNode): CdpNode[] =>
    node.localName === HOST ? [...(node.shadowRoots ?? [])] : (node.children ?? []).flatMap(find);
  return find(root).map(fromCdp);
}

function fromCdp({ nodeType, localName, nodeValue, attributes = [], children = [] }: CdpNode): Node {
  return {
    name: nodeType === 1 ? localName : '',
    text: nodeValue,
    attributes: attributes.filter((_, index) => index % 2 === 0),
    children: children.map(fromCdp),
  };
}

interface BidiNode {
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

async function readFirefox({ browser }: Driver, page: Page): Promise<Node[]> {
  // Not public in puppeteer, which has no way to ask for closed shadow roots.
  const { connection } = browser as unknown as { connection: Bidi };
  const { result } = await connection.send('browsingContext.getTree', { maxDepth: 0 });
  const { contexts } = result as { contexts: readonly { context: string; url: string }[] };
  const context = contexts.find(({ url }) => url === page.url())?.context;
  const reply = await connection.send('script.evaluate', {
    expression: `document.documentElement`,
    target: { context, sandbox: 'hostile-page-test' },
    awaitPromise: false,
    serializationOptions: { maxDomDepth: null, maxObjectDepth: null, includeShadowTree: 'all' },
  });
  const root = (reply.result as { result: BidiNode }).result;
  const find = (node: BidiNode): BidiNode[] =>
    node.value?.localName === HOST && node.value.shadowRoot ? [node.value.shadowRoot] : (node.value?.children ?? []).flatMap(find);
  return find(root).map(fromBidi);
}

function fromBidi({ value }: BidiNode): Node {
  return {
    name: value?.nodeType === 1 ? (value.localName ?? '') : '',
    text: value?.nodeValue ?? '',
    attributes: Object.keys(value?.attributes ?? {}),
    children: (value?.children ?? []).map(fromBidi),
  };
}
