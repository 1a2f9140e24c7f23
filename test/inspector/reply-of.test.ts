import { expect, test } from 'vitest';
import type { RecordedStream } from '../../src/inspector/recording.ts';
import { replyOf } from '../../src/inspector/reply-of.ts';

function stream(way: RecordedStream['way'], ...before: string[]): RecordedStream {
  const frames = before.map((text, i) => ({ number: i + 1, before: text, after: text, why: [], cut: 0, from: 0 }));
  return { stream: 1, way, address: '', type: 'text/event-stream', server: '', began: 0, frames, count: frames.length, changed: 0, dropped: 0, size: 0, over: true };
}

function chunk(content: string): string {
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

test('the text of a reply is put together as the server sent it, markers included', () => {
  expect(replyOf(stream('response', chunk('Begun.'), chunk('\n`⏰ list`\n'), ': heartbeat\n\n', chunk('Done.')))).toBe('Begun.\n`⏰ list`\nDone.');
});

test.each(['socket', 'request'] as const)('of a %s there is no reply', (way) => {
  expect(replyOf(stream(way, chunk('Hello.')))).toBe('');
});

test('what is no chat has no reply', () => {
  expect(replyOf(stream('response', 'data: hello\n\n'))).toBe('');
  expect(replyOf(stream('response'))).toBe('');
});
