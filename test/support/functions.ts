import { commentsIn, isNode, nameOf, programOf, type SyntaxNode } from './syntax-tree.ts';

export interface FunctionSize {
  /** Its own name, or that of the variable or property it belongs to. */
  readonly name: string;
  /** Lines with code of its own: not blank, no comment, no bracket alone, and not within a nested function. */
  readonly own: number;
  /** Lines from its first to its last, with all that is in them. */
  readonly total: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'];

/**
 * Measures each function in a source. Comments do not count as own lines, so that no limit makes anyone remove one.
 * @param file its name determines the syntax
 */
export function functionSizes(code: string, file: string): FunctionSize[] {
  const bare = blanked(code, commentsIn(code, file));
  const found: FunctionSize[] = [];
  /** @param nested collects the functions directly within the function that is being visited */
  const visit = (node: SyntaxNode, outerName: string, nested: Range[]): void => {
    const name = nameOf(node.id) || nameOf(node.key) || outerName;
    const isFunction = FUNCTIONS.includes(node.type);
    const within = isFunction ? [] : nested;
    for (const value of Object.values(node))
      for (const child of (Array.isArray(value) ? value : [value]).filter(isNode)) visit(child, name, within);
    if (!isFunction) return;
    const range = rangeOf(node);
    nested.push(range);
    found.push({
      name,
      own: linesWithCode(blanked(bare, within).slice(range.start, range.end)),
      total: code.slice(range.start, range.end).split('\n').length,
    });
  };
  visit(programOf(code, file), '', []);
  return found;
}

function rangeOf({ start, end }: SyntaxNode): Range {
  return { start: Number(start), end: Number(end) };
}

/** @returns the text with spaces in these ranges: all lines and offsets stay */
function blanked(text: string, ranges: readonly Range[]): string {
  return ranges.reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
    text,
  );
}

/** The first line counts whatever it has: a method's begins at its brackets. */
function linesWithCode(text: string): number {
  return text.split('\n').filter((line, i) => i === 0 || /[^\s(){}[\];,]/.test(line)).length;
}
