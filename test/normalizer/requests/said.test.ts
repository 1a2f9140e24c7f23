import { expect, test } from 'vitest';
import { saysSomething } from '../../../src/normalizer/requests/said.ts';

// The first four as recorded: Chainlit, Shiny, Bot Framework, Open WebUI's own events.
test.each([
  [true, '42["client_message",{"message":{"name":"User","type":"user_message","output":"hi"}}]'],
  [true, '{"method":"update","data":{"chat_user_input:x":{"text":"What jobs?","attachments":[]}}}'],
  [true, '{"type":"message","text":"What jobs?","from":{"id":"u1","role":"user"}}'],
  [false, '42["events:chat",{"chat_id":"f7","data":{"type":"last_read_at"}}]'],
  [true, '42["message","Hello"]'],
  [true, '4212["ask",{"query":"日程"}]'],
  [true, '{"messages":[{"role":"user","content":"Hello"}]}'],
  // What marimo stores when a person presses stop, or a reply is over.
  [
    false,
    '{"objectIds":["H-0"],"values":[{"messages":[{"role":"user","parts":[{"type":"text","text":"What jobs?"}]},{"role":"assistant","parts":[{"type":"text","text":"Let me look."}]}]}]}',
  ],
  [true, '{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":""}]}'],
  [true, '{"prompt":"And now?","history":[{"role":"model","content":"Hello"}]}'],
  [false, '42["typing","Hello"]'],
  [false, '{"type":"typing","text":"Hel"}'],
  [false, '{"event":"user_typing","value":"Hel"}'],
  [false, '{"type":"stop","value":"now"}'],
  [false, '{"method":"update","data":{"width":320,"id":"a b c"}}'],
  [false, '{"text":""}'],
  [false, '{"text":" \\n…"}'],
  [false, '40{"token":"abc"}'],
  [false, '2'],
  [false, 'ping'],
  [false, '{"text":'],
  [false, `{"text":"${'a'.repeat(70_000)}"}`],
  [false, '[[[[[[[[[{"text":"a"}]]]]]]]]]'],
])('a person says something: %s, in %s', (says, sent) => {
  expect(saysSomething(sent)).toBe(says);
});
