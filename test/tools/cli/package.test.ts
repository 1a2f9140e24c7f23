import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../../../package.json' with { type: 'json' };
import { pack } from '../../../src/tools/cli/package.ts';

const DEPENDENCIES = ['@cfworker/json-schema', 'eventsource-parser'];

let packed = '';
let files: readonly string[] = [];

beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'stream-fixer-packed-'));
  const tarball = await pack(packed);
  const { status } = spawnSync('tar', ['-xzf', tarball, '-C', packed]);
  if (status !== 0) throw new Error(`tar could not unpack ${tarball}.`);
  files = globSync('package/**/*', { cwd: packed })
    .filter((file) => /\.\w+$|LICENSE$/.test(file))
    .map((file) => file.replaceAll('\\', '/').replace('package/', ''))
    .toSorted();
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

function read(file: string): string {
  return readFileSync(join(packed, 'package', file), 'utf8');
}

test('the package contains modules with their types, and nothing of the extension', () => {
  const modules = files.filter((file) => file.startsWith('dist/'));
  const folders = new Set(modules.map((file) => file.split('/')[1]));

  expect(files.filter((file) => !file.startsWith('dist/'))).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  expect([...folders].join(' ')).toBe('bin doctor lib normalizer package');
  expect(modules.filter((file) => !/\.(?:js|d\.ts)$/.test(file))).toEqual([]);
  expect(modules).toContain('dist/package/stream-fixer.d.ts');
});

test('its modules import one another and its two dependencies', () => {
  const imports = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...read(file).matchAll(/^(?:import|export) [^;]*?from ["']([^"']+)["']/gm)].map(
        ([, path = '']) => [file, path] as const,
      ),
    );
  const missing = imports.filter(
    ([file, path]) =>
      path.startsWith('.') && !files.includes(join(dirname(file), path).replaceAll('\\', '/')),
  );

  expect(missing).toEqual([]);
  const others = imports.filter(
    ([file, path]) => !path.startsWith(file.startsWith('dist/bin/') ? 'node:' : '.'),
  );
  expect([...new Set(others.map(([, path]) => path))].toSorted()).toEqual(DEPENDENCIES);
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
  const links = repository ? ' repository homepage bugs' : '';
  expect(Object.keys(manifest)).toEqual(
    `name version description license type exports bin files dependencies engines sideEffects${links}`.split(
      ' ',
    ),
  );
  expect(Object.keys(manifest.dependencies as object)).toEqual(DEPENDENCIES);
});

test('its page names no file that is not included', () => {
  expect(read('README.md')).toContain('# The package');
  expect(read('README.md')).not.toMatch(/\]\((?!https?:)/);
});
