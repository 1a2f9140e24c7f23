import { expect, test } from 'vitest';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import type { FrameRepair } from '../../../src/normalizer/repairs/frame-repair.ts';
import { readFrame, type Soundness } from '../../../src/normalizer/repairs/frame.ts';
import { DEFECTS } from '../../clients/defects.ts';
import { createRandom } from '../../fuzz/random.ts';
import { SERVERS } from '../../fuzz/well-formed.ts';
import { textOf } from '../splits.ts';
import { calls, chunk, sse } from './repaired.ts';

const { read } = createSseFraming();
const soundness = (text: string): Soundness | null => readFrame(read, text).sound;

const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
const REST = { index: 0, function: { arguments: '{' } };
const WORDS = JSON.stringify(chunk({ content: 'Hi' }));

test('the door tells what a sound frame is', () => {
  const rows: readonly [what: Soundness, ...frames: string[]][] = [
    [
      'words',
      ...[{}, { content: null }, { role: 'assistant', content: '' }, { reasoning: 'Hm' }].map(
        (delta) => sse(chunk(delta)),
      ),
      sse({ choices: [], usage: { total_tokens: 1 } }),
      `data:${WORDS}\r\n\r\n`,
      `data: ${WORDS}\r\r`,
    ],
    ['arguments', sse(calls(REST))],
    ['calls', sse(calls(HEAD)), sse(calls(HEAD, { ...HEAD, index: 1, id: 'b' }))],
    ['calls', sse(chunk({ content: 'Hi', tool_calls: [REST] }))],
    ['end', sse('[DONE]')],
  ];
  for (const [what, ...frames] of rows)
    for (const frame of frames) expect([frame, soundness(frame)]).toEqual([frame, what]);
});

test('nothing else is sound', () => {
  const odd = [
    ...[{ role: '' }, { content: [] }, { content: {} }, { tool_calls: null }, { tool_calls: [] }],
    ...[
      { ...HEAD, index: undefined },
      { ...HEAD, index: '0' },
      { ...HEAD, index: -1 },
      1,
      null,
    ].map((entry) => ({ tool_calls: [entry] })),
    ...[{ id: '' }, { id: undefined }, { type: '' }, { function: null }].map((more) => ({
      tool_calls: [{ ...HEAD, ...more }],
    })),
    ...[{ id: '' }, { id: 'a' }, { type: null }].map((more) => ({
      tool_calls: [{ ...REST, ...more }],
    })),
    ...[{ name: '' }, { arguments: {} }, { arguments: null }].map((said) => ({
      tool_calls: [{ ...HEAD, function: { ...HEAD.function, ...said } }],
    })),
  ].map((delta) => sse(chunk(delta)));
  for (const frame of [
    ...odd,
    sse(chunk({}, '')),
    sse({ choices: null }, { choices: [{}] }, { error: {}, choices: [] }),
    ...['', ': a\n', 'id: 1\n', 'event: message\n', '\ufeff'].map(
      (before) => before + 'data: 1\n\n',
    ),
    ...[': a\n', 'id: 1\n', 'event: a\n', '\ufeff'].map((line) => `${line}data: ${WORDS}\n\n`),
    `data: ${WORDS}\n`,
    `data: ${WORDS}${WORDS}\n\n`,
    `data: ${WORDS.slice(0, -1)}\n\n`,
    `data: ${WORDS.slice(0, -1)}\ndata: }\n\n`,
  ])
    expect([frame, soundness(frame)]).toEqual([frame, null]);
});

const FRAME_REPAIRS: readonly FrameRepair[] = REPAIRS.filter((repair) => repair.stage === 'frame');

test('no repair of a single frame has anything to do with a sound one', () => {
  const served = Array.from({ length: 20 }, (_, turn) =>
    Object.values(SERVERS).map((server) => server(createRandom('door', turn)).frames.join('')),
  ).flat();
  let sound = 0;
  for (const body of [...served, ...DEFECTS.map(({ body }) => textOf(body))])
    for (const text of body.match(/[^]*?\n\r?\n/g) ?? []) {
      const frame = readFrame(read, text);
      if (frame.sound === null) continue;
      sound++;
      for (const { id, repair } of FRAME_REPAIRS)
        expect(
          [id, text, repair(frame)],
          `soundnessOf in src/normalizer/repairs/frame.ts must not call it sound, or ${id} never sees it`,
        ).toEqual([id, text, null]);
    }
  expect(sound).toBeGreaterThan(1000);
});
