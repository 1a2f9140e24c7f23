import { parseSync } from 'vite';

export interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** @param file its name determines the syntax */
export function programOf(code: string, file: string): SyntaxNode {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program as unknown as SyntaxNode;
}

/** @param look returns 'stop' if nothing below is of interest */
export function walk(node: SyntaxNode, look: (node: SyntaxNode) => 'stop' | void): void {
  if (look(node) === 'stop') return;
  for (const value of Object.values(node))
    for (const child of nodesIn(Array.isArray(value) ? value : [value])) walk(child, look);
}

export function nodesIn(values: unknown): SyntaxNode[] {
  return Array.isArray(values) ? values.filter(isNode) : [];
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

/** @returns the name of an identifier, or '' */
export function nameOf(value: unknown): string {
  return isNode(value) && typeof value.name === 'string' ? value.name : '';
}
