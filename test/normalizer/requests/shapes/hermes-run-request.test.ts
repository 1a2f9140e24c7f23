import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

test('the history that a page keeps for Hermes is cleaned, and the input if it contains messages', () => {
  expectCleaned(
    '{"model":"hermes-agent","input":"»","instructions":"»","conversation_history":[{"role":"user","content":"»"},{"role":"assistant","content":"«"},{"role":"system","content":"»"}],"session_id":"s"}',
    1,
    true,
  );
  expectCleaned(
    '{"conversation_history":[{"role":"assistant","content":[{"type":"output_text","text":"«"},{"type":"input_image","image_url":"»"}]}],"input":[{"role":"assistant","content":"«"},{"role":"user","content":"»"}],"previous_response_id":"»"}',
    2,
    true,
  );
  expectCleaned('{"conversation_history":[],"input":"»"}', 0, true);
});

test('a history of any other shape is none of ours', () => {
  for (const history of ['"»"', 'null', '{"0":{"role":"assistant","content":"»"}}'])
    expectUnknown(`{"input":"»","conversation_history":${history}}`);
});
