import { expect, test } from 'vitest';
import { createSameBeginning, LONGEST } from '../../../src/normalizer/framing/same-beginning.ts';
import { bytesOf } from '../splits.ts';

test('a beginning is found where all of it is, whatever its length and place', () => {
  const text = 'data: {"model":"m","text":"';
  for (let length = 1; length <= text.length; length++) {
    const beginning = createSameBeginning();
    const known = bytesOf(text.slice(0, length));
    beginning.learn(known);
    known.fill(0);
    for (let from = 0; from < 10; from++) {
      const bytes = bytesOf('x'.repeat(from) + text);
      expect(beginning.isAt(bytes, from)).toBe(true);
      expect(beginning.isAt(bytes, from + 1)).toBe(false);
      expect(beginning.isAt(bytes.subarray(0, from + length), from)).toBe(true);
      expect(beginning.isAt(bytes.subarray(0, from + length - 1), from)).toBe(false);
      for (let i = 0; i < length; i++) {
        bytes[from + i] = (bytes[from + i] ?? 0) ^ 0x80;
        expect(beginning.isAt(bytes, from)).toBe(false);
        bytes[from + i] = (bytes[from + i] ?? 0) ^ 0x80;
      }
    }
  }
});

test('nothing, and what is too long, is found nowhere', () => {
  const beginning = createSameBeginning();
  expect(beginning.isAt(bytesOf('abc'), 0)).toBe(false);

  const long = bytesOf('a'.repeat(LONGEST + 1));
  beginning.learn(long.subarray(1));
  expect([beginning.isAt(long, 0), beginning.isAt(long, 1), beginning.isAt(long, 2)]).toEqual([true, true, false]);
  beginning.learn(long);
  expect(beginning.isAt(long, 0)).toBe(false);
});
