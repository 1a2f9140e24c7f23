import { expect, test } from 'vitest';
import type { CallRequest } from '../../../../src/companion/open-webui-call.ts';
import { message } from '../../../../src/languages/messages.ts';
import { askWhatRan, readWhatRan } from '../../../../src/pages/popup/chat/what-ran.ts';
import { storedTexts as texts } from '../../../../src/pages/popup/texts.ts';

const asked = (content: string, parentId: string) => ({
  role: 'user',
  content,
  parentId,
  timestamp: 1_780_000_000,
});
const answered = (content: string) => ({
  role: 'assistant',
  content,
  parentId: 'q',
  model: 'hermes',
});

/** @returns what is said of a chat whose answer was written twice, and what the server was asked */
async function ask(status: number, body: unknown, question = asked('Hi', '')) {
  const calls: CallRequest[] = [];
  const messages = { q: question, a: answered('Yes?'), b: answered('Hello.') };
  const call = (request: CallRequest) => Promise.resolve({ status, body, n: calls.push(request) });
  const told = await askWhatRan(call, 'c', {
    models: ['other'],
    history: { currentId: 'b', messages },
  });
  return { told, calls };
}

test('the open branch of a chat is sent, and the record that comes back is listed', async () => {
  const listed = [
    { tool: 'terminal', label: 'ls', status: 'ran', exit_code: 0, time: 1_780_000_000.5 },
  ];
  const { told, calls } = await ask(200, { record: { state: 'same', calls: listed } });

  expect(told).toEqual({
    lines: [{ text: 'Ran ls', error: '', subAgents: [], when: 1_780_000_000_500 }],
  });
  const messages = [
    { id: 'q', role: 'user', content: 'Hi', timestamp: 1_780_000_000 },
    { id: 'b', role: 'assistant', content: 'Hello.' },
  ];
  const body = {
    model: 'hermes',
    messages,
    chat_id: 'c',
    id: 'b',
    session_id: '',
    stream_fixer: 'record',
  };
  expect(calls).toEqual([{ method: 'POST', path: '/api/chat/completed', body }]);
});

test.each<[what: string, status: number, body: unknown, why: string]>([
  ['no record', 200, { record: { state: 'none' } }, texts.noRecord],
  ['a model that the server does not know', 400, { detail: 'Model not found' }, texts.noRecord],
  [
    'the record of another chat',
    200,
    { record: { state: 'other', calls: [{}] } },
    texts.otherRecord,
  ],
  ['a member', 200, { record: { state: 'admin' } }, texts.adminOnly],
  ['no companion, or an older one', 200, { messages: [] }, texts.needsCompanion],
  ['no calls', 200, { record: { state: 'same', calls: null } }, message('statistics_noTools')],
  ['too many requests', 429, null, message('healing_trouble_tooOften')],
])(
  'says why nothing is listed, also for a chat that leads in a circle: %s',
  async (_what, status, body, why) => {
    expect((await ask(status, body, asked('Hi', 'b'))).told).toEqual({ why });
  },
);

test.each<[call: unknown, text: string, error?: string]>([
  [
    { tool: 'terminal', label: 'exit 3', status: 'failed', exit_code: 3 },
    'terminal · exit 3 · failed (exit code 3)',
  ],
  [
    { tool: 'terminal', label: '', status: 'denied', error: 'BLOCKED:\n no' },
    'terminal · not allowed',
    'BLOCKED: no',
  ],
  [{ tool: 'todo', label: '{"x":1}', status: 'ran' }, 'Used todo'],
  [{ tool: 'terminal', label: 'ls\u202Egnp', status: 'running', time: 1e300 }, 'terminal · ls gnp'],
  [{ tool: 9, label: {}, status: null, exit_code: 'x', error: [] }, 'Tool'],
])('a call is told in the words of the badge: %j', (call, text, error = '') => {
  const cut = { text: '…', error: '', subAgents: [], when: null };
  expect(readWhatRan({ state: 'same', cut: true, calls: [null, call] })).toEqual({
    lines: [cut, { text, error, subAgents: [], when: null }],
  });
});

test('sub-agents are listed below their call', () => {
  const call = {
    ...{ tool: 'delegate_task', label: 'look', status: 'unknown', time: 1_780_000_000 },
    sub_agents: [
      { state: 'worked', seconds: 5.1, tokens: 30 },
      { state: 'failed', error: 'HTTP 429' },
      'html',
    ],
  };
  expect(readWhatRan({ state: 'same', calls: [call] })).toMatchObject({
    lines: [
      {
        subAgents: [
          'Sub-agent 1: ended by itself · 5.1 s · 30 tokens',
          'Sub-agent 2: failed: HTTP 429',
        ],
      },
    ],
  });
});
