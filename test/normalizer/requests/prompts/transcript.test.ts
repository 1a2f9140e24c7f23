import { expect, test } from 'vitest';
import {
  findSaid,
  mentionsTurns,
  type TranscriptHints,
} from '../../../../src/normalizer/requests/prompts/transcript.ts';

interface Written {
  /** Before the first turn. */
  readonly begin?: string;
  readonly user: readonly [before: string, after: string];
  readonly assistant: readonly [before: string, after: string];
  /** Where the reply is to continue. */
  readonly open: string;
  readonly stops?: readonly string[];
}

/** How the chat templates of the makers and the presets of KoboldAI Lite and SillyTavern write turns. */
const WRITTEN: Readonly<Record<string, Written>> = {
  ChatML: {
    user: ['<|im_start|>user\n', '<|im_end|>\n'],
    assistant: ['<|im_start|>assistant\n', '<|im_end|>\n'],
    open: '<|im_start|>assistant\n',
  },
  'ChatML with thoughts': {
    user: ['<|im_start|>user\n', '<|im_end|>\n'],
    assistant: ['<|im_start|>assistant\n<think>\n\n</think>\n\n', '<|im_end|>\n'],
    open: '<|im_start|>assistant\n<think>\n',
  },
  'Phi-4': {
    user: ['<|im_start|>user<|im_sep|>', '<|im_end|>'],
    assistant: ['<|im_start|>assistant<|im_sep|>', '<|im_end|>'],
    open: '<|im_start|>assistant<|im_sep|>',
  },
  'Llama 3': {
    begin: '<|begin_of_text|>',
    user: ['<|start_header_id|>user<|end_header_id|>\n\n', '<|eot_id|>'],
    assistant: ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
    open: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  },
  'Llama 4': {
    user: ['<|header_start|>user<|header_end|>\n\n', '<|eot|>'],
    assistant: ['<|header_start|>assistant<|header_end|>\n\n', '<|eot|>'],
    open: '<|header_start|>assistant<|header_end|>\n\n',
  },
  'Gemma 3': {
    begin: '<bos>',
    user: ['<start_of_turn>user\n', '<end_of_turn>\n'],
    assistant: ['<start_of_turn>model\n', '<end_of_turn>\n'],
    open: '<start_of_turn>model\n',
  },
  'Gemma 4': {
    user: ['<|turn>user\n', '<turn|>\n'],
    assistant: ['<|turn>model\n', '<turn|>\n'],
    open: '<|turn>model\n',
  },
  Granite: {
    user: ['<|start_of_role|>user<|end_of_role|>', '<|end_of_text|>\n'],
    assistant: ['<|start_of_role|>assistant<|end_of_role|>', '<|end_of_text|>\n'],
    open: '<|start_of_role|>assistant<|end_of_role|>',
  },
  'Command R': {
    begin: '<BOS_TOKEN>',
    user: ['<|START_OF_TURN_TOKEN|><|USER_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    assistant: ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    open: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  },
  'Command A': {
    user: ['<|START_OF_TURN_TOKEN|><|USER_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    assistant: ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_RESPONSE|>', '<|END_RESPONSE|><|END_OF_TURN_TOKEN|>'],
    open: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  },
  Kimi: {
    user: ['<|im_user|>user<|im_middle|>', '<|im_end|>'],
    assistant: ['<|im_assistant|>assistant<|im_middle|>', '<|im_end|>'],
    open: '<|im_assistant|>assistant<|im_middle|>',
  },
  'Seed-OSS': {
    user: ['<seed:bos>user\n', '<seed:eos>'],
    assistant: ['<seed:bos>assistant\n', '<seed:eos>'],
    open: '<seed:bos>assistant\n',
  },
  Harmony: {
    begin: '<|start|>system<|message|>x<|end|>',
    user: ['<|start|>user<|message|>', '<|end|>'],
    assistant: [
      '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>',
      '<|end|>',
    ],
    open: '<|start|>assistant',
  },
  'Phi-3': { user: ['<|user|>\n', '<|end|>\n'], assistant: ['<|assistant|>\n', '<|end|>\n'], open: '<|assistant|>\n' },
  Zephyr: { user: ['<|user|>\n', '</s>\n'], assistant: ['<|assistant|>\n', '</s>\n'], open: '<|assistant|>\n' },
  'GLM-4': {
    begin: '[gMASK]<sop>',
    user: ['<|user|>\n', ''],
    assistant: ['<|assistant|>\n', ''],
    open: '<|assistant|>\n',
  },
  'GLM-4.5': {
    begin: '[gMASK]<sop><|system|>\nx',
    user: ['<|user|>\n', '/nothink'],
    assistant: ['<|assistant|>\n<think></think>\n', ''],
    open: '<|assistant|>\n<think></think>',
  },
  Metharme: { user: ['<|user|>', ''], assistant: ['<|model|>', ''], open: '<|model|>' },
  DeepSeek: {
    begin: '<｜begin▁of▁sentence｜>You are kind.',
    user: ['<｜User｜>', ''],
    assistant: ['<｜Assistant｜>', '<｜end▁of▁sentence｜>'],
    open: '<｜Assistant｜>',
  },
  'DeepSeek 3.1': {
    user: ['<｜User｜>', ''],
    assistant: ['<｜Assistant｜></think>', '<｜end▁of▁sentence｜>'],
    open: '<｜Assistant｜><think>',
  },
  Mistral: { begin: '<s>', user: ['[INST] ', ''], assistant: ['[/INST] ', '</s>'], open: '[/INST]' },
  Tekken: {
    begin: '<s>[SYSTEM_PROMPT]x[/SYSTEM_PROMPT]',
    user: ['[INST]', ''],
    assistant: ['[/INST]', '</s>'],
    open: '[/INST]',
  },
  'Llama 2': { begin: '<s>', user: ['[INST] ', ''], assistant: [' [/INST] ', ' </s><s>'], open: ' [/INST]' },
  KoboldCpp: {
    user: ['{{[INPUT]}}', '{{[INPUT_END]}}'],
    assistant: ['{{[OUTPUT]}}', '{{[OUTPUT_END]}}'],
    open: '{{[OUTPUT]}}',
  },
  Alpaca: {
    begin: 'Below is an instruction.\n',
    user: ['\n### Instruction:\n', ''],
    assistant: ['\n### Response:\n', '\n'],
    open: '\n### Response:\n',
    stops: ['### Instruction:', '### Response:'],
  },
  Vicuna: {
    begin: 'A chat.\n',
    user: ['\nUSER: ', ''],
    assistant: ['\nASSISTANT: ', ''],
    open: '\nASSISTANT: ',
    stops: ['USER:', 'ASSISTANT:'],
  },
};

const MARKED = '`⏰ list`\n\nDone.';

function write({ begin = '', user, assistant, open }: Written, ...said: readonly string[]): string {
  return begin + said.map((text, i) => (i % 2 === 0 ? user : assistant).join(text)).join('') + open;
}

/** What is found, without thoughts and other turns of the assistant. */
function saidIn(text: string, hints: TranscriptHints = { stops: [] }): readonly string[] | null {
  return (
    findSaid(text, hints)
      ?.map(({ from, to }) => text.slice(from, to))
      .filter((said) => !/^(?:<think>\s*|Hm\.)?$/.test(said))
      .map((said) => said.trim()) ?? null
  );
}

test.each(Object.entries(WRITTEN))("%s: the assistant's texts are found, and nothing else", (_name, written) => {
  const hints = { stops: written.stops ?? [] };
  const text = write(written, MARKED, MARKED, 'Go on.', 'Two.\n\n`⏰ list`', MARKED);

  expect(saidIn(text, hints)).toEqual([MARKED, 'Two.\n\n`⏰ list`']);
  expect(saidIn(`${text}The beginning of`, hints)).toEqual([MARKED, 'Two.\n\n`⏰ list`']);
  // The first line of each text begins a line for the filter, wherever it is.
  for (const { from } of findSaid(text, hints) ?? []) expect(text[from]).not.toBe(' ');
});

test.each(Object.entries(WRITTEN))('%s: an uncertain text is left alone', (_name, written) => {
  const hints = { stops: written.stops ?? [] };
  const {
    open,
    assistant: [before, after],
  } = written;
  const closed = write({ ...written, open: '' }, 'Hi', MARKED);

  // A person quotes a turn, with its end and without.
  for (const quote of [
    `Look: ${open.trimStart() === open ? '' : '\n'}${before}${MARKED}${after} What is it?`,
    `${before}${MARKED}`,
    open,
  ]) {
    expect({ quote, said: saidIn(write(written, `Hi${quote}`, 'Yes.', MARKED), hints) }).not.toEqual({
      quote,
      said: expect.arrayContaining([MARKED]),
    });
  }
  // All of it is a quote: words come before, or it does not end where a reply continues.
  expect(saidIn(`What is this?\n${write({ ...written, begin: '' }, 'Hi', MARKED, 'Go on.')}`)).toBeNull();
  if (written.assistant[1].trim() !== '') expect(saidIn(closed, hints)).toBeNull();
});

test('mere words need a stop string that names them', () => {
  for (const name of ['Alpaca', 'Vicuna']) {
    const written = WRITTEN[name] as Written;
    for (const begin of ['', '<s>']) expect(saidIn(write({ ...written, begin }, 'Hi', MARKED, 'Go on.'))).toBeNull();
    expect(saidIn(write(written, 'Hi', MARKED, 'Go on.'), { stops: ['</s>', ...(written.stops ?? [])] })).toEqual([
      MARKED,
    ]);
  }
});

test("a person's message needs both a first turn and a stop string, a model's either", () => {
  const text = write(WRITTEN.ChatML as Written, 'Hi', MARKED);
  const named = ['<|im_start|>'];
  const rows: readonly (readonly [text: string, stops: readonly string[], person: boolean, model: boolean])[] = [
    [text, named, true, true],
    [text, [], false, true],
    [`Hello. ${text}`, named, false, true],
    [`Hello. ${text}`, [], false, false],
    [text, ['<|im_end|>'], false, true],
  ];
  for (const [body, stops, person, model] of rows) {
    expect(saidIn(body, { stops, sender: 'person' }) !== null).toBe(person);
    expect(saidIn(body, { stops, sender: 'model' }) !== null).toBe(model);
  }
});

test('tools and other roles may come between turns', () => {
  const chatml =
    '<|im_start|>user\nx<|im_end|>\n<|im_start|>assistant\nA.<|im_end|>\n<|im_start|>tool\n`⏰ list`\n\nx<|im_end|>\n<|im_start|>assistant\nB.<|im_end|>\n<|im_start|>assistant\n';
  expect(saidIn(chatml)).toEqual(['A.', 'B.']);
  const harmony =
    '<|start|>user<|message|>x<|end|><|start|>assistant<|channel|>commentary<|message|>A.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>' +
    '<|start|>functions.f to=assistant<|channel|>commentary<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>B.<|return|><|start|>user<|message|>x<|end|><|start|>assistant';
  expect(saidIn(harmony)).toEqual(['A.', 'B.']);
  expect(saidIn('<|user|>\nx<|assistant|>\nA.<|observation|>\nx<|assistant|>\nB.<|user|>\nx<|assistant|>\n')).toEqual([
    'A.',
    'B.',
  ]);
});

test('text between two turns shows that something is quoted', () => {
  expect(
    saidIn('<|im_start|>user\nx<|im_end|>\nand<|im_start|>assistant\nA.<|im_end|>\n<|im_start|>assistant\n'),
  ).toBeNull();
  expect(saidIn('[INST] x [/INST] A.</s> and [INST] x [/INST]')).toBeNull();
});

test('turns are found, quoted or not; words do not count', () => {
  for (const { open, stops } of Object.values(WRITTEN))
    expect(mentionsTurns(`Look: ${open}`)).toBe(stops === undefined);
  expect(mentionsTurns('a cat')).toBe(false);
});
