import { expect, test } from 'vitest';
import { REST, START, repaired } from './repaired.ts';

test('a complete last frame gets its blank line in the style of the stream', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const body = (START + REST).replaceAll('\n', end);
    const whole = body.slice(0, -end.length);
    expect(repaired(whole)).toBe(body);
  }
  expect(repaired((START + REST).slice(0, -2))).toBe(START + REST);
});

test('a truncated frame stays truncated', () => {
  for (const cut of ['data: {"choices":[', 'data: [DO', 'data', 'event: x\n'])
    expect(repaired(START + cut)).toBe(START + cut);
});
