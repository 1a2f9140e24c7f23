import { expect, test } from 'vitest';
import { diagnose } from '../../../src/doctor/diagnose.ts';
import { diagnosisText } from '../../../src/doctor/diagnosis-text.ts';
import type { Diagnosis } from '../../../src/doctor/diagnosis.ts';
import { LIFE_CYCLES } from '../../../src/doctor/survey/life-cycles.ts';
import { bytesOf } from '../../normalizer/splits.ts';
import { SOUND, type Events } from './streams.ts';

// "No defects found" is said only of a stream that went through the whole life cycle of its format.

function diagnosed(format: string, events: Events): Diagnosis {
  const { write, contentType } = SOUND[format] ?? expect.fail(format);
  const end =
    contentType === 'text/event-stream' && format === 'ai-sdk-messages' ? 'data: [DONE]\n\n' : '';
  return diagnose({
    contentType,
    sessionId: null,
    body: bytesOf(events.map(write).join('') + end),
  });
}

function idsOf({ findings }: Diagnosis): string[] {
  return findings.map(({ id }) => id);
}

const FORMATS = Object.entries(SOUND);

test('there is a sound stream of every format whose order is known', () => {
  // Of the others only the names of messages are known.
  const ordered = Object.entries(LIFE_CYCLES).filter(([, { rules }]) => rules.length > 1);
  expect(Object.keys(SOUND).toSorted()).toEqual(ordered.map(([id]) => id).toSorted());
});

test.each(FORMATS)('%s: a sound stream has no defects', (format, { events }) => {
  const diagnosis = diagnosed(format, events);
  expect([idsOf(diagnosis), diagnosis.dialects]).toEqual([[], [format]]);
  expect(diagnosisText(diagnosis)).toContain('\nNo defects found.');
});

test.each(FORMATS)(
  '%s: whichever event is missing, it is noticed',
  (format, { events, write, spare }) => {
    const unnoticed = events.filter((event, i) => {
      const isSpare = spare.test(String(event.type)) || spare.test(write(event));
      return !isSpare && idsOf(diagnosed(format, events.toSpliced(i, 1))).length === 0;
    });
    expect(unnoticed).toEqual([]);
  },
);

test.each(FORMATS)(
  '%s: whichever beginning or end comes twice, it is noticed',
  (format, { events }) => {
    const named = /start|stop|end|added|\.done$|finished|completed|request|responded/i;
    const harmless =
      /finish-step|start-step|^start$|workflow|approval\.request|RUN_STARTED|message_start|run\.started|response\.(?:output_text|function_call_arguments)|in_progress/;
    const unnoticed = events.filter((event, i) => {
      const name = String(event.type ?? event.event);
      if (!named.test(name) || harmless.test(name)) return false;
      return idsOf(diagnosed(format, events.toSpliced(i, 0, event))).length === 0;
    });
    expect(unnoticed).toEqual([]);
  },
);

test('a delta must fit the type of its block', () => {
  for (const type of ['text', 'thinking', 'tool_use', 'redacted_thinking']) {
    const block = { type, id: 't', name: 'f', text: '', thinking: '', input: {} };
    const events = (SOUND['anthropic-messages']?.events ?? []).map((event) =>
      'content_block' in event ? { ...event, content_block: block } : event,
    );
    expect([type, idsOf(diagnosed('anthropic-messages', events))]).toEqual([
      type,
      expect.arrayContaining(['delta-misfit']),
    ]);
  }
});

test('a step of the AI SDK ends inside of a text', () => {
  const events = [
    { type: 'start' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hel' },
    { type: 'finish-step' },
    { type: 'text-delta', id: '1', delta: 'lo.' },
    { type: 'finish' },
  ];
  const { findings } = diagnosed('ai-sdk-messages', events);
  expect(findings.map(({ id, count, defect }) => [id, count, defect])).toEqual([
    ['out-of-order', 2, '"finish-step" comes while a text is still open.'],
  ]);
});

const OUTPUT = { type: 'tool-output-available', toolCallId: 'c', output: {} };
const INPUT = { type: 'tool-input-available', toolCallId: 'c', toolName: 'f', input: {} };
const STEP = { type: 'start-step' };
const TEXT_EVENTS = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Done.' },
  { type: 'text-end', id: '1' },
];

// `processUIMessageStream` of ai 7.0.173 throws for an output of which it finds no call in the
// whole message; `streamText` sends those of calls that were approved in between before the first
// step.
test.each<[string, Events, readonly string[]]>([
  ['with its input', [STEP, INPUT, OUTPUT], []],
  ['of the step before', [STEP, INPUT, { type: 'finish-step' }, STEP, OUTPUT], []],
  ['twice, the first preliminary', [STEP, INPUT, { ...OUTPUT, preliminary: true }, OUTPUT], []],
  ['of an approved call of an earlier stream', [OUTPUT, STEP, ...TEXT_EVENTS], []],
  ['of a refused call', [{ type: 'tool-output-denied', toolCallId: 'c' }, STEP], []],
  ['without anything', [OUTPUT], ['out-of-order']],
  ['without its input', [STEP, OUTPUT], ['out-of-order']],
  ['of another call', [STEP, INPUT, { ...OUTPUT, toolCallId: 'd' }], ['out-of-order']],
  ['behind a text, without a step', [...TEXT_EVENTS, OUTPUT], ['out-of-order']],
  [
    'an error without its input',
    [STEP, { type: 'tool-output-error', toolCallId: 'c', errorText: 'no' }],
    ['out-of-order'],
  ],
  [
    'refused without its input',
    [STEP, { ...OUTPUT, type: 'tool-output-denied' }],
    ['out-of-order'],
  ],
  [
    'an approval asked for',
    [STEP, INPUT, { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a' }],
    [],
  ],
  [
    'an approval asked for without a call',
    [STEP, ...TEXT_EVENTS, { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a' }],
    ['out-of-order'],
  ],
  [
    'an approval given, which has no id of a call',
    [STEP, INPUT, { type: 'tool-approval-response', approvalId: 'a', approved: true }, OUTPUT],
    [],
  ],
])('the output of a tool in the AI SDK: %s', (_, events, ids) => {
  const stream = [{ type: 'start' }, ...events, { type: 'finish' }];
  expect(idsOf(diagnosed('ai-sdk-messages', stream))).toEqual(ids);
});

test('a thing of a format has its article', () => {
  const events = (SOUND['openai-responses']?.events ?? []).filter(
    ({ type }) => type !== 'response.output_item.done',
  );
  const [finding] = diagnosed('openai-responses', events).findings;
  expect(finding?.defect).toBe('The reply ends, but an item in it never does.');
});

test('the error of the AI SDK is an error, and an end', () => {
  const events = [{ type: 'start' }, { type: 'error', errorText: 'no credit' }];
  const diagnosis = diagnosed('ai-sdk-messages', events);
  expect([idsOf(diagnosis), diagnosis.errors[0]?.name]).toEqual([['server-error'], 'no credit']);
});

test('a call of Responses without its end is not called an empty reply', () => {
  const events = (SOUND['openai-responses']?.events ?? []).filter(
    ({ type, output_index: at }) =>
      !(at === 0 || (at === 1 && String(type) === 'response.output_item.done')),
  );
  const whole = events.map((event) =>
    'response' in event ? { ...event, response: { output: [], usage: {} } } : event,
  );
  expect(idsOf(diagnosed('openai-responses', whole))).toEqual(['never-closed']);
});

test('of a reply of Responses of which a client asked for the rest, no first event is missing', () => {
  const [, ...rest] = SOUND['openai-responses']?.events ?? [];
  const numbered = rest.map((event, i) => ({ ...event, sequence_number: 7 + i }));
  expect(idsOf(diagnosed('openai-responses', numbered))).toEqual([]);
  expect(idsOf(diagnosed('openai-responses', rest))).toEqual(['out-of-order']);
});

const TEXT = { type: 'text', text: 'Hello.' };
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } };

const ANSWER = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [TEXT],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};

test.each<[string, object, readonly string[]]>([
  ['sound', ANSWER, []],
  ['a call', { ...ANSWER, content: [CALL], stop_reason: 'tool_use' }, []],
  ['text and a call', { ...ANSWER, content: [TEXT, CALL], stop_reason: 'tool_use' }, []],
  ['a call, and another reason', { ...ANSWER, content: [CALL] }, ['call-untold']],
  [
    'a tool of the server only',
    { ...ANSWER, content: [{ ...CALL, type: 'server_tool_use' }], stop_reason: 'tool_use' },
    ['call-missing'],
  ],
  ['no call', { ...ANSWER, stop_reason: 'tool_use' }, ['call-missing']],
  ['nothing', { ...ANSWER, content: [], stop_reason: 'tool_use' }, ['call-missing']],
  ['no content', { ...ANSWER, content: undefined }, ['field-missing']],
  ['the token limit', { ...ANSWER, stop_reason: 'max_tokens' }, ['token-limit']],
  [
    'a call as text',
    {
      ...ANSWER,
      content: [{ type: 'text', text: '<function=Bash>\n<parameter=a>1</parameter>\n</function>' }],
    },
    ['call-as-text'],
  ],
])('a whole answer of Messages: %s', (_, answer, ids) => {
  const diagnosis = diagnose({
    contentType: 'application/json',
    sessionId: null,
    body: bytesOf(JSON.stringify(answer)),
  });
  expect([idsOf(diagnosis), diagnosis.dialects]).toEqual([ids, ['anthropic-messages']]);
});

test.each(FORMATS)(
  '%s: what follows the end, and an event nobody knows, is noticed',
  (format, { events }) => {
    const [last = {}] = events.slice(-1);
    const unknown = { type: 'x.unknown', event: 'x.unknown', run_id: 'run_1' };

    expect(idsOf(diagnosed(format, [...events, last]))).toContain('goes-on');
    const diagnosis = diagnosed(format, events.toSpliced(1, 0, unknown));
    expect(idsOf(diagnosis)).toContain('unread-frames');
    expect(diagnosis.findings.find(({ id }) => id === 'unread-frames')?.firstFrame).toBe(2);
  },
);

/** Streams that are almost sound: the change, and the first finding. */
const BROKEN: readonly (readonly [
  format: string,
  what: string,
  change: (event: object) => object,
  first: string,
])[] = [
  ['openai-responses', 'no "output_index"', drop('output_index'), 'field-missing'],
  [
    'openai-responses',
    'deltas that are objects',
    into('delta', { type: 'output_text', text: 'a' }),
    'delta-object',
  ],
  ['openai-responses', 'the parts have another number', partsOf(7), 'number-gap'],
  [
    'openai-responses',
    'no figures of use',
    (event) =>
      'response' in event
        ? { ...event, response: { ...(event.response as object), usage: undefined } }
        : event,
    'usage-missing',
  ],
  [
    'openai-responses',
    'another event comes first',
    (event) =>
      'type' in event && event.type === 'response.created'
        ? { ...event, type: 'response.in_progress' }
        : event,
    'out-of-order',
  ],
  [
    'openai-responses',
    'a list as the number of an item',
    change('output_index', [0]),
    'field-mistyped',
  ],
  [
    'anthropic-messages',
    'figures as text',
    inMessage({ usage: { input_tokens: '1' } }),
    'field-mistyped',
  ],
  ['openai-responses', 'the whole text is another', change('text', 'Hello'), 'deltas-differ'],
  [
    'openai-responses',
    'arguments without their beginning',
    change('delta', '"Oslo"}'),
    'deltas-differ',
  ],
  [
    'openai-responses',
    '"output" is null',
    (event) => ('response' in event ? { ...event, response: { output: null } } : event),
    'field-missing',
  ],
  [
    'anthropic-messages',
    'another reason',
    change('delta', { stop_reason: 'end_turn' }),
    'call-untold',
  ],
  ['gemini', 'a call that it could not read', malformed, 'broken-arguments'],
  ['anthropic-messages', 'deltas of another block', deltasOf('index', 7), 'out-of-order'],
  ['anthropic-messages', 'a gap in the numbers', numbered((index) => index * 2), 'number-gap'],
  ['anthropic-messages', 'numbers from 1', numbered((index) => index + 1), 'number-gap'],
  ['anthropic-messages', 'one number twice', numbered((index) => index % 2), 'number-gap'],
  ['anthropic-messages', 'no content', inMessage({ content: undefined }), 'field-missing'],
  ['anthropic-messages', 'no usage', inMessage({ usage: undefined }), 'field-missing'],
  ['anthropic-messages', 'no number', drop('index'), 'field-missing'],
  ['ai-sdk-messages', 'no id of a call', drop('toolCallId'), 'field-missing'],
  ['ai-sdk-messages', 'another text', deltasOf('id', 'x'), 'out-of-order'],
  ['ag-ui', 'another message', deltasOf('messageId', 'x'), 'out-of-order'],
  ['ag-ui', 'empty deltas', drop('delta'), 'field-missing'],
  [
    'hermes-runs',
    'a tool that never ends',
    (event) => rename(event, 'tool.completed', 'tool.other'),
    'never-closed',
  ],
  ['hermes-session', 'another message', change('message_id', 'x'), 'out-of-order'],
  ['ollama', 'cut by the token limit', change('done_reason', 'length'), 'token-limit'],
];

function partsOf(number: number): (event: object) => object {
  return (event) => ('part' in event ? { ...event, content_index: number } : event);
}

function numbered(numberOf: (index: number) => number): (event: object) => object {
  return (event) =>
    'index' in event && typeof event.index === 'number'
      ? { ...event, index: numberOf(event.index) }
      : event;
}

function inMessage(more: object): (event: object) => object {
  return (event) =>
    'message' in event && typeof event.message === 'object'
      ? { ...event, message: { ...event.message, ...more } }
      : event;
}

function drop(key: string): (event: object) => object {
  return (event) => Object.fromEntries(Object.entries(event).filter(([name]) => name !== key));
}

function change(key: string, value: unknown): (event: object) => object {
  return (event) => (key in event ? { ...event, [key]: value } : event);
}

function deltasOf(key: string, value: unknown): (event: object) => object {
  return (event) => ('delta' in event && key in event ? { ...event, [key]: value } : event);
}

function into(key: string, value: object): (event: object) => object {
  return (event) =>
    'type' in event && String(event.type).includes('text.delta')
      ? { ...event, [key]: value }
      : event;
}

function malformed(event: object): object {
  return JSON.parse(JSON.stringify(event).replace('"STOP"', '"MALFORMED_FUNCTION_CALL"')) as object;
}

function rename(event: object, from: string, to: string): object {
  return 'event' in event && event.event === from ? { ...event, event: to } : event;
}

test.each(BROKEN)('%s: %s', (format, _, change, first) => {
  const events = (SOUND[format]?.events ?? []).map((event) => ({ ...change(event) }));
  expect(idsOf(diagnosed(format, events))[0]).toBe(first);
});

test('the token limit cuts a call of Messages, though its block ends', () => {
  const events = (SOUND['anthropic-messages']?.events ?? [])
    .filter((_, i) => i !== 11)
    .map((event) =>
      event.type === 'message_delta' ? { ...event, delta: { stop_reason: 'max_tokens' } } : event,
    );
  const { findings } = diagnosed('anthropic-messages', events);
  expect(findings.map(({ id }) => id)).toEqual(['cut-call', 'token-limit']);
  expect(findings[0]?.defect).toBe(
    'The reply stopped at the token limit in the middle of a tool call: the arguments of "f" are incomplete.',
  );
});

test('a reason that tells of a call needs one', () => {
  const events = (SOUND['anthropic-messages']?.events ?? []).filter(({ index }) => index !== 2);
  expect(idsOf(diagnosed('anthropic-messages', events))).toEqual(['call-missing']);
});

test('a text that only the end has is not called an empty reply', () => {
  for (const [format, spare] of [
    ['openai-responses', /output_text\.delta|output_text\.done|arguments|added|item\.done|part/],
    ['openai-responses', /output_text\.delta/],
    ['openai-responses', /output_text\.(?:delta|done)/],
    ['hermes-runs', /message\.delta/],
    ['hermes-session', /assistant\.delta/],
  ] as const) {
    const events = (SOUND[format]?.events ?? []).filter(
      ({ type, event }) => !spare.test(String(type ?? event)),
    );
    expect([format, spare, idsOf(diagnosed(format, events))]).toEqual([
      format,
      spare,
      ['only-at-end'],
    ]);
  }
});

test('a reply of nothing is called empty', () => {
  const events = (SOUND.ollama?.events ?? []).slice(-1);
  const [end = {}] = events;
  expect(idsOf(diagnosed('ollama', [{ ...end, done: false }, end]))).toEqual(['empty-reply']);
});

const GEMINI_IMAGE = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
const LINE = { model: 'm', created_at: '2026-09-01T10:00:00Z' };
const SAID = { role: 'assistant', content: '' };

function ofGemini(...parts: readonly object[]): Events {
  const content = { role: 'model', parts };
  return [
    { candidates: [{ content, index: 0 }] },
    { candidates: [{ content, finishReason: 'STOP' }] },
  ];
}

function ofOllama(line: object, more: object = {}): Events {
  return [
    { ...LINE, ...line, done: false },
    { ...LINE, message: SAID, done: true, done_reason: 'stop', ...more },
  ];
}

// What a reply says need not be text.
test.each<[string, string, Events, readonly string[]]>([
  ['a picture', 'gemini', ofGemini(GEMINI_IMAGE), []],
  ['a file', 'gemini', ofGemini({ fileData: { fileUri: 'https://example.org/a' } }), []],
  ['code that was run', 'gemini', ofGemini({ executableCode: { code: '1' } }), []],
  ['thoughts alone', 'gemini', ofGemini({ text: 'Hm.', thought: true }), ['empty-reply']],
  ['a picture', 'ollama', ofOllama({ message: { ...SAID, images: ['iVBORw0KGgo='] } }), []],
  ['a picture of another call', 'ollama', ofOllama({ response: '', image: 'iVBORw0KGgo=' }), []],
  ['no picture', 'ollama', ofOllama({ message: { ...SAID, images: [] } }), ['empty-reply']],
  [
    'a call without a chat',
    'ollama',
    ofOllama({ response: '', tool_calls: [{ function: { name: 'f', arguments: {} } }] }),
    [],
  ],
  ['a model that is loaded', 'ollama', ofOllama({ message: SAID }, { done_reason: 'load' }), []],
  ['a model that is unloaded', 'ollama', ofOllama({ response: '' }, { done_reason: 'unload' }), []],
])('%s of %s is no empty reply, unless it is one', (_, format, events, ids) => {
  expect(idsOf(diagnosed(format, events))).toEqual(ids);
});

// The length of a text must not decide whether its format is known.
test.each(['Hi', '.', 'Yes', 'A longer reply.', 'a_b', ''])(
  'a completion of %j is known',
  (text) => {
    const completion = {
      object: 'text_completion',
      choices: [{ index: 0, text, finish_reason: null }],
    };
    const end = {
      object: 'text_completion',
      choices: [{ index: 0, text: '', finish_reason: 'stop' }],
    };
    const usage = { object: 'text_completion', choices: [], usage: { total_tokens: 2 } };
    const said = { content: text, stop: false };
    for (const [format, events] of [
      ['text-completions', [completion, end, usage]],
      ['text-completions', [completion, end]],
      ['llama-completions', [said, { content: '', stop: true }]],
    ] as const) {
      const diagnosis = diagnosed(format, events);
      expect([idsOf(diagnosis), diagnosis.dialects]).toEqual([[], [format]]);
    }
    const whole = { choices: [{ index: 0, text, finish_reason: 'length', logprobs: null }] };
    const diagnosis = diagnose({
      contentType: 'application/json',
      sessionId: null,
      body: bytesOf(JSON.stringify(whole)),
    });
    expect([idsOf(diagnosis), diagnosis.dialects]).toEqual([[], ['text-completions']]);
  },
);

test('text completions end with [DONE], too', () => {
  const events = [{ object: 'text_completion', choices: [{ text: 'Hi', finish_reason: null }] }];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  for (const [end, ids] of [
    ['data: [DONE]\n\n', []],
    ['', ['cut-reply']],
  ] as const) {
    const diagnosis = diagnose({
      contentType: 'text/event-stream',
      sessionId: null,
      body: bytesOf(body + end),
    });
    expect(idsOf(diagnosis)).toEqual(ids);
  }
});

test('events of Messages without names are told, as Anthropic libraries take none of them', () => {
  const { events } = SOUND['anthropic-messages'] ?? expect.fail();
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const diagnosis = diagnose({
    contentType: 'text/event-stream',
    sessionId: null,
    body: bytesOf(body),
  });
  expect([idsOf(diagnosis), diagnosis.isUnchanged]).toEqual([['events-unnamed'], true]);
});

test('a call of Responses needs the id under which its result is sent', () => {
  const { events } = SOUND['openai-responses'] ?? expect.fail();
  const without = events.map((event) => {
    const { call_id: _, ...item } = (event.item ?? {}) as Record<string, unknown>;
    return event.type === 'response.output_item.added' ? { ...event, item } : event;
  });
  expect(events.some(({ item }) => JSON.stringify(item)?.includes('call_id'))).toBe(true);
  expect(idsOf(diagnosed('openai-responses', without))).toEqual(['field-missing']);
});
