import { expect, test } from 'vitest';
import { isObject } from '../../../src/normalizer/json/json-edit.ts';
import { CLEAN, FOOTER } from '../chats.ts';
import { GENERATIONS, type FakeOpenWebUi } from '../fake-open-webui.ts';
import { createMemoryStore } from '../memory-store.ts';
import { begin, heal, healed, messageOf, scan, serverOf, undo } from '../steps.ts';

test('another change at the same moment is reported', async () => {
  const fake = serverOf('0.6.43', 1);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  const { call } = fake;
  const raced: FakeOpenWebUi = {
    ...fake,
    async call(request) {
      const answer = await call(request);
      if (request.method === 'POST') messageOf(fake, 'c0', 'q0').content = 'raced';
      return answer;
    },
  };
  const store = createMemoryStore();
  const second = begin('0.6.43', raced, store);
  await scan(second);

  expect(await heal(second, ['c0'])).toMatchObject([{ kind: 'failed', state: 'new' }]);
  expect(await second.backups()).toMatchObject([{ state: 'healed', messages: 2 }]);
});

/** The server's answer to the POST of the second of four chats, and what is reported. */
const ANSWERS: readonly (readonly [
  status: number,
  done: boolean,
  kinds: readonly string[],
  why: RegExp,
])[] = [
  [401, false, ['healed', 'failed old', 'healed', 'healed'], /no longer exists, or belongs/],
  [403, false, ['healed', 'failed old', 'healed', 'healed'], /no longer exists, or belongs/],
  [404, false, ['healed', 'failed old', 'healed', 'healed'], /no longer exists/],
  [500, false, ['healed', 'failed old', 'healed', 'healed'], /error 500/],
  [0, false, ['healed', 'failed old', 'healed', 'healed'], /did not answer in time/],
  [500, true, ['healed', 'healed', 'healed', 'healed'], /^$/],
  [0, true, ['healed', 'healed', 'healed', 'healed'], /^$/],
];

test.each(ANSWERS)(
  'status %i (done: %s) for one chat leaves it old or new, says which, and the others are healed',
  async (status, done, kinds, why) => {
    const fake = serverOf('0.8.12', 4);
    const before = fake.snapshot();
    const healing = begin('0.8.12', fake);
    await scan(healing);
    fake.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/c1') ? { answer: { status, body: null }, done } : null;

    const outcomes = await heal(healing, ['c0', 'c1', 'c2', 'c3']);

    expect(
      outcomes.map((outcome) =>
        outcome.kind === 'failed' ? `failed ${outcome.state}` : outcome.kind,
      ),
    ).toEqual(kinds);
    expect(
      outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.why : '')).join(''),
    ).toMatch(why);
    const now = fake.snapshot();
    expect(now.c1).toEqual(done ? (healed(before) as Record<string, unknown>).c1 : before.c1);
  },
);

test('content that the server would derive from output is as it was shown, and after undo as it was', async () => {
  const fake = serverOf('0.9.6', 1);
  const before = fake.snapshot();
  const healing = begin('0.9.6', fake);
  await scan(healing);

  const [outcome] = await heal(healing, ['c0']);
  expect(outcome).toMatchObject({ kind: 'healed', messages: 2 });
  expect(messageOf(fake, 'c0', 'a0').content).toBe(CLEAN + FOOTER);
  await undo(healing, outcome?.kind === 'healed' ? outcome.backupId : 0);
  expect(fake.snapshot()).toEqual(before);
});

/** The person continues the chat: a turn after `a1`, which is open then. */
function addTurn(fake: FakeOpenWebUi): void {
  const history = fake.records.get('c0')?.chat.history;
  if (!isObject(history) || !isObject(history.messages)) throw new Error('no history');
  history.messages.q2 = {
    id: 'q2',
    parentId: 'a1',
    childrenIds: ['a2'],
    role: 'user',
    content: 'And then?',
  };
  history.messages.a2 = {
    id: 'a2',
    parentId: 'q2',
    childrenIds: [],
    role: 'assistant',
    content: 'That.',
    done: true,
  };
  Object.assign(messageOf(fake, 'c0', 'a1'), { childrenIds: ['q2'] });
  history.currentId = 'a2';
}

test.each(GENERATIONS)(
  '%s: a turn between the last read and the save stays, and stays open',
  async (generation) => {
    const fake = serverOf(generation, 1);
    const healing = begin(generation, fake);
    await scan(healing);
    // As late as the extension can notice: after it has read the chat, and while it writes the
    // backup.
    let reads = 0;
    fake.fault = ({ method, path }) => {
      if (method === 'GET' && path === '/api/v1/chats/c0' && ++reads === 2) addTurn(fake);
      return null;
    };

    expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'changed-meanwhile' }]);
    expect(await healing.backups()).toEqual([]);
    expect(messageOf(fake, 'c0', 'a2').content).toBe('That.');

    await healing.look('c0');
    expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
    expect(messageOf(fake, 'c0', 'a2').content).toBe('That.');
    expect(fake.snapshot()).toMatchObject({ c0: { chat: { history: { currentId: 'a2' } } } });
  },
);

test('if messages are merged, a turn at the very moment of the save stays open too', async () => {
  const fake = serverOf('0.12.4', 1);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  fake.fault = ({ method }) => (method === 'POST' && addTurn(fake), null);

  // It is reported: something else changed at the same moment.
  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'failed', state: 'new' }]);
  expect(messageOf(fake, 'c0', 'a1')).toMatchObject({ content: CLEAN, childrenIds: ['q2'] });
  expect(fake.snapshot()).toMatchObject({ c0: { chat: { history: { currentId: 'a2' } } } });
});

test.each(GENERATIONS)(
  '%s: an undo leaves a chat alone that continues at that moment',
  async (generation) => {
    const fake = serverOf(generation, 1);
    const healing = begin(generation, fake);
    await scan(healing);
    await heal(healing, ['c0']);
    let reads = 0;
    fake.fault = ({ method, path }) => {
      if (method === 'GET' && path === '/api/v1/chats/c0' && ++reads === 2) addTurn(fake);
      return null;
    };
    const [backup] = await healing.backups();

    expect(await undo(healing, backup?.id ?? 0)).toMatchObject({
      kind: 'changed-meanwhile',
      why: expect.stringContaining('Try again.'),
    });
    expect(await healing.backups()).toMatchObject([{ state: 'healed' }]);
    expect(await undo(healing, backup?.id ?? 0)).toMatchObject({ kind: 'restored', messages: 2 });
    expect(messageOf(fake, 'c0', 'a2').content).toBe('That.');
  },
);
