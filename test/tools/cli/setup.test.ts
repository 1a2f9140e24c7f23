import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOCK = '{"lockfileVersion":3}';
/** A fake npm: prints how it was called, and creates a file where it installs. */
const NPM =
  "console.error(process.argv.slice(2).join(' ')); require('node:fs').mkdirSync('node_modules', { recursive: true }); require('node:fs').writeFileSync('node_modules/fresh', '')";

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'setup-test-'));
  mkdirSync(join(root, 'src/tools/cli'), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, '../../../src/tools/cli/setup.mjs'),
    join(root, 'src/tools/cli/setup.mjs'),
  );
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  writeFileSync(join(root, 'npm.cjs'), NPM);
  writeFileSync(
    join(root, 'program.mjs'),
    "console.log(process.argv.slice(2).join(' ')); process.exitCode = 3",
  );
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the program through the set-up. */
function run() {
  const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/tools/cli/setup.mjs'), 'program.mjs', 'a', 'b'],
    { env, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('the packages in the lockfile are installed once, and the program gets its arguments and returns its exit code', () => {
  expect(run()).toEqual({
    status: 3,
    stdout: 'a b\n',
    stderr: expect.stringContaining('\nci --include=dev') as string,
  });
  expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: '' });

  writeFileSync(join(root, 'package-lock.json'), `${LOCK}\n`);
  expect(run().stderr).toContain('\nci ');
});

test('a new clone is prepared once, as tests and lint need the settings that WXT writes', () => {
  run();
  mkdirSync(join(root, 'node_modules/wxt/bin'), { recursive: true });
  writeFileSync(
    join(root, 'node_modules/wxt/bin/wxt.mjs'),
    "import { mkdirSync, writeFileSync } from 'node:fs'; console.log('Generating'); mkdirSync('.wxt', { recursive: true }); writeFileSync('.wxt/tsconfig.json', process.argv[2]);",
  );
  const prepared = join(root, '.wxt/tsconfig.json');

  expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: '' });
  expect(readFileSync(prepared, 'utf8')).toBe('prepare');

  writeFileSync(prepared, 'kept');
  run();
  expect(readFileSync(prepared, 'utf8')).toBe('kept');
});

test.skipIf(process.platform === 'win32')(
  'nothing is installed into a folder that node_modules only points to',
  () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'));

    expect(run()).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^node_modules is a symbolic link[^\n]+\n$/) as string,
    });
    expect(existsSync(join(root, 'elsewhere/fresh'))).toBe(false);

    writeFileSync(
      join(root, 'elsewhere/.installed-from'),
      createHash('sha256').update(LOCK).digest('hex'),
    );
    expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: '' });
  },
);

test.skipIf(process.platform === 'win32')(
  'a program of npm learns of SIGTERM, which its shell keeps',
  async () => {
    run();
    writeFileSync(
      join(root, 'program.mjs'),
      "process.on('SIGTERM', () => process.exit()); setInterval(console.log, 50)",
    );
    const args = [
      '-c',
      '"$0" "$1" program.mjs; exit',
      process.execPath,
      join(root, 'src/tools/cli/setup.mjs'),
    ];
    const shell = spawn('sh', args, { env: { ...process.env, npm_lifecycle_event: 'dev' } });
    shell.stdout.once('data', () => shell.kill('SIGTERM'));

    // Ends when the program does.
    expect(await text(shell.stdout)).toMatch(/^\n+$/);
  },
);

interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly version: string;
}

function locked(): Readonly<Record<string, Locked>> {
  const lock = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'),
  ) as {
    packages: Record<string, Locked>;
  };
  const { '': _, ...packages } = lock.packages;
  return packages;
}

test('the lockfile says what bytes are installed, and no package fetches others by its own script', () => {
  const odd = Object.entries(locked()).filter(
    ([, { integrity, hasInstallScript }]) => !integrity?.startsWith('sha512-') || hasInstallScript,
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});

test('each Node that the set-up may use is in the lockfile, and strips types', () => {
  const source = readFileSync(
    join(import.meta.dirname, '../../../src/tools/cli/setup.mjs'),
    'utf8',
  );
  const names = [...source.matchAll(/'(node-[a-z0-9-]+)\/bin\/node(?:\.exe)?'/g)].map(
    ([, name = '']) => name,
  );
  const versions = names.map(
    (name) => [name, locked()[`node_modules/${name}`]?.version ?? 'none'] as const,
  );
  const old = versions.filter(([, version]) => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return !(major > 24 || (major === 24 && minor >= 3) || (major === 22 && minor >= 18));
  });

  expect(names).toHaveLength(5);
  expect(old).toEqual([]);
});
