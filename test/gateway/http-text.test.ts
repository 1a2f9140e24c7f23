import { describe, expect, test } from 'vitest';
import { concat } from '../../src/lib/bytes.ts';
import { asChunk, bodyReader, LAST_CHUNK, readAnswerHead, writeRequestHead } from '../../src/gateway/http-text.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';

const target = new URL('http://server.test:8642/v1/x?a=%20b');

function requestLines(
  method: string,
  length: number | 'chunked' | null,
  headers: Record<string, string> = {},
): string[] {
  return textOf([writeRequestHead({ method, target, headers: new Headers(headers), length })]).split('\r\n');
}

test('a request names its host, its length and no header that belongs to another connection', () => {
  const headers = {
    accept: 'a',
    connection: 'keep-alive, upgrade',
    te: 'trailers',
    'content-length': '9',
    host: 'gateway',
  };

  expect(requestLines('POST', 2, headers)).toEqual([
    'POST /v1/x?a=%20b HTTP/1.1',
    'Host: server.test:8642',
    'Connection: close',
    'Content-Length: 2',
    'accept: a',
    '',
    '',
  ]);
});

test.each([
  ['GET', null, []],
  ['HEAD', null, []],
  ['DELETE', null, ['Content-Length: 0']],
  ['POST', 0, ['Content-Length: 0']],
  ['POST', 'chunked', ['Transfer-Encoding: chunked']],
] as const)('%s with the length %s says %j', (method, length, lines) => {
  expect(requestLines(method, length).filter((line) => /^(?:Content|Transfer)/.test(line))).toEqual(lines);
});

/** Reads an answer that arrives in pieces. @returns status and body, or what went wrong */
function readIn(
  pieces: readonly Uint8Array[],
  method = 'POST',
): { status: number; body: string | null; isWhole: boolean } {
  let bytes = concat([]);
  for (const [i, piece] of pieces.entries()) {
    bytes = concat([bytes, piece]);
    const read = readAnswerHead(bytes);
    if (!read) continue;
    const form = bodyReader(method, read.head);
    const parts = [read.rest, ...pieces.slice(i + 1)].map((part) => form?.push(part) ?? concat([]));
    return { status: read.head.status, body: form && textOf(parts), isWhole: form?.isWhole(true) ?? true };
  }
  throw new Error('No head came.');
}

const CHUNKED = textOf([asChunk(bytesOf('data: é\n\n')), asChunk(bytesOf('x'.repeat(20))), LAST_CHUNK]);

describe.each([
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1}and more', '{"a":1}'],
  ['in chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKED}`, `data: é\n\n${'x'.repeat(20)}`],
  [
    'in chunks, with all that is allowed',
    'HTTP/1.1 200\r\ntransfer-encoding: Chunked\r\ncontent-length: 3\r\n\r\n02;a="b"\r\nab\r\n0\r\nx: y\r\n\r\n',
    'ab',
  ],
  ['until the connection closes', 'HTTP/1.0 200 OK\r\nx: y\r\n\r\nall of it', 'all of it'],
  ['with line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'ok'],
])('an answer %s', (_, text, body) => {
  test('is the same wherever it is cut', () => {
    const bytes = bytesOf(text);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(readIn([bytes.slice(0, cut), bytes.slice(cut)])).toEqual({ status: 200, body, isWhole: true });
    expect(readIn([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual({ status: 200, body, isWhole: true });
  });
});

test.each([
  ['with a length', 'Content-Length: 9\r\n\r\nabc'],
  ['in a chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\nabc'],
  ['between chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ['before the last line', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n'],
])('an answer that breaks off %s is incomplete', (_, rest) => {
  expect(readIn([bytesOf(`HTTP/1.1 200 OK\r\n${rest}`)])).toEqual({ status: 200, body: 'abc', isWhole: false });
});

test.each([
  ['HEAD', 200],
  ['POST', 204],
  ['GET', 304],
])('%s with status %i has no body, whatever its length header says', (method, status) => {
  expect(readIn([bytesOf(`HTTP/1.1 ${status} x\r\nContent-Length: 7\r\n\r\n`)], method).body).toBeNull();
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['a packed transfer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['a chunk that is longer than it says', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n'],
  ['a size without an end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1'.repeat(20_000)}`],
  ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(300_000)}`],
])('%s is rejected', (_, text) => {
  expect(() => readIn([bytesOf(text)])).toThrow(/./);
});

test('headers keep their letters beyond ASCII', () => {
  const head = 'HTTP/1.1 200 Schön\r\nX-A: é\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n';
  const read = readAnswerHead(concat([bytesOf(head), Buffer.from('X-Latin: é\r\n\r\n', 'latin1')]));

  expect(read?.head).toEqual({
    status: 200,
    statusText: 'Schön',
    headers: [
      ['X-A', 'é'],
      ['Set-Cookie', 'a'],
      ['Set-Cookie', 'b'],
      ['X-Latin', 'é'],
    ],
  });
});

test('a head that drips is searched once, wherever it is cut', () => {
  const head = `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`;
  const bytes = bytesOf(`${head}rest`);
  for (let at = head.length - 5; at < head.length; at++) {
    expect([at, readAnswerHead(bytes.subarray(0, at))]).toEqual([at, null]);
    expect(textOf(readAnswerHead(bytes, at)?.rest ?? bytes)).toBe('rest');
  }
  expect(() => readAnswerHead(bytesOf(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(300_000)}`))).toThrow('too long');
});
