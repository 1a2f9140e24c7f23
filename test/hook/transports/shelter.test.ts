import '../browser-shape.ts';
import { expect, test, vi } from 'vitest';
import type { BodyTransform } from '../../../src/hook/transports/traffic.ts';
import { shelter } from '../../../src/hook/transports/shelter.ts';
import { fakeSocket, fakeTraffic } from '../fake-traffic.ts';

const HEAD = { contentType: null, url: '', sessionId: null, request: null };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (parts: readonly Uint8Array[]): string => parts.map((part) => new TextDecoder().decode(part)).join('');

function broken(): never {
  throw new Error('broken');
}

test('a body whose cleaning fails continues unchanged after its held text, and reports that once', () => {
  const stopped = vi.fn<() => void>();
  const body: BodyTransform = { push: broken, end: () => bytesOf('held '), idle: broken, waits: broken, stopped };
  const sheltered = shelter(fakeTraffic({ openBody: () => body }), broken).openBody(HEAD);

  expect(sheltered?.waits()).toBe(false);
  expect(sheltered?.idle().length).toBe(0);
  expect(textOf(sheltered?.push(bytesOf('one')) ?? [])).toBe('held one');
  expect(textOf(sheltered?.push(bytesOf('two')) ?? [])).toBe('two');
  expect(sheltered?.end().length).toBe(0);
  expect(stopped).toHaveBeenCalledTimes(1);
});

test('other failures leave what arrived to the page, and what it sends unchanged', () => {
  const stopped = vi.fn<() => void>();
  const work = fakeTraffic({
    cleanRequest: broken,
    cleanFrame: broken,
    settingsKnown: broken,
    socketOf: () => fakeSocket({ receive: broken, receivePayload: broken, heard: broken, lost: broken, stopped }),
    openEvents: () => ({ receive: broken, end: broken, stopped }),
  });
  const traffic = shelter(work, broken);
  const socket = traffic.socketOf('ws://host/');
  const events = traffic.openEvents();

  expect([traffic.cleanRequest('body'), traffic.cleanFrame('frame'), traffic.settingsKnown(HEAD)]).toEqual([
    null,
    'frame',
    null,
  ]);
  expect([socket?.heard('2'), socket?.lost(), events.end()]).toEqual([undefined, undefined, undefined]);
  expect(stopped).not.toHaveBeenCalled();
  expect([socket?.receive('packet'), socket?.receivePayload('payload'), events.receive(null, 'data')]).toEqual([
    'packet',
    'payload',
    'data',
  ]);
  expect(stopped).toHaveBeenCalledTimes(3);
});

test('a stream that cannot be opened is reported if it may be a reply, and repeated attempts only once', () => {
  const reported: unknown[] = [];
  const traffic = shelter(
    fakeTraffic({ openBody: broken, socketOf: broken, openEvents: broken }),
    (...stream) => void reported.push(stream),
  );
  const stream = { ...HEAD, url: 'https://host/v1', contentType: 'Text/Event-Stream; charset=utf-8' };
  const asked = { ...HEAD, url: 'https://host/json', request: { body: '', asksReply: true, message: null } };

  for (const head of [HEAD, { ...HEAD, contentType: 'image/png' }, stream, asked])
    expect(traffic.openBody(head)).toBeNull();
  for (const url of ['https://host/', 'wss://host/?EIO=4', 'wss://host/?EIO=4'])
    expect(traffic.socketOf(url)).toBeNull();
  for (let i = 0; i < 2; i++) expect(traffic.openEvents().receive(null, 'data')).toBe('data');

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
  const traffic = shelter(fakeTraffic({ openBody: () => body, cleanFrame: (frame) => `${frame}!` }), () => undefined);
  const sheltered = traffic.openBody(HEAD);

  expect(traffic.cleanFrame('frame')).toBe('frame!');
  expect([
    textOf(sheltered?.push(bytesOf('one')) ?? []),
    textOf([sheltered!.idle()]),
    sheltered?.waits(),
    textOf([sheltered!.end()]),
  ]).toEqual(['one', 'idle', true, 'end']);
});
