import { expect, test } from 'vitest';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { cutFrame, editChoices, endFrame, lineEndOf, readFrame } from '../../../src/normalizer/repairs/frame-repair.ts';

test('a frame is completed in its own style', () => {
  const rows: readonly [before: string, after: string][] = [
    ['data: a\n\n', 'data: a\n\n'],
    ['data: a\n', 'data: a\n\n'],
    ['data: a', 'data: a\n\n'],
    ['id: 1\r\ndata: a\r\n', 'id: 1\r\ndata: a\r\n\r\n'],
    ['data: a\r\n\r\n', 'data: a\r\n\r\n'],
    ['data: a\r\r', 'data: a\r\r'],
    ['data: a\r', 'data: a\r\r'],
  ];
  for (const [before, after] of rows) expect([before, endFrame(before)]).toEqual([before, after]);
});

test('each part is a whole frame, with the mark only before the first', () => {
  const fields = createSseFraming().read('\ufeffdata: x');
  expect(fields && cutFrame(fields, ['a', 'b'])).toEqual(['\ufeffdata: a\n\n', 'data: b']);
  expect(cutFrame({ event: null, data: '', rewrite: () => null }, ['a'])).toBeNull();
});

test('the line end of a frame is its first kind', () => {
  expect(['data: a\n\n', 'data: a\r\n\r\n', 'data: a\r\r', 'data: a'].map(lineEndOf)).toEqual([
    '\n',
    '\r\n',
    '\r',
    '\n',
  ]);
});

test('choices are edited one by one; a frame without an edit, or without choices, stays', () => {
  const { read } = createSseFraming();
  const edit = (text: string): string[] | null =>
    editChoices(readFrame(read, text), (choice, path) =>
      choice.index === 1 ? [{ path: [...path, 'a'], json: '2' }] : [],
    );
  expect(edit('id: 3\ndata: {"b":1,"choices":[{"index":0},null,{"index":1}]}\n\n')).toEqual([
    'id: 3\ndata: {"b":1,"choices":[{"index":0},null,{"index":1,"a":2}]}\n\n',
  ]);
  for (const data of ['{"choices":[{"index":0}]}', '{"choices":null}', '{}', '[]', 'x'])
    expect(edit(`data: ${data}\n\n`)).toBe(null);
  expect(edit(': a\n\n')).toBe(null);
});
