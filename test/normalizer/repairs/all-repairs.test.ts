import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ALL_REPAIRS,
  enabledRepairs,
  REPAIRS,
} from '../../../src/normalizer/repairs/all-repairs.ts';
import { isRepairId } from '../../../src/normalizer/repairs/repair.ts';

const FOLDER = new URL('../../../src/normalizer/repairs/', import.meta.url);
const LEGAL = REPAIRS.flatMap(({ id, stream }) => (stream === 'legal' ? [id] : []));

test('every repair is named like its file, and every file of a repair is in the list', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && /^ {2}stage: '/m.test(readFileSync(new URL(file, FOLDER), 'utf8')),
  );

  expect([...ALL_REPAIRS].sort()).toEqual(
    files.map((file) => file.replace(/^.*\/|\.ts$/g, '')).sort(),
  );
  expect([...ALL_REPAIRS].filter((id) => !isRepairId(id))).toEqual([]);
});

test.each([
  [{ broken: true, legal: true, each: {} }, [...ALL_REPAIRS]],
  [{ broken: false, legal: true, each: {} }, LEGAL],
  [
    { broken: false, legal: false, each: { done: true, 'null-choices': true } },
    ['done', 'null-choices'],
  ],
  [
    { broken: false, legal: true, each: { done: false, 'null-choices': false } },
    LEGAL.filter((id) => id !== 'null-choices'),
  ],
  [{ broken: false, legal: false, each: { 'of-a-later-version': true } }, []],
])('with %j, these are on: %j', (choices, ids) => {
  expect([...enabledRepairs(choices)]).toEqual(ids);
});
