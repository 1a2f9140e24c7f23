import { expect, test } from 'vitest';
import { MARKERS, TOOL_EVENTS } from '../../src/normalizer/reply/frame-trace.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { FAULTS } from '../../src/doctor/faults.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';

test('every repair has its defect in the table, and nothing else except markers and tool events', () => {
  expect(DEFECTS.map(({ id }) => id).toSorted()).toEqual(
    [MARKERS, TOOL_EVENTS, ...ALL_REPAIRS].toSorted(),
  );
});

test.each([...DEFECTS, ...FAULTS])(
  '$id is described in whole sentences, with who breaks and a source',
  ({ defect, breaks, whatWeDo, source }) => {
    for (const sentence of [defect, whatWeDo]) expect(sentence).toMatch(/^\S.+\.$/);
    expect(breaks.length).toBeGreaterThan(0);
    for (const client of breaks) expect(client).toMatch(/^\S.{5,}[^.]$|\."$/);
    expect(source).toMatch(
      /^https:\/\/(?:github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+|html\.spec\.whatwg\.org\/\S+)$/,
    );
  },
);

test('each has a short name of its own', () => {
  for (const { name } of DEFECTS) expect(name).toMatch(/^\S.{3,38}[^.]$/);
  expect(new Set(DEFECTS.map(({ name }) => name)).size).toBe(DEFECTS.length);
});

const ROWS: readonly (readonly [id: string, frame: string, defect: string])[] = [
  [
    'tool-call-container',
    sse(chunk({ tool_calls: { index: 0 } })),
    '"tool_calls" is one object, not a list.',
  ],
  ['tool-call-container', sse(chunk({ tool_calls: null })), '"tool_calls" is null.'],
  ['tool-call-container', sse(chunk({ tool_calls: [] })), '"tool_calls" is an empty list.'],
  ['tool-call-index', sse(calls({ id: 'a', function: { name: 'f' } })), 'Calls have no index.'],
  [
    'tool-call-index',
    sse(calls({ index: 0, id: 'b', function: { name: 'f' } })),
    'Several calls share one index.',
  ],
  [
    'tool-call-empty-fields',
    sse(calls({ index: 0, id: '', function: { name: null, arguments: '{' } })),
    'A later piece of a call has an empty id and null as its name.',
  ],
  [
    'tool-call-empty-fields',
    sse(calls({ index: 0, function: { name: '', arguments: '{' } })),
    'A later piece of a call has an empty name.',
  ],
  [
    'tool-call-arguments',
    sse(calls({ index: 0, function: { arguments: { a: 1 } } })),
    'The arguments of a call are an object, not text.',
  ],
  [
    'tool-call-arguments',
    sse(calls({ index: 0, function: { arguments: null } })),
    'The arguments of a call are null.',
  ],
  [
    'tool-call-repeats',
    sse(calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } })),
    'Later pieces of a call repeat its id and its name.',
  ],
  [
    'tool-call-repeats',
    sse(calls({ index: 0, function: { name: 'f', arguments: '{' } })),
    'Later pieces of a call repeat its name.',
  ],
  [
    'tool-call-repeats',
    sse(calls({ index: 0, id: 'a', function: { arguments: '{' } })),
    'Later pieces of a call have an id again.',
  ],
  [
    'tool-call-split',
    sse(calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } })),
    'One delta has the name of a tool call and its first arguments.',
  ],
  [
    'tool-call-split',
    sse(calls({ index: 0, function: { name: 'f' } }, { index: 1, function: { name: 'g' } })),
    'One delta has several tool calls.',
  ],
  [
    'tool-call-split',
    sse(chunk({ content: 'a', tool_calls: [{ index: 0, function: { name: 'f' } }] })),
    'One delta has text and a tool call.',
  ],
  ['silent-events', 'event: ping\n\n', 'An event, "ping", has no data.'],
  ['silent-events', 'event: ping\ndata: {}\n\n', 'A heartbeat is sent as an event, "ping".'],
  ['keep-alive-comments', ': k\n\n', 'There are comments between the chunks, usually heartbeats.'],
  ['keep-alive-comments', '\n', 'There are empty frames between the chunks.'],
  ['null-choices', 'data: null\n\n', 'The data of a frame is null.'],
  ['null-choices', 'data: {"choices":null}\r\n\r\n', '"choices" is null.'],
  ['null-choices', 'data: {"usage":{}}\n\n', 'A chunk has no "choices".'],
  [
    'finish-tool-calls',
    sse(chunk({}, 'stop')),
    'Tools were called, but the finish reason is "stop".',
  ],
  ['finish-tool-calls', sse(chunk({}, '')), 'The finish reason is empty.'],
];

function formOf(id: string, frame: string): string | undefined {
  return DEFECTS.find((defect) => defect.id === id)?.form?.(frame)?.defect;
}

test.each(ROWS)('%s %j', (id, frame, defect) => {
  expect(formOf(id, frame)).toBe(defect);
});

test('a frame that shows no form says nothing of it', () => {
  for (const frame of ['', 'data: {', 'data: {}\n\n', 'data: {"choices":[{"delta":7}]}\n\n'])
    expect([frame, formOf('tool-call-split', frame)]).toEqual([frame, undefined]);
});
