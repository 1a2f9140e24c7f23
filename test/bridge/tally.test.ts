import { expect, test } from 'vitest';
import { createTally } from '../../src/bridge/tally.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { Progress } from '../../src/normalizer/types.ts';

function progress(reply: number, call: number, change: Partial<Progress> = {}): PageMessage {
  const whole: Progress = {
    call, source: 'event', tool: null, emoji: null, label: null, callId: null, status: 'running', provenance: 'server', ...change,
  };
  return { type: 'progress', reply, progress: whole };
}

test('nothing to take until something is counted, and again after it was taken', () => {
  const tally = createTally();
  expect(tally.take()).toBeNull();

  tally.add({ type: 'reply-start', reply: 1, message: null, counts: true });
  tally.add({ type: 'removed', reply: null, markers: 2 });
  tally.add({ type: 'removed', reply: 1, markers: 1 });

  expect(tally.take()).toEqual({ markers: 3, tools: 0, imitated: 0 });
  expect(tally.take()).toBeNull();
});

test('a call counts once, however often it changes, also across takes', () => {
  const tally = createTally();
  tally.add(progress(1, 0));
  tally.add(progress(1, 0, { status: 'finished' }));
  tally.add(progress(1, 1));
  tally.add(progress(2, 0));
  expect(tally.take()).toEqual({ markers: 0, tools: 3, imitated: 0 });

  tally.add(progress(2, 0, { status: 'ended' }));

  expect(tally.take()).toBeNull();
});

test('what the model made up is no tool', () => {
  const tally = createTally();
  tally.add(progress(1, 0, { provenance: 'imitated', status: 'ended' }));
  tally.add(progress(1, 1, { provenance: 'unknown' }));

  expect(tally.take()).toEqual({ markers: 0, tools: 1, imitated: 1 });
});

test('a reply that another tab counts is not counted, until this page goes on with it', () => {
  const tally = createTally();
  const message = { chatId: 'c', messageId: 'm' };
  tally.add({ type: 'reply-start', reply: 1, message, counts: false });
  tally.add(progress(1, 0));
  tally.add({ type: 'removed', reply: 1, markers: 1 });
  expect(tally.take()).toBeNull();

  tally.add({ type: 'reply-start', reply: 1, message, counts: true });
  tally.add(progress(1, 1));

  expect(tally.take()).toEqual({ markers: 0, tools: 1, imitated: 0 });
});
