import { expect, test } from 'vitest';
import { concat } from '../../../src/lib/bytes.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { bytesOf, textOf } from '../splits.ts';

/** Arguments of the deltas of one call, as JSON strings. */
const PIECES = [
  '{\\"a\\": \\"',
  'word ',
  '',
  'é 日本 😀',
  '`💻 ls`',
  '\\n\\\\\\"',
  '\\u00e9',
  'x'.repeat(300),
  '}{',
  '\\"}',
];

/** Frames with a defect in each delta, so that each repeats the one before it; `@` is where the arguments are. */
const SHAPES: readonly (readonly [name: string, entry: string, end: string])[] = [
  ['an empty id and name', '{"index":0,"id":"","type":"function","function":{"name":"","arguments":@}}', '}'],
  ['null fields behind the arguments', '{"function":{"arguments":@,"name":null},"index":0,"type":null,"id":null}', '}'],
  ['no index', '{"function":{"arguments":@}}', '}'],
  ['an index as text', '{"index":"0","function":{"arguments":@}}', '}'],
  ['nothing wrong', '{"index":0,"function":{"arguments":@}}', '}'],
  ['the id and name again', '{"index":0,"id":"call_a","type":"function","function":{"name":"f","arguments":@}}', '}'],
  ['blanks before the last brace', '{"index":0,"id":"","function":{"arguments": @ } } ', '   }'],
];

function frame(entry: string, end = '}'): string {
  return `data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[${entry}]},"finish_reason":null}]${end}\n\n`;
}

/** Two calls, one after the other; in the second, the deltas are those of the first in another order. */
function framesOf(entry: string, end: string): string[] {
  const head = (call: number): string =>
    frame(`{"index":${call},"id":"call_${'ab'[call]}","type":"function","function":{"name":"f","arguments":""}}`);
  const deltas = (pieces: readonly string[], call: number): string[] =>
    pieces.map((piece, i) => {
      const own = entry.replace('"index":0', `"index":${call}`).replace('"index":"0"', `"index":"${call}"`);
      return frame(own.replace('@', `"${piece}"`), i % 3 === 0 ? end : '}');
    });
  return [head(0), ...deltas(PIECES, 0), head(1), ...deltas(PIECES.toReversed(), 1), 'data: [DONE]\n\n'];
}

/** @param inspected then each frame is read in full, whatever it repeats */
function normalize(chunks: readonly Uint8Array[], repairs: ReadonlySet<string>, inspected: boolean): unknown {
  const made: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    repairs,
    report(event) {
      if (event.type === 'repair') made.push(event.id);
    },
    ...(inspected && { tap: { isOpen: () => false, found: () => [], frame() {} } }),
  });
  const parts = chunks.flatMap((chunk) => [...(normalizer?.push(chunk.slice()) ?? [])]);
  return { text: textOf(concat([...parts, normalizer?.end() ?? new Uint8Array()])), made };
}

test.each(SHAPES)('repeated deltas are repaired as if each was read by itself: %s', (_, entry, end) => {
  const frames = framesOf(entry, end).map(bytesOf);
  const whole = concat(frames);
  for (const repairs of [DEFAULT_REPAIRS, ALL_REPAIRS]) {
    const expected = normalize(frames, repairs, true);
    expect(normalize(frames, repairs, false)).toEqual(expected);
    expect(normalize([whole], repairs, false)).toEqual(expected);
    for (let at = 1; at < whole.length; at += 7) {
      expect(normalize([whole.subarray(0, at), whole.subarray(at)], repairs, false)).toEqual(expected);
    }
  }
});

test('the streams have what they are to show', () => {
  const [, defective = '', end = ''] = SHAPES[0] ?? [];
  const { made, text } = normalize(framesOf(defective, end).map(bytesOf), DEFAULT_REPAIRS, false) as {
    made: string[];
    text: string;
  };
  expect(made).toHaveLength(2 * PIECES.length);
  expect(text).not.toContain('"id":""');
  for (const piece of PIECES) expect(text.split(`"arguments":"${piece}"`).length - 1).toBeGreaterThanOrEqual(2);
});
