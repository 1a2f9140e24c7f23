import { expect, test } from 'vitest';
import { createOpenWebUiChats } from '../../src/healing/open-webui-chats.ts';
import { makeChat } from './chats.ts';
import { createFakeOpenWebUi, GENERATIONS } from './fake-open-webui.ts';
import { begin, heal, scan, serverOf } from './steps.ts';

test.each(GENERATIONS)('%s: a chat that is healed is not sent as a whole where messages are merged', async (generation) => {
  const fake = serverOf(generation, 1);
  const healing = begin(generation, fake);
  await scan(healing);

  await heal(healing, ['c0']);

  const sent = fake.requests.find(({ method }) => method === 'POST')?.body as { chat: { history: { messages: object; currentId: string }; messages?: unknown[] } };
  expect(Object.keys(sent.chat.history.messages)).toEqual(generation === '0.12.4' ? ['a0', 'a1'] : ['q0', 'a0', 'q1', 'a1']);
  expect(sent.chat.history.currentId).toBe('a1');
  expect(sent.chat.messages?.length).toBe(generation === '0.6.43' || generation === '0.8.12' ? 4 : undefined);
});

test('ids go into an address as what they are', async () => {
  const paths: string[] = [];
  const chats = createOpenWebUiChats((request) => (paths.push(request.path), Promise.resolve({ status: 404, body: null })), '0.12.4', 0);

  await chats.read('../../auths/?x#y');
  await chats.hasTasks('a/b');

  expect(paths).toEqual(['/api/v1/chats/..%2F..%2Fauths%2F%3Fx%23y', '/api/tasks/chat/a%2Fb']);
});

const TASKS: readonly (readonly [status: number, body: unknown, hasTasks: boolean | null])[] = [
  [200, { task_ids: ['t'] }, true],
  [200, { task_ids: [] }, false],
  // Versions that do not know the question answer with their page.
  [200, null, null],
  [404, { detail: 'Not Found' }, null],
];

test.each(TASKS)('tasks: %i %j', async (status, body, hasTasks) => {
  const chats = createOpenWebUiChats(() => Promise.resolve({ status, body }), '0.12.4', 0);

  expect(await chats.hasTasks('c')).toBe(hasTasks);
});

test('a chat without a title of its own keeps the one beside it', async () => {
  const fake = createFakeOpenWebUi('0.6.43');
  const { title, ...chat } = makeChat({ generation: '0.6.43' });
  fake.add('c0', chat);
  fake.records.set('c0', { ...fake.records.get('c0')!, title: String(title) });
  const healing = begin('0.6.43', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
  expect(fake.records.get('c0')?.title).toBe('A chat');
});

test('a POST is made once, whatever becomes of it', async () => {
  const fake = serverOf('0.6.43', 1);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  fake.fault = ({ method }) => (method === 'POST' ? { answer: { status: 0, body: null }, done: false } : null);

  await heal(healing, ['c0']);

  expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
