import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Modules and their imports of our own modules, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Reads what each of our modules imports of our own, by path; type imports count too, because
 * whoever reads a module needs them.
 */
export function importGraph(): ImportGraph {
  const files = ['src', 'entrypoints'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${top}/${name}`),
  );
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): readonly string[] {
  return pathsIn(readFileSync(join(root, file), 'utf8'), file);
}

function pathsIn(source: string, file: string): readonly string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)),
  );
}

/**
 * @returns the modules of ours that a file loads when it runs: all but what it imports for types
 * only
 */
export function loadedBy(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8')
    .replaceAll(/^(?:import|export) type [^;]*;/gm, '')
    .replaceAll(/^(?:import|export) \{\s*(?:type \w+(?: as \w+)?,?\s*)+\} from [^;]*;/gm, '')
    .replaceAll(/typeof import\([^)]*\)/g, '');
  return pathsIn(source, file);
}

/** Returns the first folder below `src`; entry points are a separate room. */
export function roomOf(file: string): string {
  const [top = '', room = ''] = file.split('/');
  return top === 'src' ? room : top;
}

/** @returns the folders that a folder imports from */
export function roomsBelow(room: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const files = [...graph].filter(([file]) => roomOf(file) === room);
  return [...new Set(files.flatMap(([, imports]) => imports.map(roomOf)))]
    .filter((other) => other !== room)
    .toSorted();
}
