import './browser-shape.ts';
import { pass } from './fake-clock.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createAgents } from '../../src/hook/agent.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createRepairCount } from '../../src/hook/repair-count.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import type { Hermes } from '../../src/settings/hermes.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createResponses, mayConcern } from '../../src/hook/responses.ts';
import type { ResponseHead } from '../../src/hook/transports/traffic.ts';
import { bytesOf, joinedText, textOf } from '../normalizer/splits.ts';

const HEAD: ResponseHead = {
  contentType: 'text/event-stream',
  url: 'http://host/chat',
  sessionId: null,
  request: null,
};
const STREAM = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '`📝 update-readme`\n\nIt is late.' } }] })}\n\ndata: [DONE]\n\n`;

function openResponses({ isOn = true, hermes = true as Hermes, silentAfter = 30_000 } = {}) {
  const sent: PageMessage[] = [];
  const send = (message: PageMessage): void => void sent.push(message);
  const cleaning = createCleaning();
  const evidence = createEvidenceMemory('http://host', send);
  evidence.set({ hermes });
  const responses = createResponses({
    isOn: () => isOn,
    repairs: () => new Set(),
    cleansStored: () => true,
    cleaning,
    evidence,
    inspector: createInspector(send),
    replies: createReplies(send, cleaning.cleans, silentAfter),
    agents: createAgents(() => true),
    countRepair: createRepairCount(send),
    onUnread: () => send({ type: 'unread' }),
    onRemoved() {},
    stopOf: (tell) => tell,
  });
  return { responses, sent };
}

/** @returns the text that a page reads of the stream */
function read(
  { responses }: ReturnType<typeof openResponses>,
  head: ResponseHead,
  stream = STREAM,
): string {
  const body = responses.openBody(head);
  const out =
    (body?.push(bytesOf(stream)) ?? []).map(textOf).join('') + textOf(body?.end() ?? bytesOf(''));
  return joinedText(out);
}

test('a reply is cleaned on a site that runs Hermes, and reported', () => {
  const opened = openResponses();

  expect(read(opened, HEAD)).toBe('\nIt is late.');
  expect(opened.sent.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['reply-start', 'reply-end']),
  );
});

test('elsewhere the markers of its request say whether it is cleaned', () => {
  const request = { body: '', asksReply: true, message: null, showsMarkers: true };

  expect(read(openResponses({ hermes: [] }), { ...HEAD, request })).toBe('\nIt is late.');
  expect(
    read(openResponses({ hermes: [] }), { ...HEAD, request: { ...request, showsMarkers: false } }),
  ).toBe('`📝 update-readme`\n\nIt is late.');
});

test('elsewhere a line in the words of Hermes goes if an earlier reply of the chat begins so, too', () => {
  const stream = STREAM.replace('📝 update-readme', '⏰ list');
  const request = { body: '', asksReply: true, message: null };

  expect(read(openResponses({ hermes: [] }), { ...HEAD, request }, stream)).toBe(
    '`⏰ list`\n\nIt is late.',
  );
  expect(
    read(
      openResponses({ hermes: [] }),
      { ...HEAD, request: { ...request, showsSign: true } },
      stream,
    ),
  ).toBe('\nIt is late.');
});

test.each([
  ['its request contains real markers of the tool', { proven: ['💻'], asked: [] }, 1],
  ['they are of another tool', { proven: ['⏰'], asked: [] }, 0],
  ['the person has written of the tool', { proven: ['💻'], asked: ['💻'] }, 0],
  ['it contains none', null, 0],
])('a line that may be a faked call is told if %s', (_, tools, told) => {
  const text = 'Sure.\n\n`💻 ls -la`\n\nThere are three files.';
  const stream = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\ndata: [DONE]\n\n`;
  const opened = openResponses();

  const request = { body: '', asksReply: true, message: null, tools };
  expect(read(opened, { ...HEAD, request }, stream)).toBe(text);
  const notes = opened.sent.filter(({ type }) => type === 'note');
  expect(notes).toEqual(
    told === 0 ? [] : [{ type: 'note', reply: 1, note: { kind: 'lookalike', text: '💻 ls -la' } }],
  );
  // Before the end of the reply, so that it is shown with it.
  expect(opened.sent.at(-1)).toMatchObject({ type: 'reply-end' });
});

test('before the site is known to be on, bodies are left alone', () => {
  expect(openResponses({ isOn: false }).responses.openBody(HEAD)).toBeNull();
});

test('a stream that its page resumes at a byte is left alone', () => {
  const head = { ...HEAD, url: 'https://chat.example/v1/chat/completions', conversation: 'c' };

  expect([mayConcern(head), openResponses().responses.openBody(head)]).toEqual([false, null]);
  expect(mayConcern({ ...head, conversation: null })).toBe(true);
});

const ASKED = { body: '', asksReply: true, message: null };
const UNKNOWN = 'data: {"piece":"a"}\n\n';

test.each([
  ['many messages that no dialect knows', { ...HEAD, request: ASKED }, UNKNOWN.repeat(33), 1],
  ['few of them, such as an error', { ...HEAD, request: ASKED }, UNKNOWN.repeat(32), 0],
  [
    'a reply after some of them',
    { ...HEAD, request: ASKED },
    UNKNOWN.repeat(32) + STREAM + UNKNOWN.repeat(9),
    0,
  ],
  ['many that answer no request for a reply', HEAD, UNKNOWN.repeat(33), 0],
  [
    'a stream that its page resumes',
    { ...HEAD, url: 'http://host/v1/messages', conversation: 'c', request: ASKED },
    '',
    1,
  ],
  ['what is no stream', { ...HEAD, contentType: 'image/png', request: ASKED }, '', 0],
])('%s: told as unread, %s', (_what, head: ResponseHead, stream, times) => {
  const { responses, sent } = openResponses();
  const body = responses.openBody(head);
  body?.push(bytesOf(stream));
  body?.end();

  expect(sent.filter(({ type }) => type === 'unread')).toHaveLength(times);
});

const PANEL = readFileSync(new URL('../recordings/chat-pages/panel.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { data: string }).data);
const SAID = ['<p>Let me', ' look.\n<code>⏰ list</code></p>', '\n<p>Three jobs.', ' </p>'];

/** A server that renders the replies itself. */
test.each<[what: string, messages: readonly string[], told: readonly string[]]>([
  ['Panel, as recorded', PANEL, ['unread']],
  [
    'Panel, with much before',
    [...PANEL.slice(0, 7), ...Array<string>(40).fill('{"events":[]}'), ...PANEL.slice(7)],
    ['unread'],
  ],
  [
    'states in markup, as of NiceGUI',
    SAID.map((_, i) =>
      JSON.stringify({ 7: { props: { innerHTML: SAID.slice(0, i + 1).join('') } } }),
    ),
    ['unread', 'reply-expected'],
  ],
  [
    'a script in a message',
    [JSON.stringify({ code: `run(${JSON.stringify(SAID.join(''))})` })],
    ['unread'],
  ],
  ['markup without a marker', PANEL.slice(0, 7), []],
])('%s: it stays as it is, and is told as unread once', (_what, messages, told) => {
  for (const carrier of ['socket', 'body']) {
    const { responses, sent } = openResponses();
    const events = responses.openEvents('ws://host/ws');
    const body = responses.openBody({ ...HEAD, contentType: 'application/x-ndjson' })!;
    const shown = messages.map((data) =>
      carrier === 'socket'
        ? events.receive(null, data)
        : body
            .push(bytesOf(`${data}\n`))
            .map(textOf)
            .join('')
            .slice(0, -1),
    );

    expect(shown).toEqual(messages);
    expect(sent.map(({ type }) => type).toSorted()).toEqual(told.toSorted());
    expect(sent.filter(({ type }) => type === 'unread')).toEqual(
      told.includes('unread') ? [{ type: 'unread', rendered: true }] : [],
    );
  }
});

test('a page is watched as soon as a text grows in a form that no dialect knows', () => {
  const { responses, sent } = openResponses();
  const body = responses.openBody(HEAD)!;
  for (const piece of ['Let me look ', 'at the clock.', ' A moment.'])
    body.push(bytesOf(`data: {"piece":"${piece}"}\n\n`));

  expect(sent).toEqual([{ type: 'reply-expected', read: true }]);
});

test('signs of life alone make no reply heard, whether it is fetched or arrives by events', async () => {
  const silentAfter = 100;
  const chunk = '{"choices":[{"index":0,"delta":{"content":"Hello"}}]}';
  const fetched = openResponses({ silentAfter });
  const body = fetched.responses.openBody(HEAD)!;
  const events = openResponses({ silentAfter });
  const source = events.responses.openEvents('http://host/events');
  for (const alive of [true, false]) {
    body.push(bytesOf(`data: ${chunk}\n\n`));
    source.receive(null, chunk);
    for (let i = 0; i < 4; i++) {
      await pass(silentAfter / 2);
      body.push(bytesOf(alive ? ': keepalive\n\n' : `data: ${chunk}\n\n`));
      if (!alive) source.receive(null, chunk);
    }
  }

  const notes = ['silent', 'heard'];
  for (const { sent } of [fetched, events])
    expect(sent.flatMap((message) => (message.type === 'note' ? [message.note.kind] : []))).toEqual(
      notes,
    );
});
