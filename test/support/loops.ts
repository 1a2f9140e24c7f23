import { isNode, nameOf, nodesIn, programOf, walk, type SyntaxNode } from './syntax-tree.ts';
import { identifiersIn, variablesOf, type Variable, type Variables } from './variables.ts';

/** Names of offsets, for parameters and destructured variables, of which only the name is known. */
const OFFSETS = ['at', 'before', 'behind', 'end', 'ending', 'from', 'next', 'start', 'to'];
/** Functions that return an offset. */
const RETURNS_OFFSET = /^(?:end|find|first|last|length|next|skip|start)(?:[A-Z]|$)/;
const METHODS = ['charCodeAt', 'indexOf', 'lastIndexOf', 'search'];
/** The result is an offset if every argument is one; for `Math.min` one is enough. */
const ROUNDS = ['abs', 'ceil', 'floor', 'max', 'round', 'trunc'];
const LOOPS = ['DoWhileStatement', 'ForStatement', 'WhileStatement'];
/** Methods whose argument determines the length of their result. */
const SIZED = ['padEnd', 'padStart', 'repeat'];

/**
 * Finds loops whose number of turns could follow from a number in a server's data. These are safe: counting towards an
 * offset or a length; searching for the next offset until there is none; going on while the character at an offset is
 * a given one, since there is none beyond the end.
 * @returns the head of every other loop, and every call that creates a text or list whose size is no offset or length
 */
export function loopsBoundByData(code: string, file: string): string[] {
  const program = programOf(code, file);
  const variables = variablesOf(program);
  const found: string[] = [];
  walk(program, (node) => {
    if (LOOPS.includes(node.type) && !(isNode(node.test) && ends(node.test, changedIn(node, variables), variables)))
      found.push(headOf(node, code));
    if (sizesOf(node).some((size) => !isOffset(size, variables))) found.push(textOf(node, code));
  });
  return found;
}

/** @param moved the variables that the loop changes */
function ends(test: SyntaxNode, moved: ReadonlySet<Variable>, variables: Variables): boolean {
  const sides = nodesIn([test.left, test.right]);
  if (test.type === 'LogicalExpression') {
    const each = sides.map((side) => ends(side, moved, variables));
    return test.operator === '&&' ? each.includes(true) : !each.includes(false);
  }
  if (test.type !== 'BinaryExpression' || !sides.some((side) => moves(side, moved, variables))) return false;
  if (/^[<>]=?$/.test(String(test.operator))) return sides.every((side) => isOffset(side, variables));
  // The next offset, until there is none.
  if (test.operator === '!==') return sides.some(isNone) && sides.every((side) => isOffset(side, variables));
  // One character: there is none beyond the end.
  return test.operator === '===' && sides.some(isCharacter) && sides.some((side) => readsAt(side, moved, variables));
}

function moves(part: SyntaxNode, moved: ReadonlySet<Variable>, variables: Variables): boolean {
  return identifiersIn(part).some((one) => moved.has(variables.get(one) as Variable));
}

function isNone(node: SyntaxNode): boolean {
  return node.type === 'UnaryExpression' && isNode(node.argument) && node.argument.value === 1;
}

function isCharacter(node: SyntaxNode): boolean {
  return (node.type === 'Literal' && node.value !== '') || isConstant(node);
}

function isConstant(node: SyntaxNode): boolean {
  return node.type === 'Identifier' && /^[A-Z][A-Z_]*$/.test(nameOf(node));
}

/** @returns whether this reads a character at an offset that the loop changes */
function readsAt(node: SyntaxNode, moved: ReadonlySet<Variable>, variables: Variables): boolean {
  const isCall = ['charAt', 'charCodeAt'].includes(methodOf(node));
  const [offset] = nodesIn(node.type === 'MemberExpression' ? [node.property] : isCall ? node.arguments : []);
  return offset !== undefined && moves(offset, moved, variables) && isOffset(offset, variables);
}

/** @returns whether a value is an offset or a length, or calculated from those and literal numbers */
function isOffset(value: unknown, variables: Variables, seen: ReadonlySet<Variable> = new Set()): boolean {
  if (!isNode(value)) return false;
  const all = (...parts: readonly unknown[]): boolean => parts.every((part) => isOffset(part, variables, seen));
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'number';
    case 'Identifier': {
      const variable = variables.get(value);
      if (isConstant(value) || nameOf(value) === 'Infinity' || (variable && seen.has(variable))) return true;
      if (!variable || variable.handed || variable.values.length === 0) return OFFSETS.includes(nameOf(value));
      const deeper = new Set([...seen, variable]);
      return variable.values.every((one) => isOffset(one, variables, deeper));
    }
    case 'MemberExpression':
      return value.computed !== true && nameOf(value.property) === 'length';
    case 'CallExpression': {
      const name = nameOf(value.callee) || methodOf(value);
      const given = nodesIn(value.arguments);
      if (name === 'min') return given.some((one) => isOffset(one, variables, seen));
      return ROUNDS.includes(name) ? all(...given) : METHODS.includes(name) || RETURNS_OFFSET.test(name);
    }
    case 'BinaryExpression':
      return all(value.left, value.right);
    case 'ConditionalExpression':
      return all(value.consequent, value.alternate);
    case 'ParenthesizedExpression':
      return all(value.expression);
    case 'UnaryExpression':
    case 'UpdateExpression':
      return all(value.argument);
    case 'LogicalExpression':
      return all(value.left, value.right);
    default:
      return false;
  }
}

function sizesOf(node: SyntaxNode): SyntaxNode[] {
  const given = nodesIn(node.arguments);
  if (SIZED.includes(methodOf(node))) return given.slice(0, 1);
  if (nameOf(node.callee) === 'Array') return given;
  if (methodOf(node) !== 'from') return [];
  return nodesIn(given[0]?.properties).flatMap(({ key, value }) => (nameOf(key) === 'length' ? nodesIn([value]) : []));
}

/** @returns the name of the called method, or '' */
function methodOf({ type, callee }: SyntaxNode): string {
  return type === 'CallExpression' && isNode(callee) ? nameOf(callee.property) : '';
}

function changedIn(loop: SyntaxNode, variables: Variables): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  walk(loop, ({ type, argument, left }) => {
    const target = type === 'UpdateExpression' ? argument : type === 'AssignmentExpression' ? left : null;
    const variable = isNode(target) && variables.get(target);
    if (variable) found.add(variable);
  });
  return found;
}

/** @returns its condition, and also its first statement if there is no condition */
function headOf(loop: SyntaxNode, code: string): string {
  if (loop.type === 'DoWhileStatement') return `do … while (${textOf(loop.test, code)})`;
  const head = code.slice(Number(loop.start), Number((loop.body as SyntaxNode).start)).trim();
  const [first] = nodesIn((loop.body as SyntaxNode).body);
  return isNode(loop.test) || !first ? head : `${head} ${textOf(first, code)}`;
}

function textOf(node: unknown, code: string): string {
  return isNode(node) ? code.slice(Number(node.start), Number(node.end)) : '';
}
