import '../browser-shape.ts';
import { afterEach, expect, test } from 'vitest';
import { overlayMessageData } from '../../../src/hook/transports/message-data.ts';
import type { Restore } from '../../../src/hook/realm/overlay.ts';
import { overlaySocket } from '../../../src/hook/transports/websocket.ts';
import { fakeSocket, fakeTraffic } from '../fake-traffic.ts';

const restores: (Restore | null)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore?.();
});

/** Installs the overlays over Node's own classes; the transform numbers its input. */
function stage(state: { on: boolean } = { on: true }) {
  const asked: string[] = [];
  const said: string[] = [];
  let frames = 0;
  const traffic = fakeTraffic({
    off: () => !state.on,
    on: () => state.on,
    cleanFrame: (frame) => frame.replace('dirty', 'clean'),
    socketOf(url) {
      asked.push(url);
      if (!url.includes('EIO=4')) return null;
      return fakeSocket({
        receive: (packet) => (state.on ? `${packet} ${++frames}` : packet),
        heard: (packet) => void said.push(packet),
        lost: () => void said.push('lost'),
      });
    },
  });
  restores.push(overlayMessageData(traffic), ...overlaySocket(WebSocket.prototype, traffic));
  return { asked, said };
}

/** A socket that never connects; the test dispatches what it receives. */
function openSocket(query = '?EIO=4&transport=websocket'): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:1/${query}`);
  socket.addEventListener('error', () => {});
  return socket;
}

function arrive(socket: EventTarget, data: unknown): MessageEvent {
  const event = new MessageEvent('message', { data });
  socket.dispatchEvent(event);
  return event;
}

test('a frame is processed once, on its first reading, and every reader sees the same', () => {
  stage();
  const socket = openSocket();
  const seen: unknown[] = [];
  socket.onmessage = ({ data }) => seen.push(data);
  socket.addEventListener('message', {
    handleEvent: ({ data }: MessageEvent) => seen.push(data, data),
  } as never);

  arrive(socket, '42a');
  arrive(socket, '42b');

  expect(seen).toEqual(['42a 1', '42a 1', '42a 1', '42b 2', '42b 2', '42b 2']);
});

test('the URL is read once per socket; other sockets, binary frames and other targets are left alone', () => {
  const { asked } = stage();
  const [ours, foreign] = [openSocket(), openSocket('?other')];
  const bytes = new ArrayBuffer(2);

  expect(arrive(ours, bytes).data).toBe(bytes);
  expect(arrive(foreign, 'x').data).toBe('x');
  expect(arrive(foreign, 'y').data).toBe('y');
  expect(arrive(new EventTarget(), 'z').data).toBe('z');
  expect(new MessageEvent('message', { data: 'new' }).data).toBe('new');
  expect(asked).toEqual(['ws://127.0.0.1:1/?other']);
});

test('frames pass in both directions while the site is off', () => {
  const state = { on: false };
  stage(state);
  const socket = openSocket();
  expect(arrive(socket, '42a').data).toBe('42a');

  state.on = true;

  expect(arrive(socket, '42b').data).toBe('42b 1');
  expect(arrive(socket, '2').data).toBe('2');
});

test('the socket is notified of other packets, even while the site is off', () => {
  const state = { on: true };
  const { said } = stage(state);
  const socket = openSocket();
  for (const packet of ['0{"sid":"a"}', '42a', '2']) void arrive(socket, packet).data;
  state.on = false;
  for (const packet of ['42b', '41']) void arrive(socket, packet).data;

  expect(said).toEqual(['0{"sid":"a"}', '2', '41']);
});

test.each([
  ['closes', (socket: WebSocket) => void socket.dispatchEvent(new Event('close'))],
  ['is closed by its page', (socket: WebSocket) => socket.close()],
])('a socket that %s is lost, once', (_, close) => {
  const { said } = stage();
  const socket = openSocket();
  void arrive(socket, '42a').data;
  close(socket);
  close(socket);

  expect(said).toEqual(['lost']);
});

test('a WebSocket that was to take over from polling and never did loses nothing', () => {
  const { said } = stage();
  const [probe, upgraded] = [
    openSocket('?EIO=4&transport=websocket&sid=a'),
    openSocket('?EIO=4&transport=websocket&sid=a'),
  ];
  void arrive(probe, '3probe').data;
  probe.close();
  expect(said).toEqual(['3probe']);

  void arrive(upgraded, '42a').data;
  upgraded.close();

  expect(said).toEqual(['3probe', 'lost']);
});
