import { expect, test } from 'vitest';
import { hermesProgress } from '../../../src/normalizer/dialects/hermes-progress.ts';
import { lobehub } from '../../../src/normalizer/dialects/lobehub.ts';
import type { Reading } from '../../../src/normalizer/dialects/dialect.ts';
import { progressOf, read, textsOf } from './read.ts';

test('texts are read, thoughts are recognised and left alone', () => {
  expect(textsOf(read(lobehub, { value: 'a' }, 'text'))).toEqual(['delta reply value=a']);
  expect(read(lobehub, { value: '`⏰ list`' }, 'reasoning')).toEqual({});
  expect(read(lobehub, { value: 'stop' }, 'stop')).toEqual({ closes: ['reply'] });
});

test('calls are for the page to run', () => {
  expect(
    read(lobehub, { value: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] }, 'tool_calls'),
  ).toEqual({
    callsElsewhere: true,
  });
});

test('the counts of tokens are known in such a stream only', () => {
  const counts = { totalTokens: 30 };
  expect(read(lobehub, counts, 'usage', { dialects: new Set(['lobehub']) })).toEqual({});
  expect(read(lobehub, counts, 'usage')).toBeNull();
});

test('other shapes are not recognised', () => {
  expect(read(lobehub, { value: 'a' })).toBeNull();
  expect(read(lobehub, { text: 'a' }, 'text')).toBeNull();
  expect(read(lobehub, { value: 3 }, 'text')).toBeNull();
  expect(read(lobehub, { value: 'a' }, 'message')).toBeNull();
  expect(read(lobehub, { calls: [] }, 'tool_calls')).toBeNull();
});

test('tool events of Hermes named "data" are reported, and stay', () => {
  const running = read(
    hermesProgress,
    { tool: 'f', emoji: 'x', label: 'l', toolCallId: 'c', status: 'running' },
    'data',
  );
  expect([progressOf(running), running?.remove, running?.hermes]).toEqual([
    ['running f x l c'],
    false,
    true,
  ]);
  const start = { tool: 'f', emoji: 'x', label: 'l' };
  expect(read(hermesProgress, start, 'data')).toBeNull();
  expect(
    progressOf(read(hermesProgress, start, 'data', { dialects: new Set(['lobehub']) })),
  ).toEqual(['start f x l null']);
  expect(
    read(hermesProgress, { role: 'assistant' }, 'data', { dialects: new Set(['lobehub']) }),
  ).toBeNull();
});

test('an event of Hermes within one named "data" is read, and stays', () => {
  const within = (event: string, data: unknown, stream = new Set(['lobehub'])): Reading | null =>
    read(hermesProgress, { event, data }, 'data', { dialects: stream });

  const call = { tool: 'f', emoji: 'x', label: 'l', toolCallId: 'c', status: 'running' };
  // The first message of a stream, too.
  for (const dialects of [new Set<string>(), new Set(['lobehub'])])
    expect([
      progressOf(within('hermes.tool.progress', call, dialects)),
      within('hermes.tool.progress', call, dialects)?.remove,
    ]).toEqual([['running f x l c'], false]);
  const question = within('approval.request', { run_id: 'r', command: 'rm', choices: ['deny'] });
  expect([progressOf(question), question?.remove]).toEqual([
    ['waiting null null null null'],
    false,
  ]);
  expect(within('hermes.status', { kind: 'lifecycle', text: 'Waiting' })).toEqual({
    note: { kind: 'status', text: 'Waiting' },
    remove: false,
    hermes: true,
  });
  for (const [event, data] of [
    ['other', call],
    ['hermes.tool.progress', 'text'],
    ['hermes.status', { text: 3 }],
    ['approval.request', { command: 'rm' }],
  ] as const)
    expect(within(event, data)).toBeNull();
});

test('on a stream of chunks such a message is removed: clients take it for a chunk', () => {
  const json = { event: 'hermes.tool.progress', data: { tool: 'f', toolCallId: 'c' } };

  const reading = read(hermesProgress, json, null, { dialects: new Set(['openai-chat']) });
  expect([progressOf(reading), reading?.remove]).toEqual([['running f null null c'], true]);
  expect(read(hermesProgress, json)).toBeNull();
});
