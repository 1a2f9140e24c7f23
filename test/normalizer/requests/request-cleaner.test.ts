import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFrame, cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { runs } from '../../support/speed.ts';

/** An address at which every body asks for a reply. */
const url = 'https://api.example/v1/chat/completions';

/** A body with one assistant message; `content` is JSON text. */
function assistant(content: string): string {
  return `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${content}},{"role":"user","content":"go"}]}`;
}

test('markers are removed from the text of assistants, leftover blank lines are collapsed', () => {
  const rows: readonly (readonly [before: string, after: string, markers: number])[] = [
    [
      '"Let me check. \\n`💻 echo \\"today `date`\\"`\\n\\n\\nAll done"',
      '"Let me check. \\n\\nAll done"',
      1,
    ],
    ['"\\n`💻 a`\\n\\n`📖 b`\\n\\n\\nNow"', '"Now"', 2],
    ['"`⏰ update`\\n\\n`⏰ list`\\n\\nIch habe"', '"Ich habe"', 2],
    ['"`⏰ list`\\n\\n\\nI found"', '"I found"', 1],
    ['"`⏰ create`\\n\\n\\nDone, `x`."', '"Done, `x`."', 1],
    ['"Check.\\n`⏰ list`"', '"Check."', 1],
    ['"Check.\\n`⏰ list`\\n"', '"Check."', 1],
    ['"Text.\\n`📖 a.md`\\n\\nMore"', '"Text.\\nMore"', 1],
    ['"Text.\\n`📖 a.md`\\n\\n`📖 b.md`\\n\\nMore"', '"Text.\\nMore"', 2],
    ['"Text.\\n\\n\\n`⏰ list`\\n\\n\\n\\nMore"', '"Text.\\n\\nMore"', 1],
    [
      '"a\\n\\n\\n\\nb\\n`📖 a`\\n\\n\\nMore\\n\\n\\nend\\n"',
      '"a\\n\\n\\n\\nb\\n\\nMore\\n\\n\\nend\\n"',
      1,
    ],
    ['"Text.\\n`📖 a.md`\\n \\n`📖 b.md`\\n\\n\\nMore"', '"Text.\\n\\nMore"', 2],
    ['"`⏰ list`\\n\\n    indented code"', '"    indented code"', 1],
    ['"  \\n`⏰ list`\\n "', '"(empty)"', 1],
    ['"`⏰ list`"', '"(empty)"', 1],
    ['"\\n`⏰ list`\\n\\n`⏰ list`\\n"', '"(empty)"', 2],
    ['"\\u0060\\u23f0 list\\u0060\\n\\nDone"', '"Done"', 1],
    [
      '"\\n`\\ud83d\\udcbb ls`\\n\\n\\nD\\u00e9j\\u00e0 \\ud83d\\udcbb"',
      '"D\\u00e9j\\u00e0 \\ud83d\\udcbb"',
      1,
    ],
  ];
  for (const [before, after, markers] of rows)
    expect(cleanRequest(assistant(before))).toMatchObject({
      body: assistant(after),
      markers,
      asksReply: true,
    });
});

test('anything but a marker stays, down to the byte', () => {
  const rows = [
    '"Use `💻 ls` to list"',
    '"- `💻 terminal`\\n- `🔍 search`"',
    '"> `⏰ list`\\n\\nx"',
    '" `⏰ list`\\n\\nx"',
    '"`⏰ list`\\nfoo"',
    '"Text.\\n\\n`⏰ list`\\n\\nMore"',
    '"Text:\\n`⏰ list`\\n\\nMore"',
    '"Text.\\n`⏰ list`\\n\\nand more"',
    '"Text.\\n`📖 Read me`\\n\\nMore"',
    '"`💻 foo` differs from `bar`"',
    '"```\\n`⏰ list`\\n\\n```"',
    '"  leading\\n\\n\\n\\nand trailing \\n\\n"',
    '""',
    'null',
    '7',
    '{}',
    '[]',
    '[null,"`⏰ list`",7]',
    '[{"type":"text"}]',
  ];
  for (const content of rows) {
    const body = assistant(content);
    expect(cleanRequest(body)).toMatchObject({ body, markers: 0, asksReply: true });
  }
});

test('only parts of type text are cleaned', () => {
  const marker = '"\\n`⏰ list`\\n\\nDone"';
  const parts = (type: string, text: string): string =>
    assistant(
      `[{"type":"text","text":"a"},{"type":"${type}","text":${text}},{"type":"refusal","refusal":${marker}}]`,
    );

  expect(cleanRequest(parts('text', marker))).toMatchObject({
    body: parts('text', '"Done"'),
    markers: 1,
    asksReply: true,
  });
  for (const type of ['thinking', 'image_url', 'tool_result']) {
    expect(cleanRequest(parts(type, marker))).toMatchObject({
      body: parts(type, marker),
      markers: 0,
      asksReply: true,
    });
  }
});

test('messages of anybody but the assistant are never touched', () => {
  const content = '"`⏰ list`\\n\\nDone"';
  for (const role of [
    '"user"',
    '"system"',
    '"tool"',
    '"developer"',
    '"function"',
    '"Assistant"',
    'null',
    '["assistant"]',
  ]) {
    for (const value of [content, `[{"type":"text","text":${content}}]`]) {
      const body = `{"model":"m","messages":[{"role":${role},"content":${value}},{"content":${value}},{"role":"user","content":"x"}]}`;
      expect(cleanRequest(body, { url })).toMatchObject({ body, markers: 0, asksReply: true });
    }
  }
});

test('every other byte of the body stays: order, spaces, numbers, escapes, duplicates', () => {
  const before =
    '\n{ "2":1.0, "1" : 1e3,"big":12345678901234567890,"e":"\\u00e9\\/é",\t"messages": [ {"content":"`⏰ create`\\n\\nx" , "role":"assistant", "content":"Y.\\n`⏰ update`\\n\\nZ","tool_calls":[{"function":{"arguments":"`⏰ remove`"}}]},\r\n null, 3, "`⏰ d`", ["`⏰ d`"], {"role":"user","content":"`⏰ d`"} ] , "tail":[-0,0.10]}\n\n';
  const after = before.replace('Y.\\n`⏰ update`\\n\\nZ', 'Y.\\nZ');
  expect(cleanRequest(before, { url })).toMatchObject({ body: after, markers: 1, asksReply: true });
});

test('a body that is not a request for a reply passes unchanged', () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"messages"',
    '{"prompt":"`⏰ create`"}',
    '{"content":"`⏰ create`"}',
    '{"messages":"`⏰ create`"}',
    '{"messages":{"0":1}}',
    'messages=`⏰ create`',
    '[{"messages":[]}]',
    '{"a":"messages"}',
    '{"messages":[{"role":"assistant","content":"`⏰ create`"}]',
  ];
  for (const body of bodies) expect(cleanRequest(body)).toBeNull();
});

test('a clean body is returned as the same string', () => {
  const body = assistant('"Hello `x`"');
  expect(cleanRequest(body)?.body).toBe(body);
});

test('a label in history may have any length: nothing is held', () => {
  const long = (n: number): string =>
    assistant(JSON.stringify('`💻 ' + 'x'.repeat(n) + '`\n\nDone'));
  for (const n of [4000, 4091, 4092, 4096, 10_000, 1_000_000])
    expect(cleanRequest(long(n))).toMatchObject({
      body: assistant('"Done"'),
      markers: 1,
      asksReply: true,
    });
});

test('a body with more messages, or more lines like a marker, than any is sent unchanged', () => {
  const marker = 'A.\n`⏰ list`\n\n\n';
  const bodyOf = (messages: number, content: string): string =>
    JSON.stringify({
      messages: Array.from({ length: messages }, () => ({ role: 'assistant', content })),
    });
  const cleaned = (body: string): number | undefined =>
    cleanRequest(body, { url, expectsMarkers: () => true })?.markers;

  expect([cleaned(bodyOf(20_000, marker)), cleaned(bodyOf(2, marker.repeat(10_000)))]).toEqual([
    20_000, 20_000,
  ]);
  for (const body of [
    bodyOf(50_001, 'A'),
    bodyOf(20_001, marker),
    bodyOf(1, marker.repeat(20_001)),
  ])
    expect(cleanRequest(body, { url, expectsMarkers: () => true })).toMatchObject({
      body,
      markers: 0,
      asksReply: true,
    });
});

test('cleaning twice changes nothing more', () => {
  // Of two marker lines without a blank line between them only the second one is removed (a known
  // limit), so none is generated here.
  const piece = fc.constantFrom(
    '`⏰ list`\n\n',
    '\n`💻 a`\n\n',
    '\n',
    '\n\n',
    'x',
    'X.',
    ' ',
    '```\n',
    '  ',
    'text `x`',
    '> ',
    '`💻 foo` is prose',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const once = cleanRequest(assistant(JSON.stringify(pieces.join(''))));
      const twice = cleanRequest(once?.body ?? '');
      expect({ pieces, ...twice }).toMatchObject({
        pieces,
        body: once?.body,
        markers: 0,
        asksReply: true,
      });
    }),
    { numRuns: runs(3000) },
  );
});

test('frames of sockets: plain JSON and the arguments of a socket.io event are cleaned, everything else is left alone', () => {
  const dirty = assistant('"Text.\\n`📖 a.md`\\n\\nMore"');
  const clean = assistant('"Text.\\nMore"');

  expect(cleanFrame(dirty)).toMatchObject({ body: clean, markers: 1 });
  expect(cleanFrame(`42["chat",${dirty},1]`)).toEqual({
    body: `42["chat",${clean},1]`,
    markers: 1,
  });
  expect(cleanFrame(`4217["chat",null,${dirty},${dirty}]`)).toEqual({
    body: `4217["chat",null,${clean},${clean}]`,
    markers: 2,
  });
  expect(cleanFrame(`42["save",{"chat":{"history":{"currentId":null},${dirty.slice(1)}}]`)).toEqual(
    {
      body: `42["save",{"chat":{"history":{"currentId":null},${clean.slice(1)}}]`,
      markers: 1,
    },
  );
  for (const frame of [
    '2',
    '3probe',
    '43[]',
    '40{"token":"x"}',
    `451-["chat",${dirty}]`,
    'text',
    '',
    '{"a":1}',
  ])
    expect(cleanFrame(frame)).toBeNull();
  for (const frame of [
    clean,
    `42["chat",${clean}]`,
    assistant('"a `b`"'),
    `42["chat",${assistant('"a `b`"')}]`,
  ])
    expect(cleanFrame(frame)).toBeNull();
});

const MARKER = '`⏰ list`';
const ASKED = { role: 'user', content: 'a' };
const SAID = { role: 'assistant', content: MARKER };
const CALLS = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
const PARTS = [
  { type: 'text', text: 'a' },
  { type: 'text', text: MARKER },
  { type: 'tool_use', id: 't', name: 'f', input: {} },
];
const ITEM = { type: 'message', content: [{ type: 'output_text', text: MARKER }] };

test.each<[string, Record<string, unknown>]>([
  ["between two of the user's", { messages: [ASKED, SAID, ASKED] }],
  ['as the last one, to be continued', { messages: [ASKED, { ...SAID, partial: true }] }],
  [
    'beside tool calls',
    {
      messages: [
        { ...SAID, tool_calls: CALLS },
        { role: 'tool', tool_call_id: 'c', content: 'x' },
      ],
    },
  ],
  ['beside thoughts', { messages: [{ ...SAID, reasoning_content: 'Hm.' }] }],
  ['as one part of several', { messages: [{ ...SAID, content: PARTS }] }],
  [
    'as the thoughts',
    { messages: [{ ...SAID, content: 'a', reasoning_content: MARKER, tool_calls: [{}] }] },
  ],
  ['in items of the Responses API', { input: [{ ...ITEM, role: 'assistant' }] }],
  ['in a history of Hermes', { input: 'x', conversation_history: [SAID] }],
  [
    'in contents of Gemini',
    {
      contents: [
        { role: 'model', parts: [{ text: MARKER }] },
        { role: 'user', parts: [{ text: 'x' }] },
      ],
    },
  ],
  [
    'in a history of Cohere',
    { message: 'x', chat_history: [{ role: 'CHATBOT', message: MARKER }] },
  ],
  [
    'of a temporary chat of Open WebUI',
    {
      stream: true,
      session_id: 's',
      chat_id: 'local',
      id: 'm',
      messages: [{ role: 'assistant', output: [ITEM] }],
    },
  ],
])(
  'a server that accepts a text that is nothing but markers accepts what replaces it: %s',
  (_where, body) => {
    for (const text of [MARKER, `\n${MARKER}\n\n${MARKER}\n`, ` \n${MARKER}\n\n \n`]) {
      for (const model of ['hermes-agent', 'kimi-k2', 'claude-sonnet-5', undefined]) {
        const before = JSON.stringify({ ...body, model }).replace(JSON.stringify(MARKER), () =>
          JSON.stringify(text),
        );
        expect(cleanRequest(before, { url })?.body).toBe(
          before.replace(JSON.stringify(text), '"(empty)"'),
        );
      }
    }
  },
);

test.each<[string, Record<string, unknown>]>([
  [
    "Open WebUI's chat",
    { chat: { history: { currentId: null }, messages: [SAID] }, model: 'claude' },
  ],
  [
    'what Open WebUI passes on after a reply',
    {
      model: 'kimi-k2',
      messages: [{ id: 'a', ...SAID, timestamp: 1 }],
      chat_id: 'c',
      session_id: 's',
      id: 'a',
    },
  ],
  ["SillyTavern's chat", { chat: [{ user_name: 'User' }, { is_user: false, mes: MARKER }] }],
])('what only stores a chat gets an empty text, which nobody reads: %s', (_what, body) => {
  expect(cleanRequest(JSON.stringify(body))).toMatchObject({
    body: JSON.stringify(body).replace(MARKER, ''),
    markers: 1,
    asksReply: false,
  });
});

test('a text that was empty or blank before stays so', () => {
  for (const text of ['""', '" \\n"', 'null'])
    expect(cleanRequest(assistant(text))?.body).toBe(assistant(text));
});

test('a byte order mark stays, and what follows is cleaned', () => {
  expect(cleanRequest('\ufeff' + assistant('"`⏰ list`\\n\\nDone"'))).toMatchObject({
    body: '\ufeff' + assistant('"Done"'),
    markers: 1,
    asksReply: true,
  });
  expect(cleanRequest('\ufeff' + assistant('"Done"'))).toMatchObject({
    body: '\ufeff' + assistant('"Done"'),
    markers: 0,
    asksReply: true,
  });
  expect(cleanRequest('\ufeff\ufeff' + assistant('"Done"'))).toBeNull();
});

test('what a model reads is cleaned inside and after blocks too, even if a block has no end', () => {
  const rows: readonly (readonly [before: string, after: string])[] = [
    [
      '<details>\n<summary>Steps</summary>\n\nFirst.\n`⏰ list`\n\nThen.\n</details>\n\nSo.\n`⏰ list`\n\n\nDone',
      '<details>\n<summary>Steps</summary>\n\nFirst.\nThen.\n</details>\n\nSo.\n\nDone',
    ],
    [
      'a\n<details>\n<summary>x</summary>\n\nA.\n`⏰ list`\n\nB',
      'a\n<details>\n<summary>x</summary>\n\nA.\nB',
    ],
    [
      '<details type="reasoning" done="true">\n> `⏰ list`\n>\n> x.\n`⏰ list`\n\nY',
      '<details type="reasoning" done="true">\n> `⏰ list`\n>\n> x.\nY',
    ],
  ];
  for (const [before, after] of rows)
    expect(cleanRequest(assistant(JSON.stringify(before)))?.body).toBe(
      assistant(JSON.stringify(after)),
    );
});

test('keys may be escaped, duplicated or named like members of an object', () => {
  const marked = '"One.\\n`⏰ list`\\n\\nTwo."';
  const rows: readonly (readonly [before: string, after: string])[] = [
    [
      `{"messages":[{"r\\u006fle":"assistant","\\u0063ontent":${marked}}]}`,
      `{"messages":[{"r\\u006fle":"assistant","\\u0063ontent":"One.\\nTwo."}]}`,
    ],
    [
      `{"messages":1,"messages":[{"role":"user","role":"assistant","content":${marked}}]}`,
      `{"messages":1,"messages":[{"role":"user","role":"assistant","content":"One.\\nTwo."}]}`,
    ],
    [
      `{"messages":[{"role":"assistant","role":"user","content":${marked}}]}`,
      `{"messages":[{"role":"assistant","role":"user","content":${marked}}]}`,
    ],
    [
      `{"chat":{"history":{"currentId":null,"messages":{"__proto__":{"role":"assistant","content":${marked}},"1":{"role":"assistant","content":"x"}}}}}`,
      `{"chat":{"history":{"currentId":null,"messages":{"__proto__":{"role":"assistant","content":"One.\\nTwo."},"1":{"role":"assistant","content":"x"}}}}}`,
    ],
  ];
  for (const [before, after] of rows) {
    const at = before.startsWith(`{"chat"`) ? {} : { url };
    expect(cleanRequest(before, at)?.body).toBe(after);
  }
});

test('deep nesting and large bodies are cleaned like others', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const picture = JSON.stringify({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(3_000_000)}` },
  });
  for (const filler of [deep, picture]) {
    const body = (content: string): string =>
      assistant(content).replace('"hi"', () => `[${filler}]`);
    expect(cleanRequest(body('"`⏰ list`\\n\\nDone"'))?.body === body('"Done"')).toBe(true);
  }
});

test('a large body without markers is not parsed, even if broken', () => {
  const broken = (key: string): string =>
    `{"${key}":[{"role":"user","content":"${'x'.repeat(2_000_000)}`;
  expect(cleanRequest(broken('messages'))).toMatchObject({ markers: 0, asksReply: true });
  expect(cleanRequest(broken('input'))).toBeNull();
  expect(cleanRequest(broken('messages').slice(0, 1000))).toBeNull();
});
