import { test } from 'vitest';
import { expectCleaned, expectNone } from './check.ts';

const USER = '{"messageId":"u","isCreatedByUser":true,"sender":"User","text":"»"}';
const REPLY =
  '{"messageId":"a","conversationId":"c","isCreatedByUser":false,"sender":"Agent","text":"«","unfinished":false,"tokenCount":12.0}';
const PARTS =
  '[{"type":"think","think":"»"},{"type":"text","text":"«"},{"type":"text","text":{"value":"«","annotations":[]}},{"type":"tool_call","tool_call":{"output":"»"}}]';

test('the messages of a conversation are cleaned, each marker counted once', () => {
  expectCleaned('/api/messages/c0ffee-1', `[${USER}, ${REPLY}]`, 1);
  expectCleaned('/api/messages/c0ffee-1', `[${USER},{"isCreatedByUser":false,"text":"","content":${PARTS}}]`, 2);
  expectCleaned('/api/messages/c0ffee-1', `[{"isCreatedByUser":false,"text":"«","content":${PARTS}}]`, 1);
});

test('so are search results and those of a shared link', () => {
  expectCleaned('/api/messages?search=x&cursor=', `{"messages":[${USER},${REPLY}],"nextCursor":null}`, 1);
  expectCleaned('/api/share/aB3_x', `{"shareId":"aB3_x","title":"»","messages":[${USER},${REPLY}],"isPublic":true}`, 1);
});

test('messages without an author and JSON of another shape stay', () => {
  const rows = [
    '[{"text":"»"},{"isCreatedByUser":null,"text":"»"},{"isCreatedByUser":"false","text":"»"},null,"»"]',
    '{"text":"»","isCreatedByUser":false}',
    '[{"isCreatedByUser":false,"text":{"value":"»"},"content":"»"}]',
    '[{"isCreatedByUser":false,"content":[{"type":"text","text":{"value":["»"]}},{"text":"»"},null]}]',
    '{"messages":"»"}',
    'null',
  ];
  for (const row of rows) expectCleaned('/api/messages/c0ffee-1', row, 0);
});

test('responses from other URLs are not examined', () => {
  expectNone(
    '/api/share',
    '/api/share/',
    '/api/share/link/c0ffee-1',
    '/api/messages/c0ffee-1/a/feedback',
    '/api/convos/c0ffee-1',
    '/api/agents/chat/stream/x',
  );
});
