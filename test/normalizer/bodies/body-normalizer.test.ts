import { expect, test } from 'vitest';
import { concat } from '../../../src/lib/bytes.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import {
  bytesOf,
  chatBody,
  chunkJson,
  endsEvery,
  normalizeCut,
  sameBytes,
  textOf,
} from '../splits.ts';
import { on } from '../../support/on.ts';

const DIRTY = chatBody(['A.\n', '`⏰', ' list`\n', '\nB']);

test('the content type selects the parser; other types get none', () => {
  const rows: readonly (readonly [
    contentType: string | null,
    forReplies: boolean,
    forOthers: boolean,
  ])[] = [
    ['text/event-stream', true, true],
    ['Text/Event-Stream; charset=UTF-8', true, true],
    [' text/event-stream ;x', true, true],
    ['application/x-ndjson', true, true],
    ['application/ndjson; charset=utf-8', true, true],
    ['application/jsonl', true, true],
    ['application/json', true, true],
    ['application/json;charset=utf-8', true, true],
    ['text/plain', true, false],
    ['application/octet-stream', true, false],
    ['', true, false],
    [null, true, false],
    ['text/html', true, false],
    ['image/png', false, false],
    ['text/css', false, false],
    ['text/event-streams', true, false],
    ['application/javascript', false, false],
  ];
  for (const [contentType, forReplies, forOthers] of rows) {
    expect([contentType, createBodyNormalizer({ contentType, isReply: true }) !== null]).toEqual([
      contentType,
      forReplies,
    ]);
    expect([contentType, createBodyNormalizer({ contentType, isReply: false }) !== null]).toEqual([
      contentType,
      forOthers,
    ]);
  }
});

test('server-sent events are recognised by their first bytes under another content type', () => {
  for (const contentType of [
    'text/html; charset=utf-8',
    'application/json',
    'text/event-stream, text/event-stream',
    'odd',
    'application/xml',
  ]) {
    for (const start of ['', '\n\n', ': hello\n\n', 'event: ping\ndata: {}\n\n']) {
      const body = bytesOf(start + DIRTY);
      const whole = textOf(normalizeCut(body, [], { contentType }).bytes);
      expect(whole).not.toContain('⏰');
      for (const ends of [
        endsEvery(body.length, 1),
        [1],
        [2],
        [4],
        [start.length + 5],
        endsEvery(body.length, 64),
      ]) {
        expect([contentType, textOf(normalizeCut(body, ends, { contentType }).bytes)]).toEqual([
          contentType,
          whole,
        ]);
      }
    }
  }
});

test('everything else passes at once, byte for byte, if its type says that it is not a stream', () => {
  for (const contentType of ['text/html', 'odd']) {
    for (const text of [
      '<!doctype html>data: x',
      '{"choices":[{"message":{"content":"`⏰ list`\\n\\n"}}]}',
      ' \n {"a":1}',
      '[1]',
      'e',
      'entry',
      'i',
      'data',
      '\ufeff<html>',
      ' '.repeat(100),
    ]) {
      const normalizer = createBodyNormalizer({ contentType, isReply: true });
      const bytes = bytesOf(text);
      let out = '';
      for (let i = 0; i < bytes.length; i++)
        out += Buffer.from(concat(normalizer?.push(bytes.slice(i, i + 1)) ?? [])).toString(
          'latin1',
        );
      // The beginning of a field, or of a mark, may still become a stream.
      if (/^[<{[ ]/.test(text)) expect(out).toHaveLength(bytes.length);
      out += Buffer.from(normalizer?.end() ?? []).toString('latin1');
      expect(out).toBe(Buffer.from(bytes).toString('latin1'));
    }
  }
});

test('an untyped body is recognised by its first bytes, wherever it is cut', () => {
  const starts = [
    '',
    '\ufeff',
    '\n\n',
    '\ufeff \r\n',
    ': hello\n\n',
    'event: ping\ndata: {}\n\n',
    'id: 1\n\n',
    'retry: 5\n\n',
    'data:{}\n\n',
    '\n'.repeat(60),
  ];
  for (const contentType of [null, 'text/plain; charset=utf-8', 'application/octet-stream']) {
    for (const start of starts) {
      const body = bytesOf(start + DIRTY);
      const clean = start + textOf(normalizeCut(bytesOf(DIRTY), []).bytes);
      for (let at = 0; at < start.length + 20; at++)
        expect(textOf(normalizeCut(body, [at], { contentType }).bytes)).toBe(clean);
      for (const size of [1, 2, 3])
        expect(
          textOf(normalizeCut(body, endsEvery(body.length, size), { contentType }).bytes),
        ).toBe(clean);
    }
  }
});

test('untyped lines of JSON are recognised, wherever they are cut', () => {
  const body = bytesOf([chunkJson('A.\n`⏰ list`\n\n'), chunkJson('B')].join('\n'));
  for (let at = 0; at < 20; at++) {
    expect(textOf(normalizeCut(body, [at], { contentType: null }).bytes)).toBe(
      [chunkJson('A.\n'), chunkJson('B')].join('\n'),
    );
  }
});

test('untyped bodies of other kinds pass, wherever they are cut', () => {
  const bodies = [
    '',
    'd',
    'dat',
    'data',
    'Hello',
    '<html>',
    '[1]',
    'idle\n\n',
    'events\n\n',
    'retry',
    ' ',
    '\n'.repeat(200) + DIRTY,
    ' '.repeat(64) + DIRTY,
    '\ufeff',
    '\ufeffplain',
  ].map(bytesOf);
  bodies.push(
    Uint8Array.of(0xef),
    Uint8Array.of(0xef, 0xbb),
    Uint8Array.of(0xef, 0xbb, 0x64),
    Uint8Array.of(0, 1, 2, 0xff),
  );
  for (const body of bodies) {
    for (const size of [0, 1, 2, 3, 7]) {
      expect(
        sameBytes(
          normalizeCut(body, endsEvery(body.length, size), { contentType: null }).bytes,
          body,
        ),
      ).toBe(true);
    }
  }
});

test('a body of another kind is released as it arrives', () => {
  const normalizer = createBodyNormalizer({
    contentType: 'application/octet-stream',
    isReply: true,
  });
  expect(textOf(normalizer?.push(bytesOf('Hello')) ?? bytesOf(''))).toBe('Hello');
  expect(normalizer?.waits()).toBe(false);
  const chunk = bytesOf(' you');
  expect(normalizer?.push(chunk)[0]).toBe(chunk);
});

const ANSWER =
  '{ "id":"x", "choices": [ {"index":0, "message":{"role":"assistant", "content":"A.\\n`\\u23f0 list`\\n\\nB"}, "p":1.0} ], "usage":{"n":1e3} }\n';
const CLEAN_ANSWER = ANSWER.replace('\\n`\\u23f0 list`\\n', '');

test('a JSON response is cleaned as a whole, every other byte stays', () => {
  const rows: readonly (readonly [before: string, after: string])[] = [
    [ANSWER, CLEAN_ANSWER],
    [
      '{"choices":[{"message":{"content":[{"type":"text","text":"`⏰ list`\\n\\nA"},{"type":"image","text":"`⏰ list`"}]}}]}',
      '{"choices":[{"message":{"content":[{"type":"text","text":"\\nA"},{"type":"image","text":"`⏰ list`"}]}}]}',
    ],
    ['{"choices":[{"message":{"content":null}}]}', '{"choices":[{"message":{"content":null}}]}'],
    [
      '{"choices":[{"message":{"content":"Use `⏰ list`"}}]}',
      '{"choices":[{"message":{"content":"Use `⏰ list`"}}]}',
    ],
    ['{"error":{"message":"`⏰ list`"}}', '{"error":{"message":"`⏰ list`"}}'],
    ['[{"choices":[]}]', '[{"choices":[]}]'],
    ['{broken `⏰ list`', '{broken `⏰ list`'],
    ['', ''],
  ];
  for (const [before, after] of rows) {
    const body = bytesOf(before);
    for (const size of [0, 1, 5])
      expect(
        textOf(
          normalizeCut(body, endsEvery(body.length, size), { contentType: 'application/json' })
            .bytes,
        ),
      ).toBe(after);
  }
});

test('a JSON response reports its markers: faked on Hermes, which writes none there, undecided elsewhere', () => {
  const body = bytesOf(ANSWER);
  const unknown = normalizeCut(body, [], { contentType: 'application/json' });
  const hermes = normalizeCut(body, [], {
    contentType: 'application/json',
    sessionId: 'api-0123456789abcdef',
  });

  expect([unknown.markers, hermes.markers]).toEqual([1, 1]);
  expect(
    unknown.events.map(({ label, provenance, status }) => `${label} ${provenance} ${status}`),
  ).toEqual(['list unknown undecided']);
  expect(
    hermes.events.map(({ label, provenance, status }) => `${label} ${provenance} ${status}`),
  ).toEqual(['list imitated ended']);
});

test('the start of a reply is reported once, and only for a reply', () => {
  function starts(text: string): number {
    let count = 0;
    normalizeCut(bytesOf(text), [], { report: on({ start: () => count++ }) });
    return count;
  }
  expect(starts(DIRTY)).toBe(1);
  expect(starts('data: {"other":1}\n\n'.repeat(50))).toBe(0);
  expect(starts('')).toBe(0);
});

const CHATS = 'https://chat.example/api/v1/chats/all';

/** A record of a stored chat with one reply. */
function storedChat(text: string): string {
  return JSON.stringify({
    id: 'c',
    chat: {
      history: {
        messages: { u: { role: 'user', content: text }, a: { role: 'assistant', content: text } },
      },
    },
  });
}

const MARKED_TEXT = 'A.\n`⏰ list`\n\n\nB';
const MARKED_CHAT = storedChat(MARKED_TEXT);
const CLEAN_CHAT = MARKED_CHAT.replace(
  /("assistant","content":)"[^"]*"/,
  (_, head: string) => head + JSON.stringify('A.\n\nB'),
);

test('of what no agent was asked for, only JSON may be stored chats', () => {
  for (const contentType of ['text/plain', '', 'text/html'])
    expect(createBodyNormalizer({ contentType, url: CHATS, isReply: false })).toBeNull();
});

test('JSON lines and mislabelled events leave one by one, whatever they answer', () => {
  for (const line of ['{"a":"`b`"}\n', 'data: {"a":"`b`"}\n\n']) {
    const { push } = createBodyNormalizer({ contentType: 'application/json', isReply: false })!;
    for (let i = 0; i < 3; i++) expect(textOf(push(bytesOf(line)))).toBe(line);
  }
});

test('stored chats are cleaned, wherever they are cut, as one response or one per line', () => {
  const rows: readonly (readonly [contentType: string, before: string, after: string])[] = [
    ['application/json', `[${MARKED_CHAT}]`, `[${CLEAN_CHAT}]`],
    [
      'application/x-ndjson',
      `${MARKED_CHAT}\n${storedChat('x')}\n\n${MARKED_CHAT}`,
      `${CLEAN_CHAT}\n${storedChat('x')}\n\n${CLEAN_CHAT}`,
    ],
  ];
  for (const [contentType, before, after] of rows) {
    const body = bytesOf(before);
    for (let at = 0; at < body.length; at++) {
      let stored = 0;
      const options = {
        contentType,
        url: CHATS,
        isReply: false,
        onStoredMarkers: (markers: number) => (stored += markers),
        report: on({ start: () => expect.unreachable() }),
      };
      const { bytes, markers } = normalizeCut(body, [at], options);
      expect(textOf(bytes)).toBe(after);
      expect([stored, markers]).toEqual([contentType === 'application/json' ? 1 : 2, 0]);
    }
  }
});

test('a response that a page puts back into its chat counts as stored chats, though a reply was asked for', () => {
  const before = '{"messages":[{"role":"assistant","content":"`⏰ list`\\n\\nA"}]}';
  const { bytes } = normalizeCut(bytesOf(before), [], {
    contentType: 'application/json',
    url: '/api/chat/completed',
    isReply: true,
  });

  expect(textOf(bytes)).toBe('{"messages":[{"role":"assistant","content":"A"}]}');
});

test('stored chats without a marker keep every byte, even those that are not text', () => {
  const latin = Uint8Array.of(0x22, 0xe4, 0x60, 0x22);
  for (const body of [
    bytesOf(` [${storedChat('Use `ls`.')}]\n`),
    bytesOf(`[${MARKED_CHAT}`),
    latin,
    bytesOf(''),
  ]) {
    for (const contentType of ['application/json', 'application/x-ndjson']) {
      expect(
        sameBytes(normalizeCut(body, [3], { contentType, url: CHATS, isReply: false }).bytes, body),
      ).toBe(true);
    }
  }
});

test('a stored chat beyond 16 MiB passes unchanged', () => {
  const body = bytesOf(`[${MARKED_CHAT},"${'x'.repeat(16 * 1024 * 1024)}"]`);

  expect(
    sameBytes(
      normalizeCut(body, endsEvery(body.length, 1024 * 1024), {
        contentType: 'application/json',
        url: CHATS,
      }).bytes,
      body,
    ),
  ).toBe(true);
});

test.each([
  ['https://x/v1/chat/completions', 'c', true],
  ['https://x/v1/responses?a=1', 'c', true],
  ['https://x/v1/stream?conv_id=c&from=5', null, true],
  ['https://x/v1/stream/c?from=5', null, true],
  ['https://x/v1/chat/completions', null, false],
  ['https://x/v1/streams', null, false],
  ['https://x/api/chat', 'c', false],
] as const)(
  'a body whose bytes the page counts is left alone: %s, conversation %s',
  (url, conversation, isAlone) => {
    for (const joined of [false, true])
      expect(
        createBodyNormalizer({
          contentType: 'text/event-stream',
          isReply: true,
          url,
          conversation,
          joined,
        }) === null,
      ).toBe(isAlone);
  },
);
