/**
 * Reads built files the way a store's reviewer does: what could load code from elsewhere, what
 * could talk to a server. Every function returns its findings, in words; an empty list is a clean
 * file.
 */
import { parseAst } from 'vite';
import { walk, type SyntaxNode } from './syntax-tree.ts';

/**
 * `hook` patches the page's own network functions, so it names them; `plain` has no use for them at
 * all.
 */
export type Reading = 'plain' | 'hook';

const NETWORK = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'sendBeacon',
];
const CODE_LOADERS = ['importScripts', 'Worker', 'SharedWorker'];
const EVALUATORS = ['eval', 'Function'];
const TIMERS = ['setTimeout', 'setInterval'];
const REMOTE = /(?:https?|wss?|ftp):\/\//i;
/** Names of XML vocabularies look like URLs but are none. */
const NAMESPACE =
  /^http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|1999\/xhtml|1999\/xlink|2000\/svg|XML\/1998\/namespace)$/;

/**
 * @param code JavaScript as it ships, script or module
 * @returns calls that evaluate text, load code, or (see `Reading`) use the network, and URLs in
 * literals
 */
export function auditScript(code: string, reading: Reading): string[] {
  const found: string[] = [];
  walk(parseAst(code) as unknown as SyntaxNode, (node) => {
    found.push(...evaluation(node), ...loading(node, reading), ...addresses(node));
    found.push(...(reading === 'plain' ? networkNames(node) : networkUse(node)));
  });
  return found;
}

/** @returns remote URLs in any attribute, and inline scripts */
export function auditHtml(html: string): string[] {
  const addresses =
    html.match(
      /(?:src|srcset|href|action|data|poster|content)\s*=\s*["']?\s*(?:[a-z]+:)?\/\/[^\s"'>]*/gi,
    ) ?? [];
  const inline = html.match(/<script(?![^>]*\ssrc\s*=)[^>]*>/gi) ?? [];
  const handlers = html.match(/\son[a-z]+\s*=/gi) ?? [];
  return [...addresses, ...inline, ...handlers];
}

/** @returns imports and pictures from elsewhere */
export function auditStyles(css: string): string[] {
  return css.match(/(?:@import\s+|url\(\s*)["']?\s*(?:[a-z]+:)?\/\/[^\s"')]*/gi) ?? [];
}

function evaluation(node: SyntaxNode): string[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const callee = calleeName(node);
  if (EVALUATORS.includes(callee)) return [`${callee}()`];
  const [first] = node.arguments as SyntaxNode[];
  return TIMERS.includes(callee) && literalText(first) !== null ? [`${callee}() of a text`] : [];
}

function loading(node: SyntaxNode, reading: Reading): string[] {
  // A page of the extension loads its own files, named in the code; the page's world has none.
  const own =
    reading === 'plain' &&
    /^\.{1,2}\/[\w./-]+$/.test(literalText(node.source as SyntaxNode | undefined) ?? '');
  if (node.type === 'ImportExpression') return own ? [] : ['import()'];
  const name = usedName(node);
  return name !== null && CODE_LOADERS.includes(name) ? [name] : [];
}

function addresses(node: SyntaxNode): string[] {
  const text = literalText(node);
  return text !== null && REMOTE.test(text) && !NAMESPACE.test(text) ? [text] : [];
}

/** Any mention, also as a property, and as a literal that could represent one. */
function networkNames(node: SyntaxNode): string[] {
  const name = usedName(node) ?? literalText(node);
  if (name !== null && NETWORK.includes(name)) return [name];
  return node.type === 'NewExpression' && calleeName(node) === 'Image' ? ['new Image()'] : [];
}

/**
 * Opening a connection or calling the page's function directly, where the hook may only wrap what
 * the page calls.
 */
function networkUse(node: SyntaxNode): string[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const name = calleeName(node);
  return NETWORK.includes(name) || name === 'Image'
    ? [`${node.type === 'NewExpression' ? 'new ' : ''}${name}()`]
    : [];
}

/**
 * Returns the last name of what is called: `fetch` for `window.fetch()` and for `(0,
 * window.fetch)()`.
 */
function calleeName(node: SyntaxNode): string {
  let callee = node.callee as SyntaxNode;
  if (callee.type === 'ChainExpression') callee = callee.expression as SyntaxNode;
  if (callee.type === 'SequenceExpression')
    callee = (callee.expressions as SyntaxNode[]).at(-1) ?? callee;
  if (callee.type !== 'MemberExpression') return usedName(callee) ?? '';
  const property = callee.property as SyntaxNode;
  return usedName(property) ?? literalText(property) ?? '';
}

function usedName(node: SyntaxNode): string | null {
  return node.type === 'Identifier' ? (node.name as string) : null;
}

function literalText(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateElement') return (node.value as { cooked: string }).cooked;
  if (node?.type === 'TemplateLiteral')
    return (node.quasis as SyntaxNode[]).map(literalText).join('');
  return null;
}
