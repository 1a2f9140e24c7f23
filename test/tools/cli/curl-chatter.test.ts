import { expect, test } from 'vitest';
import { isChatter, splitChatter } from '../../../src/tools/cli/curl-chatter.ts';
import { bytesOf } from '../../normalizer/splits.ts';

const SAID =
  '*   Trying 127.0.0.1:80...\r\n> POST /v1 HTTP/1.1\n> Accept: */*\n>\n< HTTP/1.1 200 OK\n< Content-Type: text/event-stream\r\n<\n';
const BODY = 'data: {"a":"* b"}\n\n{ [5 bytes data]\ndata: > c\n\n* Connection #0 left intact\n';

function split(text: string, size: number): [headers: string, body: string] {
  const bytes = bytesOf(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  const { headers, body } = splitChatter(pieces);
  return [headers, Buffer.concat([...body]).toString()];
}

test("curl's lines are removed, its headers are kept, and the rest is the body, however it arrives", () => {
  for (const size of [1, 3, 50, 10_000]) {
    expect([size, ...split(SAID + BODY, size)]).toEqual([
      size,
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n',
      'data: {"a":"* b"}\n\ndata: > c\n\n',
    ]);
  }
});

test('characters split across pieces survive', () => {
  for (const size of [1, 2]) expect(split(`${SAID}data: "é💻"\n\n`, size)[1]).toBe('data: "é💻"\n\n');
});

test('only input that begins as curl does is taken for its output', () => {
  expect(isChatter(bytesOf(SAID))).toBe(true);
  expect(isChatter(bytesOf('  % Total    % Received % Xferd\n'))).toBe(true);
  for (const text of ['data: {}\n\n', '* a list\n* of things\n', '> a quote\n', '< 3\n', 'HTTP/1.1 200 OK\r\n\r\n'])
    expect([text, isChatter(bytesOf(text))]).toEqual([text, false]);
});
