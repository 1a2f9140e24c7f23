import { expect, test } from 'vitest';
import { diagnose } from '../../../../src/doctor/diagnose.ts';
import type { Diagnosis } from '../../../../src/doctor/diagnosis.ts';
import { ALL_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { calls, chunk, repaired, sse } from '../../../normalizer/repairs/repaired.ts';
import { bytesOf } from '../../../normalizer/splits.ts';

const ROLE = chunk({ role: 'assistant', content: '' });
const HELLO = chunk({ content: 'Hello there.' });
const STOP = chunk({}, 'stop');
const CALLED = chunk({}, 'tool_calls');
const USAGE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };

function ofBody(body: string): Diagnosis {
  return diagnose({ contentType: 'text/event-stream', sessionId: null, body: bytesOf(body) });
}

function idsOf(...data: readonly (string | object)[]): string[] {
  return ofBody(sse(...data, '[DONE]')).findings.map(({ id }) => id);
}

function texts(key: string, ...pieces: readonly string[]): object[] {
  return pieces.map((piece) => chunk({ [key]: piece }));
}

function call(args: string | undefined, finish: object = CALLED): readonly object[] {
  const head = { index: 0, id: 'a', type: 'function', function: { name: 'run', arguments: '' } };
  const rest = args === undefined ? [] : [calls({ index: 0, function: { arguments: args } })];
  return [ROLE, calls(head), ...rest, finish];
}

const WORDS = ['The user ', 'greets me, ', 'so I greet ', 'the user.'];
const THOUGHT = WORDS.join('');

test.each<[what: string, stream: readonly (string | object)[], ids: readonly string[]]>([
  ['no arguments to the end', call(undefined), ['call-without-arguments']],
  ['empty arguments to the end', call(''), ['call-without-arguments']],
  ['arguments of a tool without any', call('{}'), []],
  ['no arguments, at the token limit', call('', chunk({}, 'length')), ['token-limit']],
  [
    'a control token behind a value',
    call('{"cmd":"ls</｜DSML｜parameter>\\n"}'),
    ['tokens-in-arguments'],
  ],
  ['another one', call('{"cmd":"ls<|call|>"}'), ['tokens-in-arguments']],
  ['one that is a part of a value', call('{"text":"The token <|im_end|> ends a turn."}'), []],
  ['another finish reason', [ROLE, HELLO, chunk({}, 'end_turn')], ['finish-unknown']],
  ['a failure as finish reason', [ROLE, chunk({}, 'network_error')], ['server-error']],
  ['a filter as finish reason', [ROLE, chunk({}, 'sensitive')], ['filtered']],
  [
    'each piece of the reasoning twice',
    [ROLE, ...texts('reasoning_content', ...WORDS.flatMap((word) => [word, word])), HELLO, STOP],
    ['pieces-twice'],
  ],
  [
    'each piece of the text twice',
    [ROLE, ...texts('content', ...WORDS.flatMap((word) => [word, word])), STOP],
    ['pieces-twice'],
  ],
  ['one piece over and over', [ROLE, ...texts('content', ...Array(12).fill('ha')), STOP], []],
  [
    'the reasoning in two members of each delta',
    [
      ROLE,
      ...WORDS.map((word) => chunk({ reasoning: word, reasoning_content: word })),
      HELLO,
      STOP,
    ],
    [],
  ],
  [
    'the reasoning again as the reply',
    [ROLE, ...texts('reasoning_content', ...WORDS), ...texts('content', THOUGHT), STOP],
    ['reasoning-repeated'],
  ],
  [
    'the reasoning again, and then the reply',
    [ROLE, ...texts('reasoning', ...WORDS), ...texts('content', THOUGHT, ' Hello.'), STOP],
    ['reasoning-repeated'],
  ],
  [
    'a short reply that was thought of',
    [ROLE, ...texts('reasoning_content', 'Four.'), ...texts('content', 'Four.'), STOP],
    [],
  ],
  [
    'the end tag of the reasoning in it',
    [ROLE, ...texts('reasoning_content', 'Let me add.', '</th', 'ink>The answer is 4.'), STOP],
    ['reasoning-as-text', 'only-reasoning'],
  ],
  [
    'the end tag torn between reasoning and text',
    [
      ROLE,
      ...texts('reasoning_content', 'Let me add.</th'),
      ...texts('content', 'ink>It is 4.'),
      STOP,
    ],
    ['reasoning-as-text'],
  ],
  [
    'a reasoning about the tag',
    [ROLE, ...texts('reasoning_content', 'They ask for "</think>".'), HELLO, STOP],
    [],
  ],
  [
    'the end tag without its beginning in the text',
    [ROLE, ...texts('content', 'I add two and two.\n</think>\n\nIt is 4.'), STOP],
    ['reasoning-as-text'],
  ],
  [
    'the tag explained',
    [
      ROLE,
      ...texts('content', 'The tag </think> ends a reasoning; write `</think>` yourself.'),
      STOP,
    ],
    [],
  ],
  [
    'parts as Python prints them',
    [ROLE, ...texts('content', "[{'type': 'text', 'text': 'Hello", "', 'index': 0}]"), STOP],
    ['python-text'],
  ],
  [
    'a list of Python in a sentence',
    [ROLE, ...texts('content', "Write [{'type': 'text', 'text': 'Hello'}] as content."), STOP],
    [],
  ],
  ['a list of other things', [ROLE, ...texts('content', "[{'name': 'Ada', 'age': 36}]"), STOP], []],
  ['a NUL', [ROLE, ...texts('content', 'na\u0000ve'), STOP], ['nul-character']],
  [
    'an emoji in two halves',
    [ROLE, ...texts('content', 'Go \ud83d', '\ude80!'), STOP],
    ['broken-letters'],
  ],
  [
    'a status before the first chunk',
    [{ status: 'thinking' }, ROLE, HELLO, STOP],
    ['before-first'],
  ],
  [
    "Azure's first chunk",
    [{ id: '', object: '', model: '', choices: [], prompt_filter_results: [] }, ROLE, HELLO, STOP],
    ['empty-choices'],
  ],
  ['null as the id', [{ ...ROLE, id: null }, HELLO, STOP], ['field-mistyped']],
  ['null as the error', [ROLE, { ...HELLO, error: null }, STOP], ['error-empty']],
  [
    'a message in the place of the delta',
    [ROLE, { ...HELLO, choices: [{ index: 0, message: { content: 'Hello there.' } }] }, STOP],
    ['message-for-delta'],
  ],
  [
    'no index of a choice',
    [ROLE, { ...HELLO, choices: [{ delta: { content: 'Hello.' } }] }, STOP],
    ['field-mistyped'],
  ],
  [
    'choices that are an object',
    [ROLE, HELLO, { ...HELLO, choices: {} }, STOP],
    ['field-mistyped'],
  ],
  [
    'a role that nobody knows',
    [chunk({ role: 'bot', content: '' }), HELLO, STOP],
    ['field-mistyped'],
  ],
  ['no model', [{ ...ROLE, model: undefined }, HELLO, STOP], ['field-mistyped']],
  [
    'figures as text',
    [ROLE, HELLO, chunk({}, 'stop', { usage: { ...USAGE, total_tokens: '3' } })],
    ['field-mistyped'],
  ],
  [
    'figures that are null',
    [ROLE, HELLO, chunk({}, 'stop', { usage: { total_tokens: null } })],
    ['field-mistyped'],
  ],
])('%s', (_, stream, ids) => {
  expect(idsOf(...stream)).toEqual(ids);
});

test.each([
  ['\r\n', 'Lines end with a carriage return and a line feed.'],
  ['\r', 'Lines end with a carriage return alone.'],
])('line ends %j are allowed, and some readers break on them', (lineEnd, defect) => {
  const body = sse(ROLE, HELLO, STOP, '[DONE]').replaceAll('\n', lineEnd);
  expect(ofBody(body).findings).toMatchObject([
    { id: 'line-ends', defect, allowed: 'the standard of server-sent events' },
  ]);
});

test('so is data without a space before it', () => {
  const body = sse(ROLE, HELLO, STOP, '[DONE]').replaceAll('data: ', 'data:');
  expect(ofBody(body).findings).toMatchObject([
    { id: 'no-space', allowed: 'the standard of server-sent events' },
  ]);
});

const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const FUNCTION = { name: 'run', arguments: '{}' };

/** What a reply may say in place of text, as members of a delta or of a message. */
const MEDIA: readonly (readonly [what: string, said: object, isSilent?: true])[] = [
  ['the transcript of a sound', { audio: { id: 'a', transcript: 'Hello.' } }],
  ['a piece of a sound', { audio: { data: 'UklGRg==' } }],
  ['a whole sound', { audio: { id: 'a', data: 'UklGRg==', expires_at: 1, transcript: 'Hi' } }],
  ['no sound', { audio: null }, true],
  ['a sound of nothing', { audio: { data: '', transcript: '' } }, true],
  ['pictures of OpenRouter', { images: [IMAGE] }],
  ['no pictures', { images: [] }, true],
  ['a picture as a part', { content: [IMAGE] }],
  ['a part without text', { content: [{ type: 'text', text: '' }] }, true],
  ['a thought as a part', { content: [{ type: 'thinking', thinking: [] }] }, true],
  ['a refusal', { refusal: 'I cannot help with that.' }],
  ['the older call', { function_call: FUNCTION }],
  ['a call', { tool_calls: [{ index: 0, id: 'a', type: 'function', function: FUNCTION }] }],
];

test.each(MEDIA.map(([what, said, isSilent = false]) => ({ what, said, isSilent })))(
  '$what is no empty reply, unless it says nothing',
  ({ said, isSilent }) => {
    const streamed = idsOf(ROLE, chunk(said), STOP);
    const message = { role: 'assistant', content: null, ...said };
    const whole = diagnose({
      contentType: 'application/json',
      sessionId: null,
      body: bytesOf(
        JSON.stringify({
          ...STOP,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        }),
      ),
    });
    expect(streamed.includes('empty-reply')).toBe(isSilent ?? false);
    expect(whole.findings.map(({ id }) => id).includes('empty-reply')).toBe(isSilent ?? false);
  },
);

test('only reasoning is told, unless a call follows', () => {
  const thought = chunk({ reasoning_content: 'I look.' });
  expect(idsOf(ROLE, thought, STOP)).toEqual(['only-reasoning']);
  expect(idsOf(ROLE, thought, ...call('{}').slice(1))).toEqual([]);
  expect(idsOf(ROLE, thought, chunk({ images: [IMAGE] }), STOP)).toEqual([]);
});

const CUSTOM = { index: 0, id: 'a', type: 'custom', custom: { name: 'run', input: '' } };

// https://platform.openai.com/docs/guides/function-calling#custom-tools: their input is any text.
test('a call of a custom tool has a name, and passes byte for byte', () => {
  const input = (piece: string): object => calls({ index: 0, custom: { input: piece } });
  const streams = [
    [ROLE, calls(CUSTOM), input('print("a'), input(' b")'), CALLED],
    [ROLE, calls(CUSTOM), CALLED],
    [ROLE, calls({ ...CUSTOM, custom: { name: 'run', input: 'ls -la' } }), CALLED],
    [ROLE, calls(CUSTOM), input('ls'), calls({ ...CUSTOM, index: 1, id: 'b' }), CALLED],
  ];
  for (const stream of streams) {
    const body = sse(...stream, '[DONE]');
    expect(ofBody(body)).toMatchObject({ findings: [], isUnchanged: true });
    expect(repaired(body, ALL_REPAIRS)).toBe(body);
  }
  const message = { role: 'assistant', content: null, tool_calls: [CUSTOM] };
  const whole = {
    ...STOP,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
  };
  const diagnosis = diagnose({
    contentType: 'application/json',
    sessionId: null,
    body: bytesOf(JSON.stringify(whole)),
  });
  expect(diagnosis).toMatchObject({ findings: [], isUnchanged: true });
});

test('a custom tool without a name is told', () => {
  const bare = { ...CUSTOM, custom: { input: 'ls' } };
  expect(idsOf(ROLE, calls(bare), CALLED)).toEqual(['call-without-name']);
});

const ROW = 'Row, row, row your boat\n';
const SO_FAR = ['The mee', 'ting is', ' on Mon', 'day. '];

test.each<[string, readonly string[], string | null]>([
  ['a line that is sung twice', [ROW, ROW, 'Gently down the stream.'], null],
  ['and in two pieces', ['Row, row, row', ' your boat\n', ROW, 'Gently down the stream.'], null],
  ['a line that is sung three times', [ROW, ROW, ROW, 'Gently down the stream.'], null],
  [
    'two pieces again in one, and more',
    ['The meeting is', ' on Monday. ', 'The meeting is on Monday. ', 'It starts at nine.'],
    'All of the text so far is sent again in one piece, and then the reply goes on.',
  ],
  [
    'the whole reply again',
    [...SO_FAR, SO_FAR.join('')],
    'The whole text is sent again at the end.',
  ],
  [
    'one piece again',
    [ROW.trim() + '!', ROW.trim() + '!'],
    'The whole text is sent again at the end.',
  ],
  [
    'several pieces again in one, and more',
    [...SO_FAR, SO_FAR.join(''), 'It starts at nine.'],
    'All of the text so far is sent again in one piece, and then the reply goes on.',
  ],
])('text that comes again: %s', (_, pieces, defect) => {
  const { findings } = ofBody(sse(ROLE, ...texts('content', ...pieces), STOP, '[DONE]'));
  expect(findings.map((finding) => [finding.id, finding.defect, finding.firstFrame])).toEqual(
    defect === null
      ? []
      : [['repeated-text', defect, pieces.length + (defect.startsWith('All') ? 0 : 1)]],
  );
});
