import { test } from 'vitest';
import { expectCleaned } from '../check.ts';

test('thoughts that a page sends back as plain text are cleaned, signed ones stay', () => {
  expectCleaned(
    '{"messages":[{"role":"assistant","reasoning_content":"«","content":"a"},{"role":"user","reasoning_content":"»","content":"b"}]}',
    1,
    true,
  );
  expectCleaned(
    '{"messages":[{"role":"assistant","reasoning":"«","reasoning_content":"«","thinking":"«","content":"a"}]}',
    1,
    true,
  );
  expectCleaned(
    '{"messages":[{"role":"assistant","reasoning":null,"reasoning_details":[{"text":"»"}],"content":[{"type":"thinking","thinking":"»","signature":"s"},{"type":"redacted_thinking","data":"»"},{"type":"text","text":"«"}]}]}',
    1,
    true,
  );
});

test('parts without a type, as Bedrock writes them, are text', () => {
  expectCleaned(
    '{"messages":[{"role":"assistant","content":[{"text":"«"},{"toolUse":{"toolUseId":"t","input":{"text":"»"}}},{"reasoningContent":{"reasoningText":{"text":"»","signature":"s"}}}]},{"role":"user","content":[{"text":"»"}]}]}',
    1,
    true,
  );
});

/**
 * KoboldAI Lite, as `index.html` of lite.koboldai.net builds its bodies: the chat in one message, the tags as stop
 * strings.
 */
const ALPACA = '\\n### Instruction:\\n»\\n### Response:\\n«\\n### Instruction:\\n»\\n### Response:\\n';
const STOPS = '"stop":["### Instruction:","### Response:"]';

test("the assistant's part of a chat that KoboldAI Lite writes into one message is cleaned", () => {
  expectCleaned(`{"max_tokens":512,"model":"m",${STOPS},"messages":[{"role":"user","content":"${ALPACA}"}]}`, 1, true);
  expectCleaned(
    `{"model":"m",${STOPS},"messages":[{"role":"system","content":"»"},{"role":"user","content":"${ALPACA}"}]}`,
    1,
    true,
  );
  expectCleaned(
    '{"stop":["<|im_start|>user"],"messages":[{"role":"system","content":"<|im_start|>user\\n»<|im_end|>\\n<|im_start|>assistant\\n«<|im_end|>\\n<|im_start|>assistant\\n"}]}',
    1,
    true,
  );
});

test("the person's part of such a chat stays even if the page calls all of it the assistant's", () => {
  expectCleaned(
    `{"messages":[{"role":"system","content":"»"},{"role":"assistant","content":"${ALPACA}","partial":true}]}`,
    1,
    true,
  );
  expectCleaned(
    `{"messages":[{"role":"assistant","content":"«"},{"role":"assistant","content":"${ALPACA}","prefix":true}]}`,
    2,
    true,
  );
});

test("a person's message that merely looks so stays", () => {
  const kept = ALPACA.replace('«', '»');
  // No stop strings; words before the first turn; no open turn; a chat with roles; not the last message.
  for (const body of [
    `{"messages":[{"role":"user","content":"${kept}"}]}`,
    `{"stop":["<|im_end|>"],"messages":[{"role":"user","content":"${kept}"}]}`,
    `{${STOPS},"messages":[{"role":"user","content":"Explain this: ${kept}"}]}`,
    `{${STOPS},"messages":[{"role":"user","content":"${kept.slice(0, -2).replace(/### Response:$/, '</s>')}"}]}`,
    `{${STOPS},"messages":[{"role":"user","content":"${kept}"},{"role":"user","content":"»"}]}`,
  ]) {
    expectCleaned(body, 0, true);
  }
  expectCleaned(
    `{${STOPS},"messages":[{"role":"assistant","content":"«"},{"role":"user","content":"${kept}"}]}`,
    1,
    true,
  );
});
