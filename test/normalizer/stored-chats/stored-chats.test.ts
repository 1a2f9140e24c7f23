import { expect, test } from 'vitest';
import { findStoredChats } from '../../../src/normalizer/stored-chats/stored-chats.ts';
import { CLEAN, cleanStored, expectCleaned, MARKED } from './check.ts';

test('shapes that share a URL are told apart by their content', () => {
  const rows = [
    `[{"role":"assistant","content":"${MARKED}"}]`,
    `{"messages":[{"messageId":"a","isCreatedByUser":false,"text":"${MARKED}"}]}`,
  ];

  expect(rows.map((row) => cleanStored('https://chat.example/api/messages', row))).toEqual(
    rows.map((row) => row.replace(MARKED, CLEAN)),
  );
});

test('without a marker the same text is returned', () => {
  const onStoredMarkers = () => expect.unreachable();
  const texts = [
    '[{"role":"assistant","content":"Use `ls` here."}]',
    '[{"role":"assistant","content":"\\u0060\\u0060"}]',
    '[',
    '',
  ];

  for (const text of texts)
    expect(cleanStored('/api/messages', text, { onStoredMarkers })).toBe(text);
});

test('a backtick may be written as an escape', () => {
  expect(
    cleanStored(
      '/api/messages',
      '[{"role":"assistant","content":"\\u0060\\u23f0 list\\u0060\\n\\nTwo."}]',
    ),
  ).toBe('[{"role":"assistant","content":"Two."}]');
});

test('a byte-order mark stays', () => {
  const chat = (content: string): string => `\ufeff[{"role":"assistant","content":"${content}"}]`;

  expect(cleanStored('/api/messages', chat(MARKED))).toBe(chat(CLEAN));
});

test('a response with an unknown URL is none of them', () => {
  expect(findStoredChats('', () => {})).toBe(null);
  expect(findStoredChats('data:application/json,[]', () => {})).toBe(null);
});

const LIBRE_USER = '{"messageId":"u","isCreatedByUser":true,"sender":"User","text":"»"}';
const LIBRE_REPLY =
  '{"messageId":"a","conversationId":"c","isCreatedByUser":false,"sender":"Agent","text":"«","unfinished":false,"tokenCount":12.0}';
const LIBRE_PARTS =
  '[{"type":"think","think":"»"},{"type":"text","text":"«"},{"type":"text","text":{"value":"«","annotations":[]}},{"type":"tool_call","tool_call":{"output":"»"}}]';
const SILLY_HEAD =
  '{"user_name":"User","character_name":"Agent","chat_metadata":{"note_prompt":"»"}}';
const SILLY_USER = '{"name":"User","is_user":true,"is_system":false,"mes":"»","extra":{}}';
const SILLY_REPLY =
  '{"name":"Agent","is_user":false,"is_system":false,"mes":"«","swipe_id":1,"swipes":["a","«"],"extra":{"reasoning":"»"}}';
const USER = '{"role":"user","content":"»"}';
const AI_SDK =
  '[{"id":"u","role":"user","parts":[{"type":"text","text":"»"}]},{"id":"a","role":"assistant","parts":[{"type":"reasoning","text":"»"},{"type":"text","text":"«"},{"type":"tool-x","output":"»"}]}]';
const COMPLETED =
  '{"model":"m","messages":[{"id":"u","role":"user","content":"»"},{"id":"a","role":"assistant","content":"«","timestamp":1.0}],"chat_id":"»","id":"a"}';
/** As AgentOS 3.1 sent it, without what is empty. */
const AGNO_RUN =
  '{"run_id":"3f198b0a","parent_run_id":"","agent_id":"hermes","user_id":"","status":"COMPLETED","run_input":"»","content":"«","run_response_format":"text","metrics":{"duration":0.6},"messages":[{"id":"176d","content":"»","from_history":false,"role":"user"},{"id":"ef3f","content":"»","from_history":false,"role":"assistant"}],"events":[{"created_at":1796046527,"event":"RunCompleted","agent_id":"hermes","run_id":"3f198b0a","content":"»","content_type":"str"}],"created_at":"2026-11-30T13:48:47Z"}';
const AGNO_TEAM =
  '{"run_id":"08750cb8","parent_run_id":"","team_id":"both","status":"COMPLETED","content":"«","run_input":"»","run_response_format":"text","tools":[{"tool_call_id":"t","tool_name":"cron_list","result":"»"}]}';
const AGNO_WORKFLOW =
  '{"run_id":"1b","run_input":"»","workflow_id":"nightly","content":"»","content_type":"str","status":"COMPLETED","step_results":[{"content":"»"}]}';
const ANYTHING_LLM = `{"history":[${USER},{"type":"chat","role":"assistant","content":"«","sources":[{"text":"»"}],"chatId":7,"sentAt":1763781234}]}`;

test.each<[what: string, path: string, answer: string, markers: number]>([
  ['LibreChat', '/api/messages/c0ffee-1', `[${LIBRE_USER}, ${LIBRE_REPLY}]`, 1],
  [
    'chat-ui, with all that its server has sent',
    '/api/v2/conversations/6b07eb863a4dd6708bfa5656',
    `{"json":{"messages":[{"from":"user","content":"»","updates":[]},{"from":"assistant","content":"«","updates":[{"type":"title","title":"«"},{"type":"finalAnswer","text":"«"}]}],"title":"»"},"meta":{}}`,
    1,
  ],
  [
    'chat-ui, a reply that was continued, or said before and behind a tool',
    '/api/v2/conversations/6b07eb863a4dd6708bfa5656',
    `{"json":{"messages":[{"from":"assistant","content":"Before.\\n\\n«","updates":[{"type":"stream","token":"","len":9},{"type":"tool","result":{"outputs":[{"text":"»"}]}},{"type":"finalAnswer","text":"«"}]}]},"meta":{}}`,
    1,
  ],
  [
    'LibreChat, parts',
    '/api/messages/c0ffee-1',
    `[${LIBRE_USER},{"messageId":"a","isCreatedByUser":false,"text":"","content":${LIBRE_PARTS}}]`,
    2,
  ],
  [
    'LibreChat, text and parts that say the same',
    '/api/messages/c0ffee-1',
    `[{"messageId":"a","isCreatedByUser":false,"text":"«","content":${LIBRE_PARTS}}]`,
    1,
  ],
  [
    'LibreChat, what a search found',
    '/api/messages?search=x&cursor=',
    `{"messages":[${LIBRE_USER},${LIBRE_REPLY}],"nextCursor":null}`,
    1,
  ],
  [
    'LibreChat, a shared link',
    '/api/share/aB3_x',
    `{"shareId":"aB3_x","title":"»","messages":[${LIBRE_USER},${LIBRE_REPLY}],"isPublic":true}`,
    1,
  ],
  [
    'SillyTavern, text and swipes',
    '/api/chats/get',
    `[${SILLY_HEAD},${SILLY_USER},${SILLY_REPLY}]`,
    1,
  ],
  [
    'SillyTavern, a group',
    '/api/chats/group/get',
    `[${SILLY_USER},${SILLY_REPLY},{"name":"Narrator","is_user":false,"is_system":true,"mes":"»"}]`,
    1,
  ],
  ['Open WebUI, what it puts back into a chat', '/api/chat/completed', COMPLETED, 1],
  ['Open WebUI, an action', '/api/chat/actions/my_action.run', COMPLETED, 1],
  ['AnythingLLM', '/api/workspace/my-space/chats', ANYTHING_LLM, 1],
  ['AnythingLLM, a thread', '/api/workspace/my-space/thread/5d1c-2/chats', ANYTHING_LLM, 1],
  [
    'Google ADK, events that name the agent',
    '/apps/chat/users/user/sessions/6b07',
    '{"events":[{"content":{"parts":[{"text":"»"}],"role":"user"},"author":"user"},{"content":{"parts":[{"text":"«"}],"role":"model"},"author":"hermes"}]}',
    1,
  ],
  [
    'n8n, as LangChain stores messages',
    '/webhook/1/chat',
    '{"data":[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"»"}},{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"«","tool_calls":[]}}]}',
    1,
  ],
  [
    'Gradio, the value of a chatbot',
    '/gradio_api/run/predict',
    '{"data":[[{"role":"user","metadata":null,"content":[{"text":"»","type":"text"}],"options":null},{"role":"assistant","metadata":null,"content":[{"text":"«","type":"text"}],"options":null}]],"is_generating":false}',
    1,
  ],
  [
    'hermes-webui',
    '/api/session?session_id=c6e660ced1b7',
    '{"session":{"session_id":"c6e660ced1b7","title":"»","messages":[{"role":"user","content":"»","timestamp":1795679488.8,"id":1},{"role":"assistant","content":"«","timestamp":1795679492.1,"id":2}]}}',
    1,
  ],
  [
    'Agno, what its page shows of the runs of an agent',
    '/sessions/s1/runs?type=agent&db_id=db1',
    `[${AGNO_RUN},${AGNO_RUN.replace('«', '')}]`,
    1,
  ],
  ['Agno, a team', '/api/sessions/8700f2f5-3436/runs?type=team', `[${AGNO_TEAM}]`, 1],
  ['AI SDK, a list', '/api/messages?chatId=x', AI_SDK, 1],
  [
    'AI SDK, an object',
    '/api/messages?chatId=x',
    `{"messages":${AI_SDK},"visibility":"private"}`,
    1,
  ],
])('%s: the replies are cleaned, each marker counted once', (_what, path, answer, markers) => {
  expectCleaned(path, answer, markers);
});

test('messages of the chat formats are read at an address that names them, and at no other', () => {
  for (const answer of [`[${USER},{"role":"assistant","content":"«"}]`]) {
    expectCleaned('/api/messages', answer, 1);
    expectCleaned('/api/prompts', answer.replace('«', '»'), 0);
  }
});

test('of Agno, nothing but the runs of a session is read, and no run of a workflow', () => {
  const run = AGNO_RUN.replace('«', '»');

  for (const path of [
    '/runs',
    '/sessions/s1',
    '/sessions/s1/runs/3f198b0a',
    '/api/v1/sessions/runs',
  ])
    expectCleaned(path, `[${run}]`, 0);
  for (const answer of [
    run,
    `{"runs":[${run}]}`,
    `[[${run}]]`,
    `[${AGNO_WORKFLOW}]`,
    `[${run.replace('"content":"»"', '"content":{"text":"»"}')}]`,
    ...['run_id', 'agent_id', 'run_input'].map((key) => `[${run.replaceAll(`"${key}"`, '"x"')}]`),
  ])
    expectCleaned('/sessions/s1/runs', answer, 0);
});

test('messages without an author, texts of others and JSON of another shape stay', () => {
  const rows: Readonly<Record<string, readonly string[]>> = {
    '/api/messages/c0ffee-1': [
      '[{"text":"»"},{"isCreatedByUser":null,"text":"»"},{"isCreatedByUser":"false","text":"»"},null,"»"]',
      '{"text":"»","isCreatedByUser":false}',
      '[{"isCreatedByUser":false,"text":{"value":"»"},"content":{"value":"»"}}]',
      '[{"isCreatedByUser":false,"content":[{"type":"text","text":{"value":["»"]}},{"type":"x","text":"»"},null]}]',
      '{"messages":"»"}',
      'null',
    ],
    '/api/messages': [
      `[${USER}, {"role":"system","content":"»"}, {"role":"tool","content":"»"}, {"content":"»"}, null, "»"]`,
      '{"messages":"»"}',
      '{"messages":{"0":{"role":"assistant","content":"»"}}}',
      '{"data":[{"role":"tool","content":"»"}]}',
      '"»"',
      '0',
    ],
    '/api/chats/get': [
      '{}',
      '{"chat":[{"is_user":false,"mes":"»"}]}',
      '[{"file_name":"x.jsonl","mes":"»"}]',
      '"»"',
    ],
  };
  for (const [path, answers] of Object.entries(rows))
    for (const answer of answers) expectCleaned(path, answer, 0);
});
