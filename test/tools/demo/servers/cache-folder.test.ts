import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '../../../../src/tools/demo/servers/cache-folder.ts';

test('work trees that share a cache know its programs by the same path', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stream-fixer-cache-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [main, other, fresh] = ['main', 'other', 'fresh'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(main, '.cache'), { recursive: true });
  mkdirSync(other);
  symlinkSync(join(main, '.cache'), join(other, '.cache'), 'junction');

  expect(cacheFolder('hermes', main)).toBe(join(main, '.cache/hermes'));
  expect(cacheFolder('hermes', other)).toBe(join(main, '.cache/hermes'));
  expect(cacheFolder('hermes', fresh)).toBe(join(fresh, '.cache/hermes'));
});
