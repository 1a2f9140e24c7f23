import { expect, test } from 'vitest';
import type { ChatMessage } from '../../src/normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import {
  completion,
  messageItem,
  packetOf,
  response,
  textDelta,
  watch,
} from './open-webui/streams.ts';
import { onMessages } from '../support/on.ts';

const TEXT = 'A.\n`⏰ list`\n\nB';
const MEGABYTE = 'x'.repeat(1_000_000);

/** What a socket reports about its replies. */
interface Reported {
  readonly message: ChatMessage;
  readonly progress: Progress;
}

function listen(): { socket: ReturnType<typeof createSocketNormalizer>; reported: Reported[] } {
  const reported: Reported[] = [];
  return {
    reported,
    socket: createSocketNormalizer({
      report: onMessages({
        progress: ({ progress }, message) => reported.push({ message, progress }),
      }),
    }),
  };
}

/** An event with this JSON as its message id. */
function withId(json: string, text: string): string {
  return completion({ done: true, content: text }, 'ID').replace('"ID"', json);
}

test('frames that are not JSON, or not that of an event, are the same string', () => {
  const { socket, reported } = listen();
  const whole = completion({ done: true, content: TEXT });
  const frames = [
    '',
    '4',
    '42',
    '42[',
    '42["events",',
    '42"message_id"',
    '42{"message_id":1}',
    '42[\u0000"message_id"]',
    '42["message_id" "`⏰ list`"]',
    `42["message_id",${'{"a":'.repeat(100_000)}`,
    `42["message_id",${'['.repeat(50_000)}${']'.repeat(50_000)}]`,
    '\ud83d',
    '42["message_id","\ud83d"]',
    '\ufeff' + whole,
    whole + '\u0000',
    whole + whole,
    whole.replace('42', '42 '),
    whole.replaceAll('"', "'"),
    whole.replace('"A.\\n', '"A.\n'),
    whole.slice(2),
    `b${whole}`,
    `4${whole}`,
    `${MEGABYTE}"message_id"`,
    `42["message_id","${MEGABYTE}"]`,
    '42[null,{"message_id":"m","chat_id":"c","data":{"type":"chat:completion","data":{"done":true,"content":"`⏰ list`\\n\\nB"}}}]',
  ];

  for (const frame of frames) expect(socket.receive(frame)).toBe(frame);
  expect(reported).toEqual([]);
});

test('events of unknown types are the same string, however many', () => {
  const { socket, reported } = listen();
  for (let i = 0; i < 5000; i++) {
    const packet = packetOf(
      `type-${i}`,
      { content: TEXT, output: [messageItem(TEXT)], delta: TEXT },
      { message: `m${i}` },
    );
    expect(socket.receive(packet)).toBe(packet);
  }
  for (const type of ['__proto__', 'constructor', '', MEGABYTE, '\u0000', '<img>']) {
    const packet = packetOf(type, { content: TEXT });
    expect(socket.receive(packet)).toBe(packet);
  }
  expect(reported).toEqual([]);
});

test('a strange message id is an id like any other, with its own reply', () => {
  const ids = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    ' ',
    '0',
    '\u0000\u0007\u001f',
    '\u202e',
    '\ud83d',
    '<img src=x onerror=alert(1)>',
    '"]\\',
    '.',
    '-'.repeat(200),
  ];
  const { socket, reported } = listen();

  for (const id of ids) {
    const json = JSON.stringify(id);
    expect([id, socket.receive(withId(json, TEXT))]).toEqual([id, withId(json, 'A.\nB')]);
  }

  expect(reported.map(({ message, progress }) => [message.messageId, progress.call])).toEqual(
    ids.map((id) => [id, 0]),
  );
});

test('an invalid message id leaves the frame unchanged', () => {
  const { socket, reported } = listen();
  const rows = [
    'null',
    '1',
    'true',
    '[]',
    '["m"]',
    '{}',
    '{"__proto__":"m"}',
    JSON.stringify('x'.repeat(201)),
    JSON.stringify(MEGABYTE),
  ];

  for (const id of rows) expect(socket.receive(withId(id, TEXT))).toBe(withId(id, TEXT));
  const chat = completion({ done: true, content: TEXT }).replace('"c-1"', JSON.stringify(MEGABYTE));
  expect(socket.receive(chat)).toBe(chat);
  expect(reported).toEqual([]);
});

test('items with strange ids and positions are cleaned or left alone, and never throw', () => {
  const places: readonly unknown[] = [
    '__proto__',
    -1,
    1e9,
    1e308,
    0.5,
    null,
    true,
    [1],
    [],
    {},
    { toString: 1, valueOf: 1 },
    MEGABYTE,
    '',
  ];
  const keys =
    'item_id output_index content_index output content choices type done error __proto__'.split(
      ' ',
    );
  for (const place of places) {
    const { socket } = listen();
    for (const key of keys) {
      const delta = JSON.stringify({ ...textDelta('word '), [key]: place });
      const packet = `42["events",{"chat_id":"c","message_id":"m","data":{"type":"response:completion","data":${delta}}}]`;
      expect(socket.receive(packet)).toBe(packet);
    }
  }
});

test('keys named like inherited members are keys like any other', () => {
  const frame = (content: string): string =>
    `42["events",{"__proto__":{"message_id":"no"},"chat_id":"c","message_id":"m","data":{"__proto__":null,"type":"chat:completion","data":{"__proto__":{"content":"\`⏰ list\`\\n\\n"},"constructor":"\`⏰ list\`","done":true,"content":${JSON.stringify(content)}}}}]`;

  expect(listen().socket.receive(frame(TEXT))).toBe(frame('A.\nB'));
  expect(({} as Record<string, unknown>).content).toBeUndefined();
});

test('an endless line is held for 4096 characters at most, and nothing of it is lost', () => {
  const packets = Array.from({ length: 1000 }, (_, i) =>
    response(textDelta(i === 0 ? '`💻 ' : 'x'.repeat(100))),
  );

  const { moments, removed } = watch([
    ...packets,
    completion({ done: true, output: [messageItem(`\`💻 ${'x'.repeat(99_900)}`, 'completed')] }),
  ]);

  expect(moments.at(-1)).toBe(`\`💻 ${'x'.repeat(99_900)}`);
  moments.forEach((text, i) =>
    expect(text.length).toBeGreaterThanOrEqual(Math.min(i, 999) * 100 + 4 - 4200),
  );
  expect(removed).toBe(0);
});

test('a megabyte as a label passes: as a marker it is text, as an event it stays in the frame', () => {
  const { socket, reported } = listen();
  const marker = completion({ done: true, content: `A.\n\`💻 ${MEGABYTE}\`\n\nB` });
  expect(socket.receive(marker)).toBe(marker);

  for (const key of ['tool', 'emoji', 'label', 'toolCallId']) {
    const event = packetOf('hermes.tool.progress', {
      tool: 't',
      emoji: 'e',
      label: 'l',
      toolCallId: key,
      status: 'running',
      [key]: MEGABYTE,
    });
    expect(socket.receive(event)).toBe(event);
  }
  expect(reported).toEqual([]);
  // What follows is reported as usual.
  socket.receive(
    packetOf('hermes.tool.progress', {
      tool: 't',
      emoji: '',
      label: 'l'.repeat(9000),
      status: 'running',
      toolCallId: 'c',
    }),
  );
  expect(reported.map(({ progress }) => [progress.status, progress.label?.length])).toEqual([
    ['running', 9000],
  ]);
});

test('ten thousand tools at once: every frame passes, few are held as running, and each of those ends', () => {
  const { socket, reported } = listen();
  const running = new Set<number>();
  let most = 0;
  for (let i = 0; i < 10_000; i++) {
    const packet = packetOf('hermes.tool.progress', {
      tool: 't',
      emoji: '💻',
      label: `l ${i}`,
      toolCallId: `c${i}`,
      status: 'running',
    });
    expect(socket.receive(packet)).toBe(packet);
    for (const { progress } of reported.splice(0)) {
      if (progress.status === 'running') running.add(progress.call);
      else running.delete(progress.call);
    }
    most = Math.max(most, running.size);
  }
  socket.receive(completion({ done: true }));
  for (const { progress } of reported) running.delete(progress.call);

  expect(most).toBe(200);
  expect(running.size).toBe(0);
});

test('a payload of mere separators, or of broken packets among whole ones, loses nothing', () => {
  const { socket } = listen();
  const whole = (text: string): string => completion({ done: true, content: text });

  for (const payload of [
    '',
    '\u001e',
    '\u001e'.repeat(100_000),
    `${'x\u001e'.repeat(1000)}`,
    '42[\u001e42["message_id"\u001e',
  ]) {
    expect(socket.receivePayload(payload)).toBe(payload);
  }
  expect(socket.receivePayload(`42[\u001e${whole(TEXT)}\u001e\u001e2`)).toBe(
    `42[\u001e${whole('A.\nB')}\u001e\u001e2`,
  );
});
