import { expect, test } from 'vitest';
import type { HealOutcome } from '../../../src/healing/types.ts';
import type { Healing } from '../../../src/healing/healing.ts';
import { createMemoryStore } from '../memory-store.ts';
import { begin, heal, messageOf, scan, serverOf } from '../steps.ts';

/** A server whose chats were all cleaned, and their backups, oldest first. */
async function cleaned(chats: number) {
  const fake = serverOf('0.12.4', chats);
  const store = createMemoryStore();
  const healing = begin('0.12.4', fake, store);
  const before = fake.snapshot();
  const { found } = await scan(healing);
  await heal(
    healing,
    found.map(({ chat }) => chat.id),
  );
  const backups = (await healing.backups()).toReversed();
  return { fake, store, healing, before, backups, ids: backups.map(({ id }) => id) };
}

async function undoAll(
  healing: Healing,
  ids: readonly number[],
  signal = new AbortController().signal,
  onOutcome?: (outcomes: readonly HealOutcome[]) => void,
): Promise<HealOutcome[]> {
  const outcomes: HealOutcome[] = [];
  await healing.undoAll(ids, {
    signal,
    onOutcome(outcome) {
      outcomes.push(outcome);
      onOutcome?.(outcomes);
    },
  });
  return outcomes;
}

test('every chat is as before', async () => {
  const { fake, healing, before, ids } = await cleaned(5);

  expect((await undoAll(healing, ids)).map(({ kind }) => kind)).toEqual(Array(5).fill('restored'));
  expect(fake.snapshot()).toEqual(before);
});

test('one that cannot be restored says why, and the others are restored', async () => {
  const { fake, healing, backups, ids } = await cleaned(3);
  const edited = backups[1]!.chatId;
  for (const id of ['a0', 'a1'])
    Object.assign(messageOf(fake, edited, id), { content: 'mine', output: [] });

  expect(await undoAll(healing, ids)).toMatchObject([
    { kind: 'restored' },
    { kind: 'changed-meanwhile', chatId: edited },
    { kind: 'restored' },
  ]);
});

test('it stops after the current chats; even after a restart of the browser the rest can be restored', async () => {
  const { fake, store, healing, before, ids } = await cleaned(4);
  const stop = new AbortController();

  const outcomes = await undoAll(
    healing,
    ids,
    stop.signal,
    ({ length }) => void (length === 2 && stop.abort()),
  );
  // The other lane may have begun the third.
  expect(outcomes.filter(({ kind }) => kind === 'restored').length).oneOf([2, 3]);
  expect(outcomes[3]).toMatchObject({ kind: 'not-started' });
  const again = begin('0.12.4', fake, store);
  const left = (await again.backups())
    .filter(({ state }) => state !== 'undone')
    .map(({ id }) => id);

  await undoAll(again, left);
  expect(fake.snapshot()).toEqual(before);
});
