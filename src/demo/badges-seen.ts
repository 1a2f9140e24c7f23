/**
 * Reads the badges as a person sees them. The page cannot: they stand in closed shadow roots. The browser's own
 * protocols can look inside.
 */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../browsers/driver.ts';

export interface BadgesSeen {
  /** One text for each tool line shown, state in words included. */
  readonly lines: readonly string[];
  /** How many of the lines are still running. */
  readonly running: number;
  /** Texts of fold buttons, such as "2 tools, 3.1 s". */
  readonly folds: readonly string[];
  /** Notes about calls that the model only imitated. */
  readonly notes: number;
}

interface Node {
  readonly classes: readonly string[];
  readonly hidden: boolean;
  /** Only text nodes have one. */
  readonly text: string;
  readonly children: readonly Node[];
}

const HOST = 'stream-fixer-badges';

/** @returns what the badges of the page show at this moment */
export async function readBadges(driver: Driver, page: Page): Promise<BadgesSeen> {
  const roots = driver.kind === 'firefox' ? await readFirefox(driver, page) : await readChromium(page);
  const shown = (name: string) => roots.flatMap((root) => withClass(root, name));
  const lines = shown('line');
  return {
    lines: lines.map(textOf),
    running: lines.filter(({ classes }) => classes.includes('running')).length,
    folds: shown('fold').map(textOf),
    notes: shown('imitated').length,
  };
}

function withClass(node: Node, name: string): Node[] {
  if (node.hidden) return [];
  if (node.classes.includes(name)) return [node];
  return node.children.flatMap((child) => withClass(child, name));
}

/** What a screen reader would say, and the emoji; the time for the eye stands in those words too. */
function textOf(node: Node): string {
  return (node.hidden || node.classes.includes('time') ? '' : node.text + node.children.map(textOf).join(' ')).replace(/\s+/g, ' ').trim();
}

/** As `DOM.getDocument` of the Chrome DevTools Protocol describes it. */
interface CdpNode {
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

function fromCdp({ nodeValue, attributes = [], children = [] }: CdpNode): Node {
  const at = attributes.findIndex((name, index) => index % 2 === 0 && name === 'class');
  return {
    classes: at < 0 ? [] : (attributes[at + 1] ?? '').split(' '),
    hidden: attributes.some((name, index) => index % 2 === 0 && name === 'hidden'),
    text: nodeValue,
    children: children.map(fromCdp),
  };
}

/** As `script.evaluate` of WebDriver BiDi serialises it. */
interface BidiNode {
  readonly value?: {
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
    expression: `[...document.querySelectorAll('${HOST}')]`,
    target: { context },
    awaitPromise: false,
    serializationOptions: { maxDomDepth: null, maxObjectDepth: null, includeShadowTree: 'all' },
  });
  const hosts = (reply.result as { result: { value: readonly BidiNode[] } }).result.value;
  return hosts.flatMap(({ value }) => (value?.shadowRoot ? [fromBidi(value.shadowRoot)] : []));
}

function fromBidi({ value }: BidiNode): Node {
  const attributes = value?.attributes ?? {};
  return {
    classes: (attributes.class ?? '').split(' '),
    hidden: 'hidden' in attributes,
    text: value?.nodeValue ?? '',
    children: (value?.children ?? []).map(fromBidi),
  };
}
