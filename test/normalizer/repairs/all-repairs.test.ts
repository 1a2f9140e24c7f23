import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';

/** Modules that repairs are made of. */
const PARTS = ['all-repairs', 'chunk-repairs', 'foreign-events', 'frame-repair', 'frame-repairs', 'stream-repairs', 'tool-call'];

test('every repair is named like its file', () => {
  const files = readdirSync(new URL('../../../src/normalizer/repairs', import.meta.url)).map((name) => name.replace(/\.ts$/, ''));
  expect(files.filter((name) => !PARTS.includes(name)).sort()).toEqual([...DEFAULT_REPAIRS].sort());
});
