import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

const RECORDINGS = join(import.meta.dirname, '../../recordings/open-webui');
/** A text with a marker, and what stays of it; both as in JSON. */
const MARKED = 'One.\\n`⏰ list`\\n\\nTwo.';
const CLEAN = 'One.\\nTwo.';

/**
 * In the bodies below, `«` is a text with a marker that is removed, `»` one that stays. Everything
 * else stays.
 */
type Row = readonly [what: string, markers: number, body: string];

const OPEN_WEBUI_CHAT =
  '{"history":{"messages":{"u":{"role":"user","content":"»"},"a":{"role":"assistant","content":"«"}},"currentId":"a"}}';
const SILLY_USER = '{"name":"User","is_user":true,"mes":"»","extra":{}}';
const BIG_AGI =
  '{"systemMessage":{"parts":[{"pt":"text","text":"»"}]},"chatSequence":[{"role":"user","parts":[{"pt":"text","text":"»"}]},' +
  '{"role":"model","parts":[{"pt":"text","text":"«"},{"pt":"tool_invocation","text":"»"},null]},{"role":"tool","parts":[{"pt":"text","text":"»"}]}]}';
/** A chat as one text, as KoboldAI Lite writes it. */
const ALPACA =
  '\\n### Instruction:\\n»\\n### Response:\\n»\\n### Instruction:\\n»\\n### Response:\\n';

const ASKING: readonly Row[] = [
  [
    'thoughts that a page sends back as plain text',
    1,
    '{"messages":[{"role":"assistant","reasoning_content":"«","content":"a"},{"role":"user","reasoning_content":"»","content":"b"}]}',
  ],
  [
    'the same thoughts under several names',
    1,
    '{"messages":[{"role":"assistant","reasoning":"«","reasoning_content":"«","thinking":"«","content":"a"}]}',
  ],
  [
    'signed thoughts, which stay',
    1,
    '{"messages":[{"role":"assistant","reasoning":null,"reasoning_details":[{"text":"»"}],"content":[{"type":"thinking","thinking":"»","signature":"s"},{"type":"redacted_thinking","data":"»"},{"type":"text","text":"«"}]}]}',
  ],
  [
    'parts without a type, as Bedrock writes them',
    1,
    '{"messages":[{"role":"assistant","content":[{"text":"«"},{"toolUse":{"toolUseId":"t","input":{"text":"»"}}},{"reasoningContent":{"reasoningText":{"text":"»","signature":"s"}}}]},{"role":"user","content":[{"text":"»"}]}]}',
  ],
  [
    'a chat in one message of the user',
    0,
    `{"stop":["### Instruction:"],"messages":[{"role":"user","content":"${ALPACA}"}]}`,
  ],
  [
    'a chat in one message of the assistant, with the words of the user',
    0,
    `{"messages":[{"role":"system","content":"»"},{"role":"assistant","content":"${ALPACA}","partial":true}]}`,
  ],
  [
    'the same behind another message',
    1,
    `{"messages":[{"role":"assistant","content":"«"},{"role":"assistant","content":"${ALPACA}","prefix":true}]}`,
  ],
  [
    'Responses API: messages of the assistant without a type',
    1,
    '{"model":"m","input":[{"role":"user","content":"»"},{"role":"assistant","content":"«"}]}',
  ],
  [
    'Responses API: with a type, and spaces',
    1,
    '{ "input" : [ {"id":"m1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","annotations":[],"text":"«"},{"type":"refusal","refusal":"»"}]}], "temperature":1.0 }',
  ],
  [
    'Responses API: everybody else and all other items',
    1,
    '{"model":"m","instructions":"»","input":[{"role":"developer","content":"»"},{"role":"user","content":[{"type":"input_text","text":"»"}]},{"type":"reasoning","summary":[{"type":"summary_text","text":"»"}]},{"type":"function_call","arguments":"»"},{"type":"function_call_output","output":"»"},{"type":"message","role":"system","content":[{"type":"output_text","text":"»"}]},null,7,"»",{"role":"assistant","content":"«"}]}',
  ],
  [
    'the history that a page keeps for Hermes',
    1,
    '{"model":"hermes-agent","input":"»","instructions":"»","conversation_history":[{"role":"user","content":"»"},{"role":"assistant","content":"«"},{"role":"system","content":"»"}],"session_id":"s"}',
  ],
  [
    'the same beside an input with messages',
    2,
    '{"conversation_history":[{"role":"assistant","content":[{"type":"output_text","text":"«"},{"type":"input_image","image_url":"»"}]}],"input":[{"role":"assistant","content":"«"},{"role":"user","content":"»"}],"previous_response_id":"»"}',
  ],
  ['an empty history for Hermes', 0, '{"conversation_history":[],"input":"»"}'],
  [
    'Gemini: thoughts too, but no signed parts',
    2,
    '{"systemInstruction":{"parts":[{"text":"»"}]},"contents":[{"role":"user","parts":[{"text":"»"}]},{"role":"model","parts":[{"text":"«"},{"thought":true,"text":"«"},{"text":"»","thoughtSignature":"c2ln"},{"functionCall":{"name":"f","args":{"x":"»"}}}]},{"role":"function","parts":[{"functionResponse":{"name":"f","response":{"text":"»"}}}]},{"parts":[{"text":"»"}]},null,"»"],"generationConfig":{"temperature":1.0}}',
  ],
  [
    'Cohere',
    1,
    '{"model":"command-r","message":"»","preamble":"»","chat_history":[{"role":"USER","message":"»"},{"role":"CHATBOT","message":"«"},{"role":"SYSTEM","message":"»"},{"role":"TOOL","tool_results":[{"outputs":[{"text":"»"}]}]},null]}',
  ],
  [
    'big-AGI, a single call',
    1,
    `{"json":{"access":{"dialect":"openai"},"model":{"id":"m"},"chatGenerate":${BIG_AGI}},"meta":{"values":{}}}`,
  ],
  [
    'big-AGI, a batch',
    2,
    `{"0":{"json":{"access":{},"chatGenerate":${BIG_AGI}}},"1":{"json":{"access":{},"chatGenerate":${BIG_AGI}}},"2":{"json":null}}`,
  ],
  [
    'CopilotKit: an envelope',
    1,
    '{"method":"agent/run","body":{"state":{"text":"»"},"messages":[{"id":"a","role":"user","content":"»"},{"id":"b","role":"assistant","content":"«"},{"id":"c","content":"»","role":"user"}]}}',
  ],
  [
    'assistant-ui with LangGraph: what is new, and the state',
    1,
    '{"commands":[{"type":"add-message","message":{"role":"user","parts":[{"type":"text","text":"»"}]}}],"state":{"messages":[{"type":"human","content":"»"},{"type":"ai","content":"«","tool_calls":[]}]},"parentId":null}',
  ],
  [
    'Google ADK',
    0,
    '{"appName":"chat","newMessage":{"role":"user","parts":[{"text":"»"}]},"streaming":false}',
  ],
  ["n8n's widget", 0, '{"action":"sendMessage","sessionId":"s","chatInput":"»"}'],
  [
    'chatgpt-web: a prompt, to a server that keeps the chat',
    0,
    '{"prompt":"»","options":{},"systemMessage":"»","temperature":0.8,"top_p":1}',
  ],
  [
    'Open WebUI 0.12: what a person says now',
    0,
    '{"stream":true,"model":"m","session_id":"s","id":"r","message_ids":[],"user_message":{"id":"u","role":"user","content":"»"}}',
  ],
  [
    'Open WebUI: replies to be merged',
    1,
    '{"model":"m","prompt":"»","responses":["plain","«",null],"stream":true}',
  ],
  [
    'Open WebUI: replies to be merged, without markers',
    0,
    '{"model":"m","prompt":"»","responses":["Use `📖 a` here"],"stream":true}',
  ],
  [
    'AI SDK: content and parts that say the same, counted once',
    1,
    '{"messages":[{"role":"assistant","content":"«","parts":[{"type":"step-start"},{"type":"text","text":"«"},{"type":"reasoning","text":"»"}]}]}',
  ],
  [
    "Open WebUI: the assistant's items of an output, with and without its role",
    2,
    '{"messages":[{"role":"assistant","content":"","output":[{"type":"reasoning","content":[{"type":"output_text","text":"»"}]},{"type":"message","role":"user","content":[{"type":"output_text","text":"»"}]},{"type":"function_call","arguments":"»"},"»",{"type":"message","content":[{"type":"output_text","text":"«"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"«"}]}]}]}',
  ],
  ...[
    '"stream":true,"chat_id":"c","session_id":"s"',
    '"chat_id":"c"',
    '"session_id":"s"',
    '"threadId":"t"',
  ].map((rest): Row => [
    `messages with ids and ${rest}`,
    1,
    `{"model":"m","messages":[{"id":"a","role":"assistant","content":"«"}],${rest}}`,
  ]),
  [
    'messages without ids in a chat',
    1,
    '{"model":"m","messages":[{"role":"assistant","content":"«"}],"chat_id":"c","session_id":"s"}',
  ],
];

const STORING: readonly Row[] = [
  [
    'Gradio: a chat that its page sends back',
    1,
    '{"data":[[{"role":"user","metadata":null,"content":[{"text":"»","type":"text"}],"options":null},{"role":"assistant","metadata":null,"content":[{"text":"«","type":"text"}],"options":null}]],"event_data":null,"fn_index":3,"session_hash":"s"}',
  ],
  [
    'Open WebUI: after a reply',
    1,
    '{"model":"m","messages":[{"id":"u","role":"user","content":"»","timestamp":1},{"id":"a","role":"assistant","content":"«","timestamp":2}],"model_item":{"id":"m"},"chat_id":"c","session_id":"s","id":"a"}',
  ],
  [
    'Open WebUI: an action',
    1,
    '{"model":"m","messages":[{"id":"a","role":"assistant","content":"«","timestamp":1}],"event":{"id":"x"},"chat_id":"local","session_id":"s","id":"a"}',
  ],
  ['Open WebUI: a chat', 1, `{"chat":${OPEN_WEBUI_CHAT}}`],
  [
    'Open WebUI: a chat with more',
    1,
    `{"chat":${OPEN_WEBUI_CHAT},"meta":{},"pinned":false,"folder_id":null}`,
  ],
  [
    'Open WebUI: an import',
    2,
    `{"chats":[{"chat":${OPEN_WEBUI_CHAT}},null,{"chat":${OPEN_WEBUI_CHAT}}]}`,
  ],
  [
    'Open WebUI: feedback',
    1,
    `{"type":"rating","data":{"rating":1,"comment":"»"},"meta":{},"snapshot":{"chat":{"id":"c","title":"»","chat":${OPEN_WEBUI_CHAT}}}}`,
  ],
  ['Open WebUI: feedback with a bare chat', 1, `{"snapshot":{"chat":${OPEN_WEBUI_CHAT}}}`],
  [
    'Open WebUI: replies of several models, merged',
    1,
    '{"chat":{"models":["a","b"],"history":{"currentId":null},"messages":[{"role":"assistant","content":"x","merged":{"status":true,"content":"«"}},{"role":"user","content":"»","merged":{"content":"»"}}]}}',
  ],
  [
    'Open WebUI: a chat whose history is empty',
    1,
    '{"chat":{"history":{"messages":{},"currentId":null},"messages":[{"role":"assistant","content":"«"}]}}',
  ],
  [
    'Open WebUI: a list in the place of the history',
    0,
    '{"chat":{"history":{"currentId":null,"messages":[{"role":"assistant","content":"»"}]}}}',
  ],
  [
    'Open WebUI: a chat without any message',
    0,
    '{"chat":{"title":"»","models":[],"history":{"currentId":null},"messages":[]}}',
  ],
  [
    'SillyTavern: the text shown and all swipes, counted once each',
    2,
    `{"ch_name":"Agent","file_name":"f","chat":[{"user_name":"User","character_name":"Agent","chat_metadata":{"note_prompt":"»"}},${SILLY_USER},{"name":"Agent","is_user":false,"is_system":false,"mes":"«","swipe_id":1,"swipes":["a","«","«?"],"extra":{"reasoning":"»"}}],"avatar_url":"a.png","force":false}`,
  ],
  [
    'SillyTavern: a group',
    1,
    '{"id":"group","chat":[{"user_name":"User"},{"is_user":false,"mes":"«"}]}',
  ],
  [
    'SillyTavern: narrators, hidden messages and unknown entries, which stay',
    0,
    `{"chat":[{"user_name":"User"},${SILLY_USER},{"is_user":false,"is_system":true,"mes":"»","swipes":["»"]},{"mes":"»"},{"is_user":"false","mes":"»"},{"is_user":false,"mes":["»"],"swipes":{"0":"»"}},null,"»"]}`,
  ],
];

test.each([
  ...ASKING.map((row) => [...row, true, '/v1/chat/completions'] as const),
  ...STORING.map((row) => [...row, false, ''] as const),
])('%s', (_what, markers, body, asksReply, url) => {
  expect(cleanRequest(body.replaceAll(/[«»]/g, MARKED), { url })).toMatchObject({
    body: body.replaceAll('«', CLEAN).replaceAll('»', MARKED),
    markers,
    asksReply,
  });
});

test.each([
  '{"input":["»"]}',
  // What is kept, not asked: examples for training, prompts, logs of calls, opinions about replies.
  '{"messages":[{"role":"user","content":"»"},{"role":"assistant","content":"»"}]}',
  '{"title":"x","model":"m","messages":[{"role":"user","content":"»"},{"role":"assistant","content":"»"}]}',
  '{"input":[{"role":"assistant","content":"»"},{"role":"user","content":"»"}],"ideal":"»"}',
  '{"model":"m","messages":[{"role":"assistant","content":"»"}],"response":{"text":"»"}}',
  '{"model":"m","prompt":"p","responses":["»"]}',
  '{"contents":[{"role":"model","text":"»"}]}',
  '{"chat":{"messages":[{"role":"assistant","content":"»"}]}}',
  '{"chats":[{"messages":[{"role":"assistant","content":"»"}]}]}',
  '{"a":[{"b":[{"from":"assistant","content":"»"},{"from":"user","content":"»"}]}]}',
  '{"input":"»"}',
  '{"input":[]}',
  '{"input":[[1,2]]}',
  '{"input":{"role":"assistant","content":"»"}}',
  ...['"»"', 'null', '{"0":{"role":"assistant","content":"»"}}'].map(
    (history) => `{"input":"»","conversation_history":${history}}`,
  ),
  ...['"»"', '["»"]', '[{"text":"»"}]', '[]', '{"parts":[{"text":"»"}]}'].map(
    (contents) => `{"contents":${contents}}`,
  ),
  '{"chat_history":[{"role":"CHATBOT"}],"x":"»"}',
  '{"message":"x","chat_history":"»"}',
  '{"message":null,"chat_history":[{"role":"USER"}],"x":"»"}',
  '{"json":{"chatGenerate":{"chatSequence":{"0":"»"}}}}',
  '{"json":"chatSequence","x":"»"}',
  '{"chatGenerate":{"chatSequence":[]},"x":"»"}',
  '{"model":"m","responses":["»"]}',
  '{"prompt":"p","responses":["»"]}',
  '{"model":"m","prompt":"p","responses":"»"}',
  '{"content":"»"}',
  '{"type":"chat:message","data":{"content":"»","messages":1}}',
  '{"chats":{"messages":"»"}}',
  '{"snapshot":{"messages":"»"}}',
  '{"chat":"»","mes":1}',
  '{"prompt":"<|im_start|>user\\n»<|im_end|>\\n<|im_start|>assistant\\n»<|im_end|>\\n<|im_start|>assistant\\n"}',
  '{"inputs":"»","prompt":["»"]}',
  '{"prompt":"»"}',
  '{"title":"x","prompt":"»","temperature":1}',
  '{"command":"x","prompt":"»","name":"x","stream":false}',
  '{"prompt":["»"],"temperature":1}',
])('a body of another shape: %s', (body) => {
  expect(cleanRequest(body.replaceAll('»', MARKED))).toBeNull();
});

interface Recorded {
  readonly kind: string;
  readonly url?: string;
  readonly body?: string | null;
}

const recorded = readdirSync(RECORDINGS)
  .flatMap((file) => readFileSync(join(RECORDINGS, file), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Recorded)
  .flatMap(({ kind, url = '', body }) =>
    kind === 'request' && body ? [{ path: new URL(url).pathname, body }] : [],
  );

test.each(recorded)(
  'recorded $path is sent without markers, and otherwise unchanged',
  ({ path, body }) => {
    const cleaned = cleanRequest(body);

    expect(cleaned?.asksReply ?? true).toBe(
      path !== '/api/chat/completed' && !path.startsWith('/api/v1/chats/'),
    );
    expect(cleaned?.body ?? body).toBe(withoutMarkers(body));
    expect((cleaned?.markers ?? 0) > 0).toBe(withoutMarkers(body) !== body);
  },
);

test('there are recordings of every kind, with markers and without', () => {
  const withMarkers = recorded.filter(({ body }) => withoutMarkers(body) !== body);

  expect(withMarkers.length).toBeGreaterThan(10);
  expect(recorded.length - withMarkers.length).toBeGreaterThan(10);
});

/**
 * The texts with markers that the scripted agent sent, and what stays of them; both as in the
 * bodies.
 */
const SENT: readonly (readonly [before: string, after: string])[] = [
  [
    'Let me check. \\n`⏰ list`\\n\\n`💻 echo \\"today `date +%Y`\\"`\\n\\n\\nAll done: `code` stays.',
    'Let me check. \\n\\nAll done: `code` stays.',
  ],
  ['Sure.\\n`⏰ list`\\n\\n\\nDone now.', 'Sure.\\n\\nDone now.'],
];

function withoutMarkers(body: string): string {
  return SENT.reduce((text, [before, after]) => text.replaceAll(before, after), body);
}
