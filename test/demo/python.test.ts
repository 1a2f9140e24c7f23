import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensurePackages, findPython } from '../../src/demo/python.ts';

let folder = '';
const path = process.env.PATH;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'python-test-'));
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** A program that says what Python says when asked for its version. */
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

test.skipIf(process.platform === 'win32')('without a fitting Python one line says which to install', () => {
  process.env.PATH = folder;
  const target = join(folder, 'packages');

  expect(() => ensurePackages({ folder: target, requirements: ['x'] })).toThrow(/^Install Python 3\.11, 3\.12 or 3\.13[^\n]*$/);
});
