import { test } from 'vitest';
import { expectCleaned } from '../check.ts';

test('what the page sends after a reply and for an action is cleaned, and asks for no reply', () => {
  expectCleaned(
    '{"model":"m","messages":[{"id":"u","role":"user","content":"»","timestamp":1},{"id":"a","role":"assistant","content":"«","timestamp":2}],"model_item":{"id":"m"},"chat_id":"c","session_id":"s","id":"a"}',
    1,
    false,
  );
  expectCleaned(
    '{"model":"m","messages":[{"id":"a","role":"assistant","content":"«"}],"event":{"id":"x"},"chat_id":"local","session_id":"s","id":"a"}',
    1,
    false,
  );
});

test('requests for a reply are none of these', () => {
  for (const rest of [
    '"stream":true,"chat_id":"c","session_id":"s"',
    '"chat_id":"c"',
    '"session_id":"s"',
    '"threadId":"t"',
  ]) {
    expectCleaned(`{"model":"m","messages":[{"id":"a","role":"assistant","content":"«"}],${rest}}`, 1, true);
  }
  expectCleaned(
    '{"model":"m","messages":[{"role":"assistant","content":"«"}],"chat_id":"c","session_id":"s"}',
    1,
    true,
  );
});
