import { expect, test } from 'vitest';
import { toolCallEmptyFields } from '../../../../src/normalizer/repairs/tool-calls/tool-call-empty-fields.ts';
import { repairedEntries } from '../repaired.ts';

const CALL = { index: 0, id: 'a', name: 'f', argued: false };
const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };

test('empty and null fields are removed from entries that continue a call', () => {
  const entry = { index: 0, id: '', type: null, function: { name: null, arguments: '' } };
  expect([toolCallEmptyFields.repair(entry, CALL, false, () => ''), entry]).toEqual([
    true,
    { index: 0, function: { arguments: '' } },
  ]);
  expect(toolCallEmptyFields.repair(entry, CALL, false, () => '')).toBe(false);
});

test('the first entry of a call keeps them', () => {
  const entry = { index: 0, id: '', function: { name: 'f', arguments: '' } };
  expect(toolCallEmptyFields.repair(entry, { ...CALL, id: '' }, true, () => '')).toBe(false);
});

test('fragments of DashScope and vLLM become plain fragments', () => {
  const fragments = [
    { index: 0, id: '', function: { name: '', arguments: '{"a"' } },
    { index: 0, function: { name: null, arguments: ':1}' } },
  ];
  expect(repairedEntries([HEAD], ...fragments.map((each) => [each]))).toEqual([
    [HEAD],
    [{ index: 0, function: { arguments: '{"a"' } }],
    [{ index: 0, function: { arguments: ':1}' } }],
  ]);
});
