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
