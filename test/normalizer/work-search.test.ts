import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorkSearch, hasWork } from '../../src/normalizer/work-search.ts';

test('whatever a rule could apply to is work', () => {
  const work = ['`', '~~~', '"a\\nb"', '"\\u0060"', '{"status":"running","toolCallId":"call_1"}', '{"tool":"terminal","emoji":"\\ud83d\\udcbb"}', 'event: x', 'id: 1\nevent:x', 'data: [DONE]', 'data:[DONE]', '{"function":{},"tool_calls":[]}', 'error: {}', 'id: 1\nerror: {}', 'id: 1\rerror: {}', '{}', 'data: {}\n\n{}', 'data: : ping', 'data::ping', 'id: 1\rdata: : ping'];
  for (const line of work) {
    const text = line + '\n\n';
    expect([text, hasWork(text, true)]).toEqual([text, true]);
    if (!text.includes('\r')) expect([text, createWorkSearch(text, true).next(0) < text.length]).toEqual([text, true]);
  }
});

test('an ordinary chunk is no work', () => {
  const text = 'data: {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": "Hello - *there*"}, "finish_reason": null}]}\n\n: keepalive\n\n';
  expect(hasWork(text, true)).toBe(false);
  expect(createWorkSearch(text, true).next(0)).toBe(Infinity);
});

test('a search finds the first work at or behind every place it is asked for', () => {
  const piece = fc.constantFrom('`', '~', '\\n', 'CallId', 'Call', '[DONE]', '\nevent:', 'event:', '\n', 'x', '{"', 'e', '[DON', 'tool_calls', '{', '\ndata:', ':', ' :');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(60), { maxLength: 10 }), fc.boolean(), (pieces, places, isSse) => {
      const text = pieces.join('');
      const search = createWorkSearch(text, isSse);
      for (const at of places.sort((a, b) => a - b)) {
        const starts = [...text].map((_, i) => i).filter((i) => i >= at && /^(?:[`~\\]|CallI|DONE|_call)/.test(text.slice(i)));
        const events = [...text].map((_, i) => i).filter((i) => i >= at && (i === 0 || text[i - 1] === '\n') && isSse && /^(?:[e{]|d.{4}.?:)/s.test(text.slice(i)));
        expect(search.next(at)).toBe(Math.min(Infinity, ...starts, ...events));
      }
    }),
    { numRuns: 2000 },
  );
});

test('a frame without its blank line is work, whatever ends the lines', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    expect([`data: a${end}${end}`, `data: a${end}`, 'data: a'].map((frame) => hasWork(frame, true))).toEqual([false, true, true]);
  }
});

test('in newline-delimited JSON the beginning of a line is none', () => {
  expect([hasWork('{"a":1}\n', false), hasWork('error\n', false), hasWork('{"a":"`"}\n', false)]).toEqual([false, false, true]);
});
