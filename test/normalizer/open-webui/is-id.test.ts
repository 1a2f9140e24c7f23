import { expect, test } from 'vitest';
import { isId, MAX_ID } from '../../../src/normalizer/open-webui/is-id.ts';

test.each([undefined, null, 7, '', 'x'.repeat(MAX_ID + 1), {}, ['a']])('%j is no id', (value) => {
  expect(isId(value)).toBe(false);
});

test.each(['a', '0d1c5a0e-7b0f-4a58-9d5e-3c1a2b4d5e6f', 'local:x', '"><b>', 'x'.repeat(MAX_ID)])(
  '%j is an id',
  (value) => {
    expect(isId(value)).toBe(true);
  },
);
