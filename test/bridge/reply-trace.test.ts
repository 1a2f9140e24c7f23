import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createReplyTrace, readReplyTrace } from '../../src/bridge/reply-trace.ts';
import type { ProgressStatus } from '../../src/normalizer/progress/progress-types.ts';

const SECRET = 'text-of-a-chat';

function start(reply: number): PageMessage {
  return { type: 'reply-start', reply, message: null, counts: true, way: 'socket' };
}

function progress(reply: number, status: ProgressStatus): PageMessage {
  const change = {
    call: 0,
    status,
    tool: SECRET,
    emoji: '',
    label: SECRET,
    provenance: 'server' as const,
  };
  return { type: 'progress', reply, progress: change as never };
}

/**
 * @returns a trace that has taken the messages, the first at 0 ms and each 10 ms after the one
 * before
 */
function traced(messages: readonly PageMessage[]) {
  let clock = 0;
  const trace = createReplyTrace(
    () => 'corner',
    () => clock,
  );
  for (const message of messages) {
    trace.add(message);
    clock += 10;
  }
  return trace.answer();
}

test('without a reply there is no trace', () => {
  expect(
    traced([
      { type: 'hello', late: false },
      { type: 'removed', reply: null, markers: 1 },
    ]),
  ).toBe(null);
});

test('it says what arrived, when, over which carrier, and where the badge is', () => {
  const messages: PageMessage[] = [
    start(1),
    progress(1, 'running'),
    { type: 'seen', reply: 1, id: 'openai-chat' },
    { type: 'note', reply: 1, note: { kind: 'silent', text: SECRET } },
    progress(1, 'ran'),
    { type: 'removed', reply: 1, markers: 1 },
    { type: 'reply-text', reply: 1, text: SECRET },
    { type: 'reply-end', reply: 1 },
  ];
  const trace = traced(messages);

  expect(trace).toEqual({
    way: 'socket',
    steps: [
      '0 start',
      '10 call 0 running',
      '20 seen openai-chat',
      '30 note silent',
      '40 call 0 ran',
      '50 marker removed',
      '70 end',
    ],
    dropped: 0,
    badge: 'corner',
  });
  expect(JSON.stringify(trace)).not.toContain(SECRET);
});

test('only the latest reply is told, also if an earlier one goes on', () => {
  expect(traced([start(1), start(2), progress(1, 'ran')])?.steps).toEqual(['0 start']);
});

test('an outcome whose start was missed begins a trace', () => {
  expect(traced([progress(3, 'ran')])).toMatchObject({ way: null, steps: ['0 call 0 ran'] });
});

test('a flood is cut, and said to be', () => {
  const trace = traced([start(1), ...Array.from({ length: 100 }, () => progress(1, 'running'))]);

  expect(trace?.steps).toHaveLength(60);
  expect(trace?.dropped).toBe(41);
});

test.each([
  [null, null],
  ['text', null],
  [{ steps: 'many' }, null],
  [{ steps: [] }, { way: null, steps: [], dropped: 0, badge: 'unknown' }],
  [
    { steps: ['0 start', 7, 'x'.repeat(100)], way: 'events', dropped: 2, badge: 'reply' },
    { way: 'events', steps: ['0 start', 'x'.repeat(60)], dropped: 2, badge: 'reply' },
  ],
])('of the answer %j, %j is read', (answer, read) => {
  expect(readReplyTrace(answer)).toEqual(read);
});
