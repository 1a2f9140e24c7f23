import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../../src/lib/bytes.ts';
import { createProgressOut } from '../../src/gateway/progress-out.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { aReply } from '../support/random-replies.ts';
import { createSeen, seenTwice, type Seen } from '../support/seen-reply.ts';
import { runs } from '../support/speed.ts';

/** Reads a stream as a page does, or a program in between. @returns what leaves */
function pass(
  body: Uint8Array,
  expected: boolean,
  seen: Seen,
  form: 'drop' | 'hermes' = 'drop',
): Uint8Array {
  const out = form === 'drop' ? null : createProgressOut(form);
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    isReadNext: true,
    expectsMarkers: () => expected,
    report(event) {
      seen.report(event);
      out?.onEvent(event);
    },
  });
  if (!normalizer) throw new Error('not read');
  const around = out?.around(normalizer) ?? normalizer;
  return concat([...around.push(body.slice()), around.end()]);
}

function streamOf(deltas: readonly string[]): Uint8Array {
  const frame = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return bytesOf(
    [
      ...deltas.map((content) => frame({ content }, null)),
      frame({}, 'stop'),
      'data: [DONE]\n\n',
    ].join(''),
  );
}

test.each([
  ['nothing else is known', false],
  ['markers are expected', true],
])(
  'a page behind the gateway or the package says of a reply what it says alone: %s',
  (_, expected) => {
    fc.assert(
      fc.property(aReply, (deltas) => {
        const body = streamOf(deltas);
        const [alone, first, second] = [createSeen(), createSeen(), createSeen()];
        const text = pass(body, expected, alone);
        const behind = pass(pass(body, expected, first), expected, second);

        expect([deltas, Buffer.from(behind).toString()]).toEqual([
          deltas,
          Buffer.from(text).toString(),
        ]);
        expect([deltas, seenTwice(first, second)]).toEqual([deltas, alone.all()]);
      }),
      { numRuns: runs(2000), seed: 30 },
    );
  },
);

test('a call that the model only wrote is none of a server to a page behind a gateway that reports tools', () => {
  fc.assert(
    fc.property(aReply, (deltas) => {
      const [alone, second] = [createSeen(), createSeen()];
      pass(streamOf(deltas), false, alone);
      pass(pass(streamOf(deltas), false, createSeen(), 'hermes'), false, second);

      const { evidence, calls } = second.all();
      expect([deltas, calls.filter((call) => call.endsWith('server'))]).toEqual([
        deltas,
        alone.all().calls.filter((call) => call.endsWith('server')),
      ]);
      expect([deltas, evidence.filter((one) => !alone.all().evidence.includes(one))]).toEqual([
        deltas,
        [],
      ]);
    }),
    { numRuns: runs(500), seed: 30 },
  );
});
