import { isNode, nameOf, nodesIn, walk, type SyntaxNode } from './syntax-tree.ts';

/** A variable or a parameter. */
export interface Variable {
  /** Every value assigned to it as a whole. */
  readonly values: SyntaxNode[];
  /** Other values are unknown: it is a parameter, or part of a destructuring pattern. */
  handed: boolean;
}

/** The variable of each identifier, except for imports and globals. */
export type Variables = ReadonlyMap<SyntaxNode, Variable>;

type Scope = Map<string, Variable>;

const SCOPES = /^(?:Program|BlockStatement|For\w*Statement|Function\w+|ArrowFunctionExpression)$/;

export function variablesOf(program: SyntaxNode): Variables {
  const found = new Map<SyntaxNode, Variable>();
  visit(program, []);
  walk(program, (node) => {
    if (node.type !== 'AssignmentExpression' || !isNode(node.left) || node.left.type === 'MemberExpression') return;
    for (const target of identifiersIn(node.left)) {
      const variable = found.get(target);
      if (variable && target === node.left) variable.values.push(...nodesIn([node.right]));
      else if (variable) variable.handed = true;
    }
  });
  return found;

  function visit(node: SyntaxNode, outer: readonly Scope[]): void {
    const scopes = SCOPES.test(node.type) ? [declaredBy(node), ...outer] : outer;
    if (node.type === 'Identifier') {
      const variable = scopes.find((scope) => scope.has(nameOf(node)))?.get(nameOf(node));
      if (variable) found.set(node, variable);
    }
    for (const value of Object.values(node))
      for (const child of nodesIn(Array.isArray(value) ? value : [value])) visit(child, scopes);
  }
}

/** The variables that a node itself declares, without those of scopes inside it. */
function declaredBy(node: SyntaxNode): Scope {
  const scope: Scope = new Map();
  for (const parameter of nodesIn(node.params))
    for (const one of identifiersIn(parameter)) scope.set(nameOf(one), { values: [], handed: true });
  const statements = [node.init, node.left, ...(Array.isArray(node.body) ? (node.body as unknown[]) : [])];
  for (const statement of nodesIn(statements))
    for (const { id, init } of nodesIn(
      (isNode(statement.declaration) ? statement.declaration : statement).declarations,
    )) {
      const whole = isNode(id) && id.type === 'Identifier' && statement !== node.left;
      for (const one of isNode(id) ? identifiersIn(id) : [])
        scope.set(nameOf(one), { values: whole ? nodesIn([init]) : [], handed: !whole });
    }
  return scope;
}

/** @returns every identifier in a part of a source, except for property names and types */
export function identifiersIn(part: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(part, (node) => {
    if (node.type.startsWith('TSType')) return 'stop';
    if (node.type === 'Identifier') found.push(node);
    if (node.type !== 'MemberExpression' || node.computed === true) return undefined;
    found.push(...(isNode(node.object) ? identifiersIn(node.object) : []));
    return 'stop';
  });
  return found;
}
