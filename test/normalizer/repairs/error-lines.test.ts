import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const HI = chunk({ content: 'Hi' });
const START = sse(chunk({ role: 'assistant', content: '' }), HI);

test('an error line keeps its place and is repeated as data', () => {
  const rows: readonly [said: string, data: string][] = [
    ['{"code":500,"message":"no"}', '{"error":{"code":500,"message":"no"}}'],
    ['{"error":{"code":500}}', '{"error":{"code":500}}'],
    ['{"message":"$& $1"}', '{"error":{"message":"$& $1"}}'],
  ];
  for (const [said, data] of rows)
    expect(repaired(START + `error: ${said}\n\n`)).toBe(START + `error: ${said}\ndata: ${data}\n\n`);
});

test('an error that is not JSON, or has data beside it, stays', () => {
  for (const frame of ['error: no\n\n', 'error: {"a":1}\ndata: {"b":1}\n\n'])
    expect(repaired(START + frame)).toBe(START + frame);
});
