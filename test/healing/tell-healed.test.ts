import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Healing, HealOptions, HealOutcome } from '../../src/healing/types.ts';
import { tellHealed } from '../../src/healing/tell-healed.ts';

const SITE = 'http://localhost:3000';
const OUTCOMES: readonly HealOutcome[] = [
  { chatId: 'a', title: 'A', kind: 'healed', backupId: 1, messages: 1, markers: 1, kept: 0 },
  { chatId: 'b', title: 'B', kind: 'unchanged' },
  { chatId: 'c', title: 'C', kind: 'failed', state: 'old', why: 'No.' },
  { chatId: 'd', title: 'D', kind: 'healed', backupId: 2, messages: 2, markers: 2, kept: 1 },
];

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
});

function healingOf(outcomes: readonly HealOutcome[]): Pick<Healing, 'heal' | 'caveat'> {
  return {
    caveat: 'Careful.',
    async heal(_chatIds: readonly string[], { onOutcome }: HealOptions) {
      for (const outcome of outcomes) onOutcome(outcome);
    },
  };
}

test('the background is notified of each cleaned chat, the page of all outcomes', async () => {
  const send = vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(undefined);
  const onOutcome = vi.fn();
  const healing = tellHealed(healingOf(OUTCOMES) as Healing, SITE);
  await healing.heal(['a', 'b', 'c', 'd'], { signal: new AbortController().signal, onOutcome });

  expect(send.mock.calls).toEqual([
    [{ type: 'healed', origin: SITE, chats: ['a'] }],
    [{ type: 'healed', origin: SITE, chats: ['d'] }],
  ]);
  expect(onOutcome.mock.calls).toEqual(OUTCOMES.map((outcome) => [outcome]));
  expect(healing.caveat).toBe('Careful.');
});

test.each<[HealOutcome, boolean]>([
  [{ chatId: 'a', title: 'A', kind: 'restored', messages: 1, kept: 0 }, true],
  [{ chatId: 'a', title: 'A', kind: 'unchanged' }, true],
  [{ chatId: 'a', title: 'A', kind: 'failed', state: 'new', why: 'No.' }, false],
  [{ chatId: 'a', title: 'A', kind: 'streaming' }, false],
  [{ chatId: '', title: '', kind: 'not-started', why: 'Busy.' }, false],
])('an undo that ends with %j is reported: %s', async (outcome, isReported) => {
  const send = vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockResolvedValue(undefined);
  const undo = vi.fn().mockResolvedValue(outcome);
  const healing = tellHealed({ ...healingOf([]), undo } as unknown as Healing, SITE);

  expect(await healing.undo(7)).toBe(outcome);
  expect(undo).toHaveBeenCalledWith(7);
  expect(send.mock.calls).toEqual(isReported ? [[{ type: 'unhealed', origin: SITE, chats: ['a'] }]] : []);
});

test('an unreachable background stops no cleaning', async () => {
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockRejectedValue(new Error('Could not establish connection.'));
  const onOutcome = vi.fn();
  await tellHealed(healingOf(OUTCOMES) as Healing, SITE).heal([], { signal: new AbortController().signal, onOutcome });

  expect(onOutcome).toHaveBeenCalledTimes(OUTCOMES.length);
});
