import { expect, test } from 'vitest';
import { hermesSession } from '../../../src/normalizer/dialects/hermes-session.ts';
import { progressOf, read, textsOf } from './read.ts';

const base = { session_id: 's', run_id: 'r', message_id: 'm' };

test('texts and tool calls of a session are read, and nothing is removed', () => {
  const rows: readonly (readonly [
    event: string,
    json: Record<string, unknown>,
    texts: readonly string[],
    progress: readonly string[],
  ])[] = [
    ['assistant.delta', { delta: 'a' }, ['delta message m delta=a'], []],
    ['assistant.delta', { delta: 'a', message_id: null }, ['delta message r delta=a'], []],
    ['tool.progress', { tool_name: '_thinking', delta: 'a' }, ['copy message m delta=a'], []],
    ['assistant.completed', { content: 'a' }, ['copy message m content=a'], []],
    [
      'run.completed',
      {
        messages: [
          { role: 'assistant', content: 'a' },
          { role: 'tool', content: 'b' },
          { role: 'assistant', content: null },
          null,
        ],
      },
      ['copy copy 0 messages.0.content=a'],
      [],
    ],
    ['tool.started', { tool_name: 'f', preview: 'p' }, [], ['running f null p null']],
    ['tool.completed', { tool_name: 'f', preview: null }, [], ['unknown f null null null']],
    ['tool.failed', { tool_name: 'f' }, [], ['failed f null null null']],
    ['run.started', { user_message: { role: 'user', content: '`⏰ list`' } }, [], []],
  ];
  for (const [event, json, texts, progress] of rows) {
    const reading = read(hermesSession, { ...base, ...json }, event);
    expect([event, textsOf(reading), progressOf(reading), reading?.remove]).toEqual([
      event,
      texts,
      progress,
      undefined,
    ]);
  }
});

test('a session stream ends with its last event, an error or done', () => {
  for (const event of ['run.completed', 'error', 'done'])
    expect(read(hermesSession, base, event)?.ends).toBe(true);
  expect(read(hermesSession, base, 'assistant.completed')?.closes).toEqual(['message m']);
});

test('other shapes are not recognised', () => {
  expect(read(hermesSession, { ...base, delta: 'a' })).toBeNull();
  expect(read(hermesSession, { run_id: 'r', delta: 'a' }, 'assistant.delta')).toBeNull();
  expect(read(hermesSession, { session_id: 's', delta: 'a' }, 'assistant.delta')).toBeNull();
});

test('an event of another name is one of Hermes only in its stream', () => {
  const dialects = new Set([hermesSession.id]);
  for (const event of ['RunContent', 'token', 'agent.delta']) {
    expect(read(hermesSession, { ...base, content: 'a' }, event)).toBeNull();
    expect(read(hermesSession, { ...base, content: 'a' }, event, { dialects })).toEqual({});
  }
});
