import { expect, test } from 'vitest';
import {
  findCall,
  hasNoTool,
  questionIn,
  readRecord,
  resultOf,
  sessionSeed,
} from '../../../src/normalizer/progress/record.ts';

const NOW = 1_795_677_200;
const DENIED =
  '{"output": "", "exit_code": -1, "error": "BLOCKED: Command denied by user. Do not retry."}';

interface Told {
  readonly id?: string;
  readonly tool?: string;
  readonly command?: string;
  readonly result?: unknown;
  readonly time?: unknown;
}

/** A call and its result as Hermes 0.22 records them, and the question before them. */
function turn({
  id = 'call_0',
  tool = 'terminal',
  command = 'ls',
  result = '{"exit_code": 0}',
  time = NOW,
}: Told) {
  const call = {
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify({ command }) },
  };
  return [
    { id: 1, role: 'user', content: 'Go', timestamp: time },
    { id: 2, role: 'assistant', content: '', tool_calls: [call], timestamp: time },
    {
      id: 3,
      role: 'tool',
      content: result,
      tool_call_id: id,
      tool_calls: null,
      tool_name: tool,
      timestamp: time,
    },
  ];
}

function record(...data: readonly object[]): string {
  return JSON.stringify({
    object: 'list',
    session_id: 'api-1',
    data,
    pagination: { order: 'latest' },
  });
}

/** @returns the outcome of a call that began so many seconds ago, and what was asked of it */
function outcome(
  text: string,
  {
    callId = 'call_0',
    tool = 'terminal' as string | null,
    age = 3,
    replyAge = 300,
    now = NOW + 1,
  } = {},
) {
  const read = readRecord(text);
  const found = read && findCall(read, { callId, tool, age, replyAge }, now, () => false);
  if (!found) return null;
  const { phase, receipt } = resultOf(found);
  return `${phase} ${receipt.input ?? ''}`;
}

test.each<[what: string, data: readonly object[], found: string | null]>([
  ['a command that ran', turn({}), 'ran {"command":"ls"}'],
  [
    'one that ended with a failure',
    turn({ result: '{"output": "", "exit_code": 3}' }),
    'failed {"command":"ls"}',
  ],
  ['one that was denied', turn({ result: DENIED }), 'denied {"command":"ls"}'],
  [
    'a result as parts',
    turn({ result: [{ type: 'text', text: DENIED }] }),
    'denied {"command":"ls"}',
  ],
  [
    'a deferred tool',
    turn({ tool: 'tool_call' }).map((entry) =>
      'tool_calls' in entry && entry.tool_calls
        ? {
            ...entry,
            tool_calls: [
              {
                id: 'call_0',
                function: { name: 'tool_call', arguments: '{"name":"todo","arguments":{"n":1}}' },
              },
            ],
          }
        : entry,
    ),
    'ran {"n":1}',
  ],
  ['a result that says nothing', turn({ result: 'Done.' }), 'unknown {"command":"ls"}'],
  ['another call', turn({ id: 'call_1' }), null],
  ['another tool under its id', turn({ tool: 'read_file' }), null],
  [
    'an older call under its id',
    [...turn({ result: DENIED, time: NOW - 9 }), ...turn({})],
    'ran {"command":"ls"}',
  ],
  [
    'only an older call under its id',
    [...turn({ time: NOW - 9 }), ...turn({ id: 'call_1' })],
    null,
  ],
  ['only a call of another day', turn({ time: NOW - 90_000 }), null],
  [
    'a call of a clock that is half a minute late',
    turn({ time: NOW - 30 }),
    'ran {"command":"ls"}',
  ],
  ['two calls under its id at the same time', [...turn({ result: DENIED }), ...turn({})], null],
  ['a result without a time', turn({ time: 'today' }), null],
  ['a call without arguments', turn({}).slice(2), 'ran '],
  [
    'nonsense between entries',
    [[], { role: 'tool' }, ...turn({}), { tool_calls: [7, {}] }],
    'ran {"command":"ls"}',
  ],
  ['nothing', [], null],
])('the record holds %s', (_what, data, found) => {
  expect(outcome(record(...data))).toBe(found);
});

test('a tool without a name is found by its id and its time', () => {
  expect(outcome(record(...turn({})), { tool: null })).toBe('ran {"command":"ls"}');
});

test('an entry counts only if its question is as young as the reply', () => {
  const text = record(
    ...turn({ time: NOW }).map((entry, i) => ({ ...entry, timestamp: NOW - 20 + i * 10 })),
  );

  expect(outcome(text, { age: 5, replyAge: 25 })).toBe('ran {"command":"ls"}');
  expect(outcome(text, { age: 5, replyAge: 8 })).toBeNull();
});

test('a long call is as young as it is long', () => {
  expect(outcome(record(...turn({ time: NOW - 200 })), { age: 200 })).toBe('ran {"command":"ls"}');
  expect(outcome(record(...turn({ time: NOW - 200 })), { age: 3 })).toBeNull();
});

test('an entry that belongs to an earlier call is of no other', () => {
  const read = readRecord(record(...turn({})))!;
  const call = { callId: 'call_0', tool: null, age: 3, replyAge: 3 };

  expect(findCall(read, call, NOW, ({ time }) => time === NOW)).toBeNull();
});

test.each([
  '',
  '<!doctype html><title>Sign in</title>',
  '{"error": {"code": "session_not_found"}}',
  '[]',
  '{"data": 7}',
])('not a record: %s', (text) => {
  expect(readRecord(text)).toBeNull();
});

test('of a huge record only the end is read', () => {
  const old = Array.from({ length: 20_000 }, (_, i) => turn({ id: `old_${i}` })).flat();

  expect(readRecord(record(...old, ...turn({})))?.calls).toHaveLength(167);
  expect(outcome(record(...old, ...turn({})))).toBe('ran {"command":"ls"}');
  expect(outcome(record(...turn({}), ...old))).toBeNull();
});

test.each<[what: string, messages: unknown, seed: string | null]>([
  ['a question', [{ role: 'user', content: 'Go' }], '\nGo'],
  [
    'a chat',
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Go' },
    ],
    'Be brief.\nHi',
  ],
  [
    'parts, and two system texts',
    [
      { role: 'system', content: 'a' },
      { role: 'system', content: [{ type: 'text', text: 'b' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'c' },
          { type: 'text', text: 'd' },
        ],
      },
    ],
    'a\nb\nc\nd',
  ],
  ['a picture', [{ role: 'user', content: [{ type: 'image_url' }] }], null],
  ['no question', [{ role: 'system', content: 'a' }], null],
  ['nonsense', 7, null],
])('the seed of a session: %s', (_what, messages, seed) => {
  expect(sessionSeed(JSON.stringify({ messages }))).toBe(seed);
});

test('a profile has sessions of its own', () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Go' }] });

  expect(sessionSeed(body, 'work')).toBe('work\0\nGo');
});

/** A question and its reply, which ends at a time. */
function talk(question: unknown, time: number, began = time - 2): object[] {
  return [
    { role: 'user', content: question, timestamp: began },
    { role: 'assistant', content: 'Four.', timestamp: time },
  ];
}

const BEFORE = [
  ...turn({ time: NOW - 30 }),
  { role: 'assistant', content: 'Done.', timestamp: NOW - 20 },
];

test.each<[what: string, says: boolean, data: readonly object[]]>([
  ['a reply without tools', true, [...BEFORE, ...talk('2 + 2?', NOW)]],
  ['one by a clock that is a little late', true, [...BEFORE, ...talk('2 + 2?', NOW - 3)]],
  ['the same question of the turn before', false, [...BEFORE, ...talk('2 + 2?', NOW - 10)]],
  ['no tool at all', false, talk('2 + 2?', NOW)],
  ['no reply yet', false, [...BEFORE, ...talk('2 + 2?', NOW).slice(0, 1)]],
  ['another question', false, [...BEFORE, ...talk('3 + 3?', NOW)]],
  [
    'a question with a picture',
    false,
    [...BEFORE, ...talk([{ type: 'text', text: '2 + 2?' }], NOW)],
  ],
  [
    'a tool of it',
    false,
    [
      ...BEFORE,
      ...talk('2 + 2?', NOW).slice(0, 1),
      ...turn({}).slice(1),
      ...talk('', NOW).slice(1),
    ],
  ],
  ['a call without a result', false, [...BEFORE, ...talk('2 + 2?', NOW), ...turn({}).slice(1, 2)]],
  [
    'a tool of another chat meanwhile',
    false,
    [...BEFORE, ...turn({ time: NOW - 2 }), ...talk('2 + 2?', NOW)],
  ],
  [
    'the same question, earlier',
    false,
    [...turn({ time: NOW - 300 }), ...talk('2 + 2?', NOW - 90)],
  ],
  ['nothing', false, []],
])('a record that holds %s says that no tool ran: %s', (_what, says, data) => {
  expect(hasNoTool(readRecord(record(...data))!, { asked: '2 + 2?', age: 3 }, NOW + 1)).toBe(says);
});

test('the question of a request is its last one', () => {
  const said = (content: unknown) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'user', content },
      ],
    });

  expect(questionIn(said('2 + 2?'))).toBe('2 + 2?');
  for (const body of [said([{ type: 'text', text: 'x' }]), '{', '{}'])
    expect(questionIn(body)).toBe('');
});
