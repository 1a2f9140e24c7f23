import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSkipScan, hasWork } from '../../../src/normalizer/framing/skip-scan.ts';

test('anything that a rule could apply to is work', () => {
  const work = [
    '`',
    '~~~',
    '"a\\nb"',
    '"\\u0060"',
    '{"status":"running","toolCallId":"call_1"}',
    '{"tool":"terminal","emoji":"\\ud83d\\udcbb"}',
    'event: x',
    'id: 1\nevent:x',
    'data: [DONE]',
    'data:[DONE]',
    '{"function":{},"tool_calls":[]}',
    'error: {}',
    'id: 1\nerror: {}',
    'id: 1\rerror: {}',
    '{}',
    'data: {}\n\n{}',
    'data: : ping',
    'data::ping',
    'id: 1\rdata: : ping',
    'data: {"a":\ndata: 1}',
    'data: {\n: c\ndata: }',
    'data: {\rdata: }',
    'data: {\r\ndata: }',
    'data: {"a":{}}{"b":1}',
  ];
  for (const line of work) {
    const text = line + '\n\n';
    expect([text, hasWork(text, true)]).toEqual([text, true]);
    if (!text.includes('\r')) expect([text, createSkipScan(text, true).next(0) < text.length]).toEqual([text, true]);
  }
});

test('an ordinary chunk is not work', () => {
  const text =
    'data: {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": "Hello - *there*"}, "finish_reason": null}]}\n\n: keepalive\n\n';
  expect(hasWork(text, true)).toBe(false);
  expect(createSkipScan(text, true).next(0)).toBe(Infinity);
});

test('lines after lone carriage returns are found as by a pattern', () => {
  const pieces = fc.constantFrom('data:', 'data: :', '\r', '\n', 'e', '{', 'x', ' ', 'id: 1');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const frame = `: c${parts.join('')}\n\n`;
      fc.pre(createSkipScan(frame, true).next(0) === Infinity);
      expect(hasWork(frame, true)).toBe(/\r(?:[e{]|data: ?:)|data:[^\r]*\rdata:/.test(frame));
    }),
  );
});

/** The offset of the first line at or after `at` that is work, read line by line. */
function firstLine(text: string, at: number): number {
  let start = 0;
  let hasData = false;
  for (const line of text.split('\n')) {
    if (start >= at) {
      if (/^(?:e|\{[^]*\})/.test(line) || /^d.{4}.?:/s.test(text.slice(start)) || (hasData && line.startsWith('d')))
        return start;
      if (line === '') hasData = false;
      else hasData ||= line.startsWith('d');
    }
    start += line.length + 1;
  }
  return Infinity;
}

test('a search finds the first work at or after every frame it is asked for', () => {
  const piece = fc.constantFrom(
    '`',
    '~',
    '\\n',
    'CallId',
    'Call',
    '[DONE]',
    '\nevent:',
    'event:',
    '\n',
    'x',
    '{"',
    'e',
    '[DON',
    'tool_calls',
    '{',
    '}',
    '\ndata:',
    'data: x',
    '\n\n',
    ':',
    ' :',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.array(fc.nat(60), { maxLength: 10 }),
      fc.boolean(),
      (pieces, places, isSse) => {
        const text = pieces.join('');
        const search = createSkipScan(text, isSse);
        const frames = [0, ...[...text.matchAll(/(?<=\n\n)(?!\n)/g)].map(({ index }) => index)];
        for (const at of places.map((place) => frames[place % frames.length] ?? 0).sort((a, b) => a - b)) {
          const starts = [...text]
            .map((_, i) => i)
            .filter((i) => i >= at && /^(?:[`~\\]|CallI|DONE|_call|}\{)/.test(text.slice(i)));
          expect(search.next(at)).toBe(Math.min(Infinity, ...starts, isSse ? firstLine(text, at) : Infinity));
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a frame without its blank line is work, with any line ends', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    expect([`data: a${end}${end}`, `data: a${end}`, 'data: a'].map((frame) => hasWork(frame, true))).toEqual([
      false,
      true,
      true,
    ]);
  }
});

test('in newline-delimited JSON the beginning of a line is not work', () => {
  expect([hasWork('{"a":1}\n', false), hasWork('error\n', false), hasWork('{"a":"`"}\n', false)]).toEqual([
    false,
    false,
    true,
  ]);
});
