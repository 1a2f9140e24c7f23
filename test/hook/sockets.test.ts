import './browser-shape.ts';
import { pass } from './fake-clock.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createSockets } from '../../src/hook/sockets.ts';
import { MESSAGE, packetOf, textDelta } from '../normalizer/open-webui/streams.ts';

const POLLING = 'http://host/ws/socket.io/?EIO=4&transport=polling&t=x';
const WEBSOCKET = 'ws://host/ws/socket.io/?EIO=4&transport=websocket';

function stage(site = { on: true }, silentAfter = 30_000) {
  const sent: PageMessage[] = [];
  const reported: string[] = [];
  const direct: unknown[] = [];
  const send = (message: PageMessage): void => {
    sent.push(message);
    reported.push(message.type);
  };
  const evidence = createEvidenceMemory('http://host', send);
  const replies = createReplies(send, () => true, silentAfter);
  const { socketOf, resume } = createSockets({
    isOn: () => site.on,
    replies,
    cleaning: createCleaning(),
    evidence,
    watch: (_url, make) =>
      make(
        (rule) => void reported.push(`found ${rule ?? 'a marker'}`),
        () => void reported.push('marked'),
      ),
    stopOf: (tell) => tell,
    onDirectRequest: (message, request) => direct.push([message.messageId, request]),
  });
  return { sent, reported, direct, evidence, replies, socketOf, resume };
}

test('only engine.io URLs are sockets of ours', () => {
  const { socketOf } = stage();
  for (const url of [
    POLLING,
    WEBSOCKET,
    'wss://host/any?a=1&EIO=3',
    'https://host/?transport=polling&EIO=3&sid=a',
  ])
    expect(socketOf(url)).not.toBeNull();
  for (const url of [
    'ws://host/',
    'ws://host/EIO=4',
    'http://host/?XEIO=4',
    'https://host/?EIO=',
    '',
  ])
    expect(socketOf(url)).toBeNull();
});

test('NiceGUI, whose server sends markup: its packets stay, and it is told once that they are not read', () => {
  const { socketOf, sent } = stage();
  const socket = socketOf('ws://host/_nicegui_ws/socket.io/?EIO=4&transport=websocket')!;
  const packets = readFileSync(
    new URL('../recordings/chat-pages/nicegui.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { data: string }).data);

  expect(packets.map((packet) => socket.receive(packet))).toEqual(packets);
  expect(sent).toEqual([{ type: 'unread', rendered: true }]);
});

test('a socket keeps its state from polling to WebSocket by its sid, and shares it with no other', () => {
  const { socketOf } = stage();
  const polling = socketOf(`${POLLING}&sid=abc`);

  expect(socketOf(`${WEBSOCKET}&sid=abc`)).toBe(polling);
  expect(socketOf(`${WEBSOCKET}&sid=abcd`)).not.toBe(polling);
  expect(socketOf(WEBSOCKET)).not.toBe(socketOf(WEBSOCKET));
});

test('a marker split over both transports is removed', () => {
  const { reported, socketOf } = stage();
  const first = packetOf('response:completion', textDelta('\n`⏰ li'));
  const second = packetOf('response:completion', textDelta('st`\n\n\nDone'));

  const shown = [
    socketOf(`${POLLING}&sid=abc`)?.receivePayload(`2\u001e${first}`),
    socketOf(`${WEBSOCKET}&sid=abc`)?.receive(second),
  ];

  expect(shown.join('')).not.toMatch(/⏰|\\u23f0/);
  expect(shown.join('')).toContain('Done');
  expect(reported).toContain('removed');
  expect(reported).toContain('found a marker');
});

test('a direct connection request is reported, and reaches the page unchanged', () => {
  const { direct, reported, socketOf } = stage();
  const form = { model: 'd.m', messages: [{ role: 'user', content: 'hi' }] };
  const packet = packetOf('request:chat:completion', { form_data: form, channel: 'c' }).replace(
    '42[',
    '427[',
  );

  expect(socketOf(WEBSOCKET)?.receive(packet)).toBe(packet);
  expect(direct).toEqual([[expect.any(String), form]]);
  expect(reported).toEqual([]);
});

test('a line that only looks like a marker stays until the chat or the model has shown Hermes markers', () => {
  const { evidence, reported, socketOf } = stage();
  evidence.asked(MESSAGE, 'm');
  const expects = (model: string): boolean => evidence.expects({ chat: 'another chat', model });
  const send = (text: string): string =>
    socketOf(`${WEBSOCKET}&sid=abc`)?.receive(packetOf('response:completion', textDelta(text))) ??
    '';

  expect(send('Done.\n`📝 update-readme`\n\nIt says why.')).toContain('update-readme');
  expect(reported).not.toContain('removed');
  expect(send('\n`⏰ list`\n\n\nThat is all.\n`📝 update-readme`\n\n')).not.toMatch(/list|readme/);
  // Words may be copied: they are evidence about this chat only.
  expect(reported).not.toContain('hermes');
  expect(expects('m')).toBe(false);
  // Nor is a delta of its own more than that.
  expect(send('Let me check. ') + send('\n`💻 date`\n')).not.toContain('date');
  expect(reported).not.toContain('hermes');
  socketOf(`${WEBSOCKET}&sid=abc`)?.receive(RUNNING);
  expect(reported).toContain('hermes');
  expect([expects('m'), expects('another')]).toEqual([true, false]);
});

test.each([true, false])(
  'a message that begins in the words of Hermes is cleaned if its history had one: %s',
  (isSigned) => {
    const { evidence, socketOf } = stage();
    if (isSigned) evidence.signed(MESSAGE);
    const socket = socketOf(WEBSOCKET)!;
    const content = '`⏰ list`\n\nYou have none.';

    for (const more of [{}, { done: true }])
      expect(
        socket.receive(packetOf('chat:completion', { content, ...more })).includes('list'),
      ).toBe(!isSigned);
  },
);

test('of a model that is known as another’s, a text in exactly the form of Hermes stays', () => {
  for (const model of ['gpt-4o', 'marker-model']) {
    const { evidence, reported, socketOf } = stage();
    evidence.asked(MESSAGE, model);
    const text = 'The log had this line.\n`⏰ list`\n\n\nHermes 0.8 wrote it.';
    const packets = [
      packetOf('response:completion', textDelta('\n`⏰ list`\n')),
      packetOf('chat:outlet', { messages: [{ id: MESSAGE, role: 'assistant', content: text }] }),
      packetOf('chat:completion', { done: true, content: text }),
    ];
    const left = packets.map((packet) => socketOf(WEBSOCKET)?.receive(packet));
    // The first may still become a marker.
    const same = packets.filter((packet, i) => i > 0 && left[i] === packet);
    const isAnothers = model === 'gpt-4o';

    expect([model, same.length]).toEqual([model, isAnothers ? 2 : 0]);
    expect(reported.includes('removed')).toBe(!isAnothers);
    expect(evidence.expects({ chat: 'c-1', model })).toBe(!isAnothers);
  }
});

test('of two models, one of which is Hermes, the prose of the other stays, and nothing of it is called faked', () => {
  const { evidence, sent, socketOf } = stage();
  evidence.asked(MESSAGE, 'hermes');
  evidence.asked('other', 'llama');
  const of = (packet: string): string =>
    packet.replace('"c-1"', '"c-2"').replace(`"${MESSAGE}"`, '"other"');
  socketOf(WEBSOCKET)?.receive(RUNNING);
  const text = 'Done.\n`📝 update-readme`\n\nIt says why.\n`💻 ls -l`\n\nThat lists them.';
  const packets = [
    packetOf('response:completion', textDelta(text)),
    packetOf('chat:outlet', { messages: [{ id: 'other', role: 'assistant', content: text }] }),
    packetOf('chat:completion', { done: true, content: text }),
  ];

  for (const packet of packets.map(of)) expect(socketOf(WEBSOCKET)?.receive(packet)).toBe(packet);
  expect(sent.filter(({ type }) => /removed|progress/.test(type))).toHaveLength(1);
});

const RUNNING = packetOf('hermes.tool.progress', {
  tool: 'terminal',
  emoji: '💻',
  label: 'sleep',
  toolCallId: 'c1',
  status: 'running',
});
const FINISHED = packetOf('hermes.tool.progress', {
  tool: 'terminal',
  toolCallId: 'c1',
  status: 'completed',
});

/** A socket with a running tool, and its reports. */
function running(url = WEBSOCKET) {
  const { sent, replies, socketOf } = stage();
  const socket = socketOf(url);
  if (!socket) throw new Error('no socket');
  replies.asked('m-1');
  const states = (): string[] =>
    sent.flatMap((message) => {
      if (message.type === 'hermes') return [];
      if (message.type === 'progress')
        return `${message.progress.call} ${message.progress.status}${message.progress.untimed ? ' untimed' : ''}`;
      return message.type === 'reply-start' && message.joined ? 'joined' : message.type;
    });
  return { socket, socketOf, states };
}

const BEGUN = ['reply-start', '0 running'];
const LOST = [...BEGUN, '0 ended untimed', 'reply-end'];

test.each(['1', '41'])('the packet %s ends what runs; another one does not', (packet) => {
  const { socket, states } = running();
  socket.receive(RUNNING);
  for (const other of ['2', '3', '6', '40{"sid":"x"}', '41/admin', '430[]']) socket.heard(other);
  expect(states()).toEqual(BEGUN);

  socket.heard(packet);

  expect(states()).toEqual(LOST);
});

test.each([`${RUNNING}\u001e41`, `${RUNNING}\u001e1`])('in a polled payload, too', (payload) => {
  const { socket, states } = running(POLLING);
  socket.receivePayload(payload);

  expect(states()).toEqual(LOST);
});

test('a lost connection ends running calls, once', () => {
  const { socket, states } = running();
  socket.receive(RUNNING);
  socket.lost();
  socket.lost();

  expect(states()).toEqual(LOST);
});

test('a new connection continues the replies of the lost one: no call or marker twice, and ends are reported', () => {
  const { socket, socketOf, states } = running();
  socket.receive(packetOf('chat:completion', { content: 'A.\n`⏰ list`\n\n\nB' }));
  socket.receive(RUNNING);
  socket.lost();
  const next = socketOf('ws://host/ws/socket.io/?EIO=4&transport=websocket&other');
  next?.receive(packetOf('chat:completion', { content: 'A.\n`⏰ list`\n\n\nB c' }));
  next?.receive(FINISHED);
  next?.receive(packetOf('chat:completion', { done: true, content: 'A.\n`⏰ list`\n\n\nB c d' }));

  expect(states()).toEqual([
    'reply-start',
    '0 undecided untimed',
    'removed',
    '1 running',
    '1 ended untimed',
    'reply-end',
    'joined',
    '1 unknown untimed',
    'reply-end',
  ]);
});

test('two concurrent sockets stay separate, even with one URL', () => {
  const { socket, socketOf } = running();
  socket.lost();
  socket.receive(RUNNING);

  expect(socketOf(WEBSOCKET)).not.toBe(socket);
});

test('a reply is heard by its own events only', async () => {
  const { sent, socketOf } = stage({ on: true }, 100);
  const socket = socketOf(WEBSOCKET)!;
  const other = packetOf('chat:completion', textDelta('x')).replaceAll(MESSAGE, 'another');
  socket.receive(packetOf('response:completion', textDelta('Hello')));
  await pass(60);
  socket.receive(packetOf('response:completion', textDelta(' again')));
  await pass(60);
  socket.receive(other);
  expect(sent.map(({ type }) => type)).not.toContain('note');
  await pass(100);
  socket.receive(packetOf('response:completion', textDelta('.')));

  expect(
    sent.flatMap((message) =>
      message.type === 'note' && message.reply === 1 ? [message.note.kind] : [],
    ),
  ).toEqual(['silent', 'heard']);
});

test('a reply continues when its connection comes back to life', () => {
  const { socket, states } = running();
  socket.receive(RUNNING);
  socket.lost();
  socket.receive(FINISHED);

  expect(states()).toEqual([...LOST, 'joined', '0 unknown untimed']);
});

test('a server that says nothing legible of its connection is not given up', () => {
  const { socket, states } = running();
  socket.heard('0{');
  socket.receive(RUNNING);

  expect(states()).toEqual(BEGUN);
});

test('the sid assigned by a server leads to the same socket, over polling and WebSocket', () => {
  const { socket, socketOf } = running(POLLING);
  socket.receivePayload('0{"sid":"s"}');

  expect(socketOf(`${POLLING}&sid=s`)).toBe(socket);
  expect(socketOf(`${WEBSOCKET}&sid=s`)).toBe(socket);
});

test('over one socket without ids, the tools of a reply do not move to the next one', () => {
  const { sent, replies, socketOf } = stage();
  const socket = socketOf(WEBSOCKET)!;
  const chunk = (text: string): string => `42["chunk",${JSON.stringify({ text })}]`;
  const say = (...texts: string[]): void => texts.forEach((text) => socket.receive(chunk(text)));

  say('Let me see.', '\n`⏰ list`\n', '\n\nThere are ', 'two jobs.');
  replies.turn();
  say('You are ', 'welcome.', ' Anything else?');
  replies.turn();
  say('I will look.', '\n`💻 ls`\n', '\n\nTwo ', 'files.');

  const told = sent.flatMap((message) =>
    message.type === 'reply-start' || message.type === 'reply-end'
      ? `${message.type} ${message.reply}`
      : message.type === 'progress'
        ? `${message.reply}: ${message.progress.label} ${message.progress.status}`
        : message.type === 'reply-text'
          ? `${message.reply}: ${message.text}`
          : [],
  );
  expect(told).toEqual([
    'reply-start 1',
    '1: list running',
    '1: list ended',
    '1: Let me see.\n\nThere are two jobs.',
    'reply-end 1',
    'reply-start 2',
    '2: ls running',
    '2: ls ended',
    '2: I will look.\n\nTwo files.',
  ]);
});

test('a line that may be a faked call is told in a chat into which the server has written such markers', () => {
  const { sent, evidence, replies, socketOf } = stage();
  const text = 'Sure.\n\n`💻 ls -la`\n\nThere are three files.';
  const reply = (message: string, content: string): void => {
    const data = { done: true, content };
    replies.asked(message);
    socketOf(WEBSOCKET)?.receive(packetOf('chat:completion', data, { message }));
  };
  const marker = { marker: 'whole', emoji: '💻', label: 'date' };
  const told = () =>
    sent.flatMap((message) => (message.type === 'note' ? [message.note.text] : []));

  evidence.set({ hermes: true });
  reply('m-0', text);
  expect(told()).toEqual([]);
  socketOf(WEBSOCKET)?.receive(packetOf('hermes.tool.progress', marker, { message: 'm-1' }));
  reply('m-1', 'It is noon.');
  reply('m-2', text);
  expect(told()).toEqual(['💻 ls -la']);
  evidence.sentFor('m-3', { proven: [], asked: ['💻'] });
  reply('m-3', text);
  expect(told()).toEqual(['💻 ls -la']);
});
