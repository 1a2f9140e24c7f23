import { expect, test } from 'vitest';
import { cutBody } from '../../../src/normalizer/doctor/body-frames.ts';
import type { Carrier } from '../../../src/normalizer/doctor/carrier.ts';
import { bytesOf } from '../splits.ts';

const ROWS: readonly (readonly [carrier: Carrier, body: string, frames: readonly string[], endsWhole: boolean])[] = [
  ['event-stream', 'data: é\n\n: c\n\n\ndata: 💻', ['data: é\n\n', ': c\n\n', '\n', 'data: 💻'], false],
  ['event-stream', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['data: a\r\n\r\n', 'data: b\r\r', 'data: c\n\n'], true],
  ['event-stream', 'data: a\r\r', ['data: a\r\r'], false],
  ['json-lines', '{}\n\n{"a":1}', ['{}\n', '\n', '{"a":1}'], false],
  ['data-stream', '0:"a"\n0:"b"\n', ['0:"a"\n', '0:"b"\n'], true],
  ['json', '{\n}\n', ['{\n}\n'], false],
  ['text', 'a\n\nb', ['a\n\nb'], false],
  ['nothing', '', [], false],
];

test.each(ROWS)('%s %j has its frames', (carrier, body, texts, endsWhole) => {
  const frames = cutBody(carrier, bytesOf(body));

  expect(Array.from({ length: frames.count }, (_, i) => frames.text(i))).toEqual(texts);
  expect([frames.endsWhole, frames.text(-1), frames.text(texts.length)]).toEqual([endsWhole, '', '']);
});

test('a frame that ends with a carriage return is fed with the byte behind it, unless there is none', () => {
  const frames = cutBody('event-stream', bytesOf('data: b\r\rdata: c\r\r'));

  expect([frames.fedTo(0), frames.fedTo(1)]).toEqual([10, 18]);
});

test('each frame is read as its carrier is', () => {
  expect(cutBody('event-stream', bytesOf('')).read('event: x\ndata: y\n\n')).toMatchObject({ event: 'x', data: 'y' });
  expect(cutBody('json', bytesOf('')).read('{}')).toMatchObject({ event: null, data: '{}' });
});
