import { expect, test } from 'vitest';
import { createJsonExtent } from '../../../src/normalizer/json/json-extent.ts';
import { everySplit } from '../splits.ts';

test.each([
  ['', 'none'],
  [' \n', 'none'],
  ['{', 'open'],
  ['{}', 'whole'],
  ['{} \n', 'whole'],
  ['{}{', 'open'],
  ['{}{}', 'whole'],
  ['{"a":[1,{"b":2}]}', 'whole'],
  ['{"a":[1,{"b":2}]', 'open'],
  ['{"a":"}"', 'open'],
  ['{"a":"}"}', 'whole'],
  ['{"a":"\\"}"', 'open'],
  ['{"a":"\\\\"}', 'whole'],
  ['[1]', 'whole'],
  ['"a"', 'open'],
  ['ls -la', 'open'],
  ['}', 'open'],
  ['{}x', 'open'],
] as const)('%j is %s, however it is cut', (text, state) => {
  for (const pieces of everySplit(text)) {
    const extent = createJsonExtent();
    pieces.forEach(extent.add);
    expect(extent.get()).toBe(state);
  }
});
