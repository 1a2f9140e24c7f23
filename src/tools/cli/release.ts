/**
 * Packs what a release consists of: `npm run release`. Into .output/release go what people
 * download, the sources that Firefox's reviewers ask for, and the checksums of all of it; into
 * .output/stores what only a store takes: beside the others, people take it for theirs. The same
 * sources give the same bytes, in any folder, time zone and language.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { build, filesUnder, SOURCES } from './build.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const folder = join(root, '.output/release');
const stores = join(root, '.output/stores');

/** Beside what a build is made from: what a reviewer reads first. */
const SOURCE_ARCHIVE = [
  ...SOURCES,
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs',
];

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const chrome = await build('chromium');
  const files = {
    // Unpacks into a folder of one name in all versions: Chrome knows an extension by the path of
    // its folder.
    [`stream-fixer-chrome-${version}.zip`]: zip(chrome, ['.'], 'stream-fixer-chrome/'),
    [`stream-fixer-firefox-${version}.xpi`]: zip(await build('firefox'), ['.']),
    [`stream-fixer-sources-${version}.zip`]: zip(root, SOURCE_ARCHIVE),
    'stream_fixer_companion.py': readFileSync(
      join(root, 'src/companion/stream_fixer_companion.py'),
    ),
  };
  for (const one of [folder, stores]) {
    rmSync(one, { recursive: true, force: true });
    mkdirSync(one, { recursive: true });
  }
  writeFileSync(join(stores, `stream-fixer-chrome-store-${version}.zip`), zip(chrome, ['.']));
  let sums = '';
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    // The form that `sha256sum --check` reads.
    sums += `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  }
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  process.stdout.write(`${folder}\n${sums}`);
}

/**
 * Packs files of `base` by their paths in it. What begins with a dot, an editor's or a system's, is
 * left out. The archive has no times and modes, and is compressed by a library of JavaScript,
 * because what zlib makes of the same bytes differs between versions and processors.
 * @param under what their paths begin with in the archive
 */
function zip(base: string, names: readonly string[], under = ''): Uint8Array {
  const paths = names
    .flatMap((name) => filesUnder(base, name))
    .filter((path) => !/(?:^|\/)\./.test(path));
  const files = paths.toSorted().map((path) => [under + path, readFileSync(join(base, path))]);
  // The local time where the format's dates begin, which is the same fields in every time zone.
  return zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(1980, 0, 1) });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
