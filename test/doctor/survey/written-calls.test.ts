import { expect, test } from 'vitest';
import { createTextSigns } from '../../../src/doctor/survey/written-calls.ts';

/** What is found in a text that arrives in pieces of this size. */
function found(text: string, size: number): string[] {
  const signs: string[] = [];
  const watch = createTextSigns(
    (model) => signs.push(model),
    () => signs.push('token'),
  );
  for (let at = 0; at < text.length; at += size) watch.add(text.slice(at, at + size));
  return signs;
}

const ROWS: readonly (readonly [text: string, signs: readonly string[]])[] = [
  ['<tool_call>\n{"name": "f"}\n</tool_call>', ['Hermes, Qwen']],
  ['<tool_call>get_weather\n<arg_key>city</arg_key>', ['GLM']],
  ['<function=f>\n<parameter=x>1</parameter></function>', ['Qwen3-Coder']],
  ['[TOOL_CALLS][{"name":"f"}]', ['Mistral']],
  ['<|python_tag|>f.call(x=1)', ['Llama 3']],
  ['{"type": "function", "name": "f", "parameters": {}}', ['JSON']],
  ['[{"name": "f", "arguments": {}}]', ['JSON']],
  ['<|tool_calls_section_begin|>', ['Kimi']],
  ['Let me look. functions.get_weather:0 {"city":"Oslo"}', ['Kimi']],
  ['<｜tool▁calls▁begin｜>', ['DeepSeek']],
  ['<|DSML|invoke name="x">', ['DeepSeek']],
  ['<｜｜DSML｜｜tool_calls>', ['DeepSeek']],
  ['commentary to=functions.f <|message|>{}', ['gpt-oss']],
  ['<minimax:tool_call>', ['MiniMax']],
  ['<function_calls><invoke name="f">', ['Claude']],
  ['<|START_ACTION|>[]', ['Command R']],
  ['[Tool call: get_weather]', ['JSON']],
  ['Hello<|im_end|>', ['token']],
  ['Hello<end_of_turn>', ['token']],
  // Text about calls.
  ['Qwen writes `<tool_call>{"name": "f"}</tool_call>` there.', []],
  ['Like this:\n```\n<tool_call>\n{"name": "f"}\n</tool_call>\n```\nDone.', []],
  [`${'x'.repeat(500)}\n\`\`\`xml\n${'y'.repeat(500)}\n<function=f>\n\`\`\`\n`, []],
  ['The end token is `<|im_end|>`.', []],
  ['{"name": "Ada", "age": 36}', []],
  ['The function f takes no arguments.', []],
  ['See tool_call and functions.py:12.', []],
];

test.each(ROWS)('%j', (text, signs) => {
  for (const size of [1, 2, 5, 64, 10_000]) expect([size, found(text, size)]).toEqual([size, signs]);
});

test('the cost of a long text is linear, and nothing of it is kept', () => {
  const started = performance.now();
  for (const piece of ['x', '`', '<', '<tool_call>'.slice(0, 6)]) found(piece.repeat(200_000), 20);
  expect(performance.now() - started).toBeLessThan(5000);
});
