import { expect, test } from 'vitest';
import type { RecordedStream } from '../../src/inspector/recording.ts';
import { mayHoldReply, replyOf } from '../../src/inspector/recorded-reply.ts';

function stream(way: RecordedStream['way'], ...before: string[]): RecordedStream {
  const frames = before.map((text, i) => ({
    number: i + 1,
    before: text,
    after: text,
    why: [],
    cut: 0,
    from: 0,
  }));
  return {
    stream: 1,
    way,
    address: '',
    type: 'text/event-stream',
    server: '',
    began: 0,
    frames,
    count: frames.length,
    changed: 0,
    dropped: 0,
    stopped: false,
    over: true,
  };
}

function chunk(content: string): string {
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

test('the text of a reply is assembled as the server sent it, markers included', () => {
  expect(
    replyOf(
      stream(
        'response',
        chunk('Begun.'),
        chunk('\n`⏰ list`\n'),
        ': heartbeat\n\n',
        chunk('Done.'),
      ),
    ),
  ).toBe('Begun.\n`⏰ list`\nDone.');
});

test.each(['socket', 'request'] as const)('of a %s there is no reply', (way) => {
  expect(replyOf(stream(way, chunk('Hello.')))).toBe('');
});

test('anything but a chat has no reply', () => {
  expect(replyOf(stream('response', 'data: hello\n\n'))).toBe('');
  expect(replyOf(stream('response'))).toBe('');
});

test.each([
  ['that runs', { ...stream('response'), over: false }, true],
  ['of events that run', { ...stream('events'), over: false }, true],
  ['that has ended and contains one', stream('response', chunk('Hello.')), true],
  ['that has ended and contains none', stream('response', 'data: hello\n\n'), false],
  ['that is a socket', { ...stream('socket'), over: false }, false],
  ['that is a request', { ...stream('request'), over: false }, false],
])('whether a rule can be tried on a stream %s', (_name, some, expected) => {
  expect(mayHoldReply(some)).toBe(expected);
});

test('a running stream is not read to decide whether a rule can be tried on it', () => {
  const unread = {
    ...stream('response'),
    over: false,
    get frames(): never {
      throw new Error('It was read.');
    },
  };

  expect(mayHoldReply(unread)).toBe(true);
});
