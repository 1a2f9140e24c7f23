import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../../../package.json' with { type: 'json' };
import { pack } from '../../../src/tools/cli/package.ts';

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
  expect([...folders].join(' ')).toBe('bin cjs esm licences.txt worker');
  expect(modules.filter((file) => !/\.(?:js|js\.map|d\.ts)$/.test(file))).toEqual([
    'dist/cjs/package.json',
    'dist/licences.txt',
    'dist/worker/config.capnp',
  ]);
  // It is one file, to be put wherever a worker is.
  expect(modules.filter((file) => /^dist\/worker\/.*js$/.test(file))).toEqual([
    'dist/worker/stream-fixer-worker.js',
  ]);
  expect(modules).toContain('dist/esm/types/package/stream-fixer.d.ts');
  for (const file of modules.filter((one) => /^dist\/(?:cjs|esm)\/[\w-]+\.js$/.test(one)))
    expect(modules).toContain(`${file}.map`);
});

test('its modules import one another and nothing else', () => {
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
  expect(others).toEqual([]);
  for (const file of files.filter((one) => /^dist\/cjs\/.*\.js$/.test(one)))
    expect(read(file)).not.toMatch(/\brequire\(["'](?!\.)/);
  for (const name of ['eventsource-parser', '@cfworker/json-schema'])
    expect(read('dist/licences.txt')).toContain(`${name} `);
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
  const links = repository ? ' repository homepage bugs' : '';
  expect(Object.keys(manifest)).toEqual(
    `name version description license type exports bin files engines sideEffects${links}`.split(
      ' ',
    ),
  );
});

test('its page names no file that is not included', () => {
  expect(read('README.md')).toContain('# The package');
  expect(read('README.md')).not.toMatch(/\]\((?!https?:)/);
});
