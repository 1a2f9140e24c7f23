import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { MAX_FRAME } from '../../../src/normalizer/framing/frame-splitter.ts';
import { MAX_HELD } from '../../../src/normalizer/text/marker-filter.ts';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { createRandom } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { mutate, toBytes } from './mutate.ts';
import { recordingsIn } from './recordings.ts';

/**
 * Most frames that may wait for the verdict on a text, if each has one character of it, and two
 * more: the one that is too many, and the one that a repair holds.
 */
const WAITING = MAX_HELD + 2;
/** Frames after a mutated body; each has five characters. */
const BEHIND = 2000;

function chunkOf(delta: object, index = 0): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-x', object: 'chat.completion.chunk', choices: [{ index, delta, finish_reason: null }] })}\n\n`;
}

function callsOf(call: object): string {
  return chunkOf({ tool_calls: [call] });
}

/**
 * Pushes chunk by chunk.
 * @returns the most that was held at any time, and the output, both in bytes
 */
function mostHeld(
  chunks: Iterable<string>,
  options: Partial<BodyOptions> = {},
): { held: number; went: number; came: number } {
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    ...options,
  });
  if (!normalizer) throw new Error('no normalizer');
  let went = 0;
  let came = 0;
  let held = 0;
  for (const chunk of chunks) {
    const bytes = new Uint8Array(Buffer.from(chunk, 'latin1'));
    went += bytes.length;
    for (const part of normalizer.push(bytes)) came += part.length;
    held = Math.max(held, went - came);
  }
  return { held, went, came: came + normalizer.end().length };
}

function* repeat(first: readonly string[], text: string, times: number): Generator<string> {
  yield* first;
  for (let i = 0; i < times; i++) yield text;
}

/**
 * Beginnings that wait for something, and what then arrives again and again instead. None of it is
 * ever removed.
 */
const WAITS: Readonly<Record<string, readonly [first: readonly string[], then: string]>> = {
  'a marker line that goes on in another choice': [
    [chunkOf({ content: '`💻 ls' }, 1)],
    chunkOf({ content: 'x' }),
  ],
  'a marker line while tools are called': [
    [chunkOf({ content: '\n`💻 ls' })],
    callsOf({ index: 0, function: { arguments: 'x' } }),
  ],
  'a marker that waits for a blank line': [
    [chunkOf({ content: '`💻 ls' }), chunkOf({ content: '`\n' }), chunkOf({ content: ' ' })],
    chunkOf({ role: 'assistant' }),
  ],
  'a label without an end': [[chunkOf({ content: '\n`💻 ' })], chunkOf({ content: 'x'.repeat(3) })],
  'blanks behind a marker without an end': [
    [chunkOf({ content: '\n`💻 ls' }), chunkOf({ content: '`\n' })],
    chunkOf({ content: '\t' }),
  ],
  'a line feed in a choice that says no more': [
    [chunkOf({ content: 'a\n' }, 1)],
    chunkOf({ content: 'x' }),
  ],
  'a name that may grow': [
    [callsOf({ index: 0, id: 'c', type: 'function', function: { name: 'get' } })],
    callsOf({ index: 1, function: { arguments: 'x' } }),
  ],
  'fences without an end': [[chunkOf({ content: '```\n' })], chunkOf({ content: '`' })],
  comments: [[chunkOf({ content: '\n`💻 ls' })], ': keepalive\n\n'],
  'figures of use': [[chunkOf({ content: '\n`💻 ls' }, 3)], 'data: {"usage":{}}\n\n'],
};

test.each(Object.entries(WAITS))(
  '%s: frames that wait are emitted in the end',
  (_, [first, then]) => {
    const most = first.join('').length + WAITING * then.length;

    const { held, went, came } = mostHeld(repeat(first.map(toBytes), toBytes(then), 4 * WAITING));

    expect(went).toBeGreaterThan(2 * most);
    expect(held).toBeLessThanOrEqual(most);
    // Whatever is removed from unknown streams, text is not.
    expect(came).toBeGreaterThan(went / 2);
  },
);

const MEGABYTE = 'x'.repeat(1024 * 1024);

test.each([
  ['a frame', 'data: {"choices":[{"delta":{"content":"', MEGABYTE],
  ['a comment', ': ', MEGABYTE],
  ['a frame of many lines', 'data: ', `${MEGABYTE}\ndata: `],
  ['half of a line end', 'data: ', `${MEGABYTE}\r`],
])('%s without an end: no more is held than one frame may have', (_, first, then) => {
  const { held, went, came } = mostHeld(repeat([first], then, 20));

  expect(went).toBeGreaterThan(2 * MAX_FRAME);
  expect(held).toBeLessThanOrEqual(MAX_FRAME + then.length);
  expect(came).toBe(went);
});

const RECORDINGS = recordingsIn('hermes').filter(({ carrier }) => carrier === 'sse');
const BODIES = 40;

test.each(RECORDINGS)(
  '$name, mutated, with many ordinary frames after it: all of it is emitted in the end',
  async (recording) => {
    const frame = toBytes(chunkOf({ content: 'word ' }));
    await runCases(`holds ${recording.name}`, BODIES, (turn) => {
      const random = createRandom(`holds ${recording.name}`, turn);
      const body = mutate(random, recording, random.pick(RECORDINGS));
      const { held } = mostHeld(repeat([body, '\n\n'], frame, BEHIND), {
        repairs: DEFAULT_REPAIRS,
        sessionId: recording.sessionId,
      });
      // The whole body may have been removed.
      const most = body.length + (BEHIND / 2) * frame.length;
      if (held > most)
        throw new Error(`${held} bytes held, ${most} at most: ${JSON.stringify(body)}`);
    });
  },
);
