import { expect, test } from 'vitest';
import { readEventPacket } from '../../../src/normalizer/socket-io/event-packet.ts';

test('every other packet is left alone', () => {
  const others = [
    '',
    ...'4 42 421 2 3 2probe 3probe 5 6 1 0{"x":1} 40{"x":1} 41 44{"x":1} 43["x"] 430[{"x":1}]'.split(
      ' ',
    ),
    ...'451-["x",{"_placeholder":true,"num":0}] 461-3["x"] 42/admin,["x"] 42/admin,7["x"] 42{"x":1} 42"x" 42["x" 42["x"]] 42[x"x"]'.split(
      ' ',
    ),
    ' 42["x"]',
    '42 ["x"]',
    'b"x"',
    '4234567890123456789["x"]',
    '["x"]',
    'hello "x"',
  ];

  for (const packet of others)
    expect([packet, readEventPacket(packet, '"x"')]).toEqual([packet, null]);
});

test('a packet without the needle is not even parsed', () => {
  const { parse } = JSON;
  let parsed = 0;
  JSON.parse = (text: string) => {
    parsed++;
    return parse(text) as unknown;
  };
  try {
    expect(readEventPacket('42["events",{"y":1}]', '"x"')).toBeNull();
    expect(readEventPacket('42' + '['.repeat(1_000_000), '"x"')).toBeNull();
  } finally {
    JSON.parse = parse;
  }
  expect(parsed).toBe(0);
});

test('a packet beyond 8 MiB is left alone, one just below is read', () => {
  const packet = (length: number): string => `42["x","${'y'.repeat(length - 10)}"]`;

  expect(readEventPacket(packet(8 * 1024 * 1024 - 10), '"x"')).not.toBeNull();
  expect(readEventPacket(packet(8 * 1024 * 1024 + 10), '"x"')).toBeNull();
});
