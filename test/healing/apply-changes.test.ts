import { expect, test } from 'vitest';
import { CLEAN, FOOTER } from './chats.ts';
import type { FakeOpenWebUi } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';
import { begin, heal, healed, messageOf, scan, serverOf } from './steps.ts';

test('something else that changes in the same moment is told of', async () => {
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

/** What the server answers to the POST of the second of four chats, and what is told. */
const ANSWERS: readonly (readonly [status: number, done: boolean, kinds: readonly string[], why: RegExp])[] = [
  [401, false, ['healed', 'failed old', 'healed', 'healed'], /not there any more, or belongs/],
  [403, false, ['healed', 'failed old', 'healed', 'healed'], /not there any more, or belongs/],
  [404, false, ['healed', 'failed old', 'healed', 'healed'], /not there any more/],
  [500, false, ['healed', 'failed old', 'healed', 'healed'], /error 500/],
  [0, false, ['healed', 'failed old', 'healed', 'healed'], /did not answer in time/],
  [500, true, ['healed', 'healed', 'healed', 'healed'], /^$/],
  [0, true, ['healed', 'healed', 'healed', 'healed'], /^$/],
];

test.each(ANSWERS)('status %i (done: %s) for one chat leaves it old or new, says which, and the others are healed', async (status, done, kinds, why) => {
  const fake = serverOf('0.8.12', 4);
  const before = fake.snapshot();
  const healing = begin('0.8.12', fake);
  await scan(healing);
  fake.fault = ({ method, path }) => (method === 'POST' && path.endsWith('/c1') ? { answer: { status, body: null }, done } : null);

  const outcomes = await heal(healing, ['c0', 'c1', 'c2', 'c3']);

  expect(outcomes.map((outcome) => (outcome.kind === 'failed' ? `failed ${outcome.state}` : outcome.kind))).toEqual(kinds);
  expect(outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.why : '')).join('')).toMatch(why);
  const now = fake.snapshot();
  expect(now.c1).toEqual(done ? (healed(before) as Record<string, unknown>).c1 : before.c1);
  expect(await healing.resume()).toBeNull();
});

test('content that the server would make from output itself comes out as it was shown, and as it was', async () => {
  const fake = serverOf('0.9.6', 1);
  const before = fake.snapshot();
  const healing = begin('0.9.6', fake);
  await scan(healing);

  const [outcome] = await heal(healing, ['c0']);
  expect(outcome).toMatchObject({ kind: 'healed', messages: 2 });
  expect(messageOf(fake, 'c0', 'a0').content).toBe(CLEAN + FOOTER);
  await healing.undo(outcome?.kind === 'healed' ? outcome.backupId : 0);
  expect(fake.snapshot()).toEqual(before);
});
