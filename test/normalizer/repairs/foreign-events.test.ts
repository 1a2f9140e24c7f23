import { expect, test } from 'vitest';
import { isForeign, nameOfForeign } from '../../../src/normalizer/repairs/foreign-events.ts';
import { readFrame } from '../../../src/normalizer/repairs/frame.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { bytesOf, endsEvery, normalizeCut } from '../splits.ts';
import { HI, REST, chunk, repaired, sse } from './repaired.ts';
import { on } from '../../support/on.ts';

test('a foreign frame has data that is neither a chunk nor an error, whatever it calls itself', () => {
  const rows: readonly [frame: string, foreign: boolean, name?: string][] = [
    ['event: x.progress\ndata: {"a":1}\n\n', true, 'x.progress'],
    ['event: x\ndata: text\n\n', true, 'x'],
    [
      'event: approval.request\ndata: {"choices_offered":["once","deny"]}\n\n',
      true,
      'approval.request',
    ],
    ['data: {"a":1}\n\n', true, 'message'],
    ['data: {"type":"status","data":{"done":false}}\n\n', true, 'status'],
    ['data: {"event":{"type":"status"}}\n\n', true, 'status'],
    ['data: {"event":"on_run_step","data":{}}\n\n', true, 'on_run_step'],
    ['event: message\ndata: {"object":"x.y"}\n\n', true, 'message'],
    ['data: null\n\n', true, 'message'],
    ['data: "a"\n\n', true, 'message'],
    ['data: half of a "chunk\n\n', false],
    ['data: [DONE]\n\n', false],
    ['data: {"usage":{"total_tokens":1}}\n\n', false],
    ['data: {"detail":"Not found"}\n\n', false],
    ['data: {"object":"error","message":"no"}\n\n', false],
    ['data: {"type":"error","code":1}\n\n', false],
    ['error: {"a":1}\ndata: {"b":1}\n\n', false],
    ['event: error\ndata: no\n\n', false],
    ['event: thread.run.created\ndata: {"a":1}\n\n', false],
    ['event: x\ndata: {"choices":[]}\n\n', false],
    ['event: x\ndata: {"error":{}}\n\n', false],
    ['event: x\n\n', false],
  ];
  for (const [text, foreign, name] of rows) {
    const frame = readFrame(createSseFraming().read, text);
    expect([text, isForeign(frame), foreign ? nameOfForeign(frame) : undefined]).toEqual([
      text,
      foreign,
      name,
    ]);
  }
});

test("the names of unknown events in a chat's stream are reported, at most 100 units of each", () => {
  const long = 'x'.repeat(150);
  const rows: readonly [body: string, names: string[]][] = [
    [
      sse(chunk({ content: 'Hi' })) +
        `event: a.b\ndata: {}\n\nevent: ${long}\ndata: 3\n\nevent: hermes.tool.progress\ndata: {}\n\n`,
      ['a.b', long.slice(0, 100)],
    ],
    ['event: a.b\ndata: {}\n\n', []],
  ];
  for (const [body, expected] of rows) {
    const bytes = bytesOf(body);
    for (const size of [0, 1, 7]) {
      const names: string[] = [];
      normalizeCut(bytes, endsEvery(bytes.length, size), {
        report: on({ 'unknown-event': ({ name }) => names.push(name) }),
      });
      expect(names).toEqual(expected);
    }
  }
});

const PROGRESS = 'event: x.progress\ndata: {"label":"ls"}\n\n';

test('a foreign frame is dropped from the first chunk on, and its id leaves with the next frame', () => {
  for (const frame of [PROGRESS, 'data: {"type":"status"}\n\n', 'data: 1\n\n']) {
    expect(repaired(sse(HI) + frame + frame + REST)).toBe(sse(HI) + REST);
    expect(repaired(sse(HI) + 'id: 4\n' + frame + REST)).toBe(`${sse(HI)}id: 4\n${REST}`);
    expect(repaired(frame + sse(HI) + frame + REST)).toBe(frame + sse(HI) + REST);
  }
});

test('it stays in a stream that is not a chat, and while its repair is off', () => {
  expect(repaired('event: hermes.tool.progress\ndata: {}\n\n' + PROGRESS)).toBe(PROGRESS);
  expect(repaired(sse(HI) + PROGRESS + REST, new Set(['silent-events']))).toBe(
    sse(HI) + PROGRESS + REST,
  );
});

test('an event that means something to clients stays even after a repair', () => {
  for (const frame of [
    'event: error\ndata: no\n\n',
    'event: thread.run.created\ndata: {}\n\n',
    `event: x\n${sse(HI)}`,
    'event: x\ndata: {"error":{}}\n\n',
  ]) {
    const body = sse(HI) + frame + REST;
    expect([frame, repaired(body.replace(frame, 'event: ping\n\n' + frame))]).toEqual([
      frame,
      body,
    ]);
  }
});
