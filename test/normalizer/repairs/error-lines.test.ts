import { expect, test } from 'vitest';
import { START, repaired } from './repaired.ts';

test('an error line stays behind the same error as data, which is added once', () => {
  const rows: readonly [said: string, data: string][] = [
    ['{"code":500,"message":"no"}', '{"error":{"code":500,"message":"no"}}'],
    ['{"error":{"code":500}}', '{"error":{"code":500}}'],
    ['{"message":"$& $1"}', '{"error":{"message":"$& $1"}}'],
  ];
  for (const [said, data] of rows) {
    for (const [end, after] of [
      ['\n\n', '\n\n'],
      ['\r\n\r\n', '\r\n\r\n'],
      ['\n', '\n\n'],
    ] as const) {
      const line = after.slice(0, after.length / 2);
      const once = repaired(START + `error: ${said}${end}`);
      const told = `${START}data: ${data}${after}error: ${said}${line}: sent as data before`;
      expect([told + end, told + after]).toContain(once);
      expect(repaired(once)).toBe(once);
    }
  }
});

test('an error that is not JSON, or has data beside it, stays', () => {
  for (const frame of ['error: no\n\n', 'error: {"a":1}\ndata: {"b":1}\n\n'])
    expect(repaired(START + frame)).toBe(START + frame);
});
