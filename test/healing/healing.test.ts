import { expect, test } from 'vitest';
import { createHealing, type Healing } from '../../src/healing/healing.ts';
import { healingTexts } from '../../src/healing/texts.ts';
import { createFakeOpenWebUi, GENERATIONS } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';
import { begin, heal, healed, ORIGIN, scan, serverOf, undo } from './steps.ts';

test.each(GENERATIONS)(
  '%s: all chats are found, healed with nothing else changed, and undone',
  async (generation) => {
    const fake = serverOf(generation, 5);
    const before = fake.snapshot();
    const changes: string[] = [];
    const healing = begin(
      generation,
      fake,
      undefined,
      (...change) => void changes.push(change.join(' ')),
    );

    const { found, result } = await scan(healing);
    expect(found.map(({ chat }) => chat.id).toSorted()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    expect(found[0]).toMatchObject({ markers: 2, marked: 2, replies: 2 });
    expect(result).toMatchObject({
      end: 'done',
      scanned: 5,
      listed: 5,
      complete: true,
      found: 5,
      unreadable: 0,
    });

    const outcomes = await heal(
      healing,
      found.map(({ chat }) => chat.id),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('healed'));
    expect(outcomes[0]).toMatchObject({ messages: 2, markers: 2, kept: 0 });
    expect(fake.snapshot()).toEqual(healed(before));
    expect(changes.toSorted()).toEqual(found.map(({ chat }) => `${chat.id} healed`).toSorted());

    const backups = await healing.backups();
    expect(backups).toHaveLength(5);
    for (const { id } of backups)
      expect(await undo(healing, id)).toMatchObject({ kind: 'restored', messages: 2, kept: 0 });
    expect(fake.snapshot()).toEqual(before);
    expect((await healing.backups()).map(({ state }) => state)).toEqual(Array(5).fill('undone'));
    expect(changes.slice(5)).toEqual(backups.map(({ chatId }) => `${chatId} unhealed`));
  },
);

test.each([
  ['0.9.2', false],
  ['0.9.3', true],
  ['0.9.5', true],
  ['0.9.6', false],
  ['0.12.4', false],
  ['0.6.43', false],
] as const)('a warning on %s: %s', (version, warns) => {
  expect(healingOf(version).caveat !== null).toBe(warns);
});

test.each([
  ['0.6.43', healingTexts.reload],
  ['0.8.12', healingTexts.reload],
  ['0.9.0', healingTexts.seen],
  ['0.12.4', healingTexts.seen],
])('after cleaning in %s, only what is true of that version is said', (version, text) => {
  expect(healingOf(version).afterwards).toBe(text);
});

function healingOf(version: string): Healing {
  return createHealing({
    origin: ORIGIN,
    version,
    call: createFakeOpenWebUi('0.9.6').call,
    store: createMemoryStore(),
  });
}
