import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { bytesOf, endsEvery, normalizeCut, pushAll, textOf } from '../splits.ts';
import { calls, chunk, repaired, sse } from './repaired.ts';
import { on } from '../../support/on.ts';

const HI = chunk({ role: 'assistant', content: 'Hi' });
const THERE = chunk({ content: ' there' });
const STOP = chunk({}, 'stop');
const DONE = 'data: [DONE]\n\n';

/** A chunk of one choice. */
function of(index: number, delta: object, finish: string | null = null): object {
  return { ...chunk({}), choices: [{ index, delta, finish_reason: finish }] };
}

test('a stream of chunks that ends with its finish reason gets the missing end', () => {
  const usage = { ...chunk({}), choices: [], usage: { total_tokens: 3 } };
  const bodies: readonly string[] = [
    sse(HI, STOP),
    sse(HI, THERE, THERE, STOP),
    sse(HI, THERE, STOP, usage),
    sse(HI, THERE, chunk({ content: '!' }, 'length')),
    sse(
      HI,
      calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }),
      chunk({}, 'tool_calls'),
    ),
    sse(
      of(0, { content: 'a' }),
      of(1, { content: 'b' }),
      of(0, {}, 'stop'),
      of(1, { content: 'b' }),
      of(1, {}, 'stop'),
    ),
    sse(HI) + ': keepalive\n\n' + sse(STOP) + ': keepalive\n\n',
    sse(HI, { ...STOP, error: null }),
    sse(HI, THERE, STOP) + '\n',
  ];
  for (const body of bodies) expect([body, repaired(body)]).toEqual([body, body + DONE]);
});

test('its lines end like those of the stream', () => {
  for (const lineEnd of ['\r\n', '\r']) {
    const body = sse(HI, THERE, STOP).replaceAll('\n', lineEnd);
    expect(repaired(body)).toBe(body + DONE.replaceAll('\n', lineEnd));
  }
});

test('the end comes with the blank line of the last frame', () => {
  const body = sse(HI, THERE, STOP);
  expect(repaired(body.trimEnd())).toBe(body + DONE);
  expect(repaired(body.trimEnd(), new Set(['done']))).toBe(body.trimEnd());
});

test('any other stream ends unchanged', () => {
  const bodies: readonly string[] = [
    sse(HI, THERE),
    sse(HI, chunk({}, '')),
    sse(HI, STOP, '[DONE]'),
    sse(HI, STOP, '[DONE]') + ': stream closed\n\n',
    sse(HI, THERE, STOP) + 'data: {"id":"c1","choi',
    sse(HI, THERE, STOP) + 'data: {"id":"c1","choi\n\n'.slice(0, -2),
    sse(HI, THERE, chunk({}, 'error')),
    sse(HI, { error: { message: 'no' } }, STOP),
    sse(HI, THERE, STOP, { error: { message: 'no' } }),
    sse(HI, THERE, STOP) + 'event: error\ndata: no\n\n',
    sse(of(0, { content: 'a' }), of(1, { content: 'b' }), of(0, {}, 'stop')),
    sse({ ...HI, object: 'other' }, { ...STOP, object: 'other' }),
    sse({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] }),
    sse({ a: 1 }),
    '',
    '\n',
    ': a\n\n',
  ];
  for (const body of bodies) expect([body, repaired(body)]).toEqual([body, body]);
});

test('an error line counts as an error, with and without its repair', () => {
  const body = sse(HI, STOP) + 'error: {"code":500}\n\n';
  expect(repaired(body)).not.toContain('[DONE]');
  expect(repaired(body, new Set(['done']))).toBe(body);
});

test('a finish reason is found behind many plain chunks, whatever follows it', () => {
  const usage = (size: number): object => ({
    ...chunk({}),
    choices: [],
    usage: { note: 'x'.repeat(size) },
  });
  const many = Array.from({ length: 60 }, () => THERE);
  for (const size of [0, 500, 3000]) {
    const body = sse(HI, ...many, STOP, usage(size));
    expect([size, inPieces(body)]).toEqual([size, body + DONE]);
  }
});

test('with more choices than are remembered the end stays unchanged', () => {
  for (const [count, found] of [
    [64, true],
    [65, false],
  ] as const) {
    const body = sse(
      ...Array.from({ length: count }, (_, index) => of(index, { content: 'a' }, 'stop')),
    );
    expect([count, inPieces(body)]).toEqual([count, found ? body + DONE : body]);
  }
});

/** Normalizes a long body whole and in pieces of several sizes; all must agree. */
function inPieces(body: string): string {
  const bytes = bytesOf(body);
  const [whole = '', ...cut] = [0, 1, 7, 100, 2048].map((size) =>
    textOf(normalizeCut(bytes, endsEvery(bytes.length, size)).bytes),
  );
  for (const each of cut) expect(each).toBe(whole);
  return whole;
}

test('bytes that are not text, and frames of any length, lead to no guesses', () => {
  const before = bytesOf(sse(HI, THERE, STOP));
  const broken = new Uint8Array([...before, ...bytesOf('data: `'), 0xff, ...bytesOf('\n\n')]);
  const long = new Uint8Array([
    ...before,
    ...bytesOf(`data: \`${'x'.repeat(9 * 1024 * 1024)}\n\n`),
  ]);
  for (const body of [broken, long]) expect(normalizeCut(body, []).bytes).toHaveLength(body.length);
});

test('nothing is added if the connection failed, or the stream continues without us', () => {
  const body = sse(HI, THERE, STOP);
  for (const how of ['whole', 'cut', 'released'] as const) {
    const ids: string[] = [];
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      report: on({ repair: ({ id }) => ids.push(id) }),
    });
    if (!normalizer) throw new Error('no normalizer');
    const out = concat(
      pushAll({ ...normalizer, end: () => normalizer.end(how) }, bytesOf(body), []),
    );
    expect(textOf(out)).toBe(how === 'whole' ? body + DONE : body);
    expect(ids).toEqual(how === 'whole' ? ['done'] : []);
  }
});
