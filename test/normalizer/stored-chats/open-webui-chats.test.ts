import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findStoredChats } from '../../../src/normalizer/stored-chats/stored-chats.ts';
import { cleanStored, expectCleaned, expectNone } from './check.ts';

const ID = '6a0c6a64-97a8-4f2a-ae6b-1d9c6b0f3a55';
const USER =
  '"u":{"id":"u","parentId":null,"childrenIds":["a"],"role":"user","content":"»","models":["m"]}';
const OUTPUT =
  '[{"type":"reasoning","content":[{"type":"output_text","text":"»"}]},{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"«"}]}]';

/** A record as returned by `GET /api/v1/chats/{id}`. */
function record(messages: string, branch = ''): string {
  return `{"id":"${ID}","user_id":"x","title":"»","chat":{"id":"","title":"»","models":["m"],"history":{"messages":{${USER},${messages}},"currentId":"a"},"messages":[${branch}],"files":[],"tags":[],"timestamp":1763781234567},"updated_at":1763781234,"meta":{"10":1.0,"2":1e3},"archived":false}`;
}

test.each([
  [
    '0.5 to 0.7',
    record(
      '"a":{"id":"a","role":"assistant","content":"«","done":true}',
      '{"role":"user","content":"»"},{"id":"a","role":"assistant","content":"«"}',
    ),
    1,
  ],
  [
    '0.8 and 0.9',
    record(`"a":{"id":"a","role":"assistant","content":"«","output":${OUTPUT},"done":true}`),
    1,
  ],
  [
    '0.10 and later',
    record(`"a":{"id":"a","role":"assistant","content":"","output":${OUTPUT},"done":true}`),
    1,
  ],
  [
    'old chats that say nothing of an end',
    record('"a":{"role":"assistant","content":"«"},"b":{"role":"assistant","content":"«"}'),
    2,
  ],
])(
  'a chat as Open WebUI %s stores it comes clean, every other byte as it was',
  (_name, chat, markers) => {
    expectCleaned(`/api/v1/chats/${ID}`, chat, markers);
  },
);

const RECORDINGS = new URL('../../recordings/open-webui-chats/', import.meta.url);
/**
 * The model's texts in the recorded chats, and what stays of them. Real markers, and one in a code
 * block.
 */
const WRITTEN = [
  [
    'Let me check. \n`⏰ list`\n\n`💻 ls `a` b`\n\n\nAll done: `code` stays.',
    'Let me check. \n\nAll done: `code` stays.',
  ],
  [
    '`🔍 search x`\n\nFound it.\n\n```\n`⏰ list`\n```\nend',
    'Found it.\n\n```\n`⏰ list`\n```\nend',
  ],
] as const;

test.each(readdirSync(RECORDINGS))(
  'the response of a real server is cleaned, every other byte unchanged: %s',
  (file) => {
    const answer = readFileSync(new URL(file, RECORDINGS), 'utf8');
    let expected = answer;
    for (const [before, after] of WRITTEN) {
      for (const lead of ['', '\n'])
        expected = expected.replaceAll(JSON.stringify(lead + before), JSON.stringify(after));
    }
    let counted = 0;

    const cleaned = cleanStored(`/api/v1/chats/${ID}`, answer, {
      onStoredMarkers: (more) => (counted += more),
    });

    expect(cleaned).toBe(expected);
    expect(cleaned).not.toMatch(/💻|🔍/);
    expect(counted).toBe(3);
  },
);

test('shared chats, chats of a folder and all chats are cleaned too, under any base URL', () => {
  const chat = record('"a":{"role":"assistant","content":"«","done":true}');
  expectCleaned(`/api/v1/chats/share/${ID}`, chat, 1);
  expectCleaned(`/chat/api/v1/chats/${ID}?a=/b#c`, chat, 1);
  for (const path of [`folder/${ID}`, 'all', 'all/archived', 'all/db'])
    expectCleaned(`/api/v1/chats/${path}`, `[${chat}, ${chat}]`, 2);
});

test('a reply that is being written is cleaned too, but its line feeds stay, as more will follow', () => {
  const written = (text: string, done: boolean) =>
    record(
      `"a":{"role":"assistant","content":${JSON.stringify(text)},"output":${OUTPUT.replace('"«"', JSON.stringify(text))},"done":${done}}`,
    );
  const clean = (chat: string) => cleanStored(`https://chat.example/api/v1/chats/${ID}`, chat);
  const text = 'Let me look.\n`⏰ list`\n\nNow.\n`📖 a.md`\n\n';

  expect(clean(written(text, true))).toBe(written('Let me look.\nNow.', true));
  expect(clean(written(text, false))).toBe(written('Let me look.\nNow.\n', false));
  expect(clean(written('Let me look.\n`⏰ li', false))).toBe(
    written('Let me look.\n`⏰ li', false),
  );
});

test('one chat per line: each line separately', () => {
  let counted = 0;
  const lines = findStoredChats(
    'https://chat.example/api/v1/chats/all',
    (more) => (counted += more),
  );
  const json = {
    id: ID,
    chat: { history: { messages: { a: { role: 'assistant', content: '`⏰ list`\n\nTwo.' } } } },
  };

  const judged = lines?.judge({ event: null, json });

  expect(judged?.verdict()).toEqual({
    kind: 'edit',
    edits: [{ path: ['chat', 'history', 'messages', 'a', 'content'], value: 'Two.' }],
  });
  expect(lines?.judge({ event: null, json: { id: ID, chat: { history: { messages: {} } } } })).toBe(
    null,
  );
  expect(counted).toBe(1);
});

test('JSON of another shape stays', () => {
  const rows = [
    '"»"',
    '[]',
    'null',
    '{"chat":null,"messages":[{"role":"assistant","content":"»"}]}',
    '[{"id":"x","title":"»"}]',
    '{"history":{"messages":{"a":{"role":"assistant","content":"»"}}}}',
    '{"detail":"»"}',
    'no JSON »',
  ];
  for (const row of rows) expectCleaned(`/api/v1/chats/${ID}`, row, 0);
});

test('lists of titles and all other responses stay', () => {
  const paths = [
    '',
    '?page=1',
    'list',
    'pinned',
    'search?text=x',
    'archived',
    'shared',
    'tags',
    'all/tags',
    `${ID}/tags`,
    `${ID}/pinned`,
    `folder/${ID}/list`,
    `stats/export/${ID}`,
  ];
  expectNone(
    ...paths.map((path) => `/api/v1/chats/${path}`),
    '/api/config',
    '/api/v1/chats',
    `/api/v1/notes/${ID}`,
    `/api/v1/files/?path=/api/v1/chats/${ID}`,
  );
});
