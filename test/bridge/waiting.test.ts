import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createWaiting } from '../../src/bridge/waiting.ts';
import type { PageMessage } from '../../src/bridge/protocol.ts';
import type { ProgressStatus, Question } from '../../src/normalizer/progress/progress-types.ts';

let sent: unknown[];

beforeEach(() => {
  fakeBrowser.reset();
  sent = [];
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation((message) => {
    sent.push((message as unknown as { waits: boolean }).waits);
    return Promise.resolve();
  });
});

function openPage(hidden: boolean) {
  const document = { hidden, title: 'Chat', URL: 'https://chat.example/c/here' };
  const view = Object.assign(new EventTarget(), { document });
  const life = new AbortController();
  const elsewhere: (string | null)[] = [];
  const waiting = createWaiting(
    view as unknown as Window,
    life.signal,
    (chat) => void elsewhere.push(chat),
  );
  return {
    document,
    life,
    waiting,
    elsewhere,
    show(hidden: boolean) {
      document.hidden = hidden;
      view.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

function change(
  status: ProgressStatus,
  answeredBy: Question['answeredBy'] = 'you',
  call = 0,
): PageMessage {
  const question: Question = {
    runId: 'r',
    requestId: 'q',
    command: 'rm',
    reason: '',
    choices: ['once'],
    answeredBy,
  };
  const named = {
    call,
    source: 'event',
    tool: null,
    emoji: null,
    label: null,
    callId: null,
  } as const;
  const progress = {
    ...named,
    status,
    provenance: 'server',
    ...(status === 'waiting' && { question }),
  } as const;
  return { type: 'progress', reply: 1, progress };
}

test('a hidden page says in its title that an agent waits, until somebody looks or it goes on', () => {
  const { document, waiting, show } = openPage(true);
  waiting.add(change('running'));
  expect(document.title).toBe('Chat');
  waiting.add(change('waiting'));
  expect(document.title).toBe('⏳ Chat');
  show(false);
  expect(document.title).toBe('Chat');
  show(true);
  expect(document.title).toBe('⏳ Chat');
  waiting.add(change('unknown'));
  expect(document.title).toBe('Chat');
  expect(sent).toEqual([true, false]);
});

test('a title that the page has changed meanwhile stays', () => {
  const { document, waiting } = openPage(true);
  waiting.add(change('waiting'));
  document.title = 'Another chat';
  waiting.add({ type: 'reply-end', reply: 1 });

  expect(document.title).toBe('Another chat');
});

test.each<[what: string, end: (page: ReturnType<typeof openPage>) => void]>([
  ['the end of the reply', ({ waiting }) => waiting.add({ type: 'reply-end', reply: 1 })],
  ['the site being switched off', ({ waiting }) => waiting.clear()],
  ['the end of the script', ({ life }) => life.abort()],
])('%s ends the wait', (_what, end) => {
  const page = openPage(true);
  page.waiting.add(change('waiting'));
  end(page);

  expect(page.document.title).toBe('Chat');
  expect(sent).toEqual([true, false]);
});

test('one of two that still waits is enough, and other replies end nothing', () => {
  const { waiting } = openPage(false);
  waiting.add(change('waiting', 'dialog', 0));
  waiting.add(change('waiting', 'elsewhere', 1));
  expect(waiting.waitsFor()).toBe('elsewhere');
  waiting.add(change('denied', 'you', 1));
  expect(waiting.waitsFor()).toBe('dialog');
  waiting.add(change('waiting', 'elsewhere', 1));
  waiting.add(change('denied', 'you', 0));
  waiting.add({ type: 'reply-end', reply: 11 });

  // Once with each question.
  expect(sent).toEqual([true, true, true]);
});

test('a question for an administrator tells nobody else', () => {
  const { document, waiting } = openPage(true);
  waiting.add(change('waiting', 'admin'));

  expect({ title: document.title, sent }).toEqual({ title: 'Chat', sent: [] });
  expect(waiting.waitsFor()).toBeNull();
});

function begins(chatId: string): PageMessage {
  return { type: 'reply-start', reply: 1, message: { chatId, messageId: 'm' }, counts: true };
}

test('a question of another chat names that chat, until its dialog is open or it is over', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { waiting, elsewhere } = openPage(false);
  waiting.add(begins('there'));
  waiting.add(change('waiting', 'chat'));
  expect([waiting.waitsFor(), waiting.waitsIn()]).toEqual(['chat', 'there']);
  // A new chat is none for a moment.
  expect(elsewhere).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(elsewhere).toEqual(['there']);

  waiting.add(change('waiting', 'dialog'));
  expect([waiting.waitsFor(), waiting.waitsIn()]).toEqual(['dialog', null]);
  expect(elsewhere).toEqual(['there', null]);
  waiting.add(change('waiting', 'chat'));
  waiting.add(change('unknown'));
  vi.advanceTimersByTime(2000);
  expect(elsewhere).toEqual(['there', null]);
});

test('nothing has to be opened for a question of the chat on the screen, or of one without an address', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const chat of ['here', 'local:abc', '../x']) {
    const { waiting, elsewhere } = openPage(false);
    waiting.add(begins(chat));
    waiting.add(change('waiting', 'chat'));
    vi.advanceTimersByTime(2000);
    expect([chat, waiting.waitsIn(), elsewhere]).toEqual([chat, null, []]);
  }
});
