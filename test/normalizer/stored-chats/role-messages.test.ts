import { test } from 'vitest';
import { expectCleaned, expectNone } from './check.ts';

const USER = '{"role":"user","content":"»"}';

test('what Open WebUI puts back into a chat is cleaned', () => {
  const answer = `{"model":"m","messages":[{"id":"u","role":"user","content":"»"},{"id":"a","role":"assistant","content":"«","timestamp":1.0}],"chat_id":"»","id":"a"}`;
  expectCleaned('/api/chat/completed', answer, 1);
  expectCleaned('/api/chat/actions/my_action.run', answer, 1);
});

test('the history of AnythingLLM is cleaned', () => {
  const answer = `{"history":[${USER},{"type":"chat","role":"assistant","content":"«","sources":[{"text":"»"}],"chatId":7,"sentAt":1763781234}]}`;
  expectCleaned('/api/workspace/my-space/chats', answer, 1);
  expectCleaned('/api/workspace/my-space/thread/5d1c-2/chats', answer, 1);
});

test('messages of the AI SDK are cleaned, as a list or in an object', () => {
  const messages =
    '[{"id":"u","role":"user","parts":[{"type":"text","text":"»"}]},{"id":"a","role":"assistant","parts":[{"type":"reasoning","text":"»"},{"type":"text","text":"«"},{"type":"tool-x","output":"»"}]}]';
  expectCleaned('/api/messages?chatId=x', messages, 1);
  expectCleaned('/api/messages?chatId=x', `{"messages":${messages},"visibility":"private"}`, 1);
});

test('texts of others and JSON of another shape stay', () => {
  const rows = [
    `[${USER}, {"role":"system","content":"»"}, {"role":"tool","content":"»"}, {"content":"»"}, null, "»"]`,
    '{"messages":"»"}',
    '{"messages":{"0":{"role":"assistant","content":"»"}}}',
    '{"data":[{"role":"assistant","content":"»"}]}',
    '"»"',
    '0',
  ];
  for (const row of rows) expectCleaned('/api/messages', row, 0);
});

test('responses from other URLs are not examined', () => {
  expectNone(
    '/api/chat',
    '/api/chat/completions',
    '/api/workspace/x',
    '/api/workspace/x/chats/more',
    '/api/workspace/chats',
    '/messages',
    '/api/messages.json',
    '/my-api/messagesx',
  );
});
