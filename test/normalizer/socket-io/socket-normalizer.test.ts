import { expect, test } from 'vitest';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import {
  asAscii,
  completion,
  messageItem,
  packetOf,
  response,
  textDelta,
} from '../open-webui/streams.ts';

function receive(packet: string): string {
  return createSocketNormalizer({}).receive(packet);
}

test('an edit leaves every other character of the frame: order, spaces, numbers, escapes', () => {
  const text = '"A.\\n`⏰ list`\\n\\nB"';
  const frame = (value: string): string =>
    `42[ "events" , {"2":1.0,"1":[1e2,12345678901234567890], "chat_id":"c","message_id":"m\\u0041", "data":{"type":"chat:completion","data":{"content" : ${value},"x":"é\\u00e9\\/","done":true}},"z":{"content":${text}}} ]`;

  expect(receive(frame(text))).toBe(frame('"A.\\nB"'));
});

test('the ack id stays with the frame', () => {
  const data = { content: '`⏰ list`\n\nB', done: true };

  expect(receive(packetOf('chat:completion', data, { header: '4212' }))).toBe(
    packetOf('chat:completion', { ...data, content: '\nB' }, { header: '4212' }),
  );
});

test('a text in ASCII stays in ASCII, one with raw letters keeps them', () => {
  const packets = [{ content: '`⏰ list`\n\nGrüße 🦄' }].map((data) =>
    completion({ ...data, done: true }),
  );

  for (const packet of packets) {
    const cleaned = packet.replace('`⏰ list`\\n', '');
    expect(receive(packet)).toBe(cleaned);
    expect(receive(asAscii(packet))).toBe(asAscii(cleaned));
  }
});

const TEXT = 'A.\n`⏰ list`\n\nB';

test('anything but an event of a chat is the same string', () => {
  const event = {
    chat_id: 'c',
    message_id: 'm',
    data: { type: 'chat:completion', data: { content: TEXT, done: true } },
  };
  const { chat_id: _, ...withoutChat } = event;
  const packets = [
    '2',
    '3',
    '2probe',
    '6',
    '40{"sid":"x"}',
    '430[true]',
    '42["user-list",{"user_ids":["message_id"]}]',
    `42["events"]`,
    '42[]',
    '42["events",null,{"message_id":1}]',
    `42${JSON.stringify(['events', withoutChat])}`,
    `42${JSON.stringify(['events:channel', { ...withoutChat, channel_id: 'c', data: { type: 'message', data: { content: TEXT } } }])}`,
    `42/x,${JSON.stringify(['events', event])}`,
    `43${JSON.stringify(['events', event])}`,
    `451-${JSON.stringify(['events', event])}`,
    `42${JSON.stringify([event, event])}`,
    `42${JSON.stringify(['events', event])}`.slice(0, -1),
    `42${JSON.stringify(['events', { ...event, data: [event.data] }])}`,
    `42${JSON.stringify(['events', { ...event, data: TEXT }])}`,
    `42${JSON.stringify(['u:s:id', 'data: {"message_id":"`⏰ list`"}'])}`,
  ];

  for (const packet of packets) expect(receive(packet)).toBe(packet);
});

test('payloads of unknown shape and other types of event pass untouched', () => {
  const rows: readonly (readonly [type: string, data: unknown])[] = [
    ['chat:completion', null],
    ['chat:completion', TEXT],
    ['chat:completion', [TEXT]],
    ['chat:completion', { text: TEXT }],
    ['chat:completion', { content: [TEXT] }],
    ['chat:completion', { output: TEXT }],
    [
      'chat:completion',
      {
        output: [
          TEXT,
          null,
          { type: 'message', content: TEXT },
          { type: 'message', content: [TEXT, null, { type: 'refusal', refusal: TEXT }] },
        ],
      },
    ],
    ['chat:completion', { choices: [TEXT] }],
    ['chat:completion', { choices: [{ delta: TEXT }] }],
    ['response:completion', { type: 'response.reasoning_text.delta', delta: TEXT }],
    ['response:completion', { type: 'response.function_call_arguments.delta', delta: TEXT }],
    ['response:completion', { type: 'response.output_text.delta', delta: { text: TEXT } }],
    ['response:completion', { type: 'response.completed', response: TEXT }],
    ['status', { description: TEXT, content: TEXT }],
    ['source', { document: [TEXT] }],
    ['execute:python', { code: TEXT, content: TEXT }],
    [
      'request:chat:completion',
      { form_data: { messages: [{ role: 'assistant', content: TEXT }] }, content: TEXT },
    ],
    ['chat:message:files', { files: [TEXT] }],
    ['chat:message:follow_ups', { follow_ups: [TEXT] }],
    ['chat:outlet', { messages: { content: TEXT } }],
    ['hermes.tool.progress', TEXT],
    ['hermes.tool.progress', { label: TEXT }],
    ['toString', { content: TEXT }],
  ];

  for (const [type, data] of rows) {
    const packet = packetOf(type, data);
    expect([type, receive(packet)]).toEqual([type, packet]);
  }
});

test('only message items of the assistant are cleaned', () => {
  const others = [
    { type: 'reasoning', id: 'r', content: [{ type: 'output_text', text: TEXT }] },
    { type: 'function_call', arguments: TEXT, content: [{ type: 'output_text', text: TEXT }] },
    { type: 'function_call_output', output: [{ type: 'input_text', text: TEXT }] },
    { type: 'open_webui:code_interpreter', code: TEXT },
    { ...messageItem(TEXT), role: 'user' },
  ];
  const packet = (text: string): string =>
    completion({ output: [...others, messageItem(text, 'completed')] });

  expect(receive(packet(TEXT))).toBe(packet('A.\nB'));
});

test('if our code fails, the frame passes unchanged', () => {
  const fail = (): never => {
    throw new Error('listener');
  };
  const socket = createSocketNormalizer({ report: fail });
  const packet = completion({ content: TEXT, done: true });

  expect(socket.receive(packet)).toBe(packet);
});

test('a socket that begins with polling continues over a WebSocket with the same state', () => {
  const socket = createSocketNormalizer({});
  const first = [response(textDelta('A.')), response(textDelta('\n`⏰ li'))].join('\u001e');

  expect(socket.receivePayload(first)).toBe(
    [response(textDelta('A.')), response(textDelta(''))].join('\u001e'),
  );
  expect(socket.receive(response(textDelta('st`\n\nB')))).toBe(response(textDelta('\nB')));
  expect(socket.receivePayload('2\u001e6')).toBe('2\u001e6');
});
