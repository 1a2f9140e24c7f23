import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseFraming } from '../../../../src/normalizer/framing/sse-frames.ts';
import { readFrame } from '../../../../src/normalizer/repairs/frame.ts';
import { createAssembler } from '../../../../src/normalizer/repairs/calls/assembler.ts';
import type { FrameTap } from '../../../../src/normalizer/reply/frame-trace.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { bytesOf, endsEvery, normalizeCut, textOf } from '../../splits.ts';
import { calls, chunk, sse } from '../repaired.ts';
import { on } from '../../../support/on.ts';
import { runs } from '../../../support/speed.ts';

const COMBINED = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } });

test('a frame that cannot be written faithfully leaves unchanged', () => {
  const assembler = createAssembler(DEFAULT_REPAIRS);
  const data = JSON.stringify(COMBINED);
  const bytes = bytesOf(`data: ${data}\n\n`);
  const fields = { event: null, data, rewrite: () => null };
  const frames = assembler.leave(bytes, { fields, json: COMBINED, sound: null });
  expect(frames.map(textOf).join('')).toBe(textOf(bytes));
});

test('a waiting head leaves with the next frame, or on request', () => {
  const assembler = createAssembler(DEFAULT_REPAIRS);
  const frame = sse(calls({ index: 0, id: 'a', function: { name: 'f' } }));
  const read = readFrame(createSseFraming().read, frame);

  expect(assembler.leave(bytesOf(frame), read).map(textOf).join('')).toBe('');
  expect(assembler.waits()).toBe(true);
  expect(textOf(assembler.flush())).toBe(frame);
  expect(assembler.waits()).toBe(false);
});

test('no repair runs if none is on', () => {
  const body = bytesOf(sse(COMBINED));
  expect(textOf(normalizeCut(body, [], { repairs: new Set() }).bytes)).toBe(sse(COMBINED));
  expect(textOf(normalizeCut(body, [], { url: 'https://x/v1/chat/completions' }).bytes)).not.toBe(
    sse(COMBINED),
  );
});

test('every repair is reported: once for each frame, or for each entry of tool calls', () => {
  const entry = { id: '', function: { name: 'f', arguments: { a: 1 } } };
  const rows: readonly [body: string, ids: string[]][] = [
    [sse(chunk({ content: 'a' }), COMBINED), ['tool-call-split']],
    [sse(calls(entry), '[DONE]'), ['tool-call-index', 'tool-call-arguments', 'tool-call-split']],
    [sse(chunk({ tool_calls: null }), '[DONE]'), ['tool-call-container']],
    [
      sse(
        calls({ index: 0, id: 'a', function: { name: 'get' } }),
        calls({ index: 0, id: 'a', function: { name: 'get_weather' } }),
      ),
      ['tool-call-growing'],
    ],
    [
      sse(
        calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
        calls({ index: 0, function: { arguments: '{"a":1}' } }),
      ),
      ['tool-call-split', 'tool-call-placeholder'],
    ],
    [
      sse(chunk({ content: 'a' })) + 'event: ping\n\nevent: ping\n\n',
      ['silent-events', 'silent-events'],
    ],
    [sse(chunk({ content: 'a' }), '[DONE]'), []],
  ];
  for (const [body, ids] of rows) {
    const bytes = bytesOf(body);
    for (const size of [0, 1, 7]) {
      const reported: string[] = [];
      normalizeCut(bytes, endsEvery(bytes.length, size), {
        report: on({ repair: ({ id }) => reported.push(id) }),
      });
      expect([body, reported]).toEqual([body, ids]);
    }
  }
});

/** What a delta may have in the place of its calls. */
const callList = fc
  .record(
    {
      index: fc.constantFrom(0, 1, null, '0'),
      id: fc.constantFrom('a', 'b', '', null),
      function: fc.constantFrom(
        null,
        3,
        { name: 'f', arguments: '{' },
        { name: '', arguments: null },
        { name: 'fg', arguments: {} },
        { name: 'f' },
        { arguments: '{}' },
      ),
    },
    { requiredKeys: [] },
  )
  .map((entry) => [entry])
  .chain((entries) =>
    fc.constantFrom<unknown>(entries, entries[0], [...entries, ...entries], null, [], [null], 'x'),
  );

/**
 * Sends lists of calls twice, beside text and alone; checks that splits make no difference, nor
 * does a second pass.
 */
function checkTwice(lists: readonly unknown[], size: number): void {
  const bytes = bytesOf(
    sse(
      ...lists.map((each) => chunk({ content: 'a', tool_calls: each })),
      ...lists.map((each) => chunk({ tool_calls: each })),
      '[DONE]',
    ),
  );
  const whole = normalizeCut(bytes, []).bytes;
  expect(textOf(normalizeCut(bytes, endsEvery(bytes.length, size)).bytes)).toBe(textOf(whole));
  expect(textOf(normalizeCut(whole, []).bytes)).toBe(textOf(whole));
}

test('whatever calls look like, every split gives the same and a second pass changes nothing', () => {
  fc.assert(fc.property(fc.array(callList, { maxLength: 6 }), fc.nat(30), checkTwice), {
    numRuns: runs(1000),
  });
});

const F = { name: 'f' };
const FG = { name: 'fg', arguments: {} };
const OPEN = { name: 'f', arguments: '{' };

// Found by the property above in millions of runs: heads replaced by another entry, read as if they
// had continued.
test.each<[title: string, lists: readonly unknown[][]]>([
  [
    'a head that may begin a call is repeated',
    [
      [{ index: '0', id: 'a', function: F }],
      [{}],
      [{ index: '0', function: FG }],
      [
        { index: null, id: 'b' },
        { index: null, id: 'b' },
      ],
      [],
    ],
  ],
  [
    'the call that is begun has its name already',
    [
      [{ index: 1, id: 'a', function: FG }],
      [{ index: 1, id: 'b' }],
      [{ index: null, id: 'b', function: F }],
    ],
  ],
  [
    'the one that is begun is known by its id',
    [[{ index: '0', id: 'b', function: FG }], [{ index: 0, id: 'a' }], [{ function: OPEN }]],
  ],
  [
    'a whole entry replaces a head',
    [
      [{ index: '0', id: null, function: F }],
      [{ index: null, id: 'b', function: F }],
      [{ id: null, function: FG }],
    ],
  ],
  [
    'a call without a name is begun under another id',
    [
      [{ index: 0, function: { arguments: '{}' } }],
      [{ id: 'a' }],
      [{ index: null, id: 'b', function: { name: '', arguments: null } }],
      [{ index: 0, id: 'b', function: F }],
    ],
  ],
  [
    'the head had an id of before',
    [[{ index: 1, id: 'a' }], [{}], [{ function: F }], [{ index: 1, id: 'b', function: FG }]],
  ],
  [
    'two heads replace a third',
    [
      [{}],
      [{ index: 0, id: 'b' }],
      [{ index: 0, id: null, function: F }],
      [{ index: 0, id: 'a', function: FG }],
    ],
  ],
  [
    'calls alternate around a head',
    [
      [{ index: 1, id: 'b', function: FG }],
      [{}],
      [{ index: 1, id: 'a' }],
      [{ index: null, function: OPEN }],
    ],
  ],
])('a second time changes nothing where %s', (_title, lists) => {
  for (const size of [0, 1, 7]) checkTwice(lists, size);
});

const frame = fc.oneof(
  fc.constantFrom(
    ': keepalive\n\n',
    '\n',
    ':\r\n\r\n',
    ': a\r\r',
    '\n\n',
    'event: x.progress\ndata: {"a":1}\n\n',
    'event: ping\n\n',
    'data: : PROCESSING\n\n',
    'data: null\n\n',
    'data: [DONE]\n\n',
    'event: hermes.tool.progress\ndata: {"tool":"t","toolCallId":"c","status":"completed"}\n\n',
    'data: {"choices":null,"usage":{}}\n\n',
    'error: {"code":500}\n\n',
    'data: {"error":{}}\n\n',
  ),
  fc
    .tuple(
      fc.constantFrom<unknown>(
        'a',
        ' and more',
        '\n',
        '`⏰ list`\n\n',
        'aa',
        'a'.repeat(25),
        'a'.repeat(60),
        'a'.repeat(100),
        'a'.repeat(150),
        [{ type: 'text', text: '`⏰' }],
        [{ type: 'thinking', thinking: 'b' }],
        null,
      ),
      fc.constantFrom(0, 0, 0, 1),
      fc.constantFrom(null, null, null, '', 'stop'),
      fc.constantFrom({}, {}, { p: 'abc' }, { obfuscation: 'x' }),
      fc.constantFrom('\n', '\n', '\n', '\r\n'),
    )
    .map(
      ([content, index, finish_reason, more, lineEnd]) =>
        `data: ${JSON.stringify({ ...chunk({}), choices: [{ index, delta: { content }, finish_reason }], ...more })}${lineEnd}${lineEnd}`,
    ),
);

test('whatever a stream is made of, every split gives the same and reports the same, also while somebody inspects', () => {
  const withCalls = fc.oneof(
    { weight: 3, arbitrary: frame },
    { weight: 1, arbitrary: callList.map((list) => sse(chunk({ tool_calls: list }))) },
  );
  fc.assert(
    fc.property(
      fc.array(withCalls, { maxLength: 14 }),
      fc.array(fc.nat(2500), { maxLength: 12 }),
      fc.boolean(),
      (frames, cuts, rules) => {
        const all = [sse(chunk({ role: 'assistant', content: 'Hi' })), ...frames];
        const bytes = bytesOf(all.join(''));
        let at = 0;
        const frameByFrame = all.map((each) => (at += bytesOf(each).length));
        const run = (ends: readonly number[], tap?: FrameTap): unknown => {
          const reported: unknown[] = [];
          const { bytes: out } = normalizeCut(bytes, ends, {
            repairs: rules ? ALL_REPAIRS : DEFAULT_REPAIRS,
            ...(tap && { tap }),
            report: (event) => void reported.push(event),
          });
          return { text: textOf(out), reported };
        };

        const whole = run([]);
        for (const ends of [
          cuts.toSorted((a, b) => a - b),
          endsEvery(bytes.length, 1),
          frameByFrame,
        ])
          expect(run(ends)).toEqual(whole);
        expect(run(frameByFrame, { isOpen: () => true, found: () => [], frame() {} })).toEqual(
          whole,
        );
      },
    ),
    { numRuns: runs(1500) },
  );
});

test('repaired once, a stream passes the default repairs unchanged', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 14 }), (frames) => {
      const once = normalizeCut(
        bytesOf(sse(chunk({ role: 'assistant', content: 'Hi' })) + frames.join('')),
        [],
      ).bytes;
      const reported: string[] = [];
      const twice = normalizeCut(once, [], {
        report: on({ repair: ({ id }) => reported.push(id) }),
      });
      if (twice.markers === 0) expect([reported, textOf(twice.bytes)]).toEqual([[], textOf(once)]);
    }),
    { numRuns: runs(1500) },
  );
});
