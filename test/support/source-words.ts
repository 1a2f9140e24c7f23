/** Finds words in sources that people would see: those must be in a catalogue. */
import { SPOKEN } from './spoken.ts';
import { isNode, nameOf, nodesIn, programOf, walk, type SyntaxNode } from './syntax-tree.ts';

/** Syntax nodes with a type beside a value. */
const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const LETTER = /\p{L}/u;
/** A capital letter and at least two more words, one of them an everyday one. */
const SENTENCE = /^\p{Lu}[\p{L}’']*,?(?= .*\b[a-z]{2,}\b)(?: [\p{L}\d’'“”-]+[,.;:]?){2,}/u;

/**
 * @returns every text with letters in markup or in an attribute that is shown or read aloud, not in
 * an expression
 */
export function markupWords(code: string, file: string): string[] {
  const found: string[] = [];
  walk(programOf(code, file), (node) => {
    if (node.type === 'JSXText') found.push(String(node.value).trim());
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesIn(node.children))
        if (child.type === 'JSXExpressionContainer') found.push(...textsOf(child.expression));
    }
    if (node.type === 'JSXAttribute' && SPOKEN.includes(nameOf(node.name)))
      found.push(...textsOf(node.value));
  });
  return found.filter((text) => LETTER.test(text));
}

/** @returns every string that reads like a sentence; messages of errors are for developers */
export function sentencesIn(code: string, file: string): string[] {
  const found: string[] = [];
  walk(programOf(code, file), (node) => {
    if (node.type === 'NewExpression' && nameOf(node.callee).endsWith('Error')) return 'stop';
    if (
      node.type === 'ImportDeclaration' ||
      (node.type.startsWith('TS') && !TYPED.includes(node.type))
    )
      return 'stop';
    found.push(...stringOf(node));
    return undefined;
  });
  return found.filter((text) => SENTENCE.test(text));
}

/** The possible values of an expression, as far as they are literals. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'JSXExpressionContainer':
      return textsOf(value.expression);
    case 'ConditionalExpression':
      return [...textsOf(value.consequent), ...textsOf(value.alternate)];
    case 'LogicalExpression':
      return [...textsOf(value.left), ...textsOf(value.right)];
    case 'BinaryExpression':
      return value.operator === '+' ? [...textsOf(value.left), ...textsOf(value.right)] : [];
    default:
      return stringOf(value);
  }
}

function stringOf(node: SyntaxNode): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type !== 'TemplateLiteral') return [];
  // A digit represents the inserted value.
  return [
    nodesIn(node.quasis)
      .map(({ value }) => (value as { readonly cooked: string }).cooked)
      .join('1'),
  ];
}
