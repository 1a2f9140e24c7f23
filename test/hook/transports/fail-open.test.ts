import '../browser-shape.ts';
import { expect, test, vi } from 'vitest';
import type { BodyTransform } from '../../../src/hook/transports/traffic.ts';
import { failOpen } from '../../../src/hook/transports/fail-open.ts';
import { fakeSocket, fakeTraffic } from '../fake-traffic.ts';

const HEAD = { contentType: null, url: '', sessionId: null, request: null };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (parts: readonly Uint8Array[]): string =>
  parts.map((part) => new TextDecoder().decode(part)).join('');

function broken(): never {
  throw new Error('broken');
}

test('a body whose cleaning fails continues unchanged after its held text, and reports that once', () => {
  const stopped = vi.fn<() => void>();
  const body: BodyTransform = {
    push: broken,
    end: () => bytesOf('held '),
    idle: broken,
    waits: broken,
    stopped,
  };
  const guarded = failOpen(fakeTraffic({ openBody: () => body }), broken).openBody(HEAD);

  expect(guarded?.waits()).toBe(false);
  expect(guarded?.idle().length).toBe(0);
  expect(textOf(guarded?.push(bytesOf('one')) ?? [])).toBe('held one');
  expect(textOf(guarded?.push(bytesOf('two')) ?? [])).toBe('two');
  expect(guarded?.end().length).toBe(0);
  expect(stopped).toHaveBeenCalledTimes(1);
});

test('other failures leave what arrived to the page, and what it sends unchanged', () => {
  const stopped = vi.fn<() => void>();
  const work = fakeTraffic({
    cleanRequest: broken,
    cleanFrame: broken,
    socketOf: () => fakeSocket({ receive: broken, receivePayload: broken, stopped }),
    openEvents: () => ({ receive: broken, end() {}, stopped }),
  });
  const traffic = failOpen(work, broken);
  const socket = traffic.socketOf('ws://host/');
  const events = traffic.openEvents('');

  expect([traffic.cleanRequest('body'), traffic.cleanFrame('frame')]).toEqual([null, 'frame']);
  expect(stopped).not.toHaveBeenCalled();
  expect([
    socket?.receive('packet'),
    socket?.receivePayload('payload'),
    events.receive(null, 'data'),
  ]).toEqual(['packet', 'payload', 'data']);
  expect(stopped).toHaveBeenCalledTimes(3);
});

test('a stream that cannot be opened is reported if it may be a reply, and repeated attempts only once', () => {
  const reported: unknown[] = [];
  const traffic = failOpen(
    fakeTraffic({ openBody: broken, socketOf: broken, openEvents: broken }),
    (...stream) => void reported.push(stream),
  );
  const stream = {
    ...HEAD,
    url: 'https://host/v1',
    contentType: 'Text/Event-Stream; charset=utf-8',
  };
  const asked = {
    ...HEAD,
    url: 'https://host/json',
    request: { body: '', asksReply: true, message: null },
  };

  for (const head of [HEAD, { ...HEAD, contentType: 'image/png' }, stream, asked])
    expect(traffic.openBody(head)).toBeNull();
  for (const url of ['https://host/', 'wss://host/?EIO=4', 'wss://host/?EIO=4'])
    expect(traffic.socketOf(url)).toBeNull();
  for (let i = 0; i < 2; i++) expect(traffic.openEvents('').receive(null, 'data')).toBe('data');

  expect(reported).toEqual([
    ['response', 'https://host/v1', 'Text/Event-Stream; charset=utf-8'],
    ['response', 'https://host/json', null],
    ['socket', 'wss://host/?EIO=4', null],
    ['events', '', null],
  ]);
});

test('what works is passed through', () => {
  const body: BodyTransform = {
    push: (chunk) => [chunk],
    end: () => bytesOf('end'),
    idle: () => bytesOf('idle'),
    waits: () => true,
    stopped() {},
  };
  const traffic = failOpen(
    fakeTraffic({ openBody: () => body, cleanFrame: (frame) => `${frame}!` }),
    () => undefined,
  );
  const guarded = traffic.openBody(HEAD);

  expect(traffic.cleanFrame('frame')).toBe('frame!');
  expect([
    textOf(guarded?.push(bytesOf('one')) ?? []),
    textOf([guarded!.idle()]),
    guarded?.waits(),
    textOf([guarded!.end()]),
  ]).toEqual(['one', 'idle', true, 'end']);
});
