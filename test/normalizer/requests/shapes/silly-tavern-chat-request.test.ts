import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

const HEAD = '{"user_name":"User","character_name":"Agent","chat_metadata":{"note_prompt":"»"}}';
const USER = '{"name":"User","is_user":true,"mes":"»","extra":{}}';

test("the character's words are cleaned in the text shown and in all swipes, counted once each", () => {
  const said =
    '{"name":"Agent","is_user":false,"is_system":false,"mes":"«","swipe_id":1,"swipes":["a","«","«?"],"extra":{"reasoning":"»"}}';
  expectCleaned(
    `{"ch_name":"Agent","file_name":"f","chat":[${HEAD},${USER},${said}],"avatar_url":"a.png","force":false}`,
    2,
    false,
  );
  expectCleaned(`{"id":"group","chat":[${HEAD},{"is_user":false,"mes":"«"}]}`, 1, false);
});

test('narrators, hidden messages and entries of unknown shape stay', () => {
  expectCleaned(
    `{"chat":[${USER},{"is_user":false,"is_system":true,"mes":"»","swipes":["»"]},{"mes":"»"},{"is_user":"false","mes":"»"},{"is_user":false,"mes":["»"],"swipes":{"0":"»"}},null,"»"]}`,
    0,
    false,
  );
});

test('a chat that is no list is another shape', () => {
  expectUnknown('{"chat":"»","mes":1}');
});
