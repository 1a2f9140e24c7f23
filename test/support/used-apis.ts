/**
 * What our sources use of the platform, found by types, so that `take` of ours is not the `take` of
 * an iterator.
 */
import { join, resolve } from 'node:path';
import { API, type Checker, type Project, type Symbol } from 'typescript/unstable/sync';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';

const root = resolve(import.meta.dirname, '../..');

/** Where a name of the platform is declared: TypeScript's own libraries. */
const STANDARD = /\/lib\.[\w.]+\.d\.ts$/;

export interface UsedApis {
  /**
   * `Array.at`, `Element.closest`, `WebSocket`: interfaces and their members, by TypeScript's
   * names.
   */
  readonly standard: ReadonlySet<string>;
  /** `storage.session`, `tabs.query`: members of `browser` that are used. */
  readonly extension: ReadonlySet<string>;
  /** `dialog`, `a download`: elements in components, and their attributes. */
  readonly elements: ReadonlySet<string>;
}

/**
 * Opens the project, which takes seconds, and reads some of its files.
 * @param files by their paths from the root
 */
export function usedApis(files: readonly string[]): UsedApis {
  const api = new API({ cwd: root });
  try {
    const [project] = api
      .updateSnapshot({ openProject: join(root, 'tsconfig.json') })
      .getProjects();
    if (!project) throw new Error('tsconfig.json cannot be opened.');
    const used = {
      standard: new Set<string>(),
      extension: new Set<string>(),
      elements: new Set<string>(),
    };
    for (const file of files) readFile(sourceOf(project, file), project, used);
    return used;
  } finally {
    api.close();
  }
}

function sourceOf(project: Project, file: string): SourceFile {
  const source = project.program.getSourceFile(join(root, file));
  if (!source) throw new Error(`${file} does not belong to the project.`);
  return source;
}

type Found = Record<keyof UsedApis, Set<string>>;

function readFile(source: SourceFile, project: Project, used: Found): void {
  const { checker } = project;
  const nodes = everyNode(source);
  const names = nodes.filter((node) => node.kind === SyntaxKind.Identifier && !isInType(node));
  const symbols = checker.getSymbolAtLocation(names);
  for (const symbol of new Set(symbols)) addStandard(symbol, project, used);
  for (const node of nodes) {
    if (node.kind === SyntaxKind.BindingElement)
      addStandard(boundProperty(node, checker), project, used);
    const chain = chainOf(node);
    if (chain?.[0] === 'browser' && chain.length > 1) used.extension.add(chain.slice(1).join('.'));
    for (const element of elementsOf(node)) used.elements.add(element);
  }
}

function everyNode(node: Node, into: Node[] = []): Node[] {
  into.push(node);
  node.forEachChild((child) => {
    everyNode(child, into);
  });
  return into;
}

/** Types do not ship. */
function isInType(node: Node): boolean {
  const { parent } = node;
  return (
    parent !== undefined &&
    [SyntaxKind.TypeReference, SyntaxKind.TypeQuery, SyntaxKind.QualifiedName].includes(parent.kind)
  );
}

function addStandard(symbol: Symbol | undefined, project: Project, used: Found): void {
  for (const declaration of symbol?.declarations ?? []) {
    if (!STANDARD.test(declaration.path)) continue;
    const owner = ownerOf(declaration.resolve(project));
    if (owner !== 'type')
      used.standard.add(owner === null ? (symbol?.name ?? '') : `${owner}.${symbol?.name}`);
  }
}

/**
 * @returns the interface or object that has the member; null for a global; 'type' for a mere type
 */
function ownerOf(declaration: Node | undefined): string | null {
  const holder = declaration?.parent as (Node & { name?: { text?: string } }) | undefined;
  if (!declaration || !holder || declaration.kind === SyntaxKind.TypeAliasDeclaration)
    return 'type';
  if (holder.kind === SyntaxKind.InterfaceDeclaration || holder.kind === SyntaxKind.ModuleBlock)
    return (holder.name ?? (holder.parent as typeof holder).name)?.text ?? null;
  // `declare var URL: { canParse(): boolean }`
  if (holder.kind === SyntaxKind.TypeLiteral)
    return (holder.parent as typeof holder | undefined)?.name?.text ?? null;
  return null;
}

/** `const { signal } = controller` reads a member as `controller.signal` does. */
function boundProperty(node: Node, checker: Checker): Symbol | undefined {
  const { name, propertyName } = node as Node & {
    name?: Node & { text?: string };
    propertyName?: Node & { text?: string };
  };
  const read = propertyName?.text ?? name?.text;
  const type = node.parent && checker.getTypeAtLocation(node.parent);
  return type && read !== undefined ? checker.getPropertyOfType(type, read) : undefined;
}

/**
 * @returns the names of `a.b?.c`, or null for anything else and for the inner part of a longer
 * chain
 */
function chainOf(node: Node): string[] | null {
  if (
    node.kind !== SyntaxKind.PropertyAccessExpression ||
    node.parent?.kind === SyntaxKind.PropertyAccessExpression
  )
    return null;
  const names: string[] = [];
  let at: Node = node;
  while (at.kind === SyntaxKind.PropertyAccessExpression) {
    const { name, expression } = at as Node & { name: { text: string }; expression: Node };
    names.unshift(name.text);
    at = expression;
  }
  return at.kind === SyntaxKind.Identifier
    ? [(at as Node & { text: string }).text, ...names]
    : null;
}

function elementsOf(node: Node): string[] {
  if (node.kind !== SyntaxKind.JsxOpeningElement && node.kind !== SyntaxKind.JsxSelfClosingElement)
    return [];
  const { tagName, attributes } = node as Node & {
    tagName: { text?: string };
    attributes: { properties: readonly (Node & { name?: { text?: string } })[] };
  };
  const tag = tagName.text ?? '';
  // One of our components begins with a capital letter.
  if (!/^[a-z]/.test(tag)) return [];
  return [
    tag,
    ...attributes.properties.flatMap(({ name }) =>
      name?.text === undefined ? [] : [`${tag} ${name.text}`],
    ),
  ];
}
