import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanChats } from '../../../src/tools/cli/chat-file.ts';

const MARKED = 'One.\\n`⏰ list`\\n\\n\\nTwo.';
const CLEAN = 'One.\\n\\nTwo.';

function chat(text: string): string {
  return `{ "history":{"messages":{"2":{"role":"user","content":"${MARKED}"},"1":{"role":"assistant","content":"${text}","done":true}}}, "timestamp":1.0}`;
}

test.each<[string, (text: string) => string, number, number]>([
  ['a chat', chat, 1, 1],
  [
    'a record',
    (text) => `{"id":"c","chat":${chat(text)},"updated_at":12345678901234567890}\n`,
    1,
    1,
  ],
  [
    'an export',
    (text) => `[{"chat":${chat(text)}}, {"chat":${chat(CLEAN)}},\n{"chat":${chat(text)}}]`,
    3,
    2,
  ],
])('%s is cleaned, and otherwise stays as it is', (_name, make, chats, changed) => {
  expect(cleanChats(make(MARKED))).toEqual({
    text: make(CLEAN),
    chats,
    changed,
    texts: changed,
    markers: changed,
  });
  expect(cleanChats(make(CLEAN))).toEqual({
    text: make(CLEAN),
    chats,
    changed: 0,
    texts: 0,
    markers: 0,
  });
});

test('the responses of real servers contain no marker afterwards', () => {
  for (const version of ['0.6.43', '0.8.12', '0.9.6', '0.11.0', '0.12.4']) {
    const lines = readFileSync(
      join(import.meta.dirname, `../../recordings/open-webui/${version}-markers.jsonl`),
      'utf8',
    )
      .split('\n')
      .filter(Boolean);
    const answers = lines
      .map((line) => JSON.parse(line) as { kind: string; url?: string; body?: string })
      .filter(
        ({ kind, url = '' }) => kind === 'response' && /\/api\/v1\/chats\/[\da-f-]{36}$/.test(url),
      );
    const cleaned = cleanChats(answers.at(-1)?.body ?? '');

    expect(cleaned).toMatchObject({ chats: 1, changed: 1 });
    expect(cleaned?.markers).toBeGreaterThan(0);
    expect(cleaned?.text).not.toMatch(/`⏰|`💻|u23f0/);
    expect(cleaned?.text).toContain('All done: `code` stays.');
  }
});

test('anything but a chat is rejected', () => {
  for (const text of [
    '',
    '[]',
    '{}',
    'null',
    '{"chat":{}}',
    `[{"chat":${chat('x')}},7]`,
    '{"history":[]}',
  ])
    expect(cleanChats(text)).toBeNull();
});
