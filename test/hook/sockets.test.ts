import './browser-shape.ts';
import { expect, test } from 'vitest';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createSockets } from '../../src/hook/sockets.ts';
import { packetOf, textDelta } from '../normalizer/open-webui/streams.ts';

const POLLING = 'http://host/ws/socket.io/?EIO=4&transport=polling&t=x';
const WEBSOCKET = 'ws://host/ws/socket.io/?EIO=4&transport=websocket';

function stage() {
  const told: string[] = [];
  const direct: unknown[] = [];
  const bytes: number[] = [];
  const socketOf = createSockets({
    replies: createReplies(({ type }) => told.push(type), () => true),
    cleaning: createCleaning(() => undefined),
    watch: (_url, make) => make((rule) => void told.push(`found ${rule ?? 'a marker'}`)),
    onBytes: (units) => void bytes.push(units),
    onDirectRequest: (message, request) => direct.push([message.messageId, request]),
    onSeen: (mode) => told.push(`seen ${mode}`),
  });
  return { told, direct, bytes, socketOf };
}

test('only addresses of engine.io are sockets of ours', () => {
  const { socketOf } = stage();
  for (const url of [POLLING, WEBSOCKET, 'wss://host/any?a=1&EIO=3']) expect(socketOf(url)).not.toBeNull();
  for (const url of ['ws://host/', 'ws://host/EIO=4', 'http://host/?XEIO=4', '']) expect(socketOf(url)).toBeNull();
});

test('a socket keeps its state from polling to WebSocket by its sid, and shares it with no other', () => {
  const { socketOf } = stage();
  const polling = socketOf(`${POLLING}&sid=abc`);

  expect(socketOf(`${WEBSOCKET}&sid=abc`)).toBe(polling);
  expect(socketOf(`${WEBSOCKET}&sid=abcd`)).not.toBe(polling);
  expect(socketOf(WEBSOCKET)).not.toBe(socketOf(WEBSOCKET));
});

test('a marker split over both transports is taken out', () => {
  const { told, socketOf } = stage();
  const first = packetOf('response:completion', textDelta('\n`⏰ li'));
  const second = packetOf('response:completion', textDelta('st`\n\ndone'));

  const shown = [
    socketOf(`${POLLING}&sid=abc`)?.receivePayload(`2\u001e${first}`),
    socketOf(`${WEBSOCKET}&sid=abc`)?.receive(second),
  ];

  expect(shown.join('')).not.toMatch(/⏰|\\u23f0/);
  expect(shown.join('')).toContain('done');
  expect(told).toContain('removed');
  expect(told).toContain('found a marker');
  expect(told[0]).toBe('seen polling');
});

test('a request of a direct connection is told of, and reaches the page as it came', () => {
  const { direct, told, socketOf } = stage();
  const form = { model: 'd.m', messages: [{ role: 'user', content: 'hi' }] };
  const packet = packetOf('request:chat:completion', { form_data: form, channel: 'c' }).replace('42[', '427[');

  expect(socketOf(WEBSOCKET)?.receive(packet)).toBe(packet);
  expect(direct).toEqual([[expect.any(String), form]]);
  expect(told).toEqual(['seen direct']);
});

test('how much of a reply did not go on is told when it is over, without what was only held', () => {
  const { bytes, socketOf } = stage();
  const socket = socketOf(WEBSOCKET);
  const marker = '\n`⏰ list`\n\n';
  for (const text of ['Begun.', '\n', '\nand on.', marker, 'Done.']) socket?.receive(packetOf('chat:completion', { choices: [{ delta: { content: text } }] }));
  expect(bytes).toEqual([]);

  socket?.receive(packetOf('chat:completion', { done: true, content: '' }));
  expect(bytes).toEqual([expect.any(Number)]);
  expect(bytes[0]).toBeGreaterThan(0);
});

/** A reply whose marker comes with its end. */
const CLOSING = [packetOf('chat:completion', { choices: [{ delta: { content: 'Begun.' } }] }), packetOf('chat:completion', { done: true, content: 'Begun.\n`⏰ list`\n\nDone.' })];
/** Another one, of which nothing goes. */
const NEXT = [packetOf('chat:completion', { choices: [{ delta: { content: 'Next.' } }] }, { message: 'm2' }), packetOf('chat:completion', { done: true, content: 'Next.' }, { message: 'm2' })];

test('what goes with the last packet of a reply is told of that reply, not of the next one', () => {
  const { bytes, socketOf } = stage();
  const socket = socketOf(WEBSOCKET);
  const gone = CLOSING.reduce((sum, packet) => sum + packet.length - (socket?.receive(packet) ?? '').length, 0);

  expect(gone).toBeGreaterThan(0);
  expect(bytes).toEqual([gone]);
  for (const packet of NEXT) socket?.receive(packet);
  expect(bytes).toEqual([gone, 0]);
});

test('what goes with a polled payload that ends a reply is told of that reply', () => {
  const { bytes, socketOf } = stage();
  const payload = CLOSING.join('\u001e');
  const gone = payload.length - (socketOf(POLLING)?.receivePayload(payload) ?? '').length;

  expect(gone).toBeGreaterThan(0);
  expect(bytes).toEqual([gone]);
});
