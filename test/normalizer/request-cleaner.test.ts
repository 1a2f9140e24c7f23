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
  const bodies = ['', '{', 'null', '[]', '"messages"', '{"prompt":"`⏰ a`"}', '{"content":"`⏰ a`"}', '{"messages":"`⏰ a`"}', '{"messages":{"0":1}}', 'messages=`⏰ a`', '[{"messages":[]}]', '{"a":"messages"}', '{"messages":[{"role":"assistant","content":"`⏰ a`"}]'];
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

  expect(cleanFrame(dirty)).toMatchObject({ body: clean, markers: 1 });
  expect(cleanFrame(`42["chat",${dirty},1]`)).toEqual({ body: `42["chat",${clean},1]`, markers: 1 });
  expect(cleanFrame(`4217["chat",null,${dirty},${dirty}]`)).toEqual({ body: `4217["chat",null,${clean},${clean}]`, markers: 2 });
  expect(cleanFrame(`42["save",{"chat":${dirty}}]`)).toEqual({ body: `42["save",{"chat":${clean}}]`, markers: 1 });
  for (const frame of ['2', '3probe', '43[]', '40{"token":"x"}', `451-["chat",${dirty}]`, 'text', '', '{"a":1}']) expect(cleanFrame(frame)).toBeNull();
  for (const frame of [clean, `42["chat",${clean}]`, assistant('"a `b`"'), `42["chat",${assistant('"a `b`"')}]`]) expect(cleanFrame(frame)).toBeNull();
});

test('a message of nothing but markers becomes empty, or what the model\'s own server takes in its place', () => {
  const body = (model: string, text: string): string => JSON.stringify({ model, messages: [{ role: 'assistant', content: text }, { role: 'user', content: '`⏰ list`' }] });
  for (const model of ['hermes-agent', 'gpt-5.2', 'qwen3:8b', '']) expect(cleanRequest(body(model, '`⏰ list`'))?.body).toBe(body(model, ''));
  for (const model of ['claude-sonnet-5', 'anthropic/Claude-3.5', 'gemini-3-pro', 'mistral-large', 'mixtral:8x7b', 'mimo-v2.5']) {
    expect(cleanRequest(body(model, '`⏰ list`'))?.body).toBe(body(model, '(empty)'));
    expect(cleanRequest(body(model, '`⏰ list`\n\nDone'))?.body).toBe(body(model, 'Done'));
    expect(cleanRequest(body(model, ''))?.body).toBe(body(model, ''));
  }
  const chat = (text: string): string => JSON.stringify({ chat: { models: ['claude'], messages: [{ role: 'assistant', content: text }] }, model: 'claude' });
  expect(cleanRequest(chat('`⏰ list`'))?.body).toBe(chat(''));
});

test('keys may be escaped, doubled or named like parts of an object', () => {
  const marked = '"One.\\n\\n`⏰ list`\\n\\nTwo."';
  const rows: readonly (readonly [before: string, after: string])[] = [
    [`{"messages":[{"r\\u006fle":"assistant","\\u0063ontent":${marked}}]}`, `{"messages":[{"r\\u006fle":"assistant","\\u0063ontent":"One.\\n\\nTwo."}]}`],
    [`{"messages":1,"messages":[{"role":"user","role":"assistant","content":${marked}}]}`, `{"messages":1,"messages":[{"role":"user","role":"assistant","content":"One.\\n\\nTwo."}]}`],
    [`{"messages":[{"role":"assistant","role":"user","content":${marked}}]}`, `{"messages":[{"role":"assistant","role":"user","content":${marked}}]}`],
    [`{"chat":{"history":{"messages":{"__proto__":{"role":"assistant","content":${marked}},"1":{"role":"assistant","content":"x"}}}}}`, `{"chat":{"history":{"messages":{"__proto__":{"role":"assistant","content":"One.\\n\\nTwo."},"1":{"role":"assistant","content":"x"}}}}}`],
  ];
  for (const [before, after] of rows) expect(cleanRequest(before)?.body).toBe(after);
});

test('deep nesting and large bodies are cleaned like others, up to the limit', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const picture = JSON.stringify({ type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(950_000)}` } });
  for (const filler of [deep, picture]) {
    const body = (content: string): string => assistant(content).replace('"hi"', () => `[${filler}]`);
    expect(cleanRequest(body('"`⏰ list`\\n\\nDone"'))?.body === body('"Done"')).toBe(true);
  }
  const tooLarge = assistant('"`⏰ list`\\n\\nDone"').replace('"hi"', () => JSON.stringify('x'.repeat(17 * 1024 * 1024)));
  expect(cleanRequest(tooLarge)?.body === tooLarge).toBe(true);
});

test('a large body without markers is not parsed, be it broken', () => {
  const broken = (key: string): string => `{"${key}":[{"role":"user","content":"${'x'.repeat(2_000_000)}`;
  expect(cleanRequest(broken('messages'))).toMatchObject({ markers: 0, asksReply: true });
  expect(cleanRequest(broken('input'))).toBeNull();
  expect(cleanRequest(broken('messages').slice(0, 1000))).toBeNull();
});
