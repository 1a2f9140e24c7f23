import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findToken, findWrittenCall } from '../../../src/normalizer/text/written-calls.ts';
import HERMES_TOOLS from '../../../src/normalizer/tables/hermes-tools.json' with { type: 'json' };
import { explanations } from './talk.ts';
import { explained, written, type Sample as Talk } from './talk-corpus.ts';

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

/** Those that Hermes has, and those of the samples. */
const TOOLS = [
  ...HERMES_TOOLS,
  ...['get_weather', 'get_time', 'get_disk', 'get_forecast', 'create_note', 'read', 'bash', 'f'],
];

/** @returns those texts in which a call or a token is found, whichever tools are known */
function found<Text extends { readonly text: string }>(texts: readonly Text[]): readonly Text[] {
  return texts.filter(
    ({ text }) => findWrittenCall(text) ?? findWrittenCall(text, TOOLS) ?? findToken(text) !== -1,
  );
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

const isAccused = ({ text, tools }: Talk): boolean =>
  findWrittenCall(text, tools) !== null || findToken(text) !== -1;

test.each([
  ['by which the rule was chosen', false],
  ['that is kept apart', true],
])('no explanation is accused, in 21 languages, in the half %s', (half, kept) => {
  const talk = explained().filter(({ isKept }) => isKept === kept);
  const calls = written().filter(({ isKept }) => isKept === kept);
  const accused = talk.filter(isAccused);
  const isFound = ({ text, tools }: Talk) => findWrittenCall(text, tools) !== null;
  const rows = [...new Set(calls.map(({ way }) => way))].toSorted().map((way) => {
    const these = calls.filter((one) => one.way === way);
    return `\n  ${share(these.filter(isFound).length, these.length)} ${way}`;
  });
  const right = calls.filter(isFound).length;
  console.log(
    `the half ${half}: ${share(accused.length, talk.length)} explanations accused, precision ${share(right, right + accused.length)}; ${share(right, calls.length)} calls found:${rows.join('')}`,
  );

  expect(new Set(talk.map(({ language }) => language)).size).toBeGreaterThanOrEqual(20);
  expect(talk.length).toBeGreaterThanOrEqual(300);
  expect(calls.length).toBeGreaterThanOrEqual(200);
  expect(accused).toEqual([]);
  const alone = calls.filter(({ way, tools }) => /alone|reasoning/.test(way) && tools.length > 0);
  expect(alone.filter((one) => !isFound(one))).toEqual([]);
});

test('no explanation that is made by rule is accused, in ten languages', () => {
  const talk = [...explanations(), ...samples('explained')];

  expect(talk.length).toBeGreaterThan(2000);
  expect(found(talk)).toEqual([]);
});

/** Code and data that a person asked for, and notes of other programs: no tool is known. */
const NO_CALLS = [
  'main()',
  '`get_user(id=5)`',
  'plot_data(x=1)',
  'This is the whole script.\n\n```python\nplot_data(x=1)\n```',
  '```python\nplot_data(x=1)\n```',
  '```json\n{"name": "run_backup", "arguments": {"target": "nas"}}\n```',
  '{"action": "create_user", "parameters": {"name": "Ada"}}',
  '{"name": "run_backup", "arguments": {"target": "nas"}}',
  '<invoke name="build">\n<arg value="x"/>\n</invoke>',
  '<invoke name="onClick">\n<target/>\n</invoke>',
  'Tool: grinder\nInput: {"beans": "arabica"}\nOutput: powder',
  'name: bash\nargs:\n  cmd: ls',
  'Thought: I am tired.\n\nAction: sleep\n\nAction Input: bed',
  'memory {"limit": 5}',
  'Every block ends with a line such as this:\n\n</tool_call>',
];

test.each(NO_CALLS)('without a known tool it is none: %j', (text) => {
  expect(findWrittenCall(text)).toBeNull();
  expect(findWrittenCall(`I look.\n\n${text}`)).toBeNull();
});

test('calls in the ways of two models are compared, not made', () => {
  const qwen = '<function=terminal>\n<parameter=command>\nls\n</parameter>\n</function>';
  const hermes = '<tool_call>\n{"name": "terminal", "arguments": {"command": "ls"}}\n</tool_call>';
  for (const facts of [{}, { isSuspected: true }]) {
    for (const text of [`${qwen}\n\n${hermes}`, `Porównaj oba zapisy.\n\n${qwen}\n\n${hermes}`])
      expect(findWrittenCall(text, ['terminal'], facts)).toBeNull();
    // One within the other is one call.
    for (const text of [qwen, hermes, `${qwen}\n${qwen}`, `<tool_call>\n${qwen}\n</tool_call>`])
      expect(findWrittenCall(text, ['terminal'], facts)).not.toBeNull();
  }
});

test('before a made result and an answer it may be a round that is shown, unless a fault is looked for', () => {
  const round =
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>\n<tool_response>\nhello\n</tool_response>';
  for (const text of [`${round}\n\nIt says hello.`, `I read it.\n\n${round}\n\nIt says hello.`]) {
    expect(findWrittenCall(text, ['read_file'])).toBeNull();
    expect(findWrittenCall(text, ['read_file'], { isSuspected: true })).not.toBeNull();
  }
  // Nothing else is said.
  expect(findWrittenCall(round, ['read_file'])).not.toBeNull();
});

test.each([
  '[Tool Call: calendar_create (ID: tc_7)]\nArguments: {"title": "Dentist"}\n\nDone, it is in your calendar.',
  'commentary to=functions.browser code {"action":"snapshot"}\nThe article says that prices rose.',
  `<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>\n\nHere are the files.`,
])('only who looks for a fault is told of a call with which a reply begins: %j', (text) => {
  expect(findWrittenCall(text, TOOLS)).toBeNull();
  expect(findWrittenCall(text, TOOLS, { isSuspected: true })).not.toBeNull();
  const shown = `Calls look like this:\n\n${text}`;
  expect(findWrittenCall(shown, TOOLS, { isSuspected: true })).toBeNull();
});

test('calls are found in every envelope, and nothing innocent is accused', () => {
  const missed = CALLS.filter(
    ({ text, tools }) => !findWrittenCall(text, [...(tools ?? []), ...TOOLS]),
  );
  console.log(`written calls: ${share(CALLS.length - missed.length, CALLS.length)} envelopes`);

  expect(CALLS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CALLS.map(({ envelope }) => envelope)).size).toBeGreaterThanOrEqual(25);
  expect(INNOCENT.length).toBeGreaterThanOrEqual(60);
  // Behind a sentence, before an answer, in a block of code, or of a tool that nobody knows.
  expect(missed.length).toBeLessThanOrEqual(42);
  expect(found(INNOCENT)).toEqual([]);
});

const SENTENCES = [
  'I read the JSON file now.',
  'The test uses a mock. I open it.',
  'Kimi here, one moment!',
  'これは例です。',
  'Un momento.',
  'سأبحث الآن.',
];
const KIMI =
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>';

test.each(SENTENCES)('no word before a call hides it, and none gives it away: %s', (sentence) => {
  const open = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}';
  for (const text of [`${sentence}${KIMI}`, `${sentence}\n\n${open}`]) {
    expect(findWrittenCall(text, ['read_file'])).toMatchObject({
      at: text.includes(KIMI) ? sentence.length : sentence.length + 2,
    });
    expect(findWrittenCall(text, ['read_file'], { hasCalls: true })).toBeNull();
    // Nobody shows a call without its end, nor glues tokens to a sentence.
    expect(findWrittenCall(text)).not.toBeNull();
  }
  for (const text of [`${sentence}\n\n${KIMI}`, `${sentence}\n\n${open}\n</tool_call>`]) {
    expect(findWrittenCall(text, ['read_file'])).toBeNull();
    expect(findWrittenCall(text, ['read_file'], { strict: true })).not.toBeNull();
  }
  expect(findWrittenCall(`<think>\n${sentence}\n</think>\n\n${KIMI}`)).not.toBeNull();
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
  ['functions.read_file:0 {"path":"a"}', 'Kimi'],
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
    'get_forecast(city="Oslo")',
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
    findWrittenCall(text, TOOLS);
    findToken(text);
  }
  // Microseconds of the processor, whatever else runs.
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
});

test('behind a sentence and an empty line, only who looks for a fault is told of a call', () => {
  for (const text of [`I look now.\n\n${KIMI}`, `我来看一下。\n\n${KIMI}`]) {
    expect(findWrittenCall(text, ['read_file'])).toBeNull();
    expect(findWrittenCall(text, [], { isSuspected: true })).not.toBeNull();
  }
  for (const text of [
    `It looks like this:\n\n${KIMI}`,
    `It has tokens.\n\n${KIMI}\n\nThe server reads them.`,
    `It has tokens.\n\nThis is one.\n\n${KIMI}`,
  ])
    expect([text, findWrittenCall(text, [], { isSuspected: true })]).toEqual([text, null]);
});
