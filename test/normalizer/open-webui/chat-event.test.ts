import { expect, test } from 'vitest';
import { isId, MAX_ID, readModelMessage } from '../../../src/normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { messageItem } from './streams.ts';
import { onMessages } from '../../support/on.ts';

const TEXT = 'Let me check.\n`⏰ list`\n\nAll done.';
const CLEAN = 'Let me check.\nAll done.';
const OF_A_MODEL = { model_id: 'm', model_name: 'M' };

function message(content: string, meta: unknown, more: object = {}): object {
  return { id: 'm-1', channel_id: 'c-1', user_id: 'u', content, data: {}, meta, ...more };
}

/** An event of a channel, under the name of 0.5 or that of later releases. */
function event(type: string, data: object, name = 'events:channel'): string {
  return (
    '42' +
    JSON.stringify([
      name,
      {
        channel_id: 'c-1',
        message_id: 'm-1',
        data: { type, data },
        user: { name: 'Ada' },
        channel: { name: TEXT },
      },
    ])
  );
}

function receive(packet: string): string {
  return createSocketNormalizer({}).receive(packet);
}

test('only a message that names its model was written by one', () => {
  expect(readModelMessage(message('x', { ...OF_A_MODEL, done: true }))).toEqual({
    model: 'm',
    content: 'x',
    output: undefined,
    done: true,
  });
  for (const meta of [
    null,
    undefined,
    {},
    { model_id: null },
    'model_id',
    [],
    { webhook: { id: 'w' } },
  ])
    expect(readModelMessage(message('x', meta))).toBeNull();
});

test("a model's message is clean in every event that brings it, under both names", () => {
  for (const name of ['events:channel', 'channel-events']) {
    for (const type of ['message', 'message:update', 'message:reply', 'message:reaction:add']) {
      const packet = (text: string): string =>
        event(
          type,
          message(
            text,
            { ...OF_A_MODEL, done: true },
            {
              data: { output: [messageItem(text, 'completed')] },
              reply_to_message: message(text, OF_A_MODEL),
            },
          ),
          name,
        );
      expect(receive(packet(TEXT))).toBe(packet(CLEAN));
    }
  }
});

test('messages of a person, an app or a webhook stay, and so does everything else', () => {
  for (const meta of [null, {}, { done: true }, { app_id: 'a' }, { webhook: { id: 'w' } }]) {
    const packet = event(
      'message',
      message(TEXT, meta, {
        data: { output: [messageItem(TEXT)] },
        reply_to_message: message(TEXT, null),
      }),
    );
    expect(receive(packet)).toBe(packet);
  }
  for (const type of ['typing', 'channel:created', 'messages']) {
    const packet = event(type, message(TEXT, { ...OF_A_MODEL, done: true }));
    expect(receive(packet)).toBe(packet);
  }
});

test('a growing message never shows a marker or a piece of one, at any cut, and its marker counts once', () => {
  for (let size = 1; size <= TEXT.length; size++) {
    let removed = 0;
    const reported: unknown[] = [];
    const socket = createSocketNormalizer({
      report: onMessages({
        marker: () => removed++,
        progress: ({ progress }) => reported.push(progress),
      }),
    });
    const shown: string[] = [];
    const show = (packet: string): void => {
      shown.push(
        (
          JSON.parse(socket.receive(packet).slice(2)) as [
            string,
            { data: { data: { content: string } } },
          ]
        )[1].data.data.content,
      );
    };
    for (let end = size; end < TEXT.length + size; end += size) {
      const so = TEXT.slice(0, end);
      show(
        event('message:update', message(so, OF_A_MODEL, { data: { output: [messageItem(so)] } })),
      );
    }
    const done = event(
      'message:update',
      message(
        TEXT,
        { ...OF_A_MODEL, done: true },
        { data: { output: [messageItem(TEXT, 'completed')] } },
      ),
    );
    show(done);
    show(done);

    for (const text of shown) expect(CLEAN.startsWith(text), text).toBe(true);
    expect(shown.at(-1)).toBe(CLEAN);
    expect([removed, reported]).toEqual([1, []]);
  }
});

test.each([undefined, null, 7, '', 'x'.repeat(MAX_ID + 1), {}, ['a']])('%j is no id', (value) => {
  expect(isId(value)).toBe(false);
});

test.each(['a', '0d1c5a0e-7b0f-4a58-9d5e-3c1a2b4d5e6f', 'local:x', '"><b>', 'x'.repeat(MAX_ID)])(
  '%j is an id',
  (value) => {
    expect(isId(value)).toBe(true);
  },
);
