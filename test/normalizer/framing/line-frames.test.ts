import { expect, test } from 'vitest';
import { unwrapValue, wrapValue } from '../../../src/normalizer/framing/framing.ts';
import {
  BEGUN_DATA_STREAM,
  createDataStreamFraming,
  DATA_STREAM_START,
} from '../../../src/normalizer/framing/line-frames.ts';
import { bytesOf, normalizeCut, textOf } from '../splits.ts';

test('a line is a code and JSON', () => {
  const rows: readonly (readonly [line: string, event: string | null, data?: string])[] = [
    ['0:"a"\n', '0', '{"value":"a"}'],
    ['0:"a"\r\n', '0', '{"value":"a"}'],
    ['d:{"finishReason":"stop"}', 'd', '{"value":{"finishReason":"stop"}}'],
    ['2:[1] \n', '2', '{"value":[1]}'],
    ['aui-state:[1]\n', 'aui-state', '{"value":[1]}'],
    ['0:"a", "b": 1\n', null],
    ['0: "a"\n', null],
    ['00:"a"\n', null],
    ['data: {}\n', null],
    ['z:"a"\n', null],
    ['{"a":1}\n', null],
    ['\n', null],
  ];
  for (const [line, event, data] of rows) {
    const fields = createDataStreamFraming().read(line);
    expect([line, fields?.event ?? null, fields?.data]).toEqual([line, event, data]);
  }
});

test('changed data replaces the original, even with a line separator in it or after it', () => {
  for (const [line, changed] of [
    ['0:"a\u2028b"\r\n', '0:""\r\n'],
    ['0:"a"  \n', '0:""  \n'],
    ['0:"a"', '0:""'],
  ] as const) {
    expect(createDataStreamFraming().read(line)?.rewrite('{"value":""}')).toBe(changed);
  }
});

test('the beginning is recognised as soon as possible', () => {
  for (const start of ['0:"', 'f:{', '2:[', 'aui-state:['])
    expect([start, DATA_STREAM_START.test(start)]).toEqual([start, true]);
  for (const start of ['0', '0:', 'aui', 'aui-', 'aui-state', 'aui-state:'])
    expect([start, DATA_STREAM_START.test(start), BEGUN_DATA_STREAM.test(start)]).toEqual([
      start,
      false,
      true,
    ]);
  for (const start of ['', 'Z', '0x', '0: ', '0:a', 'id:', 'I:"', 'well ', 'aui-state: '])
    expect([start, DATA_STREAM_START.test(start), BEGUN_DATA_STREAM.test(start)]).toEqual([
      start,
      false,
      false,
    ]);
});

test('an untyped body that only begins with such a line passes unchanged', () => {
  for (const body of [
    '0',
    '0:',
    '0:"',
    '0:"a` is\n`⏰ list`\n\nprose',
    'd:{\n\n`⏰ list`\n',
    '0:a\n`⏰ list`\n\n',
    'aui-',
    'well',
  ]) {
    for (let at = 0; at <= body.length; at++) {
      expect(
        textOf(
          normalizeCut(bytesOf(body), [at], { contentType: 'application/octet-stream' }).bytes,
        ),
      ).toBe(body);
    }
  }
});

test('JSON text becomes the field of an object, and is restored as it was', () => {
  for (const data of ['"a"', ' "\\u0060" ', '1.0', '{"value":2}', '""', '[]']) {
    expect(JSON.parse(wrapValue(data))).toEqual({ value: JSON.parse(data) as unknown });
    expect(unwrapValue(wrapValue(data))).toBe(data);
  }
});

test('text that is not JSON does not become JSON', () => {
  for (const data of ['', '"a', 'a'])
    expect(() => JSON.parse(wrapValue(data)) as unknown).toThrow();
});
