import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorkSearch, hasWork } from '../../src/normalizer/work-search.ts';

test('whatever a rule could apply to is work', () => {
  const work = ['`', '~~~', '"a\\nb"', '"\\u0060"', '{"status":"running","toolCallId":"call_1"}', '{"tool":"terminal","emoji":"\\ud83d\\udcbb"}', 'event: x', 'id: 1\nevent:x', 'data: [DONE]', 'data:[DONE]'];
  for (const text of work) {
    expect([text, hasWork(text)]).toEqual([text, true]);
    expect([text, createWorkSearch(text).next(0) < text.length]).toEqual([text, true]);
  }
});

test('an ordinary chunk is no work', () => {
  const text = 'data: {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": "Hello - *there*"}, "finish_reason": null}]}\n\n: keepalive\n\n';
  expect(hasWork(text)).toBe(false);
  expect(createWorkSearch(text).next(0)).toBe(Infinity);
});

test('a search finds the first work at or behind every place it is asked for', () => {
  const piece = fc.constantFrom('`', '~', '\\n', 'CallId', 'Call', '[DONE]', '\nevent:', 'event:', '\n', 'x', '{"', 'e', '[DON', 'tool');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(60), { maxLength: 10 }), (pieces, places) => {
      const text = pieces.join('');
      const search = createWorkSearch(text);
      for (const at of places.sort((a, b) => a - b)) {
        const starts = [...text].map((_, i) => i).filter((i) => i >= at && /^(?:[`~\\]|CallI|DONE)/.test(text.slice(i)));
        const events = [...text].map((_, i) => i).filter((i) => i >= at && text.startsWith('ev', i) && (i === 0 || text[i - 1] === '\n'));
        expect(search.next(at)).toBe(Math.min(Infinity, ...starts, ...events));
      }
    }),
    { numRuns: 2000 },
  );
});
