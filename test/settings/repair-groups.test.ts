import { expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { REPAIR_GROUPS, repairsOf } from '../../src/settings/repair-groups.ts';

test('every repair is in one group', () => {
  expect(REPAIR_GROUPS.flatMap(repairsOf).toSorted()).toEqual([...ALL_REPAIRS].toSorted());
});

test.each([
  ['tool-call-index', 'tool-calls'],
  ['finish-tool-calls', 'tool-calls'],
  ['done', 'frames'],
  ['keep-alive-comments', 'frames'],
  ['null-choices', 'content'],
  ['finish-missing', 'content'],
])('%s is one of %s', (id, group) => {
  expect(REPAIR_GROUPS.filter((one) => repairsOf(one).includes(id))).toEqual([group]);
});
