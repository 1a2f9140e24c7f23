import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

test("parts of the model are cleaned, thoughts too; signed parts and everybody else's stay", () => {
  expectCleaned(
    '{"systemInstruction":{"parts":[{"text":"»"}]},"contents":[{"role":"user","parts":[{"text":"»"}]},{"role":"model","parts":[{"text":"«"},{"thought":true,"text":"«"},{"text":"»","thoughtSignature":"c2ln"},{"functionCall":{"name":"f","args":{"x":"»"}}}]},' +
      '{"role":"function","parts":[{"functionResponse":{"name":"f","response":{"text":"»"}}}]},{"parts":[{"text":"»"}]},{"role":"assistant","parts":[{"text":"»"}]},null,"»"],"generationConfig":{"temperature":1.0}}',
    2,
    true,
  );
});

test('contents of another kind are none of ours', () => {
  for (const contents of ['"»"', '["»"]', '[{"role":"model","text":"»"}]', '[]', '{"parts":[{"text":"»"}]}'])
    expectUnknown(`{"contents":${contents}}`);
});
