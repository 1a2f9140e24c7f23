import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import {
  MARKERS,
  TOOL_EVENTS,
  type FrameTap,
  type SeenFrame,
} from '../../../src/normalizer/reply/frame-trace.ts';
import { compileRules } from '../../../src/normalizer/rules/compile-rules.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { DEFECTS } from '../../clients/defects.ts';
import { bytesOf, chatBody, chunkJson, endsEvery, normalizeCut, textOf } from '../splits.ts';
import { on } from '../../support/on.ts';

const RECORDINGS = ['hermes', 'dialects'].flatMap((folder) => {
  const at = new URL(`../../recordings/${folder}/`, import.meta.url);
  return readdirSync(at).map((name) => ({
    name: `${folder}/${name}`,
    ...readResponse(readFileSync(new URL(name, at))),
  }));
});

const BODIES = [
  ...RECORDINGS,
  ...DEFECTS.map(({ what, body }) => ({
    name: what,
    body,
    contentType: 'text/event-stream',
    sessionId: null,
  })),
];

function tapInto(frames: SeenFrame[]): FrameTap {
  return { isOpen: () => true, found: () => [], frame: (frame) => void frames.push(frame) };
}

function watch(
  body: string | Uint8Array,
  size: number,
  options = {},
): { readonly frames: readonly SeenFrame[]; readonly text: string } {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  const frames: SeenFrame[] = [];
  const out = normalizeCut(bytes, endsEvery(bytes.length, size), {
    tap: tapInto(frames),
    ...options,
  });
  return { frames, text: textOf(out.bytes) };
}

function sse(...data: readonly string[]): string[] {
  return data.map((each) => `data: ${each}\n\n`);
}

const EVENT =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';

test.each(BODIES)(
  'the report of "$name" is what arrived and what left, complete, in order, with a reason for each change',
  ({ body, contentType, sessionId }) => {
    for (const repairs of [DEFAULT_REPAIRS, ALL_REPAIRS]) {
      for (const size of [0, 1, 17, 300]) {
        const bare = normalizeCut(body, endsEvery(body.length, size), {
          contentType,
          sessionId,
          repairs,
        });
        const { frames, text } = watch(body, size, { contentType, sessionId, repairs });

        expect(text).toBe(textOf(bare.bytes));
        expect(frames.map(({ before }) => before).join('')).toBe(textOf(body));
        expect(frames.map(({ after }) => after).join('')).toBe(text);
        for (const { before, after, why } of frames)
          expect([before === after, why]).toEqual([why.length === 0, why]);
      }
    }
  },
);

test.each([0, 1, 50])(
  'in chunks of %i a tool event is reported as dropped, a marker as removed, the rest as unchanged',
  (size) => {
    const [role, text, stop, done] = sse(
      chunkJson('Hi.'),
      chunkJson('\n`⏰ list`\n'),
      chunkJson(undefined, { finish: 'stop' }),
      '[DONE]',
    );

    const { frames } = watch(`${role}${EVENT}${text}${stop}${done}`, size);

    expect(frames).toEqual([
      { before: role, after: role, why: [] },
      { before: EVENT, after: '', why: [TOOL_EVENTS] },
      { before: text, after: '', why: [MARKERS] },
      { before: stop, after: stop, why: [] },
      { before: done, after: done, why: [] },
    ]);
  },
);

test('an added end comes after the stream, with nothing before it', () => {
  const body = sse(chunkJson('Hi'), chunkJson(undefined, { finish: 'stop' })).join('');

  expect(watch(body, 0).frames.at(-1)).toEqual({
    before: '',
    after: 'data: [DONE]\n\n',
    why: ['done'],
  });
});

test('frames that pass unread are reported one by one', () => {
  const body = chatBody(Array.from({ length: 50 }, (_, i) => `word ${i}`));

  const { frames } = watch(body, 0);

  expect(frames).toHaveLength(52);
  expect(frames.every(({ before, after, why }) => before === after && why.length === 0)).toBe(true);
});

test('a closed tap receives nothing, and one that opens later only what follows', () => {
  const frames: SeenFrame[] = [];
  let open = false;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    tap: { isOpen: () => open, found: () => [], frame: (frame) => void frames.push(frame) },
  });
  const [first = '', held = '', marker = '', last = ''] = sse(
    chunkJson('Hi.'),
    chunkJson('\n`⏰'),
    chunkJson(' list`\n'),
    chunkJson('\nThere'),
  );

  normalizer?.push(bytesOf(first));
  normalizer?.push(bytesOf(held));
  expect(frames).toEqual([]);
  open = true;
  normalizer?.push(bytesOf(marker));
  normalizer?.push(bytesOf(last));
  normalizer?.end();

  expect(frames.map(({ before }) => before)).toEqual([marker, last]);
});

test('a rule is the reason for its removals, in all frames of the line', () => {
  const rules = compileRules([
    { id: 'agent/line', kind: 'line', pattern: '>> calls {tool}', tells: 'start' },
  ]);
  const frames: SeenFrame[] = [];
  const ids: string[] = [];
  const tap: FrameTap = { ...tapInto(frames), found: () => ids.splice(0) };
  const deltas = ['Hi.\n', '>> ca', 'lls ls', '\n', 'There.\n', '`⏰ list`\n\nDone.'];
  normalizeCut(bytesOf(chatBody(deltas)), [], {
    tap,
    rules,
    report: on({ rule: ({ rule }) => ids.push(rule), marker: () => ids.push(MARKERS) }),
  });

  const reasons = frames
    .filter(({ why }) => why.length > 0)
    .map(({ before, why }) => [
      deltas.findIndex((delta) => before.includes(JSON.stringify(delta))),
      why,
    ]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      [1, ['agent/line']],
      [2, ['agent/line']],
      [5, [MARKERS]],
    ]),
  );
});
