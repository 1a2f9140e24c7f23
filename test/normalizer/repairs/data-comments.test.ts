import { expect, test } from 'vitest';
import { REST, START, repaired } from './repaired.ts';

test('a wrapped heartbeat is dropped, even before the first chunk', () => {
  for (const frame of ['data: : OPENROUTER PROCESSING\n\n', 'data:: keepalive\n\n']) {
    expect(repaired(frame + START + REST)).toBe(START + REST);
    expect(repaired(START + frame + REST.repeat(2))).toBe(START + REST.repeat(2));
  }
});

test('other data that begins with a colon stays in a stream that is not a chat', () => {
  expect(repaired('data: :-)\n\n')).toBe('data: :-)\n\n');
});
