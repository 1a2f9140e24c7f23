import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'stream-fixer-release-'));
/** As two people have the sources: one cloned them, the other unpacked the archive that the first one made. */
const clone = join(scratch, 'a clone');
const unpacked = join(scratch, 'später/entpackt');

beforeAll(() => {
  for (const name of readdirSync(root))
    if (!name.startsWith('.') && name !== 'node_modules' && name !== 'test')
      cpSync(join(root, name), join(clone, name), { recursive: true });
  release(clone, { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, 0o077);

  for (const [path, content] of entriesOf(archive(clone, 'sources'))) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), content);
  }
  release(unpacked, { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' }, 0o002);
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function release(folder: string, environment: Record<string, string>, umask: number): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const program = pathToFileURL(join(folder, 'src/tools/cli/release.ts')).href;
  const result = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `process.umask(${umask}); await import(${JSON.stringify(program)});`],
    { cwd: folder, env: { ...process.env, ...environment }, encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(`No release from ${folder}:\n${result.stdout}${result.stderr}`);
}

function releaseOf(folder: string): string {
  return join(folder, '.output/release');
}

function archive(folder: string, target: string): string {
  const name = readdirSync(releaseOf(folder)).find((file) => file.endsWith(`-${target}.zip`));
  return join(releaseOf(folder), name ?? `no archive for ${target}`);
}

function entriesOf(archived: string): [path: string, content: Uint8Array][] {
  return Object.entries(unzipSync(readFileSync(archived)));
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

test('a release is the same, bit for bit, from a clone and from its source archive, elsewhere and in another language', () => {
  const files = readdirSync(releaseOf(clone)).toSorted();

  expect(files.map((name) => name.replace(/-\d+\.\d+\.\d+-/, '-'))).toEqual([
    'SHA256SUMS',
    'stream-fixer-chrome.zip',
    'stream-fixer-firefox.zip',
    'stream-fixer-sources.zip',
  ]);
  expect(files.map((name) => sha256(join(releaseOf(unpacked), name)))).toEqual(
    files.map((name) => sha256(join(releaseOf(clone), name))),
  );
});

test('the checksums are those of the archives', () => {
  const sums = readFileSync(join(releaseOf(clone), 'SHA256SUMS'), 'utf8');

  expect(sums).toBe(
    ['chrome', 'firefox', 'sources']
      .map((target) => archive(clone, target))
      .map((file) => `${sha256(file)}  ${file.slice(releaseOf(clone).length + 1)}\n`)
      .join(''),
  );
});

test.each(['chrome', 'firefox'])(
  'the archive for %s has its manifest at the top, and every file of the build',
  (target) => {
    const entries = entriesOf(archive(clone, target));
    const built = readdirSync(join(clone, `.output/${target}-mv3`), { recursive: true, withFileTypes: true });

    expect(entries).toHaveLength(built.filter((entry) => entry.isFile()).length);
    for (const [path, content] of entries)
      expect(readFileSync(join(clone, `.output/${target}-mv3`, path)).equals(content)).toBe(true);
    expect(entries.map(([path]) => path)).toContain('manifest.json');
  },
);

test("Firefox's linter for add-ons finds nothing at all in its archive", { timeout: 180_000 }, () => {
  const linter = join(root, 'node_modules/addons-linter/bin/addons-linter');
  const result = spawnSync(process.execPath, [linter, '--output=json', archive(clone, 'firefox')], {
    encoding: 'utf8',
  });
  const { summary, errors, warnings, notices, metadata } = JSON.parse(result.stdout) as Record<string, unknown>;

  expect(metadata).toMatchObject({ id: 'stream-fixer@addons' });
  expect({ summary, errors, warnings, notices }).toEqual({
    summary: { errors: 0, notices: 0, warnings: 0 },
    errors: [],
    warnings: [],
    notices: [],
  });
});
