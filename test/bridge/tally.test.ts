import fc from 'fast-check';
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

  expect(tally.take()).toEqual({ counts: { markers: 3, tools: 0, imitated: 0 }, findings: [] });
  expect(tally.take()).toBeNull();
});

test('a call counts once, however often it changes, also across takes', () => {
  const tally = createTally();
  tally.add(progress(1, 0));
  tally.add(progress(1, 0, { status: 'finished' }));
  tally.add(progress(1, 1));
  tally.add(progress(2, 0));
  expect(tally.take()).toEqual({ counts: { markers: 0, tools: 3, imitated: 0 }, findings: [] });

  tally.add(progress(2, 0, { status: 'ended' }));

  expect(tally.take()).toBeNull();
});

test('what the model made up is no tool', () => {
  const tally = createTally();
  tally.add(progress(1, 0, { provenance: 'imitated', status: 'ended' }));
  tally.add(progress(1, 1, { provenance: 'unknown' }));

  expect(tally.take()).toEqual({ counts: { markers: 0, tools: 1, imitated: 1 }, findings: [] });
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

  expect(tally.take()).toEqual({ counts: { markers: 0, tools: 1, imitated: 0 }, findings: [] });
});

function findings(server: string, repairs: Record<string, number>): PageMessage {
  return { type: 'findings', server, repairs, events: 1, unknown: {} };
}

test('findings are added up by kind of server until they are taken', () => {
  const tally = createTally();
  tally.add(findings('hermes', { done: 2 }));
  tally.add(findings('ollama', { done: 1 }));
  tally.add({ type: 'removed', reply: null, markers: 1 });
  tally.add(findings('hermes', { done: 1, 'bare-json': 1 }));

  expect(tally.take()).toEqual({
    counts: { markers: 1, tools: 0, imitated: 0 },
    findings: [
      { server: 'hermes', repairs: { done: 3, 'bare-json': 1 }, events: 2, unknown: {} },
      { server: 'ollama', repairs: { done: 1 }, events: 1, unknown: {} },
    ],
  });
  expect(tally.take()).toBeNull();
});

test('any interleaving of messages and takes gives the sums', () => {
  const message = fc.oneof(
    fc.record({ repairs: fc.integer({ min: 1, max: 10_000 }), server: fc.constantFrom('', 'hermes', 'ollama') }),
    fc.record({ markers: fc.integer({ min: 1, max: 10 }) }),
    fc.constant('take'),
  );
  fc.assert(
    fc.property(fc.array(message), (steps) => {
      const tally = createTally();
      let [sent, markers, taken, takenMarkers] = [0, 0, 0, 0];
      function take(): void {
        const tallied = tally.take();
        takenMarkers += tallied?.counts.markers ?? 0;
        for (const { repairs } of tallied?.findings ?? []) taken += repairs.done ?? 0;
      }
      for (const step of steps) {
        if (typeof step === 'string') take();
        else if ('markers' in step) {
          tally.add({ type: 'removed', reply: null, markers: step.markers });
          markers += step.markers;
        } else {
          tally.add(findings(step.server, { done: step.repairs }));
          sent += step.repairs;
        }
      }
      take();

      expect([taken, takenMarkers]).toEqual([sent, markers]);
    }),
  );
});
