import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFrame, cleanRequest } from '../../src/normalizer/request-cleaner.ts';

/** A body with one assistant message; `content` is JSON text. */
function assistant(content: string): string {
  return `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${content}},{"role":"user","content":"go"}]}`;
}

test('markers go from the text of assistants, leftover blank lines are collapsed', () => {
  const rows: readonly (readonly [before: string, after: string, markers: number])[] = [
    ['"Let me check. \\n`💻 echo \\"today `date`\\"`\\n\\n\\nAll done"', '"Let me check. \\n\\nAll done"', 1],
    ['"\\n`💻 a`\\n\\n`📖 b`\\n\\n\\nNow"', '"Now"', 2],
    ['"`⏰ update`\\n\\n`⏰ list`\\n\\nIch habe"', '"Ich habe"', 2],
    ['"`⏰ list`\\n\\n\\nI found"', '"I found"', 1],
    ['"`⏰ create`\\n\\n\\nDone, `x`."', '"Done, `x`."', 1],
    ['"Check.\\n`⏰ list`"', '"Check."', 1],
    ['"Check.\\n\\n`⏰ list`\\n"', '"Check."', 1],
    ['"Text\\n\\n`📖 a`\\n\\nMore"', '"Text\\n\\nMore"', 1],
    ['"Text\\n\\n`📖 a`\\n\\n`📖 b`\\n\\nMore"', '"Text\\n\\nMore"', 2],
    ['"Text\\n\\n\\n`📖 a`\\n\\n\\n\\nMore"', '"Text\\n\\nMore"', 1],
    ['"a\\n\\n\\n\\nb\\n`📖 a`\\n\\n\\nMore\\n\\n\\nend\\n"', '"a\\n\\n\\n\\nb\\n\\nMore\\n\\n\\nend\\n"', 1],
    ['"Text\\n\\n`📖 a`\\n \\n`📖 b`\\n\\n\\nMore"', '"Text\\n\\nMore"', 2],
    ['"`⏰ list`\\n\\n    indented code"', '"    indented code"', 1],
    ['"  \\n`⏰ list`\\n "', '""', 1],
    ['"`⏰ list`"', '""', 1],
    ['"\\n`⏰ list`\\n\\n`⏰ list`\\n"', '""', 2],
    ['"\\u0060\\u23f0 list\\u0060\\n\\nDone"', '"Done"', 1],
    ['"\\n`\\ud83d\\udcbb ls`\\n\\n\\nD\\u00e9j\\u00e0 \\ud83d\\udcbb"', '"D\\u00e9j\\u00e0 \\ud83d\\udcbb"', 1],
  ];
  for (const [before, after, markers] of rows) expect(cleanRequest(assistant(before))).toEqual({ body: assistant(after), markers, asksReply: true });
});

test('what is no marker stays, down to the byte', () => {
  const rows = [
    '"Use `💻 ls` to list"', '"- `💻 terminal`\\n- `🔍 search`"', '"> `⏰ list`\\n\\nx"', '" `⏰ list`\\n\\nx"', '"`⏰ list`\\nfoo"', '"`💻 foo` differs from `bar`"',
    '"```\\n`⏰ list`\\n\\n```"', '"  leading\\n\\n\\n\\nand trailing \\n\\n"', '""', 'null', '7', '{}', '[]', '[null,"`⏰ list`",7]', '[{"type":"text"}]',
  ];
  for (const content of rows) {
    const body = assistant(content);
    expect(cleanRequest(body)).toEqual({ body, markers: 0, asksReply: true });
  }
});

test('only parts of type text are cleaned', () => {
  const marker = '"\\n`⏰ list`\\n\\nDone"';
  const parts = (type: string, text: string): string => assistant(`[{"type":"text","text":"a"},{"type":"${type}","text":${text}},{"type":"refusal","refusal":${marker}}]`);

  expect(cleanRequest(parts('text', marker))).toEqual({ body: parts('text', '"Done"'), markers: 1, asksReply: true });
  for (const type of ['thinking', 'image_url', 'tool_result']) {
    expect(cleanRequest(parts(type, marker))).toEqual({ body: parts(type, marker), markers: 0, asksReply: true });
  }
});

test('messages of anybody but the assistant are never touched', () => {
  const content = '"`⏰ list`\\n\\nDone"';
  for (const role of ['"user"', '"system"', '"tool"', '"developer"', '"function"', '"Assistant"', 'null', '["assistant"]']) {
    for (const value of [content, `[{"type":"text","text":${content}}]`]) {
      const body = `{"messages":[{"role":${role},"content":${value}},{"content":${value}}]}`;
      expect(cleanRequest(body)).toEqual({ body, markers: 0, asksReply: true });
    }
  }
});

test('every other byte of the body stays: order, spaces, numbers, escapes, duplicates', () => {
  const before =
    '\n{ "2":1.0, "1" : 1e3,"big":12345678901234567890,"e":"\\u00e9\\/é",\t"messages": [ {"content":"`⏰ a`\\n\\nx" , "role":"assistant", "content":"y\\n`⏰ b`\\n\\nz","tool_calls":[{"function":{"arguments":"`⏰ c`"}}]},\r\n null, 3, "`⏰ d`", ["`⏰ d`"], {"role":"user","content":"`⏰ d`"} ] , "tail":[-0,0.10]}\n\n';
  const after = before.replace('y\\n`⏰ b`\\n\\nz', 'y\\nz');
  expect(cleanRequest(before)).toEqual({ body: after, markers: 1, asksReply: true });
});

test('a body that is no request for a reply is none of our business', () => {
  const bodies = ['', '{', 'null', '[]', '"messages"', '{"prompt":"`⏰ a`"}', '{"messages":"`⏰ a`"}', '{"messages":{"0":1}}', 'messages=`⏰ a`', '[{"messages":[]}]', '{"a":"messages"}', '{"messages":[{"role":"assistant","content":"`⏰ a`"}]'];
  for (const body of bodies) expect(cleanRequest(body)).toBeNull();
});

test('a clean body is handed back as the very same string', () => {
  const body = assistant('"Hello `x`"');
  expect(cleanRequest(body)?.body).toBe(body);
});

test('a label in history may be long, up to the limit of a held line', () => {
  const long = (n: number): string => assistant(JSON.stringify('`💻 ' + 'x'.repeat(n) + '`\n\nDone'));
  expect(cleanRequest(long(4000))).toEqual({ body: assistant('"Done"'), markers: 1, asksReply: true });
});

test('cleaning twice changes nothing more', () => {
  // Of two marker lines without a blank line between them only the second one goes (a known limit), so none is made here.
  const piece = fc.constantFrom('`⏰ list`\n\n', '\n`💻 a`\n\n', '\n', '\n\n', 'x', ' ', '```\n', '  ', 'text `x`', '> ', '`💻 foo` is prose');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const once = cleanRequest(assistant(JSON.stringify(pieces.join(''))));
      const twice = cleanRequest(once?.body ?? '');
      expect({ pieces, ...twice }).toEqual({ pieces, body: once?.body, markers: 0, asksReply: true });
    }),
    { numRuns: 3000 },
  );
});

test('frames of sockets: plain JSON and the arguments of a socket.io event are cleaned, everything else is none of ours', () => {
  const dirty = assistant('"Text\\n\\n`📖 a`\\n\\nMore"');
  const clean = assistant('"Text\\n\\nMore"');

  expect(cleanFrame(dirty)).toEqual({ body: clean, markers: 1, asksReply: true });
  expect(cleanFrame(`42["chat",${dirty},1]`)).toEqual({ body: `42["chat",${clean},1]`, markers: 1, asksReply: true });
  expect(cleanFrame(`4217["chat",null,${dirty},${dirty}]`)).toEqual({ body: `4217["chat",null,${clean},${clean}]`, markers: 2, asksReply: true });
  expect(cleanFrame(`42["chat",${clean}]`)).toEqual({ body: `42["chat",${clean}]`, markers: 0, asksReply: true });
  for (const frame of ['2', '3probe', '43[]', '40{"token":"x"}', `451-["chat",${dirty}]`, 'text', '', '{"a":1}']) expect(cleanFrame(frame)).toBeNull();
});
