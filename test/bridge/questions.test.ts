/** Which question of a page is answered, and what becomes of the answer. */
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createWaiting } from '../../src/bridge/waiting.ts';
import type { Answered } from '../../src/approvals/requests.ts';
import type {
  Problem,
  ProgressStatus,
  Question,
} from '../../src/normalizer/progress/progress-types.ts';

beforeEach(() => {
  fakeBrowser.reset();
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(undefined);
});

const FIRST: Question = {
  runId: 'run',
  requestId: '1',
  server: 'http://agent:8642',
  command: 'rm -rf old',
  reason: 'recursive delete',
  choices: ['once', 'deny'],
  answeredBy: 'you',
};
const SECOND = { ...FIRST, requestId: '2', command: 'rm -rf new' };

function openPage() {
  const document = { hidden: false, title: 'Chat' };
  const view = Object.assign(new EventTarget(), { document });
  const life = new AbortController();
  const waiting = createWaiting(view as unknown as Window, life.signal, () => {});

  function say(call: number, status: ProgressStatus, question?: Question): void {
    const progress = {
      call,
      source: 'event',
      tool: null,
      emoji: null,
      label: null,
      callId: null,
      status,
      provenance: 'server',
      ...(question && { question }),
    } as const;
    waiting.add({ type: 'progress', reply: 1, progress });
  }

  return {
    waiting,
    say,
    ask: (question: Question, call = 0) => say(call, 'waiting', question),
    endReply: () => waiting.add({ type: 'reply-end', reply: 1 }),
    leave: () => view.dispatchEvent(new Event('pagehide')),
    /** What is known so far of an answer. */
    answer(question: Question): { outcome: Answered | null | undefined } {
      const told: { outcome: Answered | null | undefined } = { outcome: undefined };
      const outcome = waiting.outcomeOf(question);
      if (!outcome) told.outcome = null;
      void outcome?.then((answered) => (told.outcome = answered));
      return told;
    },
  };
}

async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('questions are answered in the order in which they were asked, but for the one that a person wants to see', () => {
  const { waiting, ask } = openPage();
  expect(waiting.next()).toBeNull();
  ask(FIRST);
  ask(SECOND, 1);
  expect(waiting.next()).toEqual({ question: FIRST, others: 1 });

  waiting.look(SECOND);
  expect(waiting.next()).toEqual({ question: SECOND, others: 1 });
});

test('a question that takes no answer any more comes last', () => {
  const { waiting, ask } = openPage();
  const late: Question = { ...FIRST, problem: 'late' };
  ask(late);
  expect(waiting.next()).toEqual({ question: late, others: 0 });
  ask(SECOND, 1);
  expect(waiting.next()).toEqual({ question: SECOND, others: 1 });
});

test.each(['dialog', 'admin', 'elsewhere'] as const)(
  'a question that is answered otherwise (%s) is none for the window',
  (answeredBy) => {
    const { waiting, ask } = openPage();
    ask({ ...FIRST, answeredBy });
    expect(waiting.next()).toBeNull();
    expect(waiting.outcomeOf({ ...FIRST, answeredBy })).toBeNull();
  },
);

test.each<[what: string, read: Partial<Question>]>([
  ['command', { command: 'rm -rf old ' }],
  ['run', { runId: 'other' }],
  ['id', { requestId: '2' }],
  ['server', { server: 'http://agent:8643' }],
  ['reason', { reason: '' }],
  ['pattern', { pattern: 'everything' }],
])('an answer to another %s than that which waits is none', (_what, read) => {
  const { ask, answer } = openPage();
  ask(FIRST);
  expect(answer({ ...FIRST, ...read }).outcome).toBeNull();
  expect(answer(FIRST).outcome).toBeUndefined();
});

test.each<[what: string, then: (page: ReturnType<typeof openPage>) => void, outcome: Answered]>([
  ['the agent goes on', ({ say }) => say(0, 'running'), 'taken'],
  ['the call is over', ({ say }) => say(0, 'unknown'), 'taken'],
  ['the reply ends', ({ endReply }) => endReply(), 'late'],
  ['the page is left', ({ leave }) => leave(), 'late'],
  ['the question changes', ({ ask }) => ask({ ...FIRST, command: 'rm -rf /' }), 'changed'],
  ...(['late', 'refused', 'failed'] satisfies Problem[])
    .map(
      (problem) =>
        [
          `the agent does not take it (${problem})`,
          ({ ask }: ReturnType<typeof openPage>) => ask({ ...FIRST, problem }),
          problem,
        ] as const,
    )
    .map((row) => [...row] as [string, (page: ReturnType<typeof openPage>) => void, Answered]),
])('an answer after which %s', async (_what, then, outcome) => {
  const page = openPage();
  page.ask(FIRST);
  const told = page.answer(FIRST);
  // The same once more is no news.
  page.ask({ ...FIRST });
  await quiet();
  expect(told.outcome).toBeUndefined();

  then(page);
  await quiet();
  expect(told.outcome).toBe(outcome);
});

test('after an answer that did not arrive, the next one counts', async () => {
  const page = openPage();
  page.ask(FIRST);
  page.answer(FIRST);
  page.ask({ ...FIRST, problem: 'failed' });
  const next = page.answer(FIRST);
  page.say(0, 'running');
  await quiet();
  expect(next.outcome).toBe('taken');
});
