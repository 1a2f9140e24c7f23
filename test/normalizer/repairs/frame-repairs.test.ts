import { expect, test } from 'vitest';
import { readFrame } from '../../../src/normalizer/repairs/frame.ts';
import { createFrameRepairs } from '../../../src/normalizer/repairs/frame-repairs.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { chunk, repaired, sse } from './repaired.ts';

/** The result of frames one after another, null for those that stay. */
function repair(enabled: ReadonlySet<string>, ...texts: readonly string[]): (string[] | null)[] {
  const { read } = createSseFraming();
  const repairs = createFrameRepairs(read, enabled);
  return texts.map(
    (text) => repairs.repair(readFrame(read, text))?.map((frame) => frame.text) ?? null,
  );
}

const JOINED = `data: ${JSON.stringify(chunk({ content: 'a' })).repeat(2)}\n\n`;

test('each repair sees the output of the previous one', () => {
  const one = sse(chunk({ content: 'a' }));
  expect(repair(DEFAULT_REPAIRS, JOINED.trimEnd())).toEqual([[one, one]]);
});

test('clean frames stay', () => {
  expect(
    repair(DEFAULT_REPAIRS, sse(chunk({ content: 'a' })), ': c\n\n', '\n', sse('[DONE]')),
  ).toEqual([null, null, null, null]);
});

test('only the repairs that are on run', () => {
  expect(repair(new Set(), JOINED)).toEqual([null]);
  expect(repair(new Set(['last-blank-line']), JOINED, JOINED.trimEnd())).toEqual([null, null]);
  expect(repair(new Set(['joined-objects']), JOINED.trimEnd())[0]).toHaveLength(2);
});

test('a text equal to the word that identifies chats does not make another stream a chat', () => {
  const body =
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"choices"}}\n\nevent: ping\ndata: {"type":"ping"}\n\n';
  expect(repaired(body)).toBe(body);
});
