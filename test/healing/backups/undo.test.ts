import { expect, test } from 'vitest';
import { DIRTY } from '../chats.ts';
import { begin, heal, messageOf, scan, serverOf, undo } from '../steps.ts';

test('undo leaves later messages, and replies that were edited since', async () => {
  const fake = serverOf('0.12.4', 1);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  const [outcome] = await heal(healing, ['c0']);
  messageOf(fake, 'c0', 'a0').content = 'edited';
  messageOf(fake, 'c0', 'a1').childrenIds = ['q2'];

  const undone = await undo(healing, outcome?.kind === 'healed' ? outcome.backupId : 0);

  expect(undone).toMatchObject({ kind: 'restored', messages: 1, kept: 1 });
  expect(messageOf(fake, 'c0', 'a0').content).toBe('edited');
  expect(messageOf(fake, 'c0', 'a1').content).toBe(DIRTY);
});

test('undo of a chat whose replies were all edited since does nothing and says so', async () => {
  const fake = serverOf('0.9.6', 1);
  const healing = begin('0.9.6', fake);
  await scan(healing);
  await heal(healing, ['c0']);
  for (const id of ['a0', 'a1'])
    Object.assign(messageOf(fake, 'c0', id), { content: 'mine', output: [] });
  const before = fake.snapshot();
  const [backup] = await healing.backups();

  expect(await undo(healing, backup?.id ?? 0)).toMatchObject({ kind: 'changed-meanwhile' });
  expect(await undo(healing, 1)).toMatchObject({ kind: 'failed', state: 'old' });
  expect(fake.snapshot()).toEqual(before);
});
