import { expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';

test('headers are split off, the last block counts, and the body keeps its bytes', () => {
  const rows: readonly (readonly [
    input: string,
    contentType: string | null,
    sessionId: string | null,
    body: string,
  ])[] = [
    [
      'HTTP/1.1 200 OK\r\nContent-Type: a/b; c=d\r\nX-Hermes-Session-Id:  s \r\n\r\nbody\r\n\r\nmore',
      'a/b; c=d',
      's',
      'body\r\n\r\nmore',
    ],
    ['HTTP/2 200 \ncontent-type:a/b\n\n\nbody', 'a/b', null, '\nbody'],
    [
      'HTTP/1.1 301 M\r\nContent-Type: x/y\r\n\r\nHTTP/1.1 200 OK\r\nServer: s\r\n\r\nbody',
      null,
      null,
      'body',
    ],
    ['HTTP/1.1 200 OK\r\n\r\n', null, null, ''],
    ['HTTP/1.1 200 OK\r\nContent-Type: a/b', 'a/b', null, ''],
    ['HTTP/1.1 is a protocol\n\nbody', null, null, 'HTTP/1.1 is a protocol\n\nbody'],
    ['data: x\n\n', null, null, 'data: x\n\n'],
    ['', null, null, ''],
  ];
  for (const [input, contentType, sessionId, body] of rows) {
    const read = readResponse(new TextEncoder().encode(input));
    expect({ input, ...read, body: new TextDecoder().decode(read.body) }).toMatchObject({
      input,
      contentType,
      sessionId,
      body,
    });
  }
});
