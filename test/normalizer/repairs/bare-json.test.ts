import { expect, test } from 'vitest';
import { HI, START, repaired, sse } from './repaired.ts';

test('a bare line of JSON becomes a frame, in its place', () => {
  const error = '{"error":{"message":"no"}}';
  const rows: readonly [before: string, after: string][] = [
    [`${error}\n\n`, sse(error)],
    [`${error}\n`, sse(error)],
    [error, sse(error)],
    [`${error}\ndata: [DONE]\n\n`, sse(error, '[DONE]')],
    [`data: {"a":1}\n${error}\n\n`, sse(error)],
    [`${JSON.stringify(HI)}\n\n`, sse(HI)],
  ];
  for (const [before, after] of rows)
    expect([before, repaired(START + before)]).toEqual([before, START + after]);
});

test('an error may be all that comes', () => {
  expect(repaired('{"error":{"message":"no"}}')).toBe(sse('{"error":{"message":"no"}}'));
});

test('other JSON stays', () => {
  for (const body of [START + '{"a":1}\n\n', START + '{broken\n\n', '{\n "error": {}\n}\n'])
    expect(repaired(body)).toBe(body);
});
