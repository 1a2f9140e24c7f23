import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importGraph, roomOf, roomsBelow } from '../support/import-graph.ts';

const root = resolve(import.meta.dirname, '../..');

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
  const graph = { a: ['b'], b: ['c'], c: ['b'] };

  expect(circles(new Map(Object.entries(graph)))).toEqual(['b -> c -> b']);
});

test('no modules import each other in a circle, not even for types', () => {
  const graph = importGraph();

  expect(graph.get('src/normalizer/framing/sse-frames.ts')).toContain(
    'src/normalizer/framing/framing.ts',
  );
  expect(circles(graph)).toEqual([]);
});

test('the normalizer is pure: it imports only lib and the event-stream parser, lib nothing at all', () => {
  const graph = importGraph();
  const foreign = [...graph.keys()]
    .filter((file) => ['lib', 'normalizer'].includes(roomOf(file)))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(
        ([, name]) => `${file} imports ${name}`,
      ),
    )
    .filter((found) => !found.endsWith(' eventsource-parser'));

  expect(roomsBelow('normalizer', graph)).toEqual(['lib']);
  expect(roomsBelow('lib', graph)).toEqual([]);
  expect(foreign).toEqual([]);
});

test('rooms import one way: no arrow leads back, not even through other rooms', () => {
  const graph = importGraph();
  const rooms = [...new Set([...graph.keys()].map(roomOf))];

  expect(roomsBelow('pages', graph)).toContain('sites');
  expect(circles(new Map(rooms.map((room) => [room, roomsBelow(room, graph)])))).toEqual([]);
});

test('programs that Node runs as they are take no name from JSON, which has none there', () => {
  const graph = importGraph();
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const reached = new Set(
    Object.values(scripts).flatMap((script) => script.match(/\bsrc\/[\w/-]+\.ts\b/g) ?? []),
  );
  // A set also walks through what is added meanwhile.
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  const wrong = [...reached].filter((file) =>
    /^import \{[^}]*\} from '[^']+\.json'/m.test(readFileSync(join(root, file), 'utf8')),
  );

  expect([...reached]).toEqual(
    expect.arrayContaining(['src/tools/cli/package.ts', 'src/lib/repository.ts']),
  );
  expect(wrong).toEqual([]);
});

/** One file for each thing of its kind: what is in there is found by its name. */
const CATALOGUES = [
  'src/languages',
  'src/normalizer/dialects',
  'src/normalizer/repairs',
  'src/rules/packs',
  'src/pages/statistics',
  'src/pages/popup',
  'src/badges',
  'src/sites',
  'src/stats',
];

test('no folder holds more files than one takes in', () => {
  const sizes = new Map<string, number>();
  for (const file of importGraph().keys())
    sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);

  expect(
    [...sizes].filter(
      ([folder, size]) => size > 17 && !CATALOGUES.some((listed) => folder.startsWith(listed)),
    ),
  ).toEqual([]);
});
