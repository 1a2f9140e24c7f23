import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Where a server begins to listen, with all that it is given. */
const LISTENS = /\.listen\(([^()]*(?:\([^()]*\))?[^()]*)/g;

function listeningIn(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:ts|tsx|mjs)$/.test(file),
  );
  return files.flatMap((file) => {
    const code = readFileSync(join(root, folder, file), 'utf8');
    return [...code.matchAll(LISTENS)].map(([, given = '']) => `${folder}/${file}: ${given}`);
  });
}

test('every server of the demo and of the tests listens on this machine only', () => {
  // The gateway listens where it is told.
  const all = [...listeningIn('src'), ...listeningIn('test')].filter(
    (line) => !/^(?:test\/meta|src\/gateway)\//.test(line) && !line.endsWith(': '),
  );

  // The servers of the demo share one place.
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((line) => !line.includes("'127.0.0.1'"))).toEqual([]);
});
