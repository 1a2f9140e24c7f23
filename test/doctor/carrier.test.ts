import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { declaredCarrier, findCarrier, TYPE_OF, type Carrier } from '../../src/doctor/carrier.ts';
import { bytesOf } from '../normalizer/splits.ts';

const ROWS: readonly (readonly [contentType: string | null, body: string, carrier: Carrier])[] = [
  ['text/event-stream', 'data: {}\n\n', 'event-stream'],
  ['Text/Event-Stream; charset=utf-8', '{"error":{}}', 'event-stream'],
  [null, '\ufeff\r\n: hello\n\ndata: {}\n\n', 'event-stream'],
  [null, 'event: x\n\n', 'event-stream'],
  ['application/json', 'data: {}\n\n', 'event-stream'],
  ['text/html', 'id:1\ndata: {}\n\n', 'event-stream'],
  [null, '{"a":1}\n{"b":2}\n', 'json-lines'],
  ['application/x-ndjson', '{"a":1}', 'json-lines'],
  ['application/jsonl; x=y', '{"a":1}', 'json-lines'],
  [null, '{"a":1}', 'json'],
  [null, '{\n  "a": 1\n}\n', 'json'],
  ['application/json', '{"a":1}\n{"b":2}\n', 'json'],
  [null, '[1]', 'json'],
  ['text/plain', '0:"a"\n', 'data-stream'],
  [null, 'f:{"messageId":"m"}\n', 'data-stream'],
  [null, 'database: none', 'text'],
  ['text/html', '<!doctype html>', 'text'],
  [null, '', 'nothing'],
  ['text/event-stream', ' \n', 'nothing'],
];

test.each(ROWS)('%s %j is %s', (contentType, body, carrier) => {
  expect(findCarrier(contentType, bytesOf(body))).toBe(carrier);
});

test('text that is not UTF-8 is text', () => {
  expect(findCarrier(null, Uint8Array.of(0xff, 0xfe, 0, 0x7b))).toBe('text');
});

test('the content type of every carrier of a response is one that is processed', () => {
  for (const [carrier, contentType] of Object.entries(TYPE_OF)) {
    if (carrier === 'socket') continue;
    expect([carrier, createBodyNormalizer({ contentType, isReply: true }) !== null]).toEqual([
      carrier,
      true,
    ]);
  }
});

test('types that may be anything declare nothing', () => {
  for (const contentType of [null, '', 'text/plain', 'text/html', 'application/octet-stream'])
    expect(declaredCarrier(contentType)).toBeNull();
});
