import { expect, test } from 'vitest';
import { causesFirst, follows } from '../../../src/doctor/survey/causes.ts';
import { DEFECTS, type Defect } from '../../../src/doctor/defects.ts';
import { diagnose, toFinding } from '../../../src/doctor/diagnose.ts';
import { FAULTS } from '../../../src/doctor/faults.ts';
import { calls, chunk, sse } from '../../normalizer/repairs/repaired.ts';
import { bytesOf } from '../../normalizer/splits.ts';
import { SOUND, type Events } from './streams.ts';

const ALL: readonly Defect[] = [...FAULTS, ...DEFECTS];
const SEEN = { count: 1, first: 0, text: '' };

function findingOf(defect: Defect): ReturnType<typeof toFinding> {
  return toFinding(defect, 'never', SEEN, 1);
}

function idsOf(body: string, contentType: string): readonly string[] {
  return diagnose({ contentType, sessionId: null, body: bytesOf(body) }).findings.map(
    ({ id }) => id,
  );
}

test('no finding follows from itself, also by way of others', () => {
  const ids = ALL.map(({ id }) => id);
  const reached = (id: string, from: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...from, ...ids.filter((cause) => follows(id, cause))]);
  for (const id of ids) {
    let causes = reached(id, new Set());
    for (let size = -1; size !== causes.size;) {
      size = causes.size;
      for (const cause of causes) causes = reached(cause, causes);
    }
    expect([id, causes.has(id)]).toEqual([id, false]);
  }
});

test('what follows from another comes behind it, and the rest keeps its order', () => {
  const ordered = causesFirst(ALL.map(findingOf)).map(({ id }) => id);
  ordered.forEach((id, i) => {
    for (const later of ordered.slice(i + 1))
      expect([id, later, follows(id, later)]).toContain(false);
  });
  expect(ordered.toSorted()).toEqual(ALL.map(({ id }) => id).toSorted());
  const unrelated = ALL.filter(({ id }) => !ALL.some((other) => follows(id, other.id)));
  expect(causesFirst(unrelated.map(findingOf)).map(({ id }) => id)).toEqual(
    unrelated.map(({ id }) => id),
  );
});

function eventsOf(format: string): Events {
  return SOUND[format]?.events ?? expect.fail(format);
}

/** The text of the sound stream of Messages alone. */
const TEXT = eventsOf('anthropic-messages')
  .filter(({ index }) => index === undefined || index === 1)
  .map((event) => ('index' in event ? { ...event, index: 0 } : event))
  .map((event) =>
    event.type === 'message_delta' ? { ...event, delta: { stop_reason: 'end_turn' } } : event,
  );

function deltas(events: Events, delta: object): Events {
  return events.map((event) =>
    event.type === 'content_block_delta' ? { ...event, delta } : event,
  );
}

function without(events: Events, key: string, type: string): Events {
  return events.map((event) => (event.type === type ? { ...event, [key]: undefined } : event));
}

// Each of these streams has one fault, and what follows from it.
test.each<[what: string, format: string, events: Events, ids: readonly string[]]>([
  [
    'arguments in a text',
    'anthropic-messages',
    deltas(TEXT, { type: 'input_json_delta', partial_json: '{"a":1}' }),
    ['delta-misfit'],
  ],
  [
    'deltas without their text',
    'anthropic-messages',
    deltas(TEXT, { type: 'text_delta' }),
    ['field-missing'],
  ],
  [
    'a call whose block never begins',
    'anthropic-messages',
    eventsOf('anthropic-messages').filter(
      ({ type, index }) => type !== 'content_block_start' || index !== 2,
    ),
    ['out-of-order', 'call-missing'],
  ],
  [
    'arguments without a number',
    'anthropic-messages',
    eventsOf('anthropic-messages').map((event, i) =>
      i === 10 ? { ...event, index: undefined } : event,
    ),
    ['field-missing', 'out-of-order', 'broken-arguments'],
  ],
  [
    'a text without its id',
    'ai-sdk-messages',
    without(eventsOf('ai-sdk-messages'), 'id', 'text-start'),
    ['field-missing', 'out-of-order'],
  ],
  [
    'arguments without text',
    'ag-ui',
    eventsOf('ag-ui').map((event, i) => (i === 6 ? { ...event, delta: undefined } : event)),
    ['field-missing'],
  ],
  [
    'no text in the deltas',
    'openai-responses',
    without(eventsOf('openai-responses'), 'delta', 'response.output_text.delta'),
    ['field-missing'],
  ],
  [
    'a part that never begins',
    'openai-responses',
    eventsOf('openai-responses').filter(({ type }) => type !== 'response.content_part.added'),
    ['part-missing', 'out-of-order'],
  ],
])('%s, in %s', (_, format, events, ids) => {
  const { write, contentType } = SOUND[format] ?? expect.fail(format);
  expect(idsOf(events.map(write).join(''), contentType)).toEqual(ids);
});

const ROLE = chunk({ role: 'assistant', content: '' });
const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'run', arguments: '{"a"' } };

test.each<[what: string, stream: readonly (string | object)[], ids: readonly string[]]>([
  [
    'a call as text',
    [
      ROLE,
      chunk({ content: '<tool_call>\n{"name": "run", "arguments": {"a": 1}}\n</tool_call>' }),
      chunk({}, 'tool_calls'),
    ],
    ['call-as-text', 'call-missing'],
  ],
  [
    'text in an object',
    [ROLE, chunk({ content: { text: 'Hello.' } }), chunk({}, 'stop')],
    ['delta-object', 'empty-reply'],
  ],
  [
    'the end of the arguments cannot be read',
    [ROLE, calls(HEAD), '{"choices":[{"delta":{"tool_calls":[', chunk({}, 'tool_calls')],
    ['data-not-json', 'broken-arguments'],
  ],
])('%s, in a chat', (_, stream, ids) => {
  const found = idsOf(sse(...stream, '[DONE]'), 'text/event-stream');
  expect(found.slice(0, ids.length)).toEqual(ids);
});
