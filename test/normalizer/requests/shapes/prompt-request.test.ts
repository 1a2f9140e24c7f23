import { expect, test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';
import { cleanRequest } from '../../../../src/normalizer/requests/request-cleaner.ts';

test('closed turns of the assistant are cleaned, in any template', () => {
  const rows = [
    '<|im_start|>system\\n»<|im_end|>\\n<|im_start|>user\\n»<|im_end|>\\n<|im_start|>assistant\\n«<|im_end|>\\n<|im_start|>user\\n»<|im_end|>\\n<|im_start|>assistant\\n',
    '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\\n\\n»<|eot_id|><|start_header_id|>assistant<|end_header_id|>\\n\\n«<|eot_id|><|start_header_id|>user<|end_header_id|>\\n\\n»<|eot_id|><|start_header_id|>assistant<|end_header_id|>\\n\\n',
    '<bos><start_of_turn>user\\n»<end_of_turn>\\n<start_of_turn>model\\n«<end_of_turn>\\n<start_of_turn>user\\n»<end_of_turn>\\n<start_of_turn>model\\n',
  ];
  for (const prompt of rows) expectCleaned(`{"prompt":"${prompt}","max_length":240}`, 1, true);
});

test('markers at both ends of a turn are removed, the turn stays', () => {
  const turn = (text: string): string => `<|im_start|>assistant\n${text}<|im_end|>\n`;
  const prompt =
    turn('`⏰ list`\n\nDone.') +
    turn('Done.\n`⏰ list`') +
    turn('`⏰ list`') +
    turn('`⏰ list`\nin prose') +
    '<|im_start|>assistant\n';

  expect(cleanRequest(JSON.stringify({ prompt }))).toMatchObject({
    body: JSON.stringify({
      prompt: turn('Done.') + turn('Done.') + turn('') + turn('`⏰ list`\nin prose') + '<|im_start|>assistant\n',
    }),
    markers: 3,
    asksReply: true,
  });
});

test('a turn that is not closed stays', () => {
  expectCleaned(
    '{"prompt":"<|im_start|>assistant\\n»<|im_start|>user\\n»<|im_end|><|im_start|>assistant\\n»"}',
    0,
    true,
  );
});

test('a prompt that opens no turn is none of ours', () => {
  const rows = [
    '"### Instruction:\\nx\\n### Response:\\n»"',
    '"User: x\\nAssistant: »"',
    '"a picture of a cat, »"',
    '["»"]',
    '[1,2]',
    'null',
    '{"prompt_string":"»"}',
  ];
  for (const prompt of rows) expectUnknown(`{"prompt":${prompt}}`);
});

test('several prompts, and the inputs of TGI, are read like one', () => {
  const chat = (text: string): string =>
    `"<|im_start|>user\\n»<|im_end|>\\n<|im_start|>assistant\\n${text}<|im_end|>\\n<|im_start|>assistant\\n"`;
  expectCleaned(`{"prompt":[${chat('«')},"»",7,${chat('«')}]}`, 2, true);
  expectCleaned(`{"inputs":${chat('«')},"parameters":{"max_new_tokens":1}}`, 1, true);
});

test('a prompt that quotes a template asks for a reply and stays', () => {
  for (const prompt of ['[INST] x [/INST] »', 'What is this?\\n<|im_start|>assistant\\n»<|im_end|>', '<|assistant|>'])
    expectCleaned(`{"prompt":"${prompt}"}`, 0, true);
});
