import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import {
  bytesOf,
  endsEvery,
  normalizeCut,
  pushAll,
  sameBytes,
  textOf,
  type Normalized,
} from '../splits.ts';
import { MARKERS, type SeenFrame } from '../../../src/normalizer/reply/frame-trace.ts';
import { on } from '../../support/on.ts';

const PLAIN = { contentType: 'text/plain; charset=utf-8' };

function reported({ events, markers }: Normalized): string[] {
  return [
    `${markers} removed`,
    ...events.map(
      ({ emoji, label, status, provenance }) => `${emoji} ${label} ${status} ${provenance}`,
    ),
  ];
}

/** Runs a body whole, cut at every byte into two, and into single bytes. All must give the same. */
function everyCut(body: Uint8Array, options: Partial<BodyOptions> = {}): Normalized {
  const whole = normalizeCut(body, [], { ...PLAIN, ...options });
  const cuts = [
    endsEvery(body.length, 1),
    endsEvery(body.length, 3),
    ...Array.from({ length: body.length }, (_, at) => [at]),
  ];
  for (const ends of cuts) {
    const cut = normalizeCut(body, ends, { ...PLAIN, ...options });
    expect(textOf(cut.bytes), `cut at ${ends.slice(0, 3).join()}`).toBe(textOf(whole.bytes));
    expect(reported(cut)).toEqual(reported(whole));
  }
  return whole;
}

test.each<[name: string, before: string, after: string, markers: readonly string[]]>([
  [
    'a marker behind a sentence',
    'Grüße 😀.\n`💻 liste ü😀`\n\nEnde.',
    'Grüße 😀.\nEnde.',
    ['💻 liste ü😀'],
  ],
  ['a marker at the start', '`⏰ list`\n\nB', '\nB', ['⏰ list']],
  ['a marker at the end', 'A.\n`⏰ list`', 'A.', ['⏰ list']],
  ['two markers', 'A.\n`⏰ list`\n\n`🔍 y`\n\nB', 'A.\nB', ['⏰ list', '🔍 y']],
  ['a marker as a server writes it into the text', 'A.\n`⏰ list`\n\n\nB', 'A.\n\nB', ['⏰ list']],
  [
    'a marker behind a code block',
    '```\n`⏰ list`\n\n```\n`⏰ run`\n\nB',
    '```\n`⏰ list`\n\n```\nB',
    ['⏰ run'],
  ],
])('%s is removed and reported, wherever the network cuts', (_name, before, after, markers) => {
  const seen = everyCut(bytesOf(before));

  expect(textOf(seen.bytes)).toBe(after);
  expect(reported(seen)).toEqual([
    `${markers.length} removed`,
    ...markers.map((marker) => `${marker} undecided unknown`),
  ]);
});

test.each(
  [
    '',
    'H',
    'Hello',
    'a',
    'data',
    'Use `ls` and\n`npm install`\n\nthen `⏰ list`\n\n.',
    '`⏰ list` is prose\n\n',
    '`⏰ list`\nB',
    '`⏰',
    '`',
    '\n\n\n',
    'a\r\n`b`\r\n',
    '[1, 2]',
    '"said"',
    '<html>',
    `${'`💻 '}${'x'.repeat(5000)}\`\n\nB`,
    ' '.repeat(70) + 'x',
    '\ufeffGrüße\n',
    '```\n`⏰ list`\n\n```\n',
  ].map((text) => [text.slice(0, 30), text]),
)('text without a marker keeps every byte: %j', (_start, text) => {
  const body = bytesOf(text);
  const ends = body.length > 1000 ? [endsEvery(body.length, 1), endsEvery(body.length, 7)] : [];
  for (const cut of ends) expect(sameBytes(normalizeCut(body, cut, PLAIN).bytes, body)).toBe(true);
  if (ends.length > 0) return;
  const seen = everyCut(body);

  expect(sameBytes(seen.bytes, body)).toBe(true);
  expect(reported(seen)).toEqual(['0 removed']);
});

test('a Hermes server with its own events writes no markers: these are faked', () => {
  const seen = everyCut(bytesOf('A.\n`⏰ list`\n\nB'), { sessionId: 'api-0123456789abcdef' });

  expect(reported(seen)).toEqual(['1 removed', '⏰ list ended imitated']);
});

test('only the text of a reply is examined, and only under the type of text', () => {
  const body = bytesOf('A.\n`⏰ list`\n\nB');

  expect(createBodyNormalizer({ ...PLAIN, isReply: false })).toBe(null);
  for (const contentType of ['application/octet-stream', null])
    expect(sameBytes(normalizeCut(body, [3], { contentType }).bytes, body)).toBe(true);
});

test('a reply of text starts with the first thing to report', () => {
  const starts = (text: string): number => {
    let count = 0;
    normalizeCut(bytesOf(text), [], { ...PLAIN, report: on({ start: () => count++ }) });
    return count;
  };

  expect([starts('A title'), starts('A.\n`⏰ list`\n\n`🔍 y`\n\nB')]).toEqual([0, 1]);
});

test('bytes that are not UTF-8 pass unchanged, with what was held', () => {
  const start = bytesOf('Grüße.\n`⏰ list`\n\nB.\n`💻 y');
  const clean = bytesOf('Grüße.\nB.\n`💻 y');
  for (const broken of [[0xff], [0xe2, 0x28, 0xa1], [0xc3], [0xf0, 0x9f]]) {
    const body = Uint8Array.from([...start, ...broken, ...bytesOf(' z`\n\n`⏰ resume`\n\n')]);
    const after = Uint8Array.from([...clean, ...broken, ...bytesOf(' z`\n\n`⏰ resume`\n\n')]);
    // If the break comes with the marker before it, nothing of that chunk is read.
    expect(sameBytes(normalizeCut(body, [], PLAIN).bytes, body)).toBe(true);
    for (let at = start.length; at < body.length; at++)
      expect(sameBytes(normalizeCut(body, [start.length, at], PLAIN).bytes, after)).toBe(true);
  }
});

test('half a character at the end stays', () => {
  const body = Uint8Array.from([...bytesOf('A.\n`⏰ list`\n\nB'), 0xf0, 0x9f]);

  for (const size of [0, 1, 2]) {
    const { bytes } = normalizeCut(body, endsEvery(body.length, size), PLAIN);
    expect([...bytes]).toEqual([...bytesOf('A.\nB'), 0xf0, 0x9f]);
  }
});

test('text leaves as soon as it cannot be part of a marker, and waits no longer than a marker', () => {
  const normalizer = createBodyNormalizer({ ...PLAIN, isReply: true });
  if (!normalizer) throw new Error('no normalizer');
  const push = (text: string): string => textOf(normalizer.push(bytesOf(text)));

  expect(push('Hello ')).toBe('Hello ');
  expect(push('`code` ')).toBe('`code` ');
  expect([push('A.\n'), normalizer.waits(), textOf(normalizer.idle()), normalizer.waits()]).toEqual(
    ['A.', true, '\n', false],
  );
  expect([push('`💻'), normalizer.waits(), textOf(normalizer.idle())]).toEqual(['', false, '']);
  expect(push(` ${'x'.repeat(4000)}`)).toBe('');
  expect(push('x'.repeat(100))).toBe(`\`💻 ${'x'.repeat(4100)}`);
  expect(push('`\n\nB')).toBe('`\n\nB');
});

test('a long text is scanned once', () => {
  const text = 'Words and `code`, line by line.\n'.repeat(40_000);
  const body = bytesOf(`${text}\`⏰ list\`\n\nEnd`);
  const normalizer = createBodyNormalizer({ ...PLAIN, isReply: true });
  if (!normalizer) throw new Error('no normalizer');

  const out = pushAll(normalizer, body, endsEvery(body.length, 65_536));

  expect(textOf(out)).toBe(`${text}End`);
  // Nothing but a lone line feed is held back.
  expect(out.slice(0, -1).reduce((sum, part) => sum + part.length, 0)).toBeGreaterThan(
    body.length - 65_536 - 20,
  );
});

test('plain text is inspected in the pieces in which it leaves, with whole characters', () => {
  const frames: SeenFrame[] = [];
  const tap = {
    isOpen: () => true,
    found: () => [],
    frame: (frame: SeenFrame) => void frames.push(frame),
  };
  const normalizer = createBodyNormalizer({ ...PLAIN, isReply: true, tap });
  if (!normalizer) throw new Error('no normalizer');
  const body = bytesOf('Grüße ☀ A.\n`⏰ list`\n\nB');

  const left = textOf(pushAll(normalizer, body, [3, 10, 15, 27]));

  expect(left).toBe('Grüße ☀ A.\nB');
  expect(frames.map(({ before }) => before).join('')).toBe(textOf(body));
  expect(frames.map(({ after }) => after).join('')).toBe(left);
  expect(frames.length).toBeGreaterThan(2);
  expect(frames.filter(({ why }) => why.length > 0).map(({ why }) => why)).toEqual([
    [MARKERS],
    [MARKERS],
  ]);
});
