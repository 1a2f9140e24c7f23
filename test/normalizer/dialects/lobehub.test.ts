import { expect, test } from 'vitest';
import { hermesProgress } from '../../../src/normalizer/dialects/hermes-progress.ts';
import { lobehub } from '../../../src/normalizer/dialects/lobehub.ts';
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
