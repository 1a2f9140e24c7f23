import { expect, test } from 'vitest';
import { HI, REST, START, repaired, sse } from './repaired.ts';

test('frames without data and named heartbeats are dropped', () => {
  for (const frame of [
    'event: ping\n\n',
    'event:ping\r\n\r\n',
    ': c\nevent: x\n\n',
    'data:\n\n',
    'data: \n\n',
    'data\r\n\r\n',
    'event: ping\ndata: \n\n',
    'event: ping\ndata: {}\n\n',
    'event: keep-alive\ndata: 1\n\n',
    'event: heartbeat\ndata: {"type":"ping"}\n\n',
  ]) {
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + REST]);
  }
});

test('every other event stays', () => {
  for (const frame of [
    `event: ping\n${sse(HI)}`,
    'event: error\ndata: {"error":{}}\n\n',
    'event: error\ndata:\n\n',
    ': keepalive\n\n',
  ]) {
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + frame + REST]);
  }
  expect(repaired('event: ping\n\ndata: {"a":1}\n\n')).toBe('event: ping\n\ndata: {"a":1}\n\n');
});

test('the id and the pause of a frame that is dropped leave with the next one: a client continues from there', () => {
  for (const frame of [
    'id: 7\nevent: ping\ndata: {}\n\n',
    'event: ping\nid: 7\ndata: {}\n\n',
    'id: 7\ndata: : ping\n\n',
    'id: 7\n\n',
    'id: 7\nevent: x\n\n',
  ])
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + 'id: 7\n' + REST]);
  expect(repaired(START + 'id: 7\n\nretry: 5\r\n\r\n' + REST)).toBe(
    START + 'id: 7\nretry: 5\r\n' + REST,
  );
  expect(repaired(START + REST + 'id: 8\n\n')).toBe(START + REST + 'id: 8\n\n');
});

test('of many dropped ids and pauses only the last valid ones are carried', () => {
  const ids = Array.from({ length: 100 }, (_, i) => `id: ${i}\n\n`).join('');
  expect(repaired(START + ids + REST)).toBe(START + 'id: 99\n' + REST);
  const mixed = 'id: 7\n\nretry: 5\n\nid: a\0\n\nretry: x\n\nid: 8\n\n';
  expect(repaired(START + mixed + REST)).toBe(START + 'id: 8\nretry: 5\n' + REST);
});
