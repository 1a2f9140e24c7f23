import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'stream-fixer-release-'));
/**
 * As two people have the sources: one cloned them, the other unpacked the archive that the first
 * one made.
 */
const clone = join(scratch, 'a clone');
const unpacked = join(scratch, 'später/entpackt');
/** What a publisher sets. */
const REPOSITORY = 'https://git.example/someone/stream-fixer';

beforeAll(() => {
  for (const name of readdirSync(root))
    if (!name.startsWith('.') && name !== 'node_modules' && name !== 'test')
      cpSync(join(root, name), join(clone, name), { recursive: true });
  const settings = readFileSync(join(clone, 'package.json'), 'utf8');
  writeFileSync(
    join(clone, 'package.json'),
    settings.replace(/"repository": ".*"/, `"repository": "${REPOSITORY}"`),
  );
  release(clone, { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, 0o077);
  symlinkSync(releaseOf(clone), join(clone, 'release'), 'junction');
  symlinkSync(storesOf(clone), join(clone, 'stores'), 'junction');

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
    [
      '--input-type=module',
      '--eval',
      `process.umask(${umask}); await import(${JSON.stringify(program)});`,
    ],
    { cwd: folder, env: { ...process.env, ...environment }, encoding: 'utf8' },
  );
  if (result.status !== 0)
    throw new Error(`No release from ${folder}:\n${result.stdout}${result.stderr}`);
}

function releaseOf(folder: string): string {
  return join(folder, '.output/release');
}

/** What only a store takes. */
function storesOf(folder: string): string {
  return join(folder, '.output/stores');
}

function archive(folder: string, target: string): string {
  const place = target.endsWith('-store') ? storesOf(folder) : releaseOf(folder);
  const name = readdirSync(place).find((file) => new RegExp(`-${target}-\\d`).test(file));
  return join(place, name ?? `no archive for ${target}`);
}

function entriesOf(archived: string): [path: string, content: Uint8Array][] {
  return Object.entries(unzipSync(readFileSync(archived)));
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

test('a release is the same, bit for bit, from a clone and from its source archive, elsewhere and in another language', () => {
  const files = readdirSync(releaseOf(clone)).toSorted();

  expect(files.map((name) => name.replace(/-\d+\.\d+\.\d+\./, '.'))).toEqual([
    'SHA256SUMS',
    'stream-fixer-chrome.zip',
    'stream-fixer-firefox.xpi',
    'stream-fixer-sources.zip',
    'stream_fixer_companion.py',
  ]);
  expect(files.map((name) => sha256(join(releaseOf(unpacked), name)))).toEqual(
    files.map((name) => sha256(join(releaseOf(clone), name))),
  );
  expect(sha256(archive(unpacked, 'chrome-store'))).toBe(sha256(archive(clone, 'chrome-store')));
});

test('the checksums are those of all files', () => {
  const sums = readFileSync(join(releaseOf(clone), 'SHA256SUMS'), 'utf8').match(/.+/g);
  const files = readdirSync(releaseOf(clone)).filter((name) => name !== 'SHA256SUMS');

  expect(sums?.toSorted()).toEqual(
    files.map((name) => `${sha256(join(releaseOf(clone), name))}  ${name}`).toSorted(),
  );
});

test.each([
  ['chrome', 'chrome', 'stream-fixer-chrome/'],
  ['chrome-store', 'chrome', ''],
  ['firefox', 'firefox', ''],
])('the archive named %s has every file of the build for %s, below "%s"', (name, target, under) => {
  const entries = entriesOf(archive(clone, name));
  const built = readdirSync(join(clone, `.output/${target}-mv3`), {
    recursive: true,
    withFileTypes: true,
  });

  expect(entries).toHaveLength(built.filter((entry) => entry.isFile()).length);
  for (const [path, content] of entries) {
    expect(path.startsWith(under)).toBe(true);
    expect(
      readFileSync(join(clone, `.output/${target}-mv3`, path.slice(under.length))).equals(content),
    ).toBe(true);
  }
  const [, manifest] = entries.find(([path]) => path === `${under}manifest.json`) ?? [];
  expect(JSON.parse(new TextDecoder().decode(manifest))).toMatchObject({
    homepage_url: REPOSITORY,
  });
});

test(
  'the workflow hands each store its archives and keys, up to where a dry run ends',
  { timeout: 60_000 },
  () => {
    const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    const steps = [...workflow.matchAll(/run: (.+ submit .+)\n +env:\n((?: {10}.+\n)+)/g)];
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    // No store is asked: this answers for them.
    const answer = '--import data:text/javascript,fetch=async()=>Response.json({access_token:1})';

    expect(steps).toHaveLength(3);
    for (const [, command = '', lines = ''] of steps) {
      const given = [...lines.matchAll(/(\w+): (.+)/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]);
      const env = Object.fromEntries(
        given.map(([name, value = '']) => [name, value.startsWith('$') ? key : value]),
      );
      const result = spawnSync(command, {
        cwd: clone,
        env: { ...process.env, ...env, DRY_RUN: 'true', CONSOLA_LEVEL: '3', NODE_OPTIONS: answer },
        encoding: 'utf8',
        shell: true,
      });
      expect(`${result.stdout}${result.stderr}`).toContain(
        'DRY RUN: Skipped upload and publishing',
      );
      expect(result.status).toBe(0);
    }
  },
);

test(
  "Firefox's linter for add-ons finds nothing at all in its archive",
  { timeout: 180_000 },
  () => {
    const linter = join(root, 'node_modules/addons-linter/bin/addons-linter');
    const result = spawnSync(
      process.execPath,
      [linter, '--output=json', archive(clone, 'firefox')],
      {
        encoding: 'utf8',
      },
    );
    const { summary, errors, warnings, notices, metadata } = JSON.parse(result.stdout) as Record<
      string,
      unknown
    >;

    expect(metadata).toMatchObject({ id: 'stream-fixer@addons' });
    expect({ summary, errors, warnings, notices }).toEqual({
      summary: { errors: 0, notices: 0, warnings: 0 },
      errors: [],
      warnings: [],
      notices: [],
    });
  },
);
