import { expect, test } from 'vitest';
import { repairedEntries } from '../repaired.ts';
import { isWritten } from './written.ts';

const ID = 'tool-call-empty-fields';
const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };

test('empty and null fields are removed from entries that continue a call', () => {
  const entry = { index: 0, id: '', type: null, function: { name: null, arguments: '' } };
  expect([isWritten(ID, entry), entry]).toEqual([true, { index: 0, function: { arguments: '' } }]);
  expect(isWritten(ID, entry)).toBe(false);
});

test('the first entry of a call keeps them', () => {
  const entry = { index: 0, id: '', function: { name: 'f', arguments: '' } };
  expect(isWritten(ID, entry, { id: '' }, true)).toBe(false);
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
