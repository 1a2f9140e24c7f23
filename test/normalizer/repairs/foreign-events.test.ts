import { expect, test } from 'vitest';
import { isForeignEvent } from '../../../src/normalizer/repairs/foreign-events.ts';
import { readFrame } from '../../../src/normalizer/repairs/frame-repairs.ts';
import { createSseFraming } from '../../../src/normalizer/sse-frames.ts';
import { bytesOf, endsEvery, normalizeCut } from '../splits.ts';
import { chunk, sse } from './repaired.ts';

test('an event is foreign that has a name, and neither a chunk nor an error', () => {
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
  for (const [frame, foreign] of rows) expect([frame, isForeignEvent(readFrame(createSseFraming().read, frame))]).toEqual([frame, foreign]);
});

test('the names of unknown events on the stream of a chat are told, at most 100 units of each', () => {
  const long = 'x'.repeat(150);
  const rows: readonly [body: string, names: string[]][] = [
    [sse(chunk({ content: 'Hi' })) + `event: a.b\ndata: {}\n\nevent: ${long}\ndata: 3\n\nevent: hermes.tool.progress\ndata: {}\n\n`, ['a.b', long.slice(0, 100)]],
    ['event: a.b\ndata: {}\n\n', []],
  ];
  for (const [body, expected] of rows) {
    const bytes = bytesOf(body);
    for (const size of [0, 1, 7]) {
      const names: string[] = [];
      normalizeCut(bytes, endsEvery(bytes.length, size), { onUnknownEvent: (name) => void names.push(name) });
      expect(names).toEqual(expected);
    }
  }
});
