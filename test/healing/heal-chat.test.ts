import { expect, test } from 'vitest';
import { CLEAN, COMMIT, makeChat } from './chats.ts';
import { createFakeOpenWebUi } from './fake-open-webui.ts';
import { begin, heal, messageOf, scan, serverOf } from './steps.ts';

test('a chat that was changed after it was looked at is left alone until it is looked at again', async () => {
  const fake = serverOf('0.6.43', 1);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  messageOf(fake, 'c0', 'q0').content = 'another question';
  const before = fake.snapshot();

  expect(await heal(healing, ['c0'])).toMatchObject([
    { kind: 'changed-meanwhile', why: expect.stringContaining('Check it again to clean it.') },
  ]);
  expect(fake.snapshot()).toEqual(before);

  await healing.look('c0');
  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
  expect(messageOf(fake, 'c0', 'q0').content).toBe('another question');
});

test('a chat that somebody else cleaned meanwhile, and one that was never looked at', async () => {
  const fake = serverOf('0.6.43', 2);
  const healing = begin('0.6.43', fake);
  await scan(healing, { chatId: 'c0' });
  fake.add('c0', makeChat({ generation: '0.6.43', reply: () => CLEAN }));

  expect(await heal(healing, ['c0', 'c1'])).toMatchObject([
    { kind: 'unchanged' },
    { kind: 'failed', state: 'old', why: 'Not checked yet.' },
  ]);
});

test.each(['0.6.43', '0.12.4'] as const)(
  'on a site known to run Hermes a chat need not show it; what was shown is cleaned, whatever is known since: %s',
  async (generation) => {
    const fake = createFakeOpenWebUi(generation);
    fake.add('c0', makeChat({ generation, turns: 1, reply: () => COMMIT }));
    let known = false;
    const healing = begin(generation, fake, undefined, undefined, () => known);

    expect((await scan(healing)).found).toEqual([]);
    known = true;
    expect((await scan(healing)).found).toMatchObject([{ markers: 1, marked: 1 }]);
    expect(await healing.look('c0')).toMatchObject({ marked: { markers: 1 } });
    known = false;
    expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed', markers: 1 }]);
    expect(JSON.stringify(messageOf(fake, 'c0', 'a0'))).not.toContain('📝');
  },
);

test('a chat is left alone while a reply of it is being written', async () => {
  const fake = serverOf('0.9.6', 1);
  const healing = begin('0.9.6', fake);
  await scan(healing);
  const before = fake.snapshot();
  fake.streaming.add('c0');

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'streaming' }]);
  expect(fake.snapshot()).toEqual(before);
  fake.streaming.clear();
  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
});

test('an interrupted reply, which the server does not let anybody change, is kept and reported', async () => {
  const fake = serverOf('0.12.4', 1);
  messageOf(fake, 'c0', 'a1').done = false;
  const healing = begin('0.12.4', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([
    { kind: 'healed', messages: 1, markers: 1, kept: 1 },
  ]);
  expect(await healing.backups()).toMatchObject([{ messages: 1 }]);
});

test('if all replies with markers were interrupted, nothing is done and that is said', async () => {
  const fake = serverOf('0.12.4', 1);
  for (const id of ['a0', 'a1']) messageOf(fake, 'c0', id).done = false;
  const before = fake.snapshot();
  const healing = begin('0.12.4', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([
    { kind: 'failed', state: 'old', why: expect.stringMatching(/cut off/) as string },
  ]);
  expect(fake.snapshot()).toEqual(before);
  expect(await healing.backups()).toEqual([]);
});
