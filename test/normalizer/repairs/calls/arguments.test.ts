import { expect, test } from 'vitest';
import { repairedEntries } from '../repaired.ts';
import { isWritten } from './written.ts';

const RAW = (): string => '{"a":1}';
const ID = 'tool-call-arguments';

test('an object becomes JSON text, once per call; null becomes empty', () => {
  const rows: readonly [before: unknown, argued: boolean, after: unknown][] = [
    [{ a: 1 }, false, '{"a":1}'],
    [{ a: 1 }, true, ''],
    [null, false, ''],
    ['{', false, '{'],
    ['', true, ''],
    [3, false, 3],
  ];
  for (const [before, argued, after] of rows) {
    const entry = { index: 0, function: { arguments: before } };
    const changed = isWritten(ID, entry, { argued }, false, RAW);
    expect([before, changed, entry.function.arguments]).toEqual([before, after !== before, after]);
  }
  for (const entry of [{ index: 0 }, { index: 0, function: null }, { index: 0, function: {} }]) {
    expect(isWritten(ID, entry, {}, false, RAW)).toBe(false);
  }
});

test('an object repeated with every delta is written once', () => {
  for (const said of [{ city: 'Oslo' }, {}]) {
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: said } };
    expect(repairedEntries([call], [call])).toEqual([
      [{ ...call, function: { name: 'f', arguments: '' } }],
      [{ index: 0, function: { arguments: JSON.stringify(said) } }],
      [{ index: 0, function: { arguments: '' } }],
    ]);
  }
});
