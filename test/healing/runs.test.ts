import { expect, test } from 'vitest';
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
    { kind: 'not-started', why: expect.stringMatching(/signed out/) as string },
    { kind: 'not-started', chatId: 'c2', title: 'A chat' },
  ]);

  fake.fault = () => null;
  fake.signedIn = true;
  expect(await heal(healing, ['c1', 'c2'])).toMatchObject([{ kind: 'healed' }, { kind: 'healed' }]);
});

test('three failed chats in a row stop the run', async () => {
  const fake = serverOf('0.6.43', 5);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  fake.fault = ({ method }) => (method === 'POST' ? { answer: { status: 500, body: null }, done: false } : null);

  const outcomes = await heal(healing, ['c0', 'c1', 'c2', 'c3', 'c4']);

  expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'not-started', 'not-started']);
});

test('a cancelled run stops after the current chat', async () => {
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
    { kind: 'not-started', why: null },
    { kind: 'not-started', why: null },
  ]);
  expect(await healing.backups()).toHaveLength(1);
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
