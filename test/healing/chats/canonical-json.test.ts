import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/healing/chats/canonical-json.ts';
import { hostileValue } from '../hostile-json.ts';

test.each([
  ['{"b":1,"a":[1, 2]}', ' { "a" : [1,2],"b":1 }\n'],
  [String.raw`"\u0041\/\u23f0"`, '"A/⏰"'],
  [String.raw`{"\u0061":null}`, '{"a":null}'],
  ['{}', '{ }'],
  ['[]', '[\n]'],
])('%s says the same as %s', (a, b) => {
  expect(canonicalJson(a)).toBe(canonicalJson(b));
});

test.each([
  ['[1,2]', '[2,1]'],
  ['1', '1.0'],
  ['1e2', '100'],
  ['9007199254740993', '9007199254740992'],
  [String.raw`"\ud800"`, String.raw`"\ufffd"`],
  ['{"__proto__":{}}', '{}'],
  ['"null"', 'null'],
])('%s does not say the same as %s', (a, b) => {
  expect(canonicalJson(a)).not.toBe(canonicalJson(b));
});

test('the canonical form is JSON of the same value, and its own form', () => {
  fc.assert(
    fc.property(hostileValue, (text) => {
      const canonical = canonicalJson(text);

      expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      expect(canonicalJson(canonical)).toBe(canonical);
      expect(canonicalJson(` ${text}\n`)).toBe(canonical);
    }),
  );
});
