import { expect, test } from 'vitest';
import { readReplyText } from '../../src/doctor/reply-text.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test('the text is that of the first choice, as a client joins it', () => {
  const chunk = (content: string, index = 0): string =>
    `{"choices":[{"index":${index},"delta":{"content":${JSON.stringify(content)}}}]}`;
  const rows: readonly (readonly [
    body: string,
    contentType: string | null,
    text: string | null,
  ])[] = [
    [
      `data: ${chunk('a\n')}\n\ndata: ${chunk('x', 1)}\n\ndata: ${chunk('b')}\n\ndata: [DONE]\n\n`,
      'text/event-stream',
      'a\nb',
    ],
    [`\ufeffdata:${chunk('a')}\r\n\r\n: k\r\n\r\ndata: ${chunk('b')}`, null, 'ab'],
    [`data: ${chunk('a')}\n\n`, 'text/plain', 'a'],
    [`${chunk('a')}\n${chunk('b')}\n`, 'application/x-ndjson', 'ab'],
    [`${chunk('a')}\n${chunk('b')}`, null, 'ab'],
    ['{\n"choices":[{"message":{"content":"a"}}]}', 'application/json', 'a'],
    [
      'data: {"event":"message.delta","run_id":"r","delta":"a"}\n\ndata: {"event":"run.completed","run_id":"r","output":"a"}\n\n',
      'text/event-stream',
      'a',
    ],
    ['', null, null],
    ['<html>', 'text/html', null],
    ['data: {"other":1}\n\n', 'text/event-stream', null],
  ];
  for (const [body, contentType, text] of rows)
    expect([body, readReplyText(encode(body), contentType)]).toEqual([body, text]);
});
