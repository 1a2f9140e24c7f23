import { expect, test } from 'vitest';
import { HI, REST, chunk, repaired, sse } from './repaired.ts';

test('a chunk over several data lines is joined into one, with any line ends', () => {
  const lines = JSON.stringify(HI, null, 1).split('\n');
  for (const end of ['\n', '\r\n', '\r']) {
    const body = lines.map((line) => `data: ${line}${end}`).join('') + end;
    expect(repaired(body + REST)).toBe(
      `data: ${lines.map((line) => line.trim()).join(' ')}${end}${end}${REST}`,
    );
  }
});

test('a stream that shows it once is examined to its end', () => {
  const body = sse(chunk({ content: 'a' })).repeat(3) + 'data: {"choices":[],\ndata: "n":1}\n\n';
  expect(
    repaired('data: {"choices":[{"index":0,\ndata: "delta":{"content":"a"}}]}\n\n' + body),
  ).toContain('data: {"choices":[], "n":1}\n\n');
});

test('several lines in a stream that is not a chat stay', () => {
  const body = 'data: {"a":1,\ndata: "b":2}\n\n';
  expect(repaired(body)).toBe(body);
});
