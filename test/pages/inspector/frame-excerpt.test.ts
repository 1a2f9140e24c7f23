import { expect, test } from 'vitest';
import type { RecordedFrame } from '../../../src/inspector/recording.ts';
import { excerptOf } from '../../../src/pages/inspector/frame-excerpt.ts';

function framesOf(...texts: readonly string[]): readonly RecordedFrame[] {
  return texts.map((text, i) => ({
    number: i + 1,
    before: text,
    after: text,
    why: [],
    from: 0,
    cut: 0,
  }));
}

function excerpts(frames: readonly RecordedFrame[]): string[] {
  return frames.map((frame) => excerptOf(frame, frames));
}

test('shows what is new in frames that begin alike, with the name of its field', () => {
  const frames = framesOf(
    'data: {"id":"c-1","choices":[{"delta":{"role":"assistant"}}]}\n\n',
    'data: {"id":"c-1","choices":[{"delta":{"content":"One."}}]}\n\n',
    'data: {"id":"c-1","choices":[{"delta":{"content":"Other."}}]}\n\n',
  );

  expect(excerpts(frames)).toEqual([
    'data: {"id":"c-1","choices":[{"delta":{"role":"assistant"}}]}',
    '{"content":"One."}}]}',
    '{"content":"Other."}}]}',
  ]);
});

test('skips frames of another kind', () => {
  const frames = framesOf('data: {"id":7,"d":{"t":"a"}}', ': ping', 'data: {"id":7,"d":{"t":"b"}}');

  expect(excerpts(frames)[2]).toBe('{"t":"b"}}');
});

test('shows a frame that repeats another from its start, and the output of one that was added', () => {
  const [ping, again] = framesOf(': ping\n\n', ': ping\n\n');
  const added: RecordedFrame = {
    number: 3,
    before: '',
    after: 'data: [DONE]\n\n',
    why: [],
    from: 0,
    cut: 0,
  };
  const frames = [ping, again, added].filter((frame) => frame !== undefined);

  expect(excerpts(frames)).toEqual([': ping', ': ping', 'data: [DONE]']);
});

test('is one short line of whole characters', () => {
  const [frame] = framesOf(`${'a\n'.repeat(30)}${'😀'.repeat(9_000)}`);

  const excerpt = frame ? excerptOf(frame, [frame]) : '';

  expect(excerpt.length).toBeLessThanOrEqual(120);
  expect(excerpt).not.toContain('\n');
  expect(excerpt.isWellFormed()).toBe(true);
});
