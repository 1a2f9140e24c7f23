import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

test('messages of the assistant are cleaned, with and without a type, as a string and as parts', () => {
  expectCleaned('{"model":"m","input":[{"role":"user","content":"»"},{"role":"assistant","content":"«"}]}', 1, true);
  expectCleaned(
    '{ "input" : [ {"id":"m1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","annotations":[],"text":"«"},{"type":"refusal","refusal":"»"}]}], "temperature":1.0 }',
    1,
    true,
  );
});

test("everybody else's and all other items stay", () => {
  expectCleaned(
    '{"instructions":"»","input":[{"role":"developer","content":"»"},{"role":"user","content":[{"type":"input_text","text":"»"}]},{"type":"reasoning","summary":[{"type":"summary_text","text":"»"}]},' +
      '{"type":"function_call","arguments":"»"},{"type":"function_call_output","output":"»"},{"type":"message","role":"system","content":[{"type":"output_text","text":"»"}]},null,7,"»",{"role":"assistant","content":"«"}]}',
    1,
    true,
  );
});

test('requests for embeddings, moderation or speech are not such requests', () => {
  for (const body of [
    '{"input":["»"]}',
    '{"input":"»"}',
    '{"input":[]}',
    '{"input":[[1,2]]}',
    '{"input":{"role":"assistant","content":"»"}}',
  ])
    expectUnknown(body);
});
