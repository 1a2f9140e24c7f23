import { pass } from './fake-clock.ts';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createReplies } from '../../src/hook/replies.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';

const MESSAGE = { chatId: 'chat', messageId: 'message' };

function stage(silentAfter?: number) {
  const sent: PageMessage[] = [];
  return {
    sent,
    replies: createReplies(
      (message) => sent.push(message),
      () => true,
      silentAfter,
    ),
  };
}

function call(number: number): Progress {
  return {
    call: number,
    source: 'event',
    tool: 'terminal',
    emoji: null,
    label: null,
    callId: null,
    status: 'running',
    provenance: 'server',
  };
}

/** Type and reply of each message, and the call of each progress message. */
function short(sent: readonly PageMessage[]): string[] {
  return sent.map((message) => {
    if (message.type === 'progress') return `progress ${message.reply}.${message.progress.call}`;
    return 'reply' in message ? `${message.type} ${message.reply}` : message.type;
  });
}

test('replies without a message are numbered as they begin', () => {
  const { sent, replies } = stage();
  const [first, second] = [replies.open(null), replies.open(null)];

  second.report({ type: 'start' });
  first.report({ type: 'start' });
  first.report({ type: 'progress', progress: call(0) });
  first.report({ type: 'marker' });
  first.report({ type: 'end' });

  expect(short(sent)).toEqual([
    'reply-start 1',
    'reply-start 2',
    'progress 2.0',
    'removed 2',
    'reply-end 2',
  ]);
  expect(sent[0]).toEqual({ type: 'reply-start', reply: 1, message: null, counts: true });
});

test('streams of one message are one reply: it ends with the last of them, and their calls stay separate', () => {
  const { sent, replies } = stage();
  const [fetched, socket] = [replies.open(MESSAGE), replies.open({ ...MESSAGE })];

  fetched.report({ type: 'start' });
  fetched.report({ type: 'progress', progress: call(0) });
  socket.report({ type: 'start' });
  fetched.report({ type: 'end' });
  socket.report({ type: 'progress', progress: call(0) });
  socket.report({ type: 'progress', progress: call(0) });
  socket.report({ type: 'end' });

  expect(short(sent)).toEqual([
    'reply-start 1',
    'progress 1.0',
    'reply-start 1',
    'progress 1.1',
    'progress 1.1',
    'reply-end 1',
  ]);
});

test('what the agent says is sent with its reply, and so are the words that tell where that is', () => {
  const { sent, replies } = stage();
  const reply = replies.open(null);

  reply.report({ type: 'start' });
  reply.report({ type: 'text', text: 'custom rate-limited every one of 3 attempts' });
  reply.report({ type: 'note', note: { kind: 'failed', text: 'HTTP 429' } });

  expect(short(sent)).toEqual(['reply-start 1', 'reply-text 1', 'note 1']);
});

test('a reply that continues after its end keeps its number', () => {
  const { sent, replies } = stage();
  const source = replies.open(MESSAGE);

  for (let round = 0; round < 2; round++) {
    source.report({ type: 'start' });
    source.report({ type: 'start' });
    source.report({ type: 'progress', progress: call(round) });
    source.report({ type: 'end' });
    source.report({ type: 'end' });
  }

  expect(short(sent)).toEqual([
    'reply-start 1',
    'progress 1.0',
    'reply-end 1',
    'reply-start 1',
    'progress 1.1',
    'reply-end 1',
  ]);
});

const SILENT = 60;

test('a reply that is silent is told as such, once, and so is what comes after that', async () => {
  const { sent, replies } = stage(SILENT);
  const source = replies.open(MESSAGE);
  source.heard();
  await pass(2 * SILENT);
  expect(sent).toEqual([]);

  source.report({ type: 'start' });
  for (let i = 0; i < 4; i++) {
    await pass(SILENT / 2);
    source.heard();
  }
  expect(notesIn(sent)).toEqual([]);
  await pass(4 * SILENT);
  expect(notesIn(sent)).toEqual(['silent']);
  source.heard();
  source.heard();
  expect(notesIn(sent)).toEqual(['silent', 'heard']);
  await pass(2 * SILENT);
  source.report({ type: 'end' });
  await pass(2 * SILENT);
  expect(notesIn(sent)).toEqual(['silent', 'heard', 'silent']);
});

test('where the text of a silent reply begins is told, if its message is unknown', async () => {
  const { sent, replies } = stage(SILENT);
  const source = replies.open(null);
  source.report({ type: 'start' });
  source.report({ type: 'text', text: 'Let me think about that for a moment.' });
  await pass(2 * SILENT);

  expect(short(sent)).toEqual(['reply-start 1', 'reply-text 1', 'note 1']);
});

test('what the doctor would name is told once for each reply, as soon as one begins, and of no other body', () => {
  const { sent, replies } = stage();
  const [reply, body] = [replies.open(null), replies.open(null)];

  reply.report({ type: 'server', server: 'openai-chat' });
  reply.report({ type: 'repair', id: 'tool-call-split' });
  body.report({ type: 'repair', id: 'done' });
  expect(sent).toEqual([]);
  reply.report({ type: 'start' });
  reply.report({ type: 'repair', id: 'tool-call-split' });
  reply.report({ type: 'unknown-event', name: 'a text of the chat' });
  reply.report({ type: 'end' });
  reply.report({ type: 'start' });

  expect(sent.filter(({ type }) => type === 'seen')).toEqual([
    { type: 'seen', reply: 1, id: 'openai-chat' },
    { type: 'seen', reply: 1, id: 'tool-call-split' },
    { type: 'seen', reply: 1, id: 'unknown-event' },
  ]);
});

test('what a reply has used is told only beside a tool: no other reply gets a badge for it', () => {
  const { sent, replies } = stage();
  const [plain, working] = [replies.open(null), replies.open(null)];
  const tokens = { type: 'note', note: { kind: 'tokens', text: '30' } } as const;
  for (const reply of [plain, working]) reply.report({ type: 'start' });
  working.report({ type: 'progress', progress: call(0) });

  plain.report(tokens);
  expect(notesIn(sent)).toEqual([]);
  working.report(tokens);
  expect(notesIn(sent)).toEqual(['tokens']);
});

function notesIn(sent: readonly PageMessage[]): string[] {
  return sent.flatMap((message) => (message.type === 'note' ? [message.note.kind] : []));
}

test('a page says so if another tab asked for the message', () => {
  const { sent, replies } = stage();
  replies.open(MESSAGE).report({ type: 'start' });

  replies.asked('other');
  replies.open({ chatId: 'chat', messageId: 'other' }).report({ type: 'start' });

  expect(sent.map((message) => message.type === 'reply-start' && message.counts)).toEqual([
    false,
    true,
  ]);
});

test('the oldest of very many messages are dropped', () => {
  const { sent, replies } = stage();
  for (let i = 0; i < 1000; i++)
    replies.open({ chatId: 'chat', messageId: `m${i}` }).report({ type: 'start' });

  replies.open({ chatId: 'chat', messageId: 'm999' }).report({ type: 'start' });
  replies.open({ chatId: 'chat', messageId: 'm0' }).report({ type: 'start' });

  expect(short(sent.slice(-2))).toEqual(['reply-start 1000', 'reply-start 1001']);
});

test('each stream is notified of removals from its own texts, and of none while cleaning is off', () => {
  let cleans = true;
  const found: unknown[] = [];
  const replies = createReplies(
    () => undefined,
    () => cleans,
  );
  const [first, second] = ['first', 'second'].map((name) =>
    replies.open(MESSAGE, (rule) => void found.push([name, rule])),
  );

  first?.report({ type: 'rule', rule: 'a/one' });
  second?.report({ type: 'marker' });
  cleans = false;
  first?.report({ type: 'rule', rule: 'a/two' });

  expect(found).toEqual([
    ['first', 'a/one'],
    ['second', null],
  ]);
});

test('the beginning of a text is sent only for a reply with tools, at most three times', () => {
  const { sent, replies } = stage();
  const [plain, busy] = [replies.open(null), replies.open(null)];
  plain.report({ type: 'start' });
  busy.report({ type: 'start' });

  for (let i = 0; i < 500; i++) {
    if (i === 10) busy.report({ type: 'progress', progress: call(0) });
    plain.report({ type: 'text', text: 'words ' });
    busy.report({ type: 'text', text: i < 6 ? 'Oslo ' : 'words ' });
  }
  plain.report({ type: 'end' });
  busy.report({ type: 'end' });

  const texts = sent.flatMap((message) => (message.type === 'reply-text' ? [message] : []));
  expect(texts.map(({ reply, text }) => [reply, text.length])).toEqual([
    [2, 54],
    [2, 160],
  ]);
  expect(texts[1]?.text.startsWith(`${'Oslo '.repeat(6)}words `)).toBe(true);
});

test('a short text is sent before the end, and that of a known message never', () => {
  const { sent, replies } = stage();
  const [short, named] = [replies.open(null), replies.open(MESSAGE)];
  for (const source of [short, named]) {
    source.report({ type: 'start' });
    source.report({ type: 'text', text: 'Yes.' });
    source.report({ type: 'progress', progress: call(0) });
    source.report({ type: 'end' });
  }

  expect(sent.filter(({ type }) => type === 'reply-text' || type === 'reply-end')).toEqual([
    { type: 'reply-text', reply: 1, text: 'Yes.' },
    { type: 'reply-end', reply: 1 },
    { type: 'reply-end', reply: 2 },
  ]);
});

test('a stream that may carry several replies goes on with another one once a person has said something', () => {
  const { sent, replies } = stage();
  let parts = 0;
  const events = replies.open(null, undefined, 'events', undefined, () => parts++);
  const response = replies.open(null);
  response.report({ type: 'start' });
  events.report({ type: 'start', endless: true });
  events.report({ type: 'progress', progress: call(0) });
  expect(replies.isEndless()).toBe(true);

  replies.turn();
  events.report({ type: 'text', text: 'A reply without tools.' });
  replies.turn();
  // Late news of the first call, and a call of the third reply.
  events.report({ type: 'progress', progress: { ...call(0), status: 'ran' } });
  events.report({ type: 'progress', progress: call(1) });
  events.report({ type: 'end' });
  events.report({ type: 'end' });

  expect(parts).toBe(2);
  expect(replies.isEndless()).toBe(false);
  expect(short(sent)).toEqual([
    'reply-start 1',
    'reply-start 2',
    'progress 2.0',
    'reply-end 2',
    'progress 2.0',
    'reply-start 3',
    'progress 3.0',
    'reply-end 3',
  ]);
});
