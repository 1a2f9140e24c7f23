import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findToken, findWrittenCall } from '../../../src/normalizer/text/written-calls.ts';

interface Sample {
  readonly text: string;
  /** Names of tools that the request offers. */
  readonly tools?: readonly string[];
  readonly envelope?: string;
  readonly kind?: string;
}

function samples(name: string): readonly Sample[] {
  const file = new URL(`../../recordings/written-calls/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Sample[];
}

const CALLS = samples('calls');
const INNOCENT = samples('innocent');

test('calls are found in every envelope, and nothing innocent is accused', () => {
  const missed = CALLS.filter(({ text, tools }) => !findWrittenCall(text, tools));
  const accused = INNOCENT.filter(
    ({ text, tools }) => findWrittenCall(text, tools) ?? findToken(text) !== -1,
  );
  const recall = (CALLS.length - missed.length) / CALLS.length;
  const precision =
    (CALLS.length - missed.length) / (CALLS.length - missed.length + accused.length);
  console.log(
    `written calls: recall ${recall.toFixed(3)} of ${CALLS.length}, precision ${precision.toFixed(3)}`,
  );

  expect(CALLS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CALLS.map(({ envelope }) => envelope)).size).toBeGreaterThanOrEqual(25);
  expect(INNOCENT.length).toBeGreaterThanOrEqual(60);
  expect(missed).toEqual([]);
  expect(accused).toEqual([]);
});

test('a call is found between sentences, and shown from its beginning', () => {
  // Some are calls only where nothing else is said.
  for (const { text, tools, envelope } of CALLS.filter(
    ({ envelope }) => envelope !== 'nothing else',
  )) {
    const before = 'I am on it now.\n\n';
    const found = findWrittenCall(before + text, tools);
    expect([envelope, text, found !== null]).toEqual([envelope, text, true]);
    expect(found?.at).toBeGreaterThanOrEqual(0);
    expect((before + text).slice(found?.at)).toMatch(
      new RegExp(`^${found?.text.slice(0, 40).replace(/[^\w]/g, '\\$&')}`),
    );
  }
});

test('what is innocent stays so beside other innocent text', () => {
  for (const { text, kind } of INNOCENT) {
    const longer = `Here is the answer.\n\n${text}\n\nI hope that helps.`;
    expect([kind, text, findWrittenCall(longer), findToken(longer)]).toEqual([
      kind,
      text,
      null,
      -1,
    ]);
  }
});

const MODELS: readonly (readonly [text: string, model: string])[] = [
  ['<tool_call>\n{"name": "f"}\n</tool_call>', 'Hermes, Qwen'],
  ['<tool_call>get_weather\n<arg_key>city</arg_key>', 'GLM'],
  ['<function=f>\n<parameter=x>1</parameter></function>', 'Qwen3-Coder'],
  ['[TOOL_CALLS][{"name":"f"}]', 'Mistral'],
  ['<|python_tag|>f.call(x=1)', 'Llama 3'],
  ['<|tool_calls_section_begin|>', 'Kimi'],
  ['Let me look. functions.get_weather:0 {"city":"Oslo"}', 'Kimi'],
  ['<｜tool▁calls▁begin｜>', 'DeepSeek'],
  ['<|DSML|invoke name="x">', 'DeepSeek'],
  ['commentary to=functions.f <|message|>{}', 'gpt-oss'],
  ['<minimax:tool_call>', 'MiniMax'],
  ['<function_calls><invoke name="f">', 'Claude'],
  ['<|START_ACTION|>[]', 'Command R'],
];

test.each(MODELS)('%j is written by %s', (text, model) => {
  expect(findWrittenCall(text)?.model).toBe(model);
  // Reasoning may talk about tools, but has no tokens and tags.
  expect(findWrittenCall(text, [], true)?.model).toBe(model);
});

test('what reasoning says of tools is no call', () => {
  for (const { text } of INNOCENT)
    expect([text, findWrittenCall(text, [], true)]).toEqual([text, null]);
  expect(findWrittenCall('I could use terminal {"command": "ls"} for that.', [], true)).toBe(null);
});

test('a tool that nobody knows is found where it is offered', () => {
  for (const text of [
    'get_forecast {"city": "Oslo"}',
    'I will.\nget_forecast(city="Oslo")',
    'get_forecast\n{"city": "Oslo"}',
  ])
    expect([text, findWrittenCall(text, ['get_forecast']) !== null]).toEqual([text, true]);
  expect(findWrittenCall('get_forecast {"city": "Oslo"}')).toBe(null);
  expect(findWrittenCall('a(b {"city": "Oslo"}', ['a(b', '[', '\\'])).toBe(null);
});

test('tokens that leaked are found, those that somebody mentions are not', () => {
  for (const [text, at] of [
    ['Hello<|im_end|>', 5],
    ['Hello<end_of_turn>', 5],
    ['Hi there.\n<|im_end|>', 10],
    ['<|im_start|>assistant\nHi', 0],
    ['Done.<|im_end|>\n<|im_start|>user', 5],
    ['<|channel|>final<|message|>{"a":[]}<|return|>', 0],
    ['`<|im_end|>`', -1],
    ['The end token is <|im_end|>.', -1],
    ['', -1],
  ] as const)
    expect([text, findToken(text)]).toEqual([text, at]);
});

test('the cost of a long text is linear', () => {
  const pieces = [
    ...[
      'x',
      '`',
      '``',
      '<',
      '<tool_c',
      '{',
      '[',
      '{"a":',
      '"',
      '```\n',
      '~~~',
      '> ',
      '| ',
      '<terminal>',
      ' ',
      '\n',
    ],
    ...[
      'terminal ',
      'terminal(',
      'f(x=1), ',
      'call: ',
      '[tool call: ',
      'invoke a="b" ',
      '{"name":"a"}',
      '\n\n    a',
    ],
  ];
  const started = performance.now();
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    findWrittenCall(text);
    findToken(text);
  }
  expect(performance.now() - started).toBeLessThan(20_000);
});
