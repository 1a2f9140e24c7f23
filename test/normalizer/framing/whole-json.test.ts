import { expect, test } from 'vitest';
import { concat } from '../../../src/lib/bytes.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { MARKERS, type SeenFrame } from '../../../src/normalizer/reply/frame-trace.ts';
import { bytesOf, pushAll, sameBytes, textOf } from '../splits.ts';

const MESSAGE = { role: 'assistant', content: 'Hi!\n`⏰ list`\n\nThere' };
const ANSWER = JSON.stringify({ choices: [{ index: 0, message: MESSAGE }] });

function answered(
  body: Uint8Array,
  ends: readonly number[],
): { out: Uint8Array[]; frames: SeenFrame[] } {
  const frames: SeenFrame[] = [];
  const tap = {
    isOpen: () => true,
    found: () => [],
    frame: (frame: SeenFrame) => void frames.push(frame),
  };
  const normalizer = createBodyNormalizer({ contentType: 'application/json', isReply: true, tap });
  if (!normalizer) throw new Error('no normalizer');
  return { out: pushAll(normalizer, body, ends), frames };
}

test('a JSON answer leaves at its end, and is inspected as a whole', () => {
  for (let at = 1; at < ANSWER.length; at++) {
    const { out, frames } = answered(bytesOf(ANSWER), [at]);
    const after = ANSWER.replace('`⏰ list`\\n\\n', '');

    expect(out.map(textOf)).toEqual([after]);
    expect(frames).toEqual([{ before: ANSWER, after, why: [MARKERS] }]);
  }
});

test('a byte-order mark stays', () => {
  expect(textOf(answered(bytesOf(`\ufeff${ANSWER}`), []).out)).toMatch(/^\ufeff\{[^⏰]*\}$/);
});

test('an answer that is a chunk of nothing but a marker stays an answer', () => {
  const chunk = (content: string): string =>
    JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

  expect(textOf(answered(bytesOf(chunk('\n`⏰ list`\n')), []).out)).toBe(chunk(''));
});

test('an answer beyond 16 MiB passes unread', () => {
  const body = bytesOf(ANSWER + ' '.repeat(16 * 1024 * 1024));

  expect(sameBytes(concat(answered(body, [1000, body.length - 5]).out), body)).toBe(true);
});
