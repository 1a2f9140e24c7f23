import { expect, test } from 'vitest';
import { HI, calls, chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['finish-tool-calls']);
const HEAD = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } });
const of = (index: number, delta: object, finish: string | null): object => ({
  ...chunk({}),
  choices: [{ index, delta, finish_reason: finish }],
});

test('a choice that called a tool does not end with "stop"', () => {
  expect(repaired(sse(HI, HEAD, chunk({}, 'stop'), '[DONE]'), ON)).toBe(
    sse(HI, HEAD, chunk({}, 'tool_calls'), '[DONE]'),
  );
  const both = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] };
  expect(repaired(sse(chunk(both, 'stop')), ON)).toBe(sse(chunk(both, 'tool_calls')));
  expect(repaired(sse(chunk({ tool_calls: { id: 'a' } }), chunk({}, 'stop')), ON)).toBe(
    sse(chunk({ tool_calls: { id: 'a' } }), chunk({}, 'tool_calls')),
  );
});

test('an empty finish reason becomes null', () => {
  expect(repaired(sse(of(0, { content: 'a' }, ''), chunk({}, 'stop')), ON)).toBe(
    sse(of(0, { content: 'a' }, null), chunk({}, 'stop')),
  );
});

test('every other end stays', () => {
  const bodies: readonly string[] = [
    sse(HI, chunk({}, 'stop')),
    sse(HEAD, chunk({}, 'length')),
    sse(HEAD, chunk({}, 'tool_calls')),
    sse(chunk({ tool_calls: [] }), chunk({}, 'stop')),
    sse(
      of(0, { tool_calls: [{ index: 0, function: { name: 'f', arguments: '' } }] }, null),
      of(1, { content: 'a' }, null),
      of(1, {}, 'stop'),
    ),
  ];
  for (const body of bodies) expect(repaired(body, ON)).toBe(body);
  const off = sse(HEAD, chunk({}, 'stop'), '[DONE]');
  expect(repaired(off)).toBe(off);
});
