import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ALL_REPAIRS,
  enabledRepairs,
  REPAIRS,
} from '../../../src/normalizer/repairs/all-repairs.ts';
import { CALL_DEFECTS } from '../../../src/normalizer/repairs/calls/call-defects.ts';
import { isRepairId } from '../../../src/normalizer/repairs/repair.ts';
import { wrongIn } from '../../support/lists.ts';

const FOLDER = new URL('../../../src/normalizer/repairs/', import.meta.url);
const LEGAL = REPAIRS.flatMap(({ id, stream }) => (stream === 'legal' ? [id] : []));

test('every repair but those of the assembler is named like its file, and every file of one is in the list', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /^[^/]*\.ts$/.test(file) &&
      /^ {2}stage: '/m.test(readFileSync(new URL(file, FOLDER), 'utf8')),
  );

  expect(
    wrongIn(
      'REPAIRS in src/normalizer/repairs/all-repairs.ts',
      [...ALL_REPAIRS].filter((id) => !id.startsWith('tool-call-')),
      files.map((file) => file.replace(/\.ts$/, '')),
    ),
  ).toEqual([]);
  expect(CALL_DEFECTS.filter(({ id }) => !id.startsWith('tool-call-'))).toEqual([]);
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
