import { expect, test } from 'vitest';
import { createBodyNormalizer, type BodyOptions } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { MARKERS, type SeenFrame } from '../../../src/normalizer/reply/frame-trace.ts';
import { traceBody } from '../../../src/normalizer/bodies/traced-body.ts';
import { bytesOf, textOf } from '../splits.ts';

function open(options: Partial<BodyOptions>, isOpen = () => true) {
  const frames: SeenFrame[] = [];
  const body = createBodyNormalizer({
    contentType: null,
    isReply: true,
    tap: { isOpen, found: () => [], frame: (frame) => void frames.push(frame) },
    ...options,
  });
  if (!body) throw new Error('no normalizer for this content type');
  return { frames, body };
}

const ANSWER = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi!\n`⏰ list`\n\nThere' } }],
});

test('a JSON response is reported as a whole, before and after', () => {
  const { frames, body } = open({ contentType: 'application/json' });

  body.push(bytesOf(ANSWER.slice(0, 30)));
  body.push(bytesOf(ANSWER.slice(30)));
  expect(frames).toEqual([]);
  const left = textOf(body.end());

  expect(left).not.toContain('⏰');
  expect(frames).toEqual([{ before: ANSWER, after: left, why: [MARKERS] }]);
});

test('plain text is reported in the pieces in which it leaves, with whole characters', () => {
  const { frames, body } = open({ contentType: 'text/plain' });
  const bytes = bytesOf('Grüße ☀');
  let left = '';
  for (const chunk of [
    bytes.subarray(0, 3),
    bytes.subarray(3),
    bytesOf(' A.\n'),
    bytesOf('`⏰ list`\n'),
    bytesOf('\nB'),
  ])
    left += textOf(body.push(chunk));
  left += textOf(body.end());

  expect(left).not.toContain('⏰');
  expect(frames.map(({ before }) => before).join('')).toBe('Grüße ☀ A.\n`⏰ list`\n\nB');
  expect(frames.map(({ after }) => after).join('')).toBe(left);
  expect(frames.length).toBeGreaterThan(2);
  expect(frames.filter(({ why }) => why.length > 0)).toHaveLength(1);
});

test('nothing is reported of a response whose beginning was not seen', () => {
  let isOpen = false;
  const { frames, body } = open({ contentType: 'application/json' }, () => isOpen);

  body.push(bytesOf(ANSWER.slice(0, 30)));
  isOpen = true;
  body.push(bytesOf(ANSWER.slice(30)));
  body.end();

  expect(frames).toEqual([]);
});

test('without a tap a body is the same', () => {
  const { body } = open({ contentType: 'text/plain' });

  expect(traceBody(body, undefined)).toBe(body);
});
