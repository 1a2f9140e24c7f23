import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNoWork } from '../../../src/normalizer/framing/byte-scan.ts';
import { createSkipScan } from '../../../src/normalizer/framing/skip-scan.ts';

test('whole frames without work in a byte scan have none, and nothing else in them may matter', () => {
  const start = 'data: {"choices":[{"delta":{"content":"';
  const end = '"},"finish_reason":null}]}\n\n';
  const piece = fc.constantFrom(
    ...[
      '`',
      '~',
      '\\',
      '\r',
      '\n',
      '\n\n',
      '\n\ndata: {',
      'data: {',
      ': ping',
      'event: x',
      'x',
      'I',
      'D',
      '_',
      '{',
      '}',
    ],
    ...[
      'CallI',
      'CallId',
      'DONE',
      '_call',
      '}{',
      'x":1',
      'x": 1',
      'x": ',
      '"choices":null',
      '"choices": null',
      'null',
      '1',
    ],
    ...['"logprobs":null', 'é', 'word ', start, end],
  );
  let passed = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), fc.boolean(), (pieces, isSse, framed) => {
      const text = framed ? start + pieces.join('') + end : pieces.join('');
      const units = Buffer.from(text).toString('latin1');
      if (!hasNoWork(Buffer.from(text), isSse)) return;
      passed++;
      expect(createSkipScan(units, isSse).next(0)).toBe(Infinity);
      expect(text).not.toMatch(/\r|^\n|"choices": ?null/);
      expect(text.endsWith(isSse ? '\n\n' : '\n')).toBe(true);
      if (isSse) for (const frame of text.slice(0, -2).split('\n\n')) expect(frame).toMatch(/^data: \{[^\n]*$/);
    }),
    { numRuns: 5000 },
  );
  expect(passed).toBeGreaterThan(200);
});

test('a byte scan finds no work in ordinary chunks, one or a few at once', () => {
  const chunk =
    'data: {"id":"chatcmpl-1","system_fingerprint":null,"choices":[{"index":0,"delta":{"content":"I {é} _x"},"logprobs":null,"finish_reason":null}],"usage":null}\n\n';
  const line = '{"model":"x","message":{"content":"Hello"},"done":false}\n';
  for (const text of [chunk, chunk + chunk]) expect(hasNoWork(Buffer.from(text), true)).toBe(true);
  for (const text of [line, line + line]) expect(hasNoWork(Buffer.from(text), false)).toBe(true);
});
