import { expect, test } from 'vitest';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import { createKeptReport } from '../../src/bridge/kept-report.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';

function start(reply: number, messageId: string | null = null): PageMessage {
  const message = messageId === null ? null : { chatId: 'chat', messageId };
  return { type: 'reply-start', reply, message, counts: true };
}

function progress(reply: number, call: number, some: Partial<Progress> = {}): PageMessage {
  const nothing = { tool: null, emoji: null, label: null, callId: null } as const;
  const known = { call, source: 'event', status: 'running', provenance: 'server' } as const;
  return { type: 'progress', reply, progress: { ...nothing, ...known, ...some } };
}

function keptOf(...messages: readonly PageMessage[]): PageMessage[] {
  const kept = createKeptReport();
  for (const message of messages) kept.add(message);
  return kept.all(true);
}

test('of each call its last state is said again, by the name it was given, and no time', () => {
  const label = { tool: 'terminal', emoji: '💻', label: 'ls', callId: 'a' };
  const [, call, ...rest] = keptOf(
    start(1, 'm'),
    progress(1, 0, label),
    progress(1, 0, { status: 'failed', receipt: { exitCode: 2 } }),
  );

  expect(call).toEqual(
    progress(1, 0, { ...label, status: 'failed', receipt: { exitCode: 2 }, untimed: true }),
  );
  expect(rest).toEqual([]);
});

test('replies are said again in the order in which they began: beginning, text, notes, end', () => {
  const text: PageMessage = { type: 'reply-text', reply: 1, text: 'Let me' };
  const note: PageMessage = { type: 'note', reply: 1, note: { kind: 'failed', text: '' } };
  const end: PageMessage = { type: 'reply-end', reply: 1 };

  expect(
    keptOf(start(1, 'a'), note, start(2, 'b'), { ...text, text: 'Le' }, text, end, start(1, 'a')),
  ).toEqual([start(1, 'a'), text, note, start(2, 'b')]);
  expect(keptOf(start(1, 'a'), end)).toEqual([start(1, 'a'), end]);
});

test('what is not read any more is over', () => {
  const kept = createKeptReport();
  kept.add(start(1, 'a'));

  expect(kept.all(false)).toEqual([start(1, 'a'), { type: 'reply-end', reply: 1 }]);
});

test('of replies whose message is not known, only the newest can be found again', () => {
  expect(keptOf(start(1), start(2, 'm'), start(3), start(4))).toEqual([start(2, 'm'), start(4)]);
});

test('what says nothing of a reply, or of one that is not known, is not kept', () => {
  expect(
    keptOf({ type: 'hello', late: false }, progress(7, 0), {
      type: 'removed',
      reply: null,
      markers: 1,
    }),
  ).toEqual([]);
});

test('a page that floods it is bounded', () => {
  const many = Array.from({ length: 1000 }, (_, i) => i + 1);
  const kept = keptOf(
    ...many.map((reply) => start(reply, `m${reply}`)),
    ...many.map((call) => progress(1000, call)),
  );

  expect(kept.filter(({ type }) => type === 'reply-start')).toHaveLength(20);
  expect(kept.filter(({ type }) => type === 'progress')).toHaveLength(50);
});
