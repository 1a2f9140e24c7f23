import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_REPAIRS, DEFAULT_REPAIRS, RULE_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';

/** Modules that repairs consist of. */
const PARTS = ['all-repairs', 'frame-repair', 'frame-repairs', 'stray-frames', 'stream-repairs', 'tool-call'];

test('every repair is named like its file', () => {
  const files = ['', '/tool-calls'].flatMap((folder) =>
    readdirSync(new URL(`../../../src/normalizer/repairs${folder}`, import.meta.url)).flatMap((name) =>
      name.endsWith('.ts') ? [name.slice(0, -3)] : [],
    ),
  );
  expect(files.filter((name) => !PARTS.includes(name)).sort()).toEqual([...ALL_REPAIRS].sort());
});

test('a repair is either on by default or a rule', () => {
  expect([...DEFAULT_REPAIRS].filter((id) => RULE_REPAIRS.has(id))).toEqual([]);
  expect([...RULE_REPAIRS].sort()).toEqual([
    'content-arrays',
    'cumulative-text',
    'finish-missing',
    'finish-tool-calls',
    'lone-comments',
    'null-choices',
    'padding-fields',
    'tool-call-bare-head',
    'tool-call-name-pieces',
  ]);
});
