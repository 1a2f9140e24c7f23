import './browser-shape.ts';
import { expect, test, vi } from 'vitest';
import type { BodyTransform } from '../../src/hook/body-transform.ts';
import { shelter } from '../../src/hook/shelter.ts';
import { fakeSocket, fakeTraffic } from './fake-traffic.ts';

const HEAD = { contentType: null, url: '', sessionId: null, request: null };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (parts: readonly Uint8Array[]): string => parts.map((part) => new TextDecoder().decode(part)).join('');

function broken(): never {
  throw new Error('broken');
}

test('a body whose cleaning fails goes on as it comes, behind what was held, and that is told once', () => {
  const stopped = vi.fn<() => void>();
  const body: BodyTransform = { push: broken, end: () => bytesOf('held '), idle: broken, waits: broken };
  const sheltered = shelter(fakeTraffic({ openBody: () => body }), stopped).openBody(HEAD);

  expect(sheltered?.waits()).toBe(false);
  expect(sheltered?.idle().length).toBe(0);
  expect(textOf(sheltered?.push(bytesOf('one')) ?? [])).toBe('held one');
  expect(textOf(sheltered?.push(bytesOf('two')) ?? [])).toBe('two');
  expect(sheltered?.end().length).toBe(0);
  expect(stopped).toHaveBeenCalledTimes(1);
});

test('what fails otherwise leaves to the page what came, and what it sends', () => {
  const stopped = vi.fn<() => void>();
  const work = fakeTraffic({
    cleanRequest: broken, cleanFrame: broken, firstWord: broken, openBody: broken, openEvents: broken,
    socketOf: (url) => (url === 'broken' ? broken() : fakeSocket({ receive: broken, receivePayload: broken, heard: broken, lost: broken })),
  });
  const traffic = shelter(work, stopped);
  const socket = traffic.socketOf('ws://host/');

  expect([traffic.cleanRequest('body'), traffic.cleanFrame('frame'), traffic.firstWord(HEAD), traffic.openBody(HEAD)]).toEqual([null, 'frame', null, null]);
  expect(stopped).toHaveBeenCalledTimes(1);
  expect([socket?.receive('packet'), socket?.receivePayload('payload'), socket?.heard('2'), socket?.lost()]).toEqual(['packet', 'payload', undefined, undefined]);
  expect(traffic.socketOf('broken')).toBeNull();
  expect(traffic.openEvents().receive(null, 'data')).toBe('data');
});

test('what works is handed through', () => {
  const body: BodyTransform = { push: (chunk) => [chunk], end: () => bytesOf('end'), idle: () => bytesOf('idle'), waits: () => true };
  const traffic = shelter(fakeTraffic({ openBody: () => body, cleanFrame: (frame) => `${frame}!` }), () => undefined);
  const sheltered = traffic.openBody(HEAD);

  expect(traffic.cleanFrame('frame')).toBe('frame!');
  expect([textOf(sheltered?.push(bytesOf('one')) ?? []), textOf([sheltered!.idle()]), sheltered?.waits(), textOf([sheltered!.end()])]).toEqual(['one', 'idle', true, 'end']);
});
