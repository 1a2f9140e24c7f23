import { test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';

const SEQUENCE =
  '{"systemMessage":{"parts":[{"pt":"text","text":"»"}]},"chatSequence":[{"role":"user","parts":[{"pt":"text","text":"»"}]},' +
  '{"role":"model","parts":[{"pt":"text","text":"«"},{"pt":"tool_invocation","text":"»"},null]},{"role":"tool","parts":[{"pt":"text","text":"»"}]}]}';

test('texts of the model are cleaned, in a single call and in a batch', () => {
  expectCleaned(
    `{"json":{"access":{"dialect":"openai"},"model":{"id":"m"},"chatGenerate":${SEQUENCE}},"meta":{"values":{}}}`,
    1,
    true,
  );
  expectCleaned(
    `{"0":{"json":{"chatGenerate":${SEQUENCE}}},"1":{"json":{"chatGenerate":${SEQUENCE}}},"2":{"json":null}}`,
    2,
    true,
  );
});

test('calls without a sequence are none of ours', () => {
  for (const body of [
    '{"json":{"chatGenerate":{"chatSequence":{"0":"»"}}}}',
    '{"json":"chatSequence","x":"»"}',
    '{"chatGenerate":{"chatSequence":[]},"x":"»"}',
  ])
    expectUnknown(body);
});
