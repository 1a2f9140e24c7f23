import { expect, test } from 'vitest';
import { isForeignEvent } from '../../../src/normalizer/repairs/foreign-events.ts';
import { readFrame } from '../../../src/normalizer/repairs/frame-repair.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { bytesOf, endsEvery, normalizeCut } from '../splits.ts';
import { chunk, repaired, sse } from './repaired.ts';
import { on } from '../../support/on.ts';

test('a foreign event has a name, and neither a chunk nor an error', () => {
  const rows: readonly [frame: string, foreign: boolean][] = [
    ['event: x.progress\ndata: {"a":1}\n\n', true],
    ['event: x\ndata: text\n\n', true],
    ['data: {"a":1}\n\n', false],
    ['event: message\ndata: {"a":1}\n\n', false],
    ['event: error\ndata: no\n\n', false],
    ['event: thread.run.created\ndata: {"a":1}\n\n', false],
    ['event: x\ndata: {"choices":[]}\n\n', false],
    ['event: x\ndata: {"error":{}}\n\n', false],
    ['event: x\n\n', false],
  ];
  for (const [frame, foreign] of rows)
    expect([frame, isForeignEvent(readFrame(createSseFraming().read, frame))]).toEqual([frame, foreign]);
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

const HI = chunk({ content: 'Hi' });
const REST = sse(chunk({ content: ' you' }), chunk({}, 'stop'), '[DONE]');
const PROGRESS = 'event: x.progress\ndata: {"label":"ls"}\n\n';

test('a foreign event is dropped after something else was repaired', () => {
  const marker = sse(chunk({ content: 'a\n`⏰ list`\n\nb' }));
  const cleaned = sse(chunk({ content: 'a\nb' }));
  expect(repaired(sse(HI) + 'event: ping\n\n' + PROGRESS + sse(HI) + PROGRESS + REST)).toBe(sse(HI, HI) + REST);
  expect(repaired(marker + PROGRESS + REST)).toBe(cleaned + REST);
  expect(repaired(sse(chunk({ tool_calls: [] }), HI) + PROGRESS + REST)).toBe(sse(chunk({}), HI) + REST);
});

test('an earlier one stays, and so do those in a stream that needs no repair or is not a chat', () => {
  expect(repaired(sse(HI) + PROGRESS + 'event: ping\n\n' + REST)).toBe(sse(HI) + PROGRESS + REST);
  expect(repaired(PROGRESS + sse(HI) + PROGRESS + REST)).toBe(PROGRESS + sse(HI) + PROGRESS + REST);
  expect(repaired('event: hermes.tool.progress\ndata: {}\n\n' + PROGRESS)).toBe(PROGRESS);
  expect(repaired(sse(HI) + 'event: ping\n\n' + PROGRESS + REST, new Set(['silent-events']))).toBe(
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
    expect([frame, repaired(body.replace(frame, 'event: ping\n\n' + frame))]).toEqual([frame, body]);
  }
});
