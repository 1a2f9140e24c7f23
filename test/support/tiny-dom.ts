/** As much of a document as preact needs to render a view in Node, so that its texts can be read. No layout. */
import { SPOKEN } from './spoken.ts';

export class TinyNode {
  readonly childNodes: TinyNode[] = [];
  readonly attributes = new Map<string, string>();
  readonly style = { setProperty() {} };
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly ownerDocument = tinyDocument;
  readonly nodeType: 1 | 3;
  readonly localName: string;
  /** For text nodes. */
  data: string;
  parentNode: TinyNode | null = null;

  constructor(nodeType: 1 | 3, localName: string, data = '') {
    this.nodeType = nodeType;
    this.localName = localName;
    this.data = data;
  }

  get firstChild(): TinyNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): TinyNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node: TinyNode, before: TinyNode | null): TinyNode {
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(at === -1 ? this.childNodes.length : at, 0, node);
    node.parentNode = this;
    return node;
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes ?? [];
    const at = siblings.indexOf(this);
    if (at !== -1) siblings.splice(at, 1);
    this.parentNode = null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  /** Every visible or spoken text in it, one by one; not code, which nobody translates. */
  texts(): readonly string[] {
    if (this.nodeType === 3) return [this.data];
    if (this.localName === 'code') return [];
    const spoken = SPOKEN.flatMap((name) => this.attributes.get(name) ?? []);
    return [...spoken, ...this.childNodes.flatMap((node) => node.texts())];
  }

  addEventListener(): void {}
  removeEventListener(): void {}
  focus(): void {}
}

export const tinyDocument = {
  body: null as TinyNode | null,
  activeElement: null as TinyNode | null,
  documentElement: { lang: '' },
  title: '',
  createElement: (name: string): TinyNode => new TinyNode(1, name),
  createElementNS: (_namespace: string, name: string): TinyNode => new TinyNode(1, name),
  createTextNode: (data: string): TinyNode => new TinyNode(3, '#text', String(data)),
  addEventListener() {},
  removeEventListener() {},
};
