import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOCK = '{"lockfileVersion":3}';
/** Stands for npm: says how it was called, and leaves a file where it installs. */
const NPM = "console.error(process.argv.slice(2).join(' ')); require('node:fs').mkdirSync('node_modules', { recursive: true }); require('node:fs').writeFileSync('node_modules/fresh', '')";

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'setup-test-'));
  mkdirSync(join(root, 'src/cli'), { recursive: true });
  copyFileSync(join(import.meta.dirname, '../../src/cli/setup.mjs'), join(root, 'src/cli/setup.mjs'));
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  writeFileSync(join(root, 'npm.cjs'), NPM);
  writeFileSync(join(root, 'program.mjs'), "console.log(process.argv.slice(2).join(' ')); process.exitCode = 3");
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the program by way of the set-up. */
function run() {
  const env = { ...process.env, npm_execpath: join(root, 'npm.cjs') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/cli/setup.mjs'), 'program.mjs', 'a', 'b'], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('what the lockfile names is installed once, and the program gets its arguments and gives its exit code', () => {
  expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: expect.stringContaining('\nci --include=dev') as string });
  expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: '' });

  writeFileSync(join(root, 'package-lock.json'), `${LOCK}\n`);
  expect(run().stderr).toContain('\nci ');
});

test.skipIf(process.platform === 'win32')('nothing is installed into a folder that node_modules only points to', () => {
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'));

  expect(run()).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(/^node_modules is a symbolic link[^\n]+\n$/) as string });
  expect(existsSync(join(root, 'elsewhere/fresh'))).toBe(false);

  writeFileSync(join(root, 'elsewhere/.installed-from'), createHash('sha256').update(LOCK).digest('hex'));
  expect(run()).toEqual({ status: 3, stdout: 'a b\n', stderr: '' });
});
