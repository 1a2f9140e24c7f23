import { expect, test } from 'vitest';
import { mapPayload } from '../../../src/normalizer/socket-io/engine-io.ts';

test('the packets of a payload are transformed one by one, in order', () => {
  const seen: string[] = [];

  const mapped = mapPayload('2\u001e42["a"]\u001e6', (packet) => {
    seen.push(packet);
    return packet === '2' ? '3' : packet;
  });

  expect([mapped, seen]).toEqual(['3\u001e42["a"]\u001e6', ['2', '42["a"]', '6']]);
});

test('a single packet is a payload, and so is an empty one', () => {
  expect(mapPayload('42["a"]', (packet) => packet + '!')).toBe('42["a"]!');
  expect(mapPayload('', (packet) => packet)).toBe('');
  expect(mapPayload('\u001e', (packet) => `<${packet}>`)).toBe('<>\u001e<>');
});

test('a payload without changes is not reassembled', () => {
  const payload = ['2', '42["a"]', ''].join('\u001e');

  expect(
    Object.is(
      mapPayload(payload, (packet) => packet),
      payload,
    ),
  ).toBe(true);
});
