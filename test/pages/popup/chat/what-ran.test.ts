import { expect, test } from 'vitest';
import type { CallRequest } from '../../../../src/companion/open-webui-call.ts';
import { message } from '../../../../src/languages/messages.ts';
import { askWhatRan, readWhatRan } from '../../../../src/pages/popup/chat/what-ran.ts';
import { storedTexts as texts } from '../../../../src/pages/popup/texts.ts';

const said = (parentId: string | null, role: string, content: string, model?: string) => ({
  parentId,
  role,
  content,
  ...(model !== undefined && { model }),
});
/** The first answer was written again; the second one is open. */
const CHAT = {
  models: ['other'],
  history: {
    currentId: 'a2',
    messages: {
      q1: said(null, 'user', 'Hi'),
      a1: said('q1', 'assistant', 'Yes?', 'hermes'),
      a2: said('q1', 'assistant', 'Hello.', 'hermes'),
    },
  },
};

/** @returns what is said of the chat, and what the server was asked */
async function ask(chat: Readonly<Record<string, unknown>>, status: number, body: unknown) {
  const asked: CallRequest[] = [];
  const call = (request: CallRequest) => {
    asked.push(request);
    return Promise.resolve({ status, body });
  };
  return { told: await askWhatRan(call, 'c1', chat), asked };
}

test('the open branch of a chat is sent, and the record that comes back is listed', async () => {
  const { told, asked } = await ask(CHAT, 200, {
    record: {
      state: 'same',
      calls: [{ tool: 'terminal', label: 'ls', status: 'ran', exit_code: 0, time: 1_780_000_000.5 }],
    },
  });

  expect(told).toEqual({ lines: [{ text: 'Ran ls', error: '', when: 1_780_000_000_500 }] });
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/api/chat/completed',
      body: {
        model: 'hermes',
        messages: [
          { id: 'q1', role: 'user', content: 'Hi' },
          { id: 'a2', role: 'assistant', content: 'Hello.' },
        ],
        chat_id: 'c1',
        id: 'a2',
        session_id: '',
        stream_fixer: 'record',
      },
    },
  ]);
});

test.each<[what: string, status: number, body: unknown, why: string]>([
  ['no record', 200, { record: { state: 'none' } }, texts.noRecord],
  ['a model that the server does not know', 400, { detail: 'Model not found' }, texts.noRecord],
  ['the record of another chat', 200, { record: { state: 'other', calls: [{}] } }, texts.otherRecord],
  ['a member', 200, { record: { state: 'admin' } }, texts.adminOnly],
  ['no companion, or an older one', 200, { messages: [] }, texts.needsCompanion],
  ['an answer of another shape', 200, { record: { calls: [] } }, texts.needsCompanion],
  ['no calls', 200, { record: { state: 'same', calls: null } }, message('statistics_noTools')],
  ['too many requests', 429, null, message('healing_trouble_tooOften')],
])('says why nothing is listed: %s', async (_what, status, body, why) => {
  expect((await ask(CHAT, status, body)).told).toEqual({ why });
});

test('a chat whose messages lead in a circle, or to none, is sent as far as it goes', async () => {
  const circle = { history: { currentId: 'a', messages: { a: said('a', 'user', 'Hi') } } };
  const { asked } = await ask({ models: ['hermes'], history: { currentId: 'gone' } }, 200, null);

  expect(asked[0]!.body).toMatchObject({ model: 'hermes', messages: [] });
  expect(await ask(circle, 200, null)).toMatchObject({ told: { why: texts.needsCompanion } });
});

test.each<[call: unknown, text: string, error?: string]>([
  [{ tool: 'terminal', label: 'exit 3', status: 'failed', exit_code: 3 }, 'terminal · exit 3 · failed (exit code 3)'],
  [{ tool: 'terminal', status: 'denied', error: 'BLOCKED:\n no' }, 'terminal · not allowed', 'BLOCKED: no'],
  [{ tool: 'read_file', label: '/a/notes.md', status: 'ran' }, 'Read /a/notes.md'],
  [{ tool: 'todo', label: '{"x":1}', status: 'ran' }, 'Used todo'],
  [{ tool: 'terminal', status: 'ran' }, 'Ran terminal'],
  [{ tool: 'terminal', label: 'ls\u202Egnp', status: 'running', time: 'x' }, 'terminal · ls gnp'],
  [{ tool: 9, label: {}, status: null, exit_code: 'x', error: [] }, 'Tool'],
])('a call is told in the words of the badge: %j', (call, text, error = '') => {
  const record = { state: 'same', cut: true, calls: [null, call] };
  expect(readWhatRan(record)).toEqual({
    lines: [
      { text: '…', error: '', when: null },
      { text, error, when: null },
    ],
  });
});
