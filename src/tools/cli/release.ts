/**
 * Packs what a release consists of: `npm run release`. Into .output/release go one archive for Chrome and Edge, one for
 * Firefox, the sources that Firefox's reviewers ask for, and the checksums of all three.
 * The same sources give the same bytes, in any folder, time zone and language.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, filesUnder, SOURCES } from './build.ts';
import { zip } from './zip.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const folder = join(root, '.output/release');

/** Beside what a build is made from: what a reviewer reads first. */
const SOURCE_ARCHIVE = [...SOURCES, 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs'];

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const archives = {
    [`stream-fixer-${version}-chrome.zip`]: zip(contentOf(await build('chromium'), ['.'])),
    [`stream-fixer-${version}-firefox.zip`]: zip(contentOf(await build('firefox'), ['.'])),
    [`stream-fixer-${version}-sources.zip`]: zip(contentOf(root, SOURCE_ARCHIVE)),
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let sums = '';
  for (const [name, bytes] of Object.entries(archives)) {
    writeFileSync(join(folder, name), bytes);
    // The form that `sha256sum --check` reads.
    sums += `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  }
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  process.stdout.write(`${folder}\n${sums}`);
}

/** The files of `base` by their paths in it. What begins with a dot, an editor's or a system's, is left out. */
function contentOf(base: string, names: readonly string[]): Map<string, Uint8Array> {
  const paths = names.flatMap((name) => filesUnder(base, name)).filter((path) => !/(?:^|\/)\./.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(base, path))]));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
