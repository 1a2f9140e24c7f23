import { expect, test } from 'vitest';
import { MAX_TEXT, readPageMessage } from '../../src/bridge/protocol.ts';

const PROGRESS = {
  call: 0,
  source: 'event',
  tool: 'terminal',
  emoji: '💻',
  label: 'ls',
  callId: 'call_1',
  status: 'running',
  provenance: 'server',
};

const QUESTION = {
  runId: 'chatcmpl-1',
  requestId: 'q',
  command: 'rm -rf old',
  reason: 'delete',
  choices: ['once', 'deny'],
  answeredBy: 'you',
};

test.each([
  { type: 'hello', late: false },
  { type: 'direct' },
  { type: 'hermes', model: '' },
  { type: 'stopped' },
  { type: 'unread' },
  { type: 'unread', rendered: true },
  { type: 'reply-start', reply: 1, message: null, counts: true },
  {
    type: 'reply-start',
    reply: 2,
    message: { chatId: 'local:x', messageId: '__proto__' },
    counts: false,
  },
  { type: 'reply-expected' },
  { type: 'reply-expected', read: true },
  { type: 'reply-text', reply: 1, text: 'The weather' },
  { type: 'reply-start', reply: 1, message: null, counts: true, joined: true },
  { type: 'reply-end', reply: 1 },
  { type: 'seen', reply: 1, id: 'tool-call-split' },
  { type: 'removed', reply: null, markers: 3 },
  { type: 'removed', reply: 1, markers: 1 },
  { type: 'progress', reply: 1, progress: PROGRESS },
  { type: 'progress', reply: 1, progress: { ...PROGRESS, untimed: true } },
  {
    type: 'progress',
    reply: 1,
    progress: { ...PROGRESS, status: 'failed', receipt: { exitCode: 3, output: 'no' } },
  },
  {
    type: 'progress',
    reply: 1,
    progress: {
      ...PROGRESS,
      receipt: {
        subAgents: [
          { state: 'running', messages: 4 },
          { state: 'failed', seconds: 8.28, tokens: 30, error: 'HTTP 429' },
        ],
      },
    },
  },
  { type: 'progress', reply: 1, progress: { ...PROGRESS, status: 'waiting', question: QUESTION } },
  {
    type: 'progress',
    reply: 1,
    progress: {
      ...PROGRESS,
      status: 'waiting',
      question: {
        ...QUESTION,
        ...{ pattern: 'delete', host: 'localhost:8642', server: 'http://localhost:8642' },
        ...{ until: 1_795_875_600_000, problem: 'late' },
      },
    },
  },
  { type: 'note', reply: 1, note: { kind: 'status', text: 'Retrying' } },
  { type: 'note', reply: 1, note: { kind: 'no-tool', text: '' } },
  { type: 'repaired', repairs: 2 },
])('a message as the hook sends it is admitted: $type', (message) => {
  expect(readPageMessage(message)).toEqual(message);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'reply-start'],
  ['an array', [{ type: 'reply-start', reply: 1 }]],
  ['an unknown type', { type: 'settings', enabled: true }],
  ['a type from the prototype', { type: 'constructor' }],
  ['no reply', { type: 'reply-start' }],
  ['a negative reply', { type: 'reply-start', reply: -1, message: null, counts: true }],
  ['a reply that does not name its message', { type: 'reply-start', reply: 1, counts: true }],
  [
    'a reply whose count is a word',
    { type: 'reply-start', reply: 1, message: null, counts: 'yes' },
  ],
  ['a message that is a text', { type: 'reply-start', reply: 1, message: 'm', counts: true }],
  [
    'a message without a chat',
    { type: 'reply-start', reply: 1, message: { messageId: 'm' }, counts: true },
  ],
  [
    'an empty message id',
    { type: 'reply-start', reply: 1, message: { chatId: 'c', messageId: '' }, counts: true },
  ],
  [
    'an endless message id',
    {
      type: 'reply-start',
      reply: 1,
      message: { chatId: 'c', messageId: 'm'.repeat(201) },
      counts: true,
    },
  ],
  [
    'a message id that is an object',
    { type: 'reply-start', reply: 1, message: { chatId: 'c', messageId: {} }, counts: true },
  ],
  ['a broken reply', { type: 'reply-end', reply: 1.5 }],
  ['a text of no reply', { type: 'reply-text', text: 'The weather' }],
  ['an empty text', { type: 'reply-text', reply: 1, text: '' }],
  ['a text that is an object', { type: 'reply-text', reply: 1, text: { length: 3 } }],
  ['a reply that is no number', { type: 'reply-end', reply: '1' }],
  ['a count that is none', { type: 'removed', reply: 1, markers: Number.NaN }],
  ['an endless count', { type: 'removed', reply: 1, markers: Infinity }],
  ['a count beyond belief', { type: 'removed', reply: 1, markers: 1e9 }],
  ['markers of a reply that is no number', { type: 'removed', reply: '1', markers: 1 }],
  ['lateness that is no truth value', { type: 'hello', late: 'no' }],
  ['no progress', { type: 'progress', reply: 1 }],
  [
    'an unknown status',
    { type: 'progress', reply: 1, progress: { ...PROGRESS, status: 'success' } },
  ],
  [
    'a status that is an object',
    { type: 'progress', reply: 1, progress: { ...PROGRESS, status: { running: true } } },
  ],
  ['an unknown source', { type: 'progress', reply: 1, progress: { ...PROGRESS, source: 'page' } }],
  [
    'an unknown provenance',
    { type: 'progress', reply: 1, progress: { ...PROGRESS, provenance: 'certain' } },
  ],
  ['a note of an unknown kind', { type: 'note', reply: 1, note: { kind: 'html', text: 'x' } }],
  ['a note without words', { type: 'note', reply: 1, note: { kind: 'status' } }],
  ['words in place of an id', { type: 'seen', reply: 1, id: 'What was said.' }],
  ['an id of no reply', { type: 'seen', reply: null, id: 'done' }],
  ['no repair', { type: 'repaired', repairs: 0 }],
  ['repairs that are no number', { type: 'repaired', repairs: { done: 1 } }],
  [
    'a call that is no number',
    { type: 'progress', reply: 1, progress: { ...PROGRESS, call: '0' } },
  ],
])('%s is refused', (_, message) => {
  expect(readPageMessage(message)).toBeNull();
});

test('the beginning of a text is cut to its limit', () => {
  expect(readPageMessage({ type: 'reply-text', reply: 1, text: 'x'.repeat(1e6) })).toEqual({
    type: 'reply-text',
    reply: 1,
    text: 'x'.repeat(MAX_TEXT),
  });
});

test('texts are cut, anything else in their place becomes null, and unknown fields are dropped', () => {
  const sent = {
    ...PROGRESS,
    label: 'x'.repeat(10_000),
    tool: { html: '<b>' },
    emoji: 7,
    html: '<script>',
  };

  const read = readPageMessage({ type: 'progress', reply: 1, progress: sent, extra: true });

  expect(read).toEqual({
    type: 'progress',
    reply: 1,
    progress: { ...PROGRESS, label: 'x'.repeat(MAX_TEXT), tool: null, emoji: null },
  });
});

test('receipts and questions are cut, and what does not fit them is dropped', () => {
  const odd = { state: 'html', messages: 1.5, seconds: -1, tokens: '3', error: 'x'.repeat(400) };
  const subAgents = ['html', ...Array.from({ length: 30 }, () => odd)];
  const receipt = {
    exitCode: 1.5,
    error: {},
    output: 'x'.repeat(10_000),
    html: '<b>',
    subAgents,
  };
  const question = {
    runId: 7,
    command: 'x'.repeat(30_000),
    choices: ['deny', 'html', {}],
    pattern: 'x'.repeat(301),
    answeredBy: 'you',
  };
  const sent = { ...PROGRESS, status: 'waiting', receipt, question };

  const read = readPageMessage({ type: 'progress', reply: 1, progress: sent });

  // A command that is not whole is not for anyone to allow.
  expect(read).toMatchObject({
    progress: {
      receipt: {
        output: 'x'.repeat(4000),
        subAgents: Array.from({ length: 19 }, () => ({
          state: 'unknown',
          error: 'x'.repeat(300),
        })),
      },
      question: {
        runId: '',
        requestId: '',
        reason: '',
        choices: ['deny'],
        answeredBy: 'elsewhere',
      },
    },
  });
  expect(JSON.stringify(read)).not.toMatch(/html|pattern/);
});

test.each([
  ['a server', { server: `http://${'x'.repeat(300)}` }],
  ['a run', { runId: 'x'.repeat(300) }],
  ['a name', { requestId: 'x'.repeat(300) }],
])('%s that would be cut is for nobody to answer', (_what, some) => {
  const question = { ...QUESTION, answeredBy: 'you', ...some };
  const progress = { ...PROGRESS, status: 'waiting', question };
  expect(readPageMessage({ type: 'progress', reply: 1, progress })).toMatchObject({
    progress: { question: { answeredBy: 'elsewhere' } },
  });
});

const CLARIFY = { offers: ['A', 'B'], several: true };

test.each<[what: string, clarify: object, read: object]>([
  ['as it is', { ...CLARIFY, html: '<b>' }, { clarify: CLARIFY, answeredBy: 'you' }],
  ['an open one', { offers: null }, { clarify: { offers: [], several: false }, answeredBy: 'you' }],
  ...(
    [
      ['21 answers', { offers: Array.from({ length: 21 }, (_, at) => `${at}`) }],
      ['a long answer', { offers: ['x'.repeat(301)] }],
      ['an answer that is no text', { offers: ['A', { toString: 'B' }] }],
      ['no list', { offers: 'A' }],
    ] as const
  ).map(
    ([what, clarify]) =>
      [what, clarify, { clarify: { offers: null, several: false }, answeredBy: 'elsewhere' }] as [
        string,
        object,
        object,
      ],
  ),
])('a question in words with %s', (_what, clarify, read) => {
  const question = { ...QUESTION, answeredBy: 'you', clarify };
  const progress = { ...PROGRESS, status: 'waiting', question };
  expect(readPageMessage({ type: 'progress', reply: 1, progress })).toMatchObject({
    progress: { question: read },
  });
});

test.each([-1, Number.NaN, Infinity, 1e300, '1', null])('%s is no time', (until) => {
  const progress = { ...PROGRESS, status: 'waiting', question: { ...QUESTION, until } };
  const read = readPageMessage({ type: 'progress', reply: 1, progress });
  expect(read).not.toHaveProperty('progress.question.until');
});

test('made-up repairs are capped', () => {
  const read = readPageMessage({ type: 'repaired', repairs: 1e12, html: '<script>' });

  expect(read).toEqual({ type: 'repaired', repairs: 1_000_000 });
});
