import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isNode, nodesIn, programOf, type SyntaxNode } from '../support/syntax-tree.ts';

const root = resolve(import.meta.dirname, '../..');
const FILES = globSync('{src,entrypoints}/**/*.{ts,tsx}', { cwd: root });
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** Lines, with comments and blank ones. For those of a module itself, lint has the limit of 120. */
const MAX_INNER = 40;

/**
 * @returns where each function within another one, or within an object, begins, and how many lines
 * it has
 */
function innerFunctions(code: string, file: string): { at: number; lines: number }[] {
  const found: { at: number; lines: number }[] = [];
  const lineOf = (offset: unknown): number => code.slice(0, Number(offset)).split('\n').length;

  function visit(node: SyntaxNode, isInner: boolean): void {
    const isFunction = FUNCTIONS.includes(node.type) && isNode(node.body);
    if (isFunction && isInner) {
      const at = lineOf(node.start);
      found.push({ at, lines: lineOf(node.end) - at + 1 });
    }
    const hides = isInner || isFunction || node.type === 'ObjectExpression';
    for (const value of Object.values(node))
      for (const child of nodesIn(Array.isArray(value) ? value : [value])) visit(child, hides);
  }

  visit(programOf(code, file), false);
  return found;
}

test.each([
  ['function all() {\n  return 1;\n}', []],
  ['export const all = () => {\n  return 1;\n};', []],
  [
    'function all() {\n  function one() {\n    // why\n\n    return 1;\n  }\n}',
    [{ at: 2, lines: 5 }],
  ],
  ['function all() {\n  const one = () => {\n    return 1;\n  };\n}', [{ at: 2, lines: 3 }]],
  ['export const all = {\n  start() {\n    return 1;\n  },\n};', [{ at: 2, lines: 3 }]],
  ['serve(() => {\n  each(() =>\n    1);\n});', [{ at: 2, lines: 2 }]],
])('what is within another function is found in %j', (code, found) => {
  expect(innerFunctions(code, 'sample.ts')).toEqual(found);
});

test('no function within another one is long: what has a name of its own stands beside it', () => {
  const long = FILES.flatMap((file) =>
    innerFunctions(readFileSync(join(root, file), 'utf8'), file).flatMap(({ at, lines }) =>
      lines > MAX_INNER ? [`${file}:${at} has ${lines} lines`] : [],
    ),
  );

  expect(FILES.length).toBeGreaterThan(500);
  expect(long).toEqual([]);
});
