import { expect, test } from 'vitest';
import { unwrapValue, wrapValue } from '../../../src/normalizer/framing/wrapped-value.ts';

test('JSON text becomes the field of an object, and is restored as it was', () => {
  for (const data of ['"a"', ' "\\u0060" ', '1.0', '{"value":2}', '""', '[]']) {
    expect(JSON.parse(wrapValue(data))).toEqual({ value: JSON.parse(data) as unknown });
    expect(unwrapValue(wrapValue(data))).toBe(data);
  }
});

test('text that is not JSON does not become JSON', () => {
  for (const data of ['', '"a', 'a']) expect(() => JSON.parse(wrapValue(data)) as unknown).toThrow();
});
