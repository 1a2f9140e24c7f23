import { expect, test, vi } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../../src/lib/bytes.ts';
import { MAX_FRAME } from '../../../src/normalizer/framing/frame-splitter.ts';
import { createNdjsonFraming } from '../../../src/normalizer/framing/line-frames.ts';
import { createReply } from '../../../src/normalizer/reply/reply.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import {
  createStreamNormalizer,
  type BodyNormalizer,
} from '../../../src/normalizer/bodies/stream-normalizer.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import {
  bytesOf,
  chatBody,
  chunkJson,
  endsEvery,
  joinedText,
  normalizeCut,
  piecesOf,
  pushAll,
  sameBytes,
  textOf,
} from '../splits.ts';
import { on } from '../../support/on.ts';

const EVENT =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';
const EVENT_END =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"c1","status":"completed"}\n\n';

/** What the repairs do to such bodies is in repairs/. */
const NO_REPAIRS: ReadonlySet<string> = new Set();

function sse(...data: readonly string[]): string {
  return data.map((each) => `data: ${each}\n\n`).join('');
}

/** Normalizes whole, byte by byte and in pieces of 7; all must agree. */
function normalize(
  body: string | Uint8Array,
  contentType = 'text/event-stream',
  repairs?: ReadonlySet<string>,
): { text: string; events: readonly Progress[]; bytes: Uint8Array } {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  const [whole, ...cut] = [0, 1, 7].map((size) =>
    normalizeCut(bytes, endsEvery(bytes.length, size), { contentType, repairs }),
  );
  for (const each of cut) {
    expect(textOf(each.bytes)).toBe(textOf(whole?.bytes ?? bytes));
    expect(each.events).toEqual(whole?.events);
  }
  return {
    text: textOf(whole?.bytes ?? bytes),
    events: whole?.events ?? [],
    bytes: whole?.bytes ?? bytes,
  };
}

test('a body with nothing to clean keeps its own bytes if no repair is on', () => {
  const bodies: readonly string[] = [
    '',
    '\n',
    '\r\n',
    'x',
    ':',
    ': keepalive\n\n',
    'data',
    'data:\n\n',
    'data: [DONE]\n\n',
    'data:[DONE]\n\n',
    'data: null\n\n',
    'data: 3\n\n',
    'data: []\n\n',
    '\ufeff' + chatBody(['Hi', ' there\n', '\nyou']),
    chatBody(['Hi', ' `x` ', '\n', '\n`y`']).replaceAll('\n', '\r\n'),
    chatBody(['Hi', ' `x` ', '\\n', '\\n`y`']).replaceAll('\n', '\r'),
    chatBody(['Hi']).replaceAll('data: ', 'data:'),
    chatBody(['Hi']).trimEnd(),
    chatBody(['Hi']).replace(
      'data: [DONE]\n\n',
      'data: [DONE]\n\ndata: {"source":"`⏰ list`"}\n\ntext after it',
    ),
    sse(
      '{"choices":null}',
      '{"choices":[]}',
      '{"choices":[{}]}',
      '{"choices":[null]}',
      '{"choices":[{"delta":null}]}',
      '{"choices":[{"index":0,"delta":{"content":null}}]}',
    ),
    sse(
      '{"choices":[{"delta":{"content":[{"type":"thinking"}]}}]}',
      '{"choices":[],"usage":{"total_tokens":1.0}}',
      '{"error":{"message":"`⏰ list`"}}',
    ),
    sse('{"choices":[{"index":0,"delta":{"content":"a"}}]}{"choices":[]}', '{broken', "{'a':1}"),
    'event: error\ndata: {"error":{"message":"no"}}\n\nevent: ping\ndata: {}\n\nid: 5\nretry: 10\n\nerror: field\n\n{"bare":"json"}\n\n',
    sse(
      '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"`⏰ list`\\n\\n"}}]}}]}',
    ),
    sse('{"choices":[{"index":0,"delta":{"reasoning_content":"`⏰ list`\\n\\n"}}]}'),
    'data: {"choices":[{"index":0,\ndata: "delta":{"content":"a `b`"}}]}\n\n',
  ];
  for (const body of bodies)
    expect(normalize(body, 'text/event-stream', NO_REPAIRS).text).toBe(body);
});

test('broken UTF-8 passes unchanged, and what follows is still cleaned', () => {
  const broken = Uint8Array.from([
    ...bytesOf('data: {"choices":[{"index":0,"delta":{"content":"`'),
    0xff,
    0xc3,
    0x28,
    0xe2,
    0x82,
    ...bytesOf('"}}]}\n\n'),
  ]);
  expect(sameBytes(normalize(broken).bytes, broken)).toBe(true);

  const followed = Uint8Array.from([...broken, ...bytesOf(EVENT)]);
  expect(sameBytes(normalize(followed).bytes, broken)).toBe(true);
});

test('a frame of 20 MB passes unchanged, whole or in parts, and what follows is still cleaned', () => {
  const huge = bytesOf(sse(chunkJson('\n`⏰ list`\n\n' + 'x'.repeat(20 * 1024 * 1024))));
  expect(huge.length).toBeGreaterThan(2 * MAX_FRAME);
  const body = Uint8Array.from([...bytesOf(chatBody(['A.\n'])).subarray(0, -1), ...bytesOf('\n')]);
  const rest = bytesOf(EVENT + sse(chunkJson('`⏰ run`\n\nZ'), '[DONE]'));
  const all = new Uint8Array(body.length + huge.length + rest.length);
  all.set(body);
  all.set(huge, body.length);
  all.set(rest, body.length + huge.length);

  const results = [0, 65_536, 1_000_003].map((size) =>
    normalizeCut(all, endsEvery(all.length, size)),
  );
  for (const { bytes, events } of results) {
    expect(bytes.length).toBeLessThan(all.length);
    expect(
      sameBytes(
        bytes.subarray(0, body.length + huge.length),
        all.subarray(0, body.length + huge.length),
      ),
    ).toBe(true);
    expect(textOf(bytes.subarray(body.length + huge.length))).not.toContain('hermes.tool.progress');
    expect(events.map(({ status }) => status)).toContain('running');
    expect(sameBytes(bytes, results[0]?.bytes ?? all)).toBe(true);
  }
});

test('a long frame of many lines is one frame, wherever it is cut', () => {
  // Comments, so that a frame wrongly thought to begin in the middle would be an event, and
  // removed. With chunks of 100 008 bytes the part that is kept would begin with a line feed.
  const lines = ': 3456789\n'.repeat(40_000 + MAX_FRAME / 10);
  const body = bytesOf(`${lines}event: hermes.tool.progress\ndata: {"tool":"t"}\n\n`);
  for (const size of [0, 100_003, 100_008]) {
    expect(sameBytes(normalizeCut(body, endsEvery(body.length, size)).bytes, body)).toBe(true);
  }
});

test('markers are removed, in one delta or in many, and all other frames keep their bytes', () => {
  const deltas = ['Check.', '\n`⏰', ' list`\n', '\n\nDone, `x`.'];
  const { text } = normalize(chatBody(deltas));
  expect(joinedText(text)).toBe('Check.\n\nDone, `x`.');
  const before = new Set(chatBody(deltas).split('\n\n'));
  expect(text.split('\n\n').filter((frame) => !before.has(frame))).toEqual([]);
});

test('a marker between text of the same delta is cut out of it', () => {
  const { text } = normalize(
    sse(
      `{ "choices": [ {"index":0, "delta":{"content":"A.\\n\`\\u23f0 list\`\\n\\nB\\u00e9"}, "x":1.0}] }`,
    ),
  );
  expect(text).toBe(
    sse('{ "choices": [ {"index":0, "delta":{"content":"A.\\nB\\u00e9"}, "x":1.0}] }'),
  );
});

test('a delta that is nothing but marker is dropped with its frame, unless the frame contains more', () => {
  const rows: readonly (readonly [before: string, after: string])[] = [
    [sse('{"choices":[{"index":0,"delta":{"content":"`⏰ list`"}}]}', '[DONE]'), sse('[DONE]')],
    [
      sse('{"choices":[{"index":0,"delta":{"role":"assistant","content":"`⏰ list`"}}]}'),
      sse('{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}'),
    ],
    [
      sse('{"choices":[{"index":0,"delta":{"content":"`⏰ list`"},"finish_reason":"stop"}]}'),
      sse('{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}'),
    ],
    [
      sse('{"choices":[{"index":0,"delta":{"content":"`⏰ list`"}}],"usage":{"a":1}}'),
      sse('{"choices":[{"index":0,"delta":{"content":""}}],"usage":{"a":1}}'),
    ],
    [
      sse('{"choices":[{"index":0,"delta":{"content":"`⏰ list`"}}],"error":{"a":1}}'),
      sse('{"choices":[{"index":0,"delta":{"content":""}}],"error":{"a":1}}'),
    ],
  ];
  for (const [before, after] of rows) expect(normalize(before).text).toBe(after);
});

test('everything but the marker stays: usage, citations, timings, the id and the pause of a frame', () => {
  const marker = '{"choices":[{"index":0,"delta":{"content":"`⏰ list`"}}]}';
  for (const more of [
    '"citations":["https://example.org"]',
    '"timings":{"predicted_n":1}',
    '"usage":{"total_tokens":1}',
    '"x_new":0',
  ]) {
    const json = marker.replace(/}$/, `,${more}}`);
    expect(normalize(sse(json)).text).toBe(sse(json.replace('`⏰ list`', '')));
  }
  for (const line of ['retry: 100', 'id: 7', 'id']) {
    expect(normalize(`${line}\ndata: ${marker}\n\n`).text).toBe(
      `${line}\ndata: ${marker.replace('`⏰ list`', '')}\n\n`,
    );
    expect(normalize(sse(chunkJson('a')) + `${line}\n${EVENT}`).text).toBe(
      sse(chunkJson('a')) + `${line}\n\n`,
    );
  }
});

test('the style of a frame survives a change in it', () => {
  const json = '{"choices":[{"index":0,"delta":{"content":"A.\\n`⏰ list`\\n\\nB"}}]}';
  const after = json.replace('\\n`⏰ list`\\n', '');
  for (const frame of [
    'id: 7\r\nevent: message\r\ndata:JSON\r\nretry: 3\r\n\r\n',
    ': c\rdata: JSON\r\r',
    '\ufeffdata: JSON\n\n',
    'data: JSON',
  ]) {
    expect(normalize(frame.replace('JSON', json), 'text/event-stream', NO_REPAIRS).text).toBe(
      frame.replace('JSON', after),
    );
  }
});

test('a finish chunk, [DONE] and the end of the body decide held text', () => {
  const held = sse(chunkJson('A.\n'), chunkJson('`⏰ list'));
  for (const rest of [
    sse(chunkJson(undefined, { finish: 'stop' })),
    sse('[DONE]'),
    'data:[DONE]\n\n',
    'data:  [DONE] \r\n\r\n',
    '',
  ]) {
    expect(normalize(held + rest, 'text/event-stream', NO_REPAIRS).text).toBe(held + rest);
  }
  const marker = sse(chunkJson('A.'), chunkJson('\n`⏰ list'), chunkJson('`'));
  for (const rest of [sse(chunkJson(undefined, { finish: 'stop' })), sse('[DONE]'), '']) {
    expect(joinedText(normalize(marker + rest).text)).toBe('A.');
  }
});

test('a finish chunk may contain the last text', () => {
  expect(
    joinedText(
      normalize(sse(chunkJson('A.\n`⏰ list'), chunkJson('`', { finish: 'stop' }), '[DONE]')).text,
    ),
  ).toBe('A.');
  expect(
    joinedText(
      normalize(sse(chunkJson('A.\n`⏰ list'), chunkJson(' y', { finish: 'stop' }), '[DONE]')).text,
    ),
  ).toBe('A.\n`⏰ list y');
});

test('frames after a held one wait their turn', () => {
  const normalizer = sseNormalizer();
  const push = (text: string): string => textOf(normalizer.push(bytesOf(text)));
  const other = ': c\n\n' + sse('{"other":1}') + 'event: ping\ndata: x\n\n';
  const first = sse(chunkJson('A.\n`⏰ li'));

  expect(push(first)).toBe('');
  expect(push(other)).toBe('');
  expect(push(EVENT)).toBe('');
  expect(push(sse(chunkJson('st, no')))).toBe('');
  expect(push(sse(chunkJson('\n')))).toBe(first + other + sse(chunkJson('st, no')));
  expect(push(sse(chunkJson('b')))).toBe(sse(chunkJson('\n')) + sse(chunkJson('b')));
});

test('one heartbeat may come inside a marker, the second one releases the text', () => {
  const first = sse(chunkJson('A.\n`⏰ li'));
  const one = normalize(first + ': keepalive\n\n' + sse(chunkJson('st`\n\nB')));
  expect(joinedText(one.text)).toBe('A.\nB');

  const normalizer = sseNormalizer();
  const push = (text: string): string => textOf(normalizer.push(bytesOf(text)));
  expect(push(first + ': keepalive\n\n')).toBe('');
  expect(push(': keepalive\n\n')).toBe(first + ': keepalive\n\n: keepalive\n\n');
});

test('a marker with its blank line is removed, however many heartbeats come before the next text', () => {
  const body =
    sse(chunkJson('A.\n`⏰ li'), chunkJson('st`\n\n')) +
    ': k\n\n'.repeat(5) +
    sse(chunkJson('Done.'));
  expect(joinedText(normalize(body).text)).toBe('A.\nDone.');
});

test('heartbeats between two markers do not add up', () => {
  const body =
    sse(chunkJson('`⏰ list')) +
    ': k\n\n' +
    sse(chunkJson('`\n\nX.\n')) +
    sse(chunkJson('`⏰ run')) +
    ': k\n\n' +
    sse(chunkJson('`\n\nY'));
  expect(joinedText(normalize(body).text)).toBe('\nX.\nY');
});

test('a line feed at the end of a text is held until something follows, or nothing comes for a while', () => {
  const normalizer = sseNormalizer();
  const held = sse(chunkJson('A.\n'));
  expect(normalizer.waits()).toBe(false);
  expect(textOf(normalizer.push(bytesOf(held)))).toBe('');
  expect(normalizer.waits()).toBe(true);
  expect(textOf(normalizer.idle())).toBe(held);
  expect(normalizer.waits()).toBe(false);
  expect(normalizer.idle()).toHaveLength(0);
  expect(textOf(normalizer.push(bytesOf(held)))).toBe('');
  expect(textOf(normalizer.push(bytesOf(': k\n\n')))).toBe(held + ': k\n\n');
});

test('being idle does not release the beginning of a marker', () => {
  const normalizer = sseNormalizer();
  normalizer.push(bytesOf(sse(chunkJson('A.\n`⏰ li'))));
  expect(normalizer.waits()).toBe(false);
  expect(normalizer.idle()).toHaveLength(0);
  normalizer.push(bytesOf(sse(chunkJson('st`'))));
  expect(joinedText(textOf(normalizer.end()))).toBe('A.');
});

test('being idle in the middle of a frame keeps the frame whole', () => {
  const normalizer = sseNormalizer();
  const frame = sse(chunkJson('a'));
  normalizer.push(bytesOf(frame.slice(0, 20)));
  expect(normalizer.idle()).toHaveLength(0);
  expect(textOf(normalizer.push(bytesOf(frame.slice(20))))).toBe(frame);
});

test('frames that add nothing to a held text release it before many wait', () => {
  const normalizer = sseNormalizer();
  const held = bytesOf(sse(chunkJson('`⏰ list')));
  let out = concat(normalizer.push(held)).length;
  const other = bytesOf(sse('{"a":"`"}'));
  let pushed = held.length;
  for (let i = 0; i < 40; i++) {
    out += concat(normalizer.push(other.slice())).length;
    pushed += other.length;
  }
  expect(out).toBe(pushed);
});

test('interleaved choices are separate texts', () => {
  const frames = [
    chunkJson('A.\n`⏰', { index: 0 }),
    chunkJson('b `⏰', { index: 1 }),
    chunkJson(' list`', { index: 0 }),
    chunkJson(' run`', { index: 1 }),
    chunkJson('\n\nC', { index: 0 }),
    chunkJson('\n\nD', { index: 1 }),
  ];
  const { text } = normalize(sse(...frames));
  expect(joinedText(text, 0)).toBe('A.\nC');
  expect(joinedText(text, 1)).toBe('b `⏰ run`\n\nD');
});

test('a removal in one choice is not forgotten while a frame of another is held', () => {
  const { text } = normalize(
    sse(
      chunkJson('x\n', { index: 1 }),
      chunkJson('A.\n`⏰ list`\n\nB', { index: 0 }),
      chunkJson('c', { index: 0 }),
      chunkJson('y', { index: 1 }),
    ),
  );
  expect(joinedText(text, 0)).toBe('A.\nBc');
  expect(joinedText(text, 1)).toBe('x\ny');
});

test('a choice that begins while another is in the middle of a line is not at the start of a line', () => {
  const { text } = normalize(
    sse(
      chunkJson('Hello', { index: 0 }),
      chunkJson('Use ', { index: 1 }),
      chunkJson('`💻 ls`', { index: 1 }),
      chunkJson(undefined, { index: 1, finish: 'stop' }),
    ),
  );
  expect(joinedText(text, 1)).toBe('Use `💻 ls`');
});

test('several choices in one chunk are cleaned each', () => {
  const json = JSON.stringify({
    choices: [
      { index: 0, delta: { content: '`⏰ list`\n\nA' } },
      { index: 1, delta: { content: 'b `⏰ run`' } },
    ],
  });
  const { text } = normalize(sse(json));
  expect([joinedText(text, 0), joinedText(text, 1)]).toEqual(['\nA', 'b `⏰ run`']);
});

test('events between text are removed and reported, whatever is around them', () => {
  const variants = [
    EVENT,
    EVENT.replaceAll('\n', '\r\n'),
    EVENT.replaceAll('\n', '\r'),
    EVENT.replace('data: ', 'data:'),
    ': k\n' + EVENT,
    'id: 9\n' + EVENT,
    EVENT.replace('event: ', 'event:'),
  ];
  for (const event of variants) {
    const { text, events } = normalize(
      sse(chunkJson('a')) + event + EVENT_END + sse(chunkJson('b')),
    );
    // The effect of an id lasts beyond its frame.
    expect(text.replace('id: 9\n', '')).toBe(sse(chunkJson('a'), chunkJson('b')));
    expect(text.includes('id: 9')).toBe(event.includes('id: 9'));
    expect(events.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
      'c1 running',
      'c1 unknown',
    ]);
  }
});

test('an event whose name was lost on the way is recognised, once the stream is known to be a chat', () => {
  const unnamed = EVENT.replace(/^event.*\n/, '');
  expect(normalize(sse(chunkJson('a')) + unnamed + sse(chunkJson('b'))).text).toBe(
    sse(chunkJson('a'), chunkJson('b')),
  );
  expect(normalize(unnamed + sse(chunkJson('b'))).text).toBe(unnamed + sse(chunkJson('b')));
});

test('an uncompleted call is ended by [DONE], though the body stays open', () => {
  const events: Progress[] = [];
  const normalizer = sseNormalizer((progress) => void events.push(progress));
  normalizer.push(
    bytesOf(
      sse(chunkJson('a')) +
        EVENT +
        sse(chunkJson('b'), chunkJson(undefined, { finish: 'stop' }), '[DONE]'),
    ),
  );
  expect(events.map(({ status }) => status)).toEqual(['running', 'ended']);
});

test('the end of a reply is reported at [DONE], once, though the body stays open', () => {
  let ends = 0;
  const normalizer = createStreamNormalizer(
    createSseFraming(),
    createReply({ report: on({ end: () => ends++ }) }),
  );
  normalizer.push(bytesOf(sse(chunkJson('Hello'), chunkJson(' there'))));
  expect(ends).toBe(0);
  normalizer.push(bytesOf(sse('[DONE]')));
  expect(ends).toBe(1);
  normalizer.end();
  expect(ends).toBe(1);
});

test('a whole-chunk marker comes from the server only on a Hermes stream', () => {
  const deltas = ['a', "\n`🦄 awk '{print $1}' f` | sort`\n", '\n\nb'];
  const hermes = normalize(chatBody(deltas, { id: 'chatcmpl-' + 'a1'.repeat(14) + 'f' }));
  expect(joinedText(hermes.text)).toBe('a\n\nb');
  expect(
    hermes.events.map(({ emoji, status, provenance }) => `${emoji} ${status} ${provenance}`),
  ).toEqual(['🦄 running server', '🦄 ended server']);

  const other = normalize(chatBody(deltas));
  expect(joinedText(other.text)).toBe(deltas.join(''));
  const listed = normalize(chatBody(['A.', '\n`💻 ls`\n', 'B']));
  expect(joinedText(listed.text)).toBe('A.\nB');
  expect(listed.events.map(({ provenance }) => provenance)).toEqual(['unknown', 'unknown']);
});

test('any other stream passes, whatever it contains', () => {
  const messages = Array.from(
    { length: 60 },
    (_, i) =>
      `{"i":${i},"text":"\\n\`⏰ list\`\\n\\n","tool":"terminal","status":"running","emoji":"💻"}`,
  );
  const body = sse(...messages);
  expect(normalize(body).text).toBe(body);
});

test('lines of JSON are frames as well', () => {
  const body = [
    chunkJson('A.\n'),
    '',
    '  ' + chunkJson('`⏰ list') + ' \r',
    'no json',
    chunkJson('`\n'),
    chunkJson('\nB'),
  ].join('\n');
  const { text } = normalize(body, 'application/x-ndjson');
  expect(text).toBe([chunkJson('A.'), '', 'no json', chunkJson('\nB')].join('\n'));
});

test('lines of JSON without anything to clean keep their bytes, with any line ends', () => {
  for (const lineEnd of ['\n', '\r\n']) {
    const body = ['{"a":1}', '', '[1]', 'x', chunkJson('a `b`'), '{"a": 1.0}'].join(lineEnd);
    expect(normalize(body, 'application/jsonl').text).toBe(body);
    expect(normalize(body + lineEnd, 'application/jsonl').text).toBe(body + lineEnd);
  }
});

function sseNormalizer(onProgress: (progress: Progress) => void = () => {}): BodyNormalizer {
  return createStreamNormalizer(
    createSseFraming(),
    createReply({ report: on({ progress: ({ progress }) => onProgress(progress) }) }),
  );
}

test('the page may detach a chunk as soon as it has its output', () => {
  const body = bytesOf(
    chatBody(['A.\n', '`⏰', ' list`', '\n', '\nB', ' c\n', 'd']) + 'data: unfinished',
  );
  const expected = textOf(normalizeCut(body, []).bytes);
  for (const createFraming of [createSseFraming, createNdjsonFraming]) {
    for (const size of [1, 5, 33, 200]) {
      const out = pushAll(
        createStreamNormalizer(createFraming(), createReply({})),
        body,
        endsEvery(body.length, size),
      );
      if (createFraming === createSseFraming) expect(textOf(concat(out))).toBe(expected);
      else expect(out.reduce((sum, { length }) => sum + length, 0)).toBe(body.length);
    }
  }
});

test('whatever breaks, the page gets every held byte, in order', () => {
  const body = chatBody(['A.\n', '`⏰', ' list', ' `x` ', '\n', 'b', ' `c`']) + 'data: unfinished';
  for (let failAt = 1; failAt < 10; failAt++) {
    for (const size of [1, 40, 400, 10_000]) {
      let judged = 0;
      const reply = createReply({});
      const normalizer = createStreamNormalizer(createSseFraming(), {
        ...reply,
        judge(message) {
          if (++judged === failAt) throw new Error('broken by the page');
          return reply.judge(message);
        },
      });
      const bytes = bytesOf(body);
      expect(textOf(concat(pushAll(normalizer, bytes, endsEvery(bytes.length, size))))).toBe(body);
    }
  }
});

test('an id that waits for the next frame leaves even after a failure', () => {
  const reply = createReply({});
  const normalizer = createStreamNormalizer(
    createSseFraming(),
    {
      ...reply,
      judge(message) {
        if (JSON.stringify(message.json).includes('broken')) throw new Error('broken by the page');
        return reply.judge(message);
      },
    },
    { enabled: DEFAULT_REPAIRS },
  );
  const [first, last] = [sse(chunkJson('a')), sse(chunkJson('broken'))];
  const out = pushAll(normalizer, bytesOf(`${first}id: 7\n\n${last}`), []);
  expect(textOf(concat(out))).toMatch(/\nid: 7\n/);
});

test('a clean chunk of whole frames is returned without a copy', () => {
  const normalizer = sseNormalizer();
  normalizer.push(bytesOf(sse(chunkJson('Hello'))));
  const chunk = bytesOf(sse(chunkJson(' there'), chunkJson(' you')));
  const [out, ...more] = normalizer.push(chunk);
  expect(out?.buffer).toBe(chunk.buffer);
  expect(out).toHaveLength(chunk.length);
  expect(more).toEqual([]);
});

test('parts of one chunk with a change between them leave in one buffer', () => {
  const normalizer = sseNormalizer();
  const parts = normalizer.push(
    bytesOf(sse(chunkJson('Hello'), chunkJson('\n`⏰ list`\n\nX'), chunkJson(' you'))),
  );
  expect(parts).toHaveLength(1);
});

test('the few frames of one delta leave as separate parts, each with its own buffer: some pages read one frame at a time', () => {
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  normalizer?.push(bytesOf(sse(chunkJson('\n'))));
  const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{' } };
  const parts =
    normalizer?.push(
      bytesOf(
        sse(
          JSON.stringify({
            object: 'chat.completion.chunk',
            choices: [{ index: 0, delta: { tool_calls: [call] } }],
          }),
        ),
      ),
    ) ?? [];
  expect(parts.map((part) => textOf(part).split('\n\n').length - 1)).toEqual([1, 1, 1]);
  expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(3);
});

test('ordinary text leaves with the chunk it came in; only what could begin a marker waits', () => {
  const normalizer = sseNormalizer();
  for (const piece of piecesOf(
    'Intro. `code` and more text\nnext `line`, - item\n`no marker`',
    3,
  )) {
    const out = normalizer.push(bytesOf(sse(chunkJson(piece))));
    expect([piece, out.length > 0]).toEqual([piece, !/\n`?$/.test(piece)]);
  }
});

test('a fence that opens a choice whose first chunk passed unread counts: its content stays', () => {
  const deltas: readonly (readonly [index: number, content: string])[] = [
    [0, ''],
    [0, 'Hello'],
    [1, ''],
    [0, ' there'],
    [1, '~~~\n'],
    [1, '`⏰ list`\n\n'],
    [1, '~~~\n'],
  ];
  const body = sse(...deltas.map(([index, content]) => chunkJson(content, { index })), '[DONE]');

  expect(normalize(body, undefined, NO_REPAIRS).text).toBe(body);
});

test('a fence interrupted by heartbeats counts', () => {
  const body = chatBody(['--\n\n`', '``md', '\n``', '`j', '``\n\n', '`⏰', ' li', 'st`', '\n\n']);
  const beat = body.replace('data: ', ': ping\n\n: ping\n\ndata: ');
  const after = (text: string): string =>
    text.replace(
      /(?<="content":"--\\n\\n`"\},"finish_reason":null\}\]\}\n\n)/,
      ': ping\n\n: ping\n\n',
    );

  expect(after(body)).not.toBe(body);
  expect(normalize(after(body), undefined, NO_REPAIRS).text.replaceAll(': ping\n\n', '')).toBe(
    normalize(beat, undefined, NO_REPAIRS).text.replaceAll(': ping\n\n', ''),
  );
});

test('each line of a text may get one heartbeat before it is given up', () => {
  const [first = '', second = '', ...rest] = [
    '`⏰ li',
    '`\nand on.\n`⏰',
    ' list`\n\n',
    'End.',
  ].map((delta) => sse(chunkJson(delta)));
  const beat = ': ping\n\n';

  expect(joinedText(normalize(first + beat + second + beat + rest.join('')).text)).toBe(
    '`⏰ li`\nand on.\nEnd.',
  );
});

test('the number of bytes that wait behind a marker is limited', () => {
  const big = sse(
    JSON.stringify({
      choices: [{ index: 0, delta: { reasoning_content: 'x'.repeat(1024 * 1024) } }],
    }),
  );
  const normalizer = createStreamNormalizer(createSseFraming(), createReply({}));
  let given = 0;
  let taken = 0;
  let most = 0;
  for (const text of [sse(chunkJson('\n`💻 ls')), ...Array.from({ length: 40 }, () => big)]) {
    const bytes = bytesOf(text);
    given += bytes.length;
    for (const part of normalizer.push(bytes)) taken += part.length;
    most = Math.max(most, given - taken);
  }
  taken += normalizer.end().length;

  expect(most).toBeGreaterThan(8 * 1024 * 1024);
  expect(most).toBeLessThan(20 * 1024 * 1024);
  expect(taken).toBe(given);
});

test('a failure is reported once, and the rest passes unchanged', () => {
  const failed = vi.fn<() => void>();
  const framing = createSseFraming();
  const fails = {
    ...framing,
    read(frame: string) {
      if (frame.includes('two')) throw new Error('broken');
      return framing.read(frame);
    },
  };
  const normalizer = createStreamNormalizer(fails, createReply({}), { onBroken: failed });
  const body = sse('one', 'two', 'three') + EVENT;

  expect(textOf(concat(pushAll(normalizer, bytesOf(body), [20])))).toBe(body);
  expect(failed).toHaveBeenCalledTimes(1);
});
