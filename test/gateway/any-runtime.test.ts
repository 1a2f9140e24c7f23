import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importGraph } from '../support/import-graph.ts';

const root = resolve(import.meta.dirname, '../..');
const graph = importGraph();

/** @returns all that a module needs of our own, and itself */
function needsOf(entry: string): readonly string[] {
  const needed = new Set([entry]);
  // A set also walks through what is added meanwhile.
  for (const file of needed) for (const next of graph.get(file) ?? []) needed.add(next);
  return [...needed];
}

function isNodes(file: string): boolean {
  return /\bnode:|\b(?:process|Buffer)\./.test(
    readFileSync(join(root, file), 'utf8').replaceAll(/^ *(?:\/?\*|\/\/).*$/gm, ''),
  );
}

test('all that decides about a request runs in any runtime: only what is below `node` needs Node', () => {
  const deciding = [...graph.keys()].filter((file) => /^src\/gateway\/[^/]+$/.test(file));

  expect(deciding).toContain('src/gateway/policy.ts');
  expect(deciding.flatMap(needsOf).filter(isNodes)).toEqual([]);
  expect(needsOf('src/gateway/node/start.ts').filter(isNodes)).toContain(
    'src/gateway/node/upstream.ts',
  );
});
