import { test } from 'vitest';
import { expectCleaned, expectNone } from './check.ts';

const HEAD = '{"user_name":"User","character_name":"Agent","chat_metadata":{"note_prompt":"»"}}';
const USER = '{"name":"User","is_user":true,"is_system":false,"mes":"»","extra":{}}';
const SAID =
  '{"name":"Agent","is_user":false,"is_system":false,"mes":"«","swipe_id":1,"swipes":["a","«"],"extra":{"reasoning":"»"}}';

test("the character's words are cleaned in the text shown and in its swipes", () => {
  expectCleaned('/api/chats/get', `[${HEAD},${USER},${SAID}]`, 1);
  expectCleaned(
    '/api/chats/group/get',
    `[${USER},${SAID},{"name":"Narrator","is_user":false,"is_system":true,"mes":"»"}]`,
    1,
  );
});

test('JSON of another shape stays', () => {
  for (const row of ['{}', '{"chat":[{"is_user":false,"mes":"»"}]}', '[{"file_name":"x.jsonl","mes":"»"}]', '"»"'])
    expectCleaned('/api/chats/get', row, 0);
});

test('responses from other URLs are not examined', () => {
  expectNone(
    '/api/chats/search',
    '/api/chats/recent',
    '/api/chats/save',
    '/api/chats/export',
    '/api/characters/get',
    '/api/chats/get/more',
  );
});
