import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const HI = chunk({ content: 'Hi' });
const START = sse(chunk({ role: 'assistant', content: '' }), HI);
const REST = sse(chunk({ content: ' you' }), chunk({}, 'stop'), '[DONE]');

test('events without data and named heartbeats are dropped', () => {
  for (const frame of [
    'event: ping\n\n',
    'event:ping\r\n\r\n',
    ': c\nevent: x\n\n',
    'event: ping\ndata: {}\n\n',
    'event: keep-alive\ndata: 1\n\n',
    'event: heartbeat\ndata: {"type":"ping"}\n\n',
  ]) {
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + REST]);
  }
});

test('every other event stays', () => {
  for (const frame of [
    'event: sources\ndata: {"a":1}\n\n',
    `event: ping\n${sse(HI)}`,
    'event: error\ndata: {"error":{}}\n\n',
    'id: 3\nevent: x\n\n',
    ': keepalive\n\n',
    'retry: 5\n\n',
  ]) {
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + frame + REST]);
  }
  expect(repaired('event: ping\n\ndata: {"a":1}\n\n')).toBe('event: ping\n\ndata: {"a":1}\n\n');
});

test('the id of an event that is dropped stays: a client asks to continue from it', () => {
  for (const frame of [
    'id: 7\nevent: ping\ndata: {}\n\n',
    'event: ping\nid: 7\ndata: {}\n\n',
    'id: 7\ndata: : ping\n\n',
  ])
    expect([frame, repaired(START + frame + REST)]).toEqual([frame, START + 'id: 7\n\n' + REST]);
});
