/** From which version browsers support something, by MDN's compatibility data. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';

interface Statement {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string | boolean;
  readonly partial_implementation?: boolean;
  readonly flags?: unknown;
  readonly prefix?: string;
}
type Support = Readonly<Record<string, Statement | readonly Statement[] | 'mirror'>>;
/** A part of the data: its members by name; `__compat` describes the part itself. */
interface Part {
  readonly [name: string]: Part;
}

const DATA = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@mdn/browser-compat-data')), 'utf8'),
) as Part;

const BROWSER: Readonly<Record<BrowserKind, string>> = { chromium: 'chrome', firefox: 'firefox' };

/** TypeScript interfaces that the data lists under those that include them. */
const INCLUDED_BY: Readonly<Record<string, readonly string[]>> = {
  ARIAMixin: ['Element'],
  Animatable: ['Element'],
  AnimationFrameProvider: ['Window'],
  Body: ['Request', 'Response'],
  CSSStyleDeclarationBase: ['CSSStyleDeclaration'],
  CallableFunction: ['Function'],
  ChildNode: ['CharacterData', 'Element'],
  Console: ['console'],
  DocumentOrShadowRoot: ['Document', 'ShadowRoot'],
  ElementCSSInlineStyle: ['HTMLElement'],
  HTMLCollectionBase: ['HTMLCollection'],
  HTMLHyperlinkElementUtils: ['HTMLAnchorElement'],
  HTMLOrSVGElement: ['HTMLElement'],
  IteratorObject: ['Iterator'],
  NavigatorID: ['Navigator'],
  NavigatorLocks: ['Navigator'],
  NewableFunction: ['Function'],
  NonDocumentTypeChildNode: ['Element'],
  ParentNode: ['Document', 'DocumentFragment', 'Element'],
  ReadableStreamGenericReader: ['ReadableStreamDefaultReader'],
  ReadonlyArray: ['Array'],
  ReadonlyMap: ['Map'],
  ReadonlySet: ['Set'],
  Int32Array: ['TypedArray'],
  Uint8Array: ['TypedArray'],
  Uint16Array: ['TypedArray'],
};

/**
 * TypeScript interfaces for what the language has had from the beginning, as results or parameters.
 */
const SHAPES = new Set([
  'ArrayLike',
  'Error',
  'IteratorReturnResult',
  'IteratorYieldResult',
  'NodeFilter',
  'PromiseLike',
  'PropertyDescriptor',
  'ReadableStreamReadDoneResult',
  'ReadableStreamReadValueResult',
  'RegExpExecArray',
  'RegExpMatchArray',
  'TemplateStringsArray',
  'TypedPropertyDescriptor',
]);

/** Members that every interface has implicitly. */
const INHERITED: Readonly<Record<string, Part | undefined>> = {
  ...DATA.api?.EventTarget,
  ownerDocument: DATA.api?.Node?.ownerDocument,
  textContent: DATA.api?.Node?.textContent,
};

/** A browser's first version with support; infinite if only conditional. Null: not in the data. */
export type Since = (kind: BrowserKind) => number;

/** @param name `Array.at`, `WebSocket`, `DateTimeFormat.format`: as `usedApis` names them */
export function standardApi(name: string): Since | null {
  const [owner = '', member] = name.split('.');
  if (SHAPES.has(owner)) return () => 0;
  const { api } = DATA;
  const builtins = DATA.javascript?.builtins;
  const places = [api, builtins, builtins?.Intl];
  if (member === undefined)
    return latest(
      [...places, api?.Window, INHERITED].map((part) => part?.[owner]),
      1,
    );
  // A constant is as old as its interface, or has no entry: DOCUMENT_POSITION_FOLLOWING.
  if (/^(?:prototype|constructor|[A-Z_]+)$/.test(member)) return () => 0;
  if (owner === 'CSSStyleProperties') return cssProperty(dashed(member));
  if (owner === 'WindowOrWorkerGlobalScope') return standardApi(member);
  const named = owner.replace(/(?<=.)Constructor$/, '');
  const owners = INCLUDED_BY[named] ?? [named];
  const parts = owners.flatMap((each) =>
    places.flatMap((part) => {
      const found = part?.[each];
      return found
        ? [found[member] ?? found[`${member}_static`] ?? found[`@@${member}`] ?? INHERITED[member]]
        : [];
    }),
  );
  return latest(parts, owners.length);
}

/**
 * @returns whether some interface has a member of that name, and none had it in the given version
 */
export function everywhereNewerThan(kind: BrowserKind, version: number, member: string): boolean {
  const parts = [DATA.api, DATA.javascript?.builtins].flatMap((place) =>
    Object.values(place ?? {}).flatMap((owner) => owner[member] ?? owner[`${member}_static`] ?? []),
  );
  const known = parts.flatMap((part) => latest([part], 1) ?? []);
  return known.length > 0 && known.every((from) => from(kind) > version);
}

/** @param path `storage.session.get`, below `browser` */
export function extensionApi(path: string): Since | null {
  const names = path.replace(/^contextMenus/, 'menus').split('.');
  // Events share their methods, which are as old as they are.
  if (names.at(-1) === 'addListener' || names.at(-1) === 'removeListener') names.pop();
  let part: Part | undefined = DATA.webextensions?.api;
  for (const name of names) part = part?.[name];
  // A namespace alone is only a name: the members used are checked.
  if (part !== undefined && names.length === 1) return () => 0;
  return latest([part], 1);
}

export function manifestKey(name: string): Since | null {
  return latest([DATA.webextensions?.manifest?.[name]], 1);
}

/** @param name `dialog`, or an element and its attribute, `a download` */
export function htmlElement(name: string): Since | null {
  const [tag = '', attribute] = name.split(' ');
  const element = DATA.html?.elements?.[tag] ?? DATA.svg?.elements?.[tag];
  if (attribute === undefined) return latest([element], 1);
  // Preact's own attributes, handlers, data and roles are not in the data: any browser keeps an
  // unknown attribute.
  return (
    latest([element?.[attribute] ?? DATA.html?.global_attributes?.[attribute]], 1) ?? (() => 0)
  );
}

export function cssProperty(name: string): Since | null {
  const properties = DATA.css?.properties;
  return latest(
    [properties?.[name] ?? properties?.[name.replace(/^-?webkit-/, '')]],
    1,
    name.startsWith('-') || name.startsWith('webkit-') ? '-webkit-' : undefined,
  );
}

/** @param name of a pseudo-class or pseudo-element, without its colons */
export function cssPseudo(name: string): Since | null {
  const selectors = DATA.css?.selectors;
  return latest([selectors?.[name] ?? selectors?.[`${name}function`]], 1);
}

export function cssAtRule(name: string): Since | null {
  return latest([DATA.css?.['at-rules']?.[name]], 1);
}

/** @param name a property and a function in its value, `grid-template-columns minmax` */
export function cssFunction(name: string): Since | null {
  const [property = '', called = ''] = name.split(' ');
  const anywhere = partsNamed(called, DATA.css?.types);
  return latest(
    anywhere.length > 0 ? anywhere : partsNamed(called, DATA.css?.properties?.[property]),
    1,
  );
}

function partsNamed(name: string, part: Part | undefined): Part[] {
  return Object.entries(part ?? {}).flatMap(([key, below]) =>
    key === '__compat' ? [] : [...(key === name ? [below] : []), ...partsNamed(name, below)],
  );
}

/**
 * @returns the version from which all parts are supported; null unless `least` of them are known
 */
function latest(
  parts: readonly (Part | undefined)[],
  least: number,
  wanted?: string,
): Since | null {
  const known = parts.map(supportOf).filter((support) => support !== undefined);
  if (known.length < least) return null;
  return (kind) => Math.max(...known.map((support) => since(support[BROWSER[kind]], wanted)));
}

function supportOf(part: Part | undefined): Support | undefined {
  const known = part?.__compat as { readonly support: Support } | undefined;
  return known?.support;
}

/** @param wanted the prefix with which it is used */
function since(support: Support[string] | undefined, wanted: string | undefined): number {
  const statements =
    support === undefined || support === 'mirror' ? [] : ([support].flat() as Statement[]);
  const full = statements.filter(
    ({ version_removed, partial_implementation, flags, prefix }) =>
      !version_removed &&
      !partial_implementation &&
      !flags &&
      (prefix === undefined || prefix === wanted),
  );
  return Math.min(...full.map(({ version_added }) => versionOf(version_added)), Infinity);
}

function versionOf(added: Statement['version_added']): number {
  if (added === true) return 0;
  return typeof added === 'string' && added !== 'preview'
    ? Number.parseFloat(added.replace('≤', ''))
    : Infinity;
}

function dashed(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
