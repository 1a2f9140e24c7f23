import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, pushAll, textOf } from '../splits.ts';
import { on } from '../../support/on.ts';

vi.setConfig({ testTimeout: 60_000 });

function chunk(delta: object, more: object = {}): string {
  return `data: ${JSON.stringify({
    id: 'chatcmpl-x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  })}\n\n`;
}

function call(entry: object): string {
  return chunk({ tool_calls: [entry] });
}

const text = fc
  .constantFrom('word ', 'é', '"', '\n', '\n\n', '`', '`💻 ls`', '\n`⏰ list`\n', '```', '~', 'DONE', '')
  .map((content) => chunk({ content }));
const head = fc
  .tuple(fc.nat(2), fc.constantFrom('', '{}', '{"a":'))
  .map(([index, args]) => call({ index, id: `c${index}`, type: 'function', function: { name: 'f', arguments: args } }));
const args = fc.constantFrom('{"a":', '"b"', '}', ' ', '\\', '{}', '');
const argument = fc
  .tuple(fc.constantFrom(undefined, 0, 0, 0, 1), args, fc.constantFrom({}, {}, {}, { id: '' }, { id: 'c1' }))
  .map(([index, piece, more]) => call({ index, ...more, function: { arguments: piece } }));
const other = fc.constantFrom(
  ': keep-alive\n\n',
  'event: x\ndata: {}\n\n',
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n',
  chunk({ role: 'assistant', content: '' }),
  chunk({}, { finish_reason: 'stop' }),
  'data: [DONE]\n\n',
  chunk({ content: 'word ' }, { index: 1 }),
);
/** A delta occurs several times in a row, so that frames repeat each other. */
const run = fc.oneof(
  { weight: 4, arbitrary: fc.array(text, { maxLength: 6 }) },
  {
    weight: 4,
    arbitrary: fc.tuple(head, fc.array(argument, { maxLength: 6 })).map(([first, rest]) => [first, ...rest]),
  },
  { weight: 1, arbitrary: other.map((frame) => [frame]) },
);

/** The output, and everything that is reported, in order. @param isOpen whether somebody inspects */
function normalize(body: string, ends: readonly number[], isOpen = false): { out: string; repairs: string[] } {
  const repairs: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    tap: { isOpen: () => isOpen, found: () => [], frame: () => {} },
    report: on({
      repair: ({ id }) => repairs.push(id),
      marker: () => repairs.push('marker'),
      progress: ({ progress: { call: number, status, label } }) => repairs.push(`${number} ${status} ${label}`),
      end: () => repairs.push('end'),
    }),
  });
  if (!normalizer) throw new Error('no normalizer');
  return { out: pushAll(normalizer, bytesOf(body), ends).map(textOf).join(''), repairs };
}

test('frame by frame, at once, or while somebody inspects, a reply is cleaned and repaired in the same way', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
      const frames = runs.flat();
      let at = 0;
      const ends = frames.map((frame) => (at += bytesOf(frame).length));

      const whole = normalize(frames.join(''), []);
      expect(normalize(frames.join(''), ends)).toEqual(whole);
      expect(normalize(frames.join(''), ends, true)).toEqual(whole);
    }),
    { numRuns: 2000 },
  );
});
