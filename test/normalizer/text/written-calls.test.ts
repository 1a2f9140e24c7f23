import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findToken, findWrittenCall } from '../../../src/normalizer/text/written-calls.ts';
import { explanations, writtenCalls } from './talk.ts';

interface Sample {
  readonly text: string;
  /** Names of tools that the request offers. */
  readonly tools?: readonly string[];
  readonly envelope?: string;
  readonly kind?: string;
  /** The language of an explanation, and what is explained. */
  readonly what?: string;
}

function samples(name: string): readonly Sample[] {
  const file = new URL(`../../recordings/written-calls/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Sample[];
}

const CALLS = samples('calls');
const INNOCENT = samples('innocent');

/** @returns those texts in which a call or a token is found */
function found<Text extends Sample>(texts: readonly Text[]): readonly Text[] {
  return texts.filter(({ text, tools }) => findWrittenCall(text, tools) ?? findToken(text) !== -1);
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

test('at most one explanation of a hundred is accused, in ten languages, and most calls are found', () => {
  const talk = [...explanations(), ...samples('explained')];
  const calls = writtenCalls();
  const accused = found(talk);
  const missed = calls.filter(({ text }) => !findWrittenCall(text));
  const languages = new Set(talk.map(({ what = '' }) => what.slice(0, 2)));
  console.log(
    `written calls: ${share(accused.length, talk.length)} explanations accused, ${share(calls.length - missed.length, calls.length)} calls found`,
  );

  expect(talk.length).toBeGreaterThanOrEqual(300);
  expect(calls.length).toBeGreaterThanOrEqual(300);
  for (const language of languages) {
    const said = talk.filter(({ what = '' }) => what.startsWith(language));
    const wrong = accused.filter(({ what = '' }) => what.startsWith(language));
    expect([language, wrong.length <= said.length / 100, wrong]).toEqual([language, true, wrong]);
  }
  expect(missed.length / calls.length).toBeLessThan(0.1);
});

test('calls are found in every envelope, and nothing innocent is accused', () => {
  const missed = CALLS.filter(({ text, tools }) => !findWrittenCall(text, tools));
  console.log(`written calls: ${share(CALLS.length - missed.length, CALLS.length)} envelopes`);

  expect(CALLS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CALLS.map(({ envelope }) => envelope)).size).toBeGreaterThanOrEqual(25);
  expect(INNOCENT.length).toBeGreaterThanOrEqual(60);
  // Behind a colon, between two sentences, or of a tool of the documentation.
  expect(missed.length).toBeLessThanOrEqual(4);
  expect(found(INNOCENT)).toEqual([]);
});

test.each([
  'I write the note now.',
  'The test uses a mock. I open it.',
  'これは例です。',
  'Un momento.',
])('no word before a call hides it, and it is shown from its beginning: %s', (sentence) => {
  const before = `${sentence}\n\n`;
  const calls = CALLS.filter(({ envelope }) => envelope !== 'nothing else');
  const missed = calls.filter(({ text, tools = [] }) => {
    const found = findWrittenCall(before + text, [...tools, 'get_weather', 'get_time']);
    if (found) expect((before + text).slice(found.at)).toContain(found.text.slice(0, 40));
    return !found;
  });

  // Behind a colon, or between two sentences.
  expect(missed.length).toBeLessThanOrEqual(9);
});

test('what is innocent stays so beside other innocent text', () => {
  const around = INNOCENT.map(({ text }) => ({
    text: `Here is the answer.\n\n${text}\n\nI hope that helps.`,
  }));
  expect(found(around)).toEqual([]);
});

const MODELS: readonly (readonly [text: string, model: string])[] = [
  ['<tool_call>\n{"name": "f"}\n</tool_call>', 'Hermes, Qwen'],
  ['<tool_call>get_weather\n<arg_key>city</arg_key>', 'GLM'],
  ['<function=f>\n<parameter=x>1</parameter></function>', 'Qwen3-Coder'],
  ['[TOOL_CALLS][{"name":"f"}]', 'Mistral'],
  ['<|python_tag|>f.call(x=1)', 'Llama 3'],
  ['<|tool_calls_section_begin|>', 'Kimi'],
  ['Let me look. functions.read_file:0 {"path":"a"}', 'Kimi'],
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
  expect(findWrittenCall(text, [], { strict: true })?.model).toBe(model);
});

test('what reasoning says of tools is no call', () => {
  for (const { text } of INNOCENT)
    expect([text, findWrittenCall(text, [], { strict: true })]).toEqual([text, null]);
  expect(
    findWrittenCall('I could use terminal {"command": "ls"} for that.', [], { strict: true }),
  ).toBe(null);
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
  const started = process.cpuUsage();
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    findWrittenCall(text);
    findToken(text);
  }
  // Microseconds of the processor, whatever else runs.
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
});
