import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensurePackages, findPython } from '../../../../src/tools/demo/servers/python.ts';

let folder = '';
const path = process.env.PATH;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'python-test-'));
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** A program that answers like Python when asked for its version. */
function install(name: string, version: string): void {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\necho ${version}\n`);
  chmodSync(program, 0o755);
}

test.skipIf(process.platform === 'win32').each([
  [{ python3: '3.11' }, ['python3']],
  [{ python3: '3.13' }, ['python3']],
  [{ python: '3.12' }, ['python']],
  [{ python3: '3.9', 'python3.12': '3.12' }, ['python3.12']],
  [{ python3: '3.14', 'python3.11': '3.11', 'python3.13': '3.13' }, ['python3.13']],
  [{ python3: '3.10' }, null],
  [{ python3: '3.14' }, null],
  [{ python: '2.7' }, null],
  [{}, null],
])('of %j it takes %j', (programs, expected) => {
  for (const [name, version] of Object.entries(programs)) install(name, version);

  expect(findPython(folder)).toEqual(expected);
});

test.skipIf(process.platform === 'win32')(
  'without a fitting Python one line says which to install',
  () => {
    process.env.PATH = folder;
    const target = join(folder, 'packages');

    expect(() => ensurePackages({ folder: target, requirements: ['x'] })).toThrow(
      /^Install Python 3\.11, 3\.12 or 3\.13[^\n]*$/,
    );
  },
);

test.skipIf(process.platform === 'win32')(
  'packages of a kind that knows fewer Pythons ask for one of those',
  () => {
    install('python3', '3.13');
    process.env.PATH = folder;
    const target = join(folder, 'packages');

    expect(findPython(folder, ['3.12', '3.11'])).toBeNull();
    expect(() =>
      ensurePackages({
        folder: target,
        requirements: ['x'],
        without: ['y'],
        fitting: ['3.12', '3.11'],
      }),
    ).toThrow(/^Install Python 3\.11 or 3\.12[^\n]*$/);
  },
);

/** A fake uv: creates what it is asked for, and records how it was called. */
const UV = `#!/bin/sh
echo "$@" >> "${'$'}LOG"
for last in "$@"; do :; done
[ "$1" = venv ] && mkdir -p "$last/bin"
exit 0
`;

/** @returns the file that it writes to */
function installUv(): string {
  writeFileSync(join(folder, 'uv'), UV);
  chmodSync(join(folder, 'uv'), 0o755);
  process.env.PATH = `${folder}:${path}`;
  return (process.env.LOG = join(folder, 'log'));
}

test.skipIf(process.platform === 'win32')(
  'with uv packages are left out by an override, and a second time nothing is done',
  () => {
    const log = installUv();
    const target = join(folder, 'packages');
    const packages = {
      folder: target,
      requirements: ['open==1'],
      without: ['big'],
      fitting: ['3.12', '3.11'],
    } as const;

    expect(ensurePackages(packages)).toBe(join(target, 'bin'));
    const asked = readFileSync(log, 'utf8');
    ensurePackages(packages);

    expect(asked).toContain('--python >=3.11,<=3.12.99');
    expect(asked).toContain(`--override ${join(target, 'overrides.txt')} open==1`);
    expect(readFileSync(join(target, 'overrides.txt'), 'utf8')).toBe(
      "big; sys_platform == 'never'\n",
    );
    expect(readFileSync(log, 'utf8')).toBe(asked);
    ensurePackages({ ...packages, requirements: ['open==2'] });
    expect(readFileSync(log, 'utf8')).toContain('open==2');
  },
);

test.skipIf(process.platform === 'win32')('a folder that was moved is filled again', () => {
  const log = installUv();
  const requirements = ['open==1'];
  ensurePackages({ folder: join(folder, 'packages'), requirements });
  renameSync(join(folder, 'packages'), join(folder, 'moved'));

  ensurePackages({ folder: join(folder, 'moved'), requirements });

  expect(readFileSync(log, 'utf8')).toContain(
    `--override ${join(folder, 'moved', 'overrides.txt')} open==1`,
  );
});
