import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

test("the chatbot's texts are cleaned, everybody else's stay", () => {
  expectCleaned(
    '{"model":"command-r","message":"»","preamble":"»","chat_history":[{"role":"USER","message":"»"},{"role":"CHATBOT","message":"«"},{"role":"SYSTEM","message":"»"},{"role":"TOOL","tool_results":[{"outputs":[{"text":"»"}]}]},null]}',
    1,
    true,
  );
});

test('without a message, or with another history, it is another request', () => {
  for (const body of [
    '{"chat_history":[{"role":"CHATBOT","message":"»"}]}',
    '{"message":"x","chat_history":"»"}',
    '{"message":null,"chat_history":[{"role":"CHATBOT","message":"»"}]}',
  ])
    expectUnknown(body);
});
