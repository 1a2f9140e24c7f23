import { expect, test } from 'vitest';
import type { ReplyTrace } from '../../../../src/bridge/reply-trace.ts';
import { NO_ANSWER } from '../../../../src/pages/popup/backend.ts';
import { diagnosisOf, reportOf } from '../../../../src/pages/popup/help/diagnosis.ts';

function trace(...steps: readonly string[]): ReplyTrace {
  return { way: 'response', steps, dropped: 0, badge: 'reply' };
}

/** @returns the trace of a reply of which this was seen */
function seen(...ids: readonly string[]): ReplyTrace {
  return trace(...ids.map((id, i) => `${i} seen ${id}`));
}

test('a reply is told as the doctor would: its format, what is wrong with it and what is done about that', () => {
  const diagnosis = diagnosisOf(
    seen('hermes', 'openai-chat', 'unknown-event', 'tool-call-split', 'done'),
  );

  expect(diagnosis).toMatchObject({
    format: ['Hermes', 'OpenAI chat completions'],
    unknownEvents: true,
    defects: [
      { id: 'tool-call-split' },
      { id: 'done', defect: expect.stringMatching(/\[DONE\]/), whatWeDo: expect.any(String) },
    ],
  });
});

test('calls count once, by what became of them, and so do markers and notes', () => {
  const diagnosis = diagnosisOf(
    trace(
      '0 start',
      '10 call 0 running',
      '20 call 1 running',
      '30 marker removed',
      '40 call 0 failed',
      '50 call 1 ran',
      '55 call 2 ran',
      '60 note stopped',
      '70 end',
    ),
  );

  expect(diagnosis).toMatchObject({
    calls: { failed: 1, ran: 2 },
    markers: 1,
    notes: ['stopped'],
    ended: true,
    defects: [],
  });
});

test('words that a page made up are left out', () => {
  const diagnosis = diagnosisOf(seen('my-secret', 'constructor', 'done'));

  expect(JSON.stringify(diagnosis)).not.toMatch(/secret|constructor/);
  expect(diagnosis.defects).toHaveLength(1);
});

test('the report names no chat, no word of a page, and no secret of a server', () => {
  const report = reportOf({
    version: '1.0.0',
    tab: { ...NO_ANSWER, waitsIn: 'chat-of-mine', trace: seen('my-secret', 'done') },
    companion: {
      admin: true,
      state: {
        kind: 'unknown',
        why: 'nginx at proxy.internal:8443 refused Bearer sk-proj-1234567890abcdef1234567890abcdef',
      },
    },
  });

  expect(report).not.toMatch(/chat-of-mine|my-secret|sk-proj-1|proxy|8443/);
  expect(JSON.parse(report)).toMatchObject({
    version: '1.0.0',
    tab: { waitsIn: true, trace: { badge: 'reply', steps: ['1 seen done'] } },
    companion: { state: { kind: 'unknown', why: expect.stringContaining('Bearer') } },
    lastReply: { defects: [{ id: 'done' }] },
  });
});

test('without an answer or a reply, the report says so', () => {
  expect(JSON.parse(reportOf({ tab: null, companion: null }))).toEqual({
    tab: null,
    companion: null,
    lastReply: null,
  });
});
