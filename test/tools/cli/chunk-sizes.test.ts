import { expect, test } from 'vitest';
import { hasChunkSizes, withoutChunkSizes } from '../../../src/tools/cli/chunk-sizes.ts';
import { bytesOf } from '../../normalizer/splits.ts';

const RAW = 'b\r\ndata: "a"\n\n\r\nf;x=y\r\ndata: "12345678\r\n4\r\n9"\n\n\r\n0\r\n\r\n';

function freed(text: string, size: number): string {
  const bytes = bytesOf(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  return Buffer.concat([...withoutChunkSizes(pieces)]).toString();
}

test('the sizes are removed, however the bytes arrive', () => {
  for (const size of [1, 2, 7, 1000])
    expect([size, freed(RAW, size)]).toEqual([size, 'data: "a"\n\ndata: "123456789"\n\n']);
});

test('from the first place that is not a chunk, and at a cut, everything stays', () => {
  for (const size of [1, 1000]) {
    expect(freed('2\r\nab\r\nnot a size\r\nrest', size)).toBe('abnot a size\r\nrest');
    expect(freed('ff\r\nab', size)).toBe('ab');
    expect(freed('2\r\nab\r\n7', size)).toBe('ab7');
    expect(freed('ffffffff\r\nab', size)).toBe('ab');
  }
});

test('sizes are recognised if they fit', () => {
  expect(hasChunkSizes(bytesOf(RAW), false)).toBe(true);
  expect(hasChunkSizes(bytesOf('fff\r\ndata: x'), false)).toBe(true);
  expect(hasChunkSizes(bytesOf('fff\r\nwhatever'), true)).toBe(true);
  for (const text of ['data: x\n\n', '3\r\nabcdef', 'fff\r\nwhatever', '12\n', '', 'face it\r\n'])
    expect([text, hasChunkSizes(bytesOf(text), false)]).toEqual([text, false]);
});
