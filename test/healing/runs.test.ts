import { expect, test } from 'vitest';
import type { HealOutcome } from '../../src/healing/types.ts';
import { CLEAN, DIRTY, makeChat } from './chats.ts';
import { createMemoryStore } from './memory-store.ts';
import { begin, heal, scan, serverOf } from './steps.ts';

test('when nobody is signed in any more, the run stops, says so, and can go on later', async () => {
  const fake = serverOf('0.9.6', 3);
  const healing = begin('0.9.6', fake);
  await scan(healing);
  fake.fault = ({ method }) => {
    fake.signedIn = fake.signedIn && method !== 'POST';
    return null;
  };

  const outcomes = await heal(healing, ['c0', 'c1', 'c2']);
  expect(outcomes).toMatchObject([
    { kind: 'failed', state: 'old', why: expect.stringMatching(/signed out/) as string },
    { kind: 'failed', state: 'old', why: expect.stringMatching(/signed out/) as string },
    {
      kind: 'not-started',
      chatId: 'c2',
      title: 'A chat',
      why: expect.stringMatching(/signed out/) as string,
    },
  ]);

  fake.fault = () => null;
  fake.signedIn = true;
  expect(await heal(healing, ['c1', 'c2'])).toMatchObject([{ kind: 'healed' }, { kind: 'healed' }]);
});

test('three failed chats in a row stop the run', async () => {
  const fake = serverOf('0.6.43', 5);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  fake.fault = ({ method }) =>
    method === 'POST' ? { answer: { status: 500, body: null }, done: false } : null;

  const outcomes = await heal(healing, ['c0', 'c1', 'c2', 'c3', 'c4']);

  // The other lane may have begun the fourth.
  expect(outcomes.filter(({ kind }) => kind === 'failed').length).oneOf([3, 4]);
  expect(outcomes[4]).toMatchObject({ kind: 'not-started' });
});

test('a cancelled run stops after the two current chats', async () => {
  const fake = serverOf('0.6.43', 3);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  const controller = new AbortController();
  fake.fault = ({ method }) => {
    if (method === 'POST') controller.abort();
    return null;
  };

  expect(await heal(healing, ['c0', 'c1', 'c2'], controller.signal)).toMatchObject([
    { kind: 'healed' },
    { kind: 'healed' },
    { kind: 'not-started', why: null },
  ]);
  expect(await healing.backups()).toHaveLength(2);
});

test('two pages never heal at the same time', async () => {
  const fake = serverOf('0.6.43', 2);
  const store = createMemoryStore();
  const [first, second] = [begin('0.6.43', fake, store), begin('0.6.43', fake, store)];
  await scan(first);

  const [one, other] = await Promise.all([heal(first, ['c0', 'c1']), heal(second, ['c0', 'c1'])]);

  expect(one.map(({ kind }) => kind)).toEqual(['healed', 'healed']);
  expect(other).toMatchObject([
    { kind: 'not-started', why: expect.stringContaining('Another page') as string },
    { kind: 'not-started' },
  ]);
});

test('if the storage fails, the chats under way end first, no other begins, and what was changed has a backup', async () => {
  const fake = serverOf('0.12.4', 5);
  const before = fake.snapshot();
  const store = createMemoryStore();
  let writes = 0;
  const full = {
    ...store,
    write: (...row: Parameters<typeof store.write>) =>
      writes++ < 3 ? store.write(...row) : Promise.reject(new Error('full')),
  };
  const healing = begin('0.12.4', fake, full);
  await scan(healing);

  await expect(heal(healing, ['c0', 'c1', 'c2', 'c3', 'c4'])).rejects.toThrow('full');
  const { length } = fake.requests;
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(fake.requests).toHaveLength(length);
  const changed = Object.entries(fake.snapshot()).filter(
    ([id, chat]) => JSON.stringify(chat) !== JSON.stringify(before[id]),
  );
  const saved = (await healing.backups()).map(({ chatId }) => chatId);
  expect(changed.length).toBeGreaterThan(0);
  for (const [id] of changed) expect(saved).toContain(id);
});

test('several backups of one chat are restored one after another', async () => {
  const fake = serverOf('0.6.43', 0);
  fake.add('c0', makeChat({ generation: '0.6.43', turns: 1 }));
  const healing = begin('0.6.43', fake);
  await scan(healing);
  await heal(healing, ['c0']);
  const longer = makeChat({ generation: '0.6.43', reply: (turn) => (turn === 0 ? CLEAN : DIRTY) });
  fake.add('c0', longer);
  await scan(healing);
  await heal(healing, ['c0']);

  const outcomes: HealOutcome[] = [];
  const ids = (await healing.backups()).map(({ id }) => id);
  const { signal } = new AbortController();
  await healing.undoAll(ids, { signal, onOutcome: (outcome) => void outcomes.push(outcome) });

  expect(outcomes.map(({ kind }) => kind)).toEqual(['restored', 'restored']);
  expect(fake.snapshot()).toMatchObject({ c0: { chat: makeChat({ generation: '0.6.43' }) } });
});
