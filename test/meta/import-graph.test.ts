import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What each of our modules imports of our own, by path; imports of types count too: whoever reads a module needs them. */
function importGraph(): Map<string, readonly string[]> {
  const files = ['src', 'entrypoints'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${top}/${name}`),
  );
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)));
}

/** @returns one way round for each circle that a walk in depth meets */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  function visit(file: string): void {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    done.add(file);
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
  }
  for (const file of graph.keys()) visit(file);
  return found;
}

test('a circle is found', () => {
  expect(circles(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b -> c -> b']);
  expect(circles(new Map([['a', ['b', 'c']], ['b', ['c']], ['c', []]]))).toEqual([]);
});

test('no modules import each other in a circle, not even for types', () => {
  const graph = importGraph();

  expect(graph.get('src/normalizer/sse-frames.ts')).toContain('src/normalizer/framing.ts');
  expect(circles(graph)).toEqual([]);
});
