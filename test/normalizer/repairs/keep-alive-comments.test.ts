import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { isKeepAlive } from '../../../src/normalizer/repairs/keep-alive-comments.ts';
import { bytesOf, textOf } from '../splits.ts';
import { HI, REST, calls, chunk, repaired, sse } from './repaired.ts';

const PING = 'event: ping\n\n';
const EVENT =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","label":"ls","toolCallId":"c1","status":"running"}\n\n';
const HEAD = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } });
const COMMENTS = [
  ': keepalive\n\n',
  ':\n\n',
  ': OPENROUTER PROCESSING\n\n',
  ': a\n: b\n\n',
  '\n',
  '\n\n\n',
  ': a\r\n\r\n',
  ':a\r\r',
  '\r\n',
];

test('a frame of nothing but comments, or nothing, is a keep-alive', () => {
  for (const text of [...COMMENTS, ': keep'])
    expect([text, isKeepAlive(text)]).toEqual([text, true]);
  for (const text of [
    ': a\nid: 3\n\n',
    'id: 3\n\n',
    'data: a\n\n',
    'data\n\n',
    ': a\revent: x\r\r',
    '\ufeff: a\n\n',
  ])
    expect([text, isKeepAlive(text)]).toEqual([text, false]);
  expect(isKeepAlive(': 3456789\n'.repeat(1_000_000))).toBe(true);
});

test('comments and blank lines between frames are dropped after something else was repaired', () => {
  for (const comment of COMMENTS) {
    expect([
      comment,
      repaired(sse(HI) + PING + comment + sse(HI) + comment + comment + REST + comment),
    ]).toEqual([comment, sse(HI, HI) + REST]);
    expect([comment, repaired(sse(HI) + EVENT + comment + REST)]).toEqual([
      comment,
      sse(HI) + REST,
    ]);
  }
});

test('earlier ones stay, and so do all in a stream that needs no repair', () => {
  for (const comment of COMMENTS) {
    expect(repaired(comment + sse(HI) + comment + PING + REST)).toBe(
      comment + sse(HI) + comment + REST,
    );
    expect(repaired(comment + sse(HI) + comment + comment + REST + comment)).toBe(
      comment + sse(HI) + comment + comment + REST + comment,
    );
  }
});

test('they are dropped after a repaired tool call and after a marker too, and among frames that may pass unread', () => {
  const many = sse(...Array.from({ length: 6 }, () => HI));
  const repeated = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } });
  const fragment = calls({ index: 0, function: { arguments: '' } });
  const end = sse(chunk({}, 'tool_calls'), '[DONE]');
  expect(repaired(sse(HI, HEAD, repeated) + ': a\n\n' + many + ': b\n\n\n' + many + end)).toBe(
    sse(HI, HEAD, fragment) + many + many + end,
  );
  expect(
    repaired(sse(HI, chunk({ content: '!\n`⏰ list`\n\nX' })) + many + ': b\n\n\n' + many + REST),
  ).toBe(sse(HI, chunk({ content: '!\nX' })) + many + many + REST);
});

test('a comment within a frame stays, and so does one in a stream that is not a chat', () => {
  const within = `: a\n${sse(HI)}`;
  expect(repaired(sse(HI) + PING + within + REST)).toBe(sse(HI) + within + REST);
  expect(repaired(`event: hermes.tool.progress\ndata: {}\n\n: a\n\ndata: {"a":1}\n\n`)).toBe(
    ': a\n\ndata: {"a":1}\n\n',
  );
});

test('the repair can be switched off', () => {
  expect(repaired(sse(HI) + PING + ': a\n\n' + REST, new Set(['silent-events']))).toBe(
    sse(HI) + ': a\n\n' + REST,
  );
});

test('two that are dropped release held text, as two that stay do', () => {
  for (const repairs of [undefined, new Set(['silent-events'])]) {
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      repairs,
    });
    const push = (text: string): string =>
      (normalizer?.push(bytesOf(text)) ?? []).map(textOf).join('');
    push(sse(HI) + PING);
    expect(
      push(sse(chunk({ content: 'a\n' }), chunk({ content: '`⏰ x' })) + ': b\n\n'),
    ).not.toContain('⏰');
    expect(push(': b\n\n')).toContain('⏰ x');
  }
});

test('a blank line passes unread or not, the same however the stream is cut', () => {
  const other = (content: string) =>
    sse({ ...chunk({}), choices: [{ index: 1, delta: { content }, finish_reason: null }] });
  expect(repaired(sse(HI) + '\n\n' + other('`⏰ list`\n\n') + REST)).toBe(
    sse(HI) + '\n\n' + other('\n') + REST,
  );
});
