import { expect, test, vi } from 'vitest';
import type { Healing } from '../../src/healing/healing.ts';
import { FOOTER } from './chats.ts';
import { GENERATIONS, type FakeOpenWebUi, type Generation } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';
import { begin, heal, healed, scan, serverOf, undo } from './steps.ts';

test('if the server disappears in the middle, the result is unknown until it is back; then the chat is reported, once', async () => {
  const fake = serverOf('0.12.4', 2);
  const settled: string[] = [];
  const healing = begin(
    '0.12.4',
    fake,
    createMemoryStore(),
    (...change) => void settled.push(change.join(' ')),
  );
  await scan(healing);
  let gone = false;
  fake.fault = ({ method }) => {
    const first = method === 'POST' && !gone;
    gone ||= method === 'POST';
    return gone ? { answer: { status: 0, body: null }, done: first } : null;
  };

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'failed', state: 'unknown' }]);
  await healing.settle();
  expect(await healing.backups()).toMatchObject([{ chatId: 'c0', state: 'in-doubt' }]);
  expect(settled).toEqual([]);

  fake.fault = () => null;
  await healing.settle();
  expect(await healing.backups()).toMatchObject([{ chatId: 'c0', state: 'healed', messages: 2 }]);
  expect(settled).toEqual(['c0 healed']);
  await heal(healing, ['c1']);
  await healing.settle();
  expect(settled).toEqual(['c0 healed', 'c1 healed']);
});

test('a change that the server stores after the time limit keeps its backup', async () => {
  const fake = serverOf('0.8.12', 1);
  const before = fake.snapshot();
  const healing = begin('0.8.12', fake);
  await scan(healing);
  fake.fault = ({ method }) =>
    method === 'POST' ? { answer: { status: 0, body: null }, done: false } : null;
  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'failed', state: 'old' }]);
  expect(await healing.backups()).toMatchObject([{ state: 'in-doubt' }]);

  fake.fault = () => null;
  const late = fake.requests.find(({ method }) => method === 'POST');
  if (late) await fake.call(late);
  await healing.settle();

  expect(await healing.backups()).toMatchObject([{ state: 'healed', messages: 2 }]);
  expect(await undo(healing, (await healing.backups())[0]?.id ?? 0)).toMatchObject({
    kind: 'restored',
  });
  expect(fake.snapshot()).toEqual(before);
});

/** What leaves it open whether the server will still store the change. */
const DOUBTS = [
  ['no answer', { status: 0, body: null }],
  ['500', { status: 500, body: null }],
  ['504', { status: 504, body: null }],
  ['408', { status: 408, body: null }],
  ['200, and nothing changed', { status: 200, body: {} }],
] as const;

test.each(DOUBTS)(
  '%s: the backup stays until the change is seen, however often the chat is looked at',
  async (_, answer) => {
    const fake = serverOf('0.8.12', 1);
    const before = fake.snapshot();
    const settled: string[] = [];
    const healing = begin(
      '0.8.12',
      fake,
      createMemoryStore(),
      (...change) => void settled.push(change.join(' ')),
    );
    await scan(healing);
    fake.fault = ({ method }) => (method === 'POST' ? { answer, done: false } : null);
    await heal(healing, ['c0']);
    // The same change again: one backup serves both.
    await scan(healing);
    await heal(healing, ['c0']);
    fake.fault = () => null;

    for (let look = 0; look < 3; look++) await healing.settle();
    expect(await healing.backups()).toMatchObject([{ state: 'in-doubt' }]);
    const [backup] = await healing.backups();
    expect(settled).toEqual([]);
    expect(await undo(healing, backup?.id ?? 0)).toMatchObject({ kind: 'unchanged' });
    expect(await healing.backups()).toMatchObject([{ state: 'in-doubt' }]);

    const late = fake.requests.find(({ method }) => method === 'POST');
    if (late) await fake.call(late);
    await healing.settle();
    expect(settled).toEqual(['c0 unhealed', 'c0 healed']);
    expect(await healing.backups()).toMatchObject([{ state: 'healed', messages: 2 }]);
    expect(await undo(healing, backup?.id ?? 0)).toMatchObject({ kind: 'restored' });
    expect(fake.snapshot()).toEqual(before);
  },
);

test('a change that the server has not stored within a day needs no backup', async () => {
  const fake = serverOf('0.8.12', 1);
  const settled: string[] = [];
  const healing = begin('0.8.12', fake, createMemoryStore(), (chatId) => void settled.push(chatId));
  await scan(healing);
  fake.fault = ({ method }) =>
    method === 'POST' ? { answer: { status: 500, body: null }, done: false } : null;
  await heal(healing, ['c0']);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * 60 * 1000);

  await healing.settle();
  vi.restoreAllMocks();

  expect(await healing.backups()).toEqual([]);
  expect(settled).toEqual([]);
});

interface Kill {
  readonly where: 'call' | 'write';
  /** Which of them, from 0. */
  readonly at: number;
  /** After the server, or the storage, has done its work. */
  readonly after: boolean;
}

const IDS = ['c0', 'c1'];

/**
 * Heals two chats, or undoes that, is killed, and does the rest.
 * @returns whether there was enough to do for it to be killed
 */
async function killAndGoOn(
  generation: Generation,
  undoing: boolean,
  { where, at, after }: Kill,
): Promise<boolean> {
  const fake = serverOf(generation, IDS.length);
  const old = fake.snapshot();
  const fresh = healed(old) as Record<string, unknown>;
  const store = createMemoryStore();
  let killed = false;
  let onDeath = (): void => {};
  const never = new Promise<never>(() => {});
  function die(): Promise<never> {
    killed = true;
    onDeath();
    return never;
  }
  let writes = 0;
  const dying = begin(
    generation,
    { ...fake, call: (request) => (killed ? never : fake.call(request)) },
    {
      ...store,
      // A page that dies releases its lock.
      exclusive: (_origin, run) => run(),
      async write(origin, rows) {
        const last = where === 'write' && writes++ === at;
        if (killed || (last && !after)) return die();
        await store.write(origin, rows);
        if (last) return die();
      },
    },
  );
  await scan(dying);
  if (undoing) {
    const alive = begin(generation, fake, store);
    await scan(alive);
    await heal(alive, IDS);
  }
  const backups = (await dying.backups()).map(({ id }) => id);

  await new Promise<void>((resolve) => {
    onDeath = resolve;
    const from = fake.requests.length;
    fake.fault = (_request, n) => {
      if (where !== 'call' || n - from !== at) return null;
      void die();
      return after ? 'death-after' : 'death-before';
    };
    const options = { signal: new AbortController().signal, onOutcome() {} };
    void (undoing ? dying.undoAll(backups, options) : dying.heal(IDS, options)).then(resolve);
  });
  // The server finishes what was in progress.
  await new Promise((resolve) => setTimeout(resolve, 0));

  fake.fault = () => null;
  const next = begin(generation, fake, store);
  await expectOldOrNew(next, fake, generation, undoing, [old, fresh]);
  for (const { id } of await next.backups()) await undo(next, id);
  expect(fake.snapshot()).toEqual(old);
  return killed;
}

async function expectOldOrNew(
  next: Healing,
  fake: FakeOpenWebUi,
  generation: Generation,
  undoing: boolean,
  [old, fresh]: readonly Record<string, unknown>[],
): Promise<void> {
  const statesNow = (): string[] =>
    IDS.map((id) => stateOf(fake.snapshot()[id], old?.[id], fresh?.[id], generation));
  const states = statesNow();
  expect(states).not.toContain('neither');
  await next.settle();
  if (undoing) return;
  const { found } = await scan(next);
  const open = found.map(({ chat }) => chat.id).toSorted();
  expect(open).toEqual(IDS.filter((_, i) => states[i] === 'old'));
  await heal(next, open);
  expect(statesNow()).toEqual(['new', 'new']);
}

const KILLS = GENERATIONS.flatMap((generation) =>
  [false, true].map((undoing) => [generation, undoing ? 'undone' : 'healed', undoing] as const),
);

test.each(KILLS)(
  '%s: killed at any moment while chats are %s, each is old or new, the next scan finds which, and undo restores all',
  async (generation, _what, undoing) => {
    for (const where of ['call', 'write'] as const) {
      for (const after of [false, true]) {
        let at = 0;
        while (await killAndGoOn(generation, undoing, { where, at, after })) at++;
        expect(at).toBeGreaterThan(where === 'call' ? 7 : 1);
      }
    }
  },
);

/**
 * 0.9.6 derives `content` from `output`; killed between its two steps, the footer is missing until
 * the chat is undone.
 */
function stateOf(
  now: unknown,
  old: unknown,
  fresh: unknown,
  generation: Generation,
): 'old' | 'new' | 'neither' {
  const textOf = (value: unknown): string =>
    generation === '0.9.6'
      ? JSON.stringify(value).replaceAll(JSON.stringify(FOOTER).slice(1, -1), '')
      : JSON.stringify(value);
  const text = textOf(now);
  return text === textOf(old) ? 'old' : text === textOf(fresh) ? 'new' : 'neither';
}
