/** A tool call in the text of a reply is reported once the reply is over, whatever carried it. */
import './browser-shape.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { findWrittenCall } from '../../src/normalizer/text/written-calls.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { CHAT, GENERATIONS, MESSAGE } from '../normalizer/open-webui/streams.ts';
import { bytesOf, chatBody, pushAll } from '../normalizer/splits.ts';

function stage() {
  const told: string[] = [];
  const tell = (message: PageMessage): void =>
    void told.push(message.type === 'note' ? message.note.kind : message.type);
  return { told, replies: createReplies(tell, () => true) };
}

/** @param cut where the body is split, in bytes */
function tellOfBody(deltas: readonly string[], cut = 0): readonly string[] {
  const { told, replies } = stage();
  const { report } = replies.open(null);
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    reportsText: true,
    report,
  });
  const body = bytesOf(chatBody(deltas));
  if (normalizer) pushAll(normalizer, body, [cut, body.length]);
  normalizer?.end();
  return told.filter((type) => type !== 'reply-text' && type !== 'seen');
}

function tellOfSocket(packets: readonly string[]): readonly string[] {
  const { told, replies } = stage();
  const { report } = replies.open({ chatId: CHAT, messageId: MESSAGE });
  const normalizer = createSocketNormalizer({ report: (_message, event) => report(event) });
  for (const packet of packets) normalizer.receive(packet);
  return told;
}

const CALL = [
  '<think>I look.</think>\n\n',
  '<tool_',
  'call>\n{"name": "terminal", "argu',
  'ments": {"command": "ls"}}\n',
  '</tool_call>',
];
const TOLD = ['reply-start', 'written', 'reply-end'];

test('the call is told before the end of its reply, at every cut', () => {
  for (let cut = 0; cut <= bytesOf(chatBody(CALL)).length; cut++)
    expect([cut, tellOfBody(CALL, cut)]).toEqual([cut, TOLD]);
});

test('a text without a call, or with one in a code block, is not', () => {
  for (const deltas of [
    ['All ', 'done.'],
    ['It looks like this:\n```xml\n', ...CALL.slice(1), '\n```\nSo far.'],
  ])
    expect(tellOfBody(deltas)).toEqual(['reply-start', 'reply-end']);
});

test('a call in words is told if its tool is offered, or one of the agent', () => {
  for (const tools of [['find_part'], []]) {
    const { told, replies } = stage();
    const { report } = replies.open(null, undefined, 'response', () => tools);
    report({ type: 'start' });
    report({ type: 'text', text: '{"name": "find_part", "arguments": {"size": 3}}' });
    report({ type: 'end' });
    const kinds = told.filter((kind) => kind !== 'reply-text');
    expect(kinds).toEqual(tools.length > 0 ? TOLD : ['reply-start', 'reply-end']);
  }
});

test.each(GENERATIONS)('over the socket of Open WebUI it is told, too: $name', ({ packets }) => {
  const told = tellOfSocket(packets(CALL));

  expect(told).toEqual(TOLD);
  expect(tellOfSocket(packets(['All ', 'done.']))).toEqual(['reply-start', 'reply-end']);
});

test('of the corpus, every call that is found is told, and no other text', () => {
  const samples = (name: string) =>
    JSON.parse(
      readFileSync(new URL(`../recordings/written-calls/${name}.json`, import.meta.url), 'utf8'),
    ) as readonly {
      readonly text: string;
      readonly tools?: readonly string[];
    }[];
  const isTold = ({ text }: { readonly text: string }) =>
    tellOfBody(text.match(/[^]{1,9}/g) ?? []).includes('written');

  const calls = samples('calls').filter(({ text }) => findWrittenCall(text));
  expect(calls.filter((one) => !isTold(one))).toEqual([]);
  expect(samples('innocent').filter(isTold)).toEqual([]);
});
