import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../src/tools/demo/servers/cache-folder.ts';
import { ensurePackages } from '../../src/tools/demo/servers/python.ts';

const root = resolve(import.meta.dirname, '../..');

const RELEASE = '0.17.6';

/** Runs ruff on all Python of the repository, with .ruff.toml. @returns what it complains about */
function ruff(...args: readonly string[]): string {
  const programs = ensurePackages({
    folder: cacheFolder(`ruff-${RELEASE}`),
    requirements: [`ruff==${RELEASE}`],
  });
  const program = join(programs, process.platform === 'win32' ? 'ruff.exe' : 'ruff');
  const { status, stdout, stderr } = spawnSync(program, [...args, 'src', 'test'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}

test('the Python is formatted', () => {
  expect(ruff('format', '--check')).toBe('');
});

test('the linter has nothing to say of it', () => {
  expect(ruff('check', '--output-format', 'concise')).toBe('');
});
