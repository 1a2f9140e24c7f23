import { expect, test } from 'vitest';
import { cutBody } from '../../src/doctor/body-frames.ts';
import type { Carrier } from '../../src/doctor/carrier.ts';
import { WHOLE_JSON } from '../../src/normalizer/framing/whole-json.ts';
import { MAX_FRAME } from '../../src/normalizer/framing/frame-splitter.ts';
import { bytesOf, endsEvery } from '../normalizer/splits.ts';

const ROWS: readonly (readonly [
  carrier: Carrier,
  body: string,
  frames: readonly string[],
  endsWhole: boolean,
])[] = [
  [
    'event-stream',
    'data: é\n\n: c\n\n\ndata: 💻',
    ['data: é\n\n', ': c\n\n', '\n', 'data: 💻'],
    false,
  ],
  [
    'event-stream',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    ['data: a\r\n\r\n', 'data: b\r\r', 'data: c\n\n'],
    true,
  ],
  ['event-stream', 'data: a\r\r', ['data: a\r\r'], false],
  ['json-lines', '{}\n\n{"a":1}', ['{}\n', '\n', '{"a":1}'], false],
  ['data-stream', '0:"a"\n0:"b"\n', ['0:"a"\n', '0:"b"\n'], true],
  ['json', '{\n}\n', ['{\n}\n'], false],
  ['text', 'a\n\nb', ['a\n\nb'], false],
];

function cut(
  carrier: Carrier,
  pieces: readonly Uint8Array[],
): { texts: (string | null)[]; bytes: string; endsWhole: boolean } {
  const texts: (string | null)[] = [];
  let bytes = '';
  const frames = cutBody(carrier, (frame, text) => {
    texts.push(text);
    bytes += Buffer.from(frame).toString('latin1');
  });
  pieces.forEach(frames.push);
  return { endsWhole: frames.end(), texts, bytes };
}

test.each(ROWS)('%s %j has its frames, however it arrives', (carrier, body, texts, endsWhole) => {
  const all = bytesOf(body);
  for (const size of [1, 2, 3, all.length]) {
    let at = 0;
    const pieces = [...endsEvery(all.length, size), all.length].map((end) =>
      all.subarray(at, (at = end)),
    );
    expect([size, cut(carrier, pieces)]).toEqual([
      size,
      { texts, endsWhole, bytes: Buffer.from(all).toString('latin1') },
    ]);
  }
});

test('nothing has no frames', () => {
  for (const carrier of ['nothing', 'event-stream'] as const)
    expect(cut(carrier, []).texts).toEqual([]);
});

test('a frame that is too long to be read is passed on unread, with every byte', () => {
  const long = new Uint8Array(MAX_FRAME + 100_000).fill(0x61);
  for (const [carrier, size] of [
    ['event-stream', MAX_FRAME],
    ['json', WHOLE_JSON.longest ?? 0],
  ] as const) {
    const body = new Uint8Array(size + 100_000).fill(0x61);
    const { texts, bytes } = cut(carrier, [body, long]);
    expect([carrier, new Set(texts), bytes.length]).toEqual([
      carrier,
      new Set([null]),
      body.length + long.length,
    ]);
  }
});

test('each frame is read according to its carrier', () => {
  const take = (): void => {};
  expect(cutBody('event-stream', take).read('event: x\ndata: y\n\n')).toMatchObject({
    event: 'x',
    data: 'y',
  });
  expect(cutBody('json', take).read('{}')).toMatchObject({ event: null, data: '{}' });
});
