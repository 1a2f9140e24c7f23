import './browser-shape.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createRequests } from '../../src/hook/requests.ts';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import {
  createDirectRequests,
  readAskedMessages,
} from '../../src/normalizer/open-webui/page-requests.ts';

/** A body with two assistant messages. */
function bodyWith(content: string): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({ messages: [message, message] });
}

const MARKED = bodyWith('`⏰ list`\n\nIt is late.');
const CLEAN = bodyWith('It is late.');

function openRequests({ isOn = true, isOff = false, history = true } = {}) {
  const sent: PageMessage[] = [];
  const send = (message: PageMessage): void => void sent.push(message);
  const cleaning = createCleaning();
  const replies = createReplies(send, cleaning.cleans);
  const evidence = createEvidenceMemory('http://host', send);
  const requests = createRequests({
    isOn: () => isOn,
    isOff: () => isOff,
    cleansHistory: () => history,
    cleaning,
    evidence,
    inspector: createInspector(send),
    replies,
    directRequests: createDirectRequests(),
    onRemoved: (markers = 0) =>
      void (markers > 0 && sent.push({ type: 'removed', reply: null, markers })),
  });
  return { requests, replies, evidence, sent };
}

test('a request is sent without markers, and they are reported', () => {
  const { requests, sent } = openRequests();

  expect(requests.cleanRequest(MARKED, OF_A_MODEL)).toMatchObject({
    body: CLEAN,
    asksReply: true,
    showsMarkers: true,
  });
  expect(sent).toEqual([{ type: 'removed', reply: null, markers: 2 }, { type: 'reply-expected' }]);
});

test('without the cleaning of the history it is sent unchanged; its markers still say what the reply may contain', () => {
  const { requests, sent } = openRequests({ history: false });

  expect(requests.cleanRequest(MARKED, OF_A_MODEL)).toMatchObject({
    body: MARKED,
    asksReply: true,
    showsMarkers: true,
  });
  expect(sent).toEqual([{ type: 'reply-expected' }]);
});

test.each([
  ['that a socket will bring', { session_id: 's', id: 'a' }, ['a']],
  [
    'of several models',
    { session_id: 's', message_ids: [{ message_id: 'a' }, { message_id: 'b' }] },
    ['a', 'b'],
  ],
  ['that its own response brings', {}, []],
])('the page has asked for the messages of a request %s', (_, more, asked) => {
  const { requests, replies } = openRequests();

  requests.cleanRequest(JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], ...more }));

  expect(['a', 'b'].filter(replies.wasAsked)).toEqual(asked);
});

test('the companion is told of badges, and of a model that is Hermes, if the history is to be cleaned', () => {
  const bodies = [
    { model: 'm' },
    { model: 'other' },
    { model: 'm', message_ids: [{ message_id: 'b', model_id: 'other' }] },
  ];
  const told = (history: boolean): unknown[] => {
    const { requests, evidence } = openRequests({ history });
    evidence.found('server', { chat: null, model: 'm' }, 'http://host/chat');
    const messages = [{ role: 'user', content: 'Hi' }];
    const sent = bodies.map((body) =>
      requests.cleanRequest(JSON.stringify({ session_id: 's', id: 'a', messages, ...body })),
    );
    return [...sent, requests.cleanRequest(JSON.stringify({ messages, model: 'm' }))].map(
      (one) => one?.tells,
    );
  };

  expect([told(true), told(false)]).toEqual([
    ['hermes', 'on', 'on', undefined],
    ['on', 'on', 'on', undefined],
  ]);
});

const OPEN_WEBUI = new URL('../recordings/open-webui/', import.meta.url);

test('the companion of every release is told of each recorded request that names its messages', () => {
  const asking = readdirSync(OPEN_WEBUI).flatMap((file) =>
    readFileSync(new URL(file, OPEN_WEBUI), 'utf8')
      .split('\n')
      .filter((line) => line.includes('/api/chat/completions"') && line.includes('session_id'))
      .map((line) => (JSON.parse(line) as { body?: string | null }).body ?? '')
      .filter((body) => readAskedMessages(body).length > 0)
      .map((body) => ({
        file,
        tells: openRequests().requests.cleanRequest(body, OF_A_MODEL)?.tells,
      })),
  );
  expect(new Set(asking.map(({ file }) => file)).size).toBeGreaterThan(5);
  expect(asking.filter(({ tells }) => tells === undefined)).toEqual([]);
});

test.each([
  ['one of its replies begins so', ['`⏰ list`\n\nIt is late.'], 'user', true],
  ['it quotes such a line', ['It says:\n`⏰ list`\n\nSo it is.'], 'user', false],
  ['it goes on with the only reply that begins so', ['`⏰ list`\n\nIt is'], 'assistant', false],
])('a request shows a sign of markers, if %s', (_, replies, last, showsSign) => {
  const { requests, evidence } = openRequests();
  const messages = [
    ...replies.map((content) => ({ role: 'assistant', content })),
    ...(last === 'user' ? [{ role: 'user', content: 'Again' }] : []),
  ];
  const body = JSON.stringify({ model: 'm', messages, session_id: 's', id: 'a' });

  expect(requests.cleanRequest(body, OF_A_MODEL)).toMatchObject({
    body,
    showsMarkers: false,
    showsSign,
  });
  expect(evidence.isSigned('a')).toBe(showsSign);
});

test('the markers of one request say nothing about the next', () => {
  const { requests } = openRequests();
  requests.cleanRequest(MARKED, OF_A_MODEL);

  expect(requests.cleanRequest(CLEAN, OF_A_MODEL)).toMatchObject({
    body: CLEAN,
    showsMarkers: false,
  });
});

test('before the site is known to be on, a request is kept unread, and where it is off, not even that', () => {
  const early = openRequests({ isOn: false });
  expect(early.requests.cleanRequest(MARKED, OF_A_MODEL)).toEqual({
    body: MARKED,
    asksReply: false,
    message: null,
    isEarly: true,
  });
  expect(early.sent).toEqual([]);
  expect(
    openRequests({ isOn: false, isOff: true }).requests.cleanRequest(MARKED, OF_A_MODEL),
  ).toBeNull();
});

test('a request says of which tools its history contains real markers, and which a person has written of', () => {
  const real = 'Let me check. \n`💻 date`\n\n\nIt is noon.\n`⏰ list`\n\nNone.';
  const bodyOf = (asked: unknown, content = real, more: object = {}): string =>
    JSON.stringify({
      model: 'm',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content },
        { role: 'user', content: asked },
      ],
      ...more,
    });
  const { requests, evidence } = openRequests();
  const toolsOf = (body: string) => requests.cleanRequest(body, OF_A_MODEL)?.tools;

  expect(toolsOf(bodyOf('Go on.'))).toEqual({ proven: ['💻', '⏰'], asked: [] });
  expect(toolsOf(bodyOf([{ type: 'text', text: 'What is `⏰ list`?' }]))).toEqual({
    proven: ['💻', '⏰'],
    asked: ['⏰'],
  });
  expect(toolsOf(bodyOf('Go on.', '`💻 date`\n\nIt is noon.'))).toBeNull();

  // A socket brings the reply.
  requests.cleanRequest(bodyOf('Go on.', real, { session_id: 's', chat_id: 'c', id: 'a' }));
  expect(evidence.knowsTool('💻', 'c', null, 'a')).toBe(true);
  expect(evidence.knowsTool('📖', 'c', null, 'a')).toBe(false);
  // The chat remembers it.
  expect(evidence.knowsTool('💻', 'c', null, 'b')).toBe(true);
  expect(evidence.knowsTool('💻', 'd', null, 'b')).toBe(false);
});
