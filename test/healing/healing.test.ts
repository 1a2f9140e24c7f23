import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../../src/normalizer/json-text.ts';
import { createHealing } from '../../src/healing/healing.ts';
import type { HealingStore } from '../../src/healing/store.ts';
import type { FoundChat, Healing, HealOutcome, ScanResult } from '../../src/healing/types.ts';
import { CLEAN, DIRTY, makeChat } from './chats.ts';
import { createFakeOpenWebUi, GENERATIONS, type FakeOpenWebUi, type Generation } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';

const ORIGIN = 'https://chat.example';

function begin(generation: Generation, fake: FakeOpenWebUi, store: HealingStore = createMemoryStore()): Healing {
  return createHealing({ origin: ORIGIN, version: generation, call: fake.call, store, pause: 0, pauseAfterFailure: 0 });
}

/** A server with chats `c0`, `c1` and so on, all with markers. */
function serverOf(generation: Generation, chats: number): FakeOpenWebUi {
  const fake = createFakeOpenWebUi(generation);
  for (let i = 0; i < chats; i++) fake.add(`c${i}`, makeChat({ generation, turns: 2 }), i % 3 === 2);
  return fake;
}

async function scan(healing: Healing, chatId?: string): Promise<{ readonly found: FoundChat[]; readonly result: ScanResult }> {
  const found: FoundChat[] = [];
  const options = { signal: new AbortController().signal, onProgress() {}, onFound: (one: FoundChat) => void found.push(one) };
  const result = await healing.scan(chatId === undefined ? options : { ...options, chatId });
  return { found, result };
}

async function heal(healing: Healing, chatIds: readonly string[], signal = new AbortController().signal): Promise<HealOutcome[]> {
  const outcomes: HealOutcome[] = [];
  await healing.heal(chatIds, { signal, onOutcome: (outcome) => void outcomes.push(outcome) });
  return outcomes;
}

/** The chats as they are to be once healed. */
function healed(before: unknown): unknown {
  return JSON.parse(JSON.stringify(before), (key, value: unknown) => (value === DIRTY && key !== 'question' ? CLEAN : value));
}

/** @returns a message of the history as it is stored */
function messageOf(fake: FakeOpenWebUi, chatId: string, id: string): Record<string, unknown> {
  const { history } = fake.records.get(chatId)?.chat ?? {};
  const message = isObject(history) && isObject(history.messages) ? history.messages[id] : null;
  if (!isObject(message)) throw new Error(`no message ${id}`);
  return message;
}

test.each(GENERATIONS)('%s: all chats are found, healed with nothing else changed, and undone', async (generation) => {
  const fake = serverOf(generation, 5);
  const before = fake.snapshot();
  const healing = begin(generation, fake);

  const { found, result } = await scan(healing);
  expect(found.map(({ chat }) => chat.id).toSorted()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  expect(found[0]).toMatchObject({ markers: 2, marked: 2, replies: 2 });
  expect(result).toMatchObject({ end: 'done', scanned: 5, listed: 5, complete: true, found: 5, unreadable: 0 });

  const outcomes = await heal(healing, found.map(({ chat }) => chat.id));
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('healed'));
  expect(outcomes[0]).toMatchObject({ messages: 2, markers: 2, kept: 0 });
  expect(fake.snapshot()).toEqual(healed(before));
  expect(await healing.resume()).toBeNull();

  const backups = await healing.backups();
  expect(backups).toHaveLength(5);
  for (const { id } of backups) expect(await healing.undo(id)).toMatchObject({ kind: 'restored', messages: 2, kept: 0 });
  expect(fake.snapshot()).toEqual(before);
  expect((await healing.backups()).map(({ state }) => state)).toEqual(Array(5).fill('undone'));
});

test.each(GENERATIONS)('%s: a chat that is healed is not sent as a whole where messages are merged', async (generation) => {
  const fake = serverOf(generation, 1);
  const healing = begin(generation, fake);
  await scan(healing);

  await heal(healing, ['c0']);

  const sent = fake.requests.find(({ method }) => method === 'POST')?.body as { chat: { history: { messages: object; currentId: string }; messages?: unknown[] } };
  expect(Object.keys(sent.chat.history.messages)).toEqual(generation === '0.12.4' ? ['a0', 'a1'] : ['q0', 'a0', 'q1', 'a1']);
  expect(sent.chat.history.currentId).toBe('a1');
  expect(sent.chat.messages?.length).toBe(generation === '0.6.43' || generation === '0.8.12' ? 4 : undefined);
});

test('undo leaves what came later, and replies that were edited since', async () => {
  const fake = serverOf('0.12.4', 1);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  const [outcome] = await heal(healing, ['c0']);
  messageOf(fake, 'c0', 'a0').content = 'edited';
  messageOf(fake, 'c0', 'a1').childrenIds = ['q2'];

  const undone = await healing.undo(outcome?.kind === 'healed' ? outcome.backupId : 0);

  expect(undone).toMatchObject({ kind: 'restored', messages: 1, kept: 1 });
  expect(messageOf(fake, 'c0', 'a0').content).toBe('edited');
  expect(messageOf(fake, 'c0', 'a1').content).toBe(DIRTY);
});

test('undo of a chat whose replies were all edited since does nothing and says so', async () => {
  const fake = serverOf('0.9.6', 1);
  const healing = begin('0.9.6', fake);
  await scan(healing);
  await heal(healing, ['c0']);
  for (const id of ['a0', 'a1']) Object.assign(messageOf(fake, 'c0', id), { content: 'mine', output: [] });
  const before = fake.snapshot();
  const [backup] = await healing.backups();

  expect(await healing.undo(backup?.id ?? 0)).toMatchObject({ kind: 'changed-meanwhile' });
  expect(await healing.undo(1)).toMatchObject({ kind: 'failed', state: 'old' });
  expect(fake.snapshot()).toEqual(before);
});

test('a chat that was changed after it was looked at is left alone, and looked at again', async () => {
  const fake = serverOf('0.6.43', 1);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  messageOf(fake, 'c0', 'q0').content = 'another question';
  const before = fake.snapshot();

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'changed-meanwhile', found: { markers: 2 } }]);
  expect(fake.snapshot()).toEqual(before);

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
  expect(messageOf(fake, 'c0', 'q0').content).toBe('another question');
});

test('a chat that somebody else cleaned meanwhile, and one that nobody looked at', async () => {
  const fake = serverOf('0.6.43', 2);
  const healing = begin('0.6.43', fake);
  await scan(healing, 'c0');
  fake.add('c0', makeChat({ generation: '0.6.43', reply: () => CLEAN }));

  expect(await heal(healing, ['c0', 'c1'])).toMatchObject([
    { kind: 'changed-meanwhile', found: null },
    { kind: 'failed', state: 'old', why: 'It was not looked at yet.' },
  ]);
});

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

test('a reply that was broken off, which the server does not let go, is kept and told of', async () => {
  const fake = serverOf('0.12.4', 1);
  messageOf(fake, 'c0', 'a1').done = false;
  const healing = begin('0.12.4', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed', messages: 1, markers: 1, kept: 1 }]);
  expect(await healing.backups()).toMatchObject([{ messages: 1 }]);
});

test('a number that a browser cannot keep is not risked', async () => {
  const fake = serverOf('0.6.43', 1);
  messageOf(fake, 'c0', 'a0').usage = { started: 2 ** 60 };
  const healing = begin('0.6.43', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'failed', state: 'old', why: 'The chat holds a number that a browser cannot keep exactly.' }]);
  expect(await healing.backups()).toEqual([]);
});

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

test('nobody is signed in any more: the run stops, says so, and goes on later', async () => {
  const fake = serverOf('0.9.6', 3);
  const healing = begin('0.9.6', fake);
  await scan(healing);
  fake.fault = ({ method }) => {
    fake.signedIn = fake.signedIn && method !== 'POST';
    return null;
  };

  const outcomes = await heal(healing, ['c0', 'c1', 'c2']);
  expect(outcomes).toMatchObject([
    { kind: 'failed', state: 'old', why: expect.stringMatching(/not signed in/) as string },
    { kind: 'not-started', why: expect.stringMatching(/not signed in/) as string },
    { kind: 'not-started' },
  ]);

  fake.fault = () => null;
  fake.signedIn = true;
  expect(await healing.resume()).toMatchObject({ total: 3, outcomes: [{ chatId: 'c0' }], left: [{ chatId: 'c1', title: 'A chat' }, { chatId: 'c2' }] });
  expect(await heal(healing, ['c1', 'c2'])).toMatchObject([{ kind: 'healed' }, { kind: 'healed' }]);
  expect(await healing.resume()).toBeNull();
});

test('a server that is gone in the middle: nobody knows, until it is back', async () => {
  const fake = serverOf('0.12.4', 2);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  let gone = false;
  fake.fault = ({ method }) => {
    const first = method === 'POST' && !gone;
    gone ||= method === 'POST';
    return gone ? { answer: { status: 0, body: null }, done: first } : null;
  };

  expect(await heal(healing, ['c0', 'c1'])).toMatchObject([{ kind: 'failed', state: 'unknown' }, { kind: 'not-started' }]);
  expect(await healing.resume()).toMatchObject({ outcomes: [{ chatId: 'c0', kind: 'failed', state: 'unknown' }], left: [{ chatId: 'c1' }] });

  fake.fault = () => null;
  expect(await healing.resume()).toMatchObject({ outcomes: [{ chatId: 'c0', kind: 'healed', messages: 2 }], left: [{ chatId: 'c1' }] });
});

test('three chats in a row that fail stop the run', async () => {
  const fake = serverOf('0.6.43', 5);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  fake.fault = ({ method }) => (method === 'POST' ? { answer: { status: 500, body: null }, done: false } : null);

  const outcomes = await heal(healing, ['c0', 'c1', 'c2', 'c3', 'c4']);

  expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'not-started', 'not-started']);
});

test('a run that is cancelled stops after the chat in hand; it can be gone on with, or forgotten', async () => {
  const fake = serverOf('0.6.43', 3);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  const controller = new AbortController();
  fake.fault = ({ method }) => {
    if (method === 'POST') controller.abort();
    return null;
  };

  expect(await heal(healing, ['c0', 'c1', 'c2'], controller.signal)).toMatchObject([{ kind: 'healed' }, { kind: 'not-started', why: null }, { kind: 'not-started', why: null }]);
  expect(await healing.resume()).toMatchObject({ total: 3, left: [{ chatId: 'c1' }, { chatId: 'c2' }] });
  await healing.forgetRun();
  expect(await healing.resume()).toBeNull();
  expect(await healing.backups()).toHaveLength(1);
});

test('two pages do not heal at the same time', async () => {
  const fake = serverOf('0.6.43', 2);
  const store = createMemoryStore();
  const [first, second] = [begin('0.6.43', fake, store), begin('0.6.43', fake, store)];
  await scan(first);

  const [one, other] = await Promise.all([heal(first, ['c0', 'c1']), heal(second, ['c0', 'c1'])]);

  expect(one.map(({ kind }) => kind)).toEqual(['healed', 'healed']);
  expect(other).toMatchObject([{ kind: 'not-started', why: expect.stringContaining('Another page') as string }, { kind: 'not-started' }]);
});

test('backups are exported as JSON, counted in bytes, and deleted', async () => {
  const fake = serverOf('0.12.4', 3);
  const healing = begin('0.12.4', fake);
  await scan(healing);
  await heal(healing, ['c0', 'c1', 'c2']);
  const backups = await healing.backups();

  const file = JSON.parse(await (await healing.exportBackups()).text()) as { backups: { chatId: string; messages: { before: { content: string } }[] }[] };
  expect(file.backups.map(({ chatId }) => chatId)).toEqual(backups.map(({ chatId }) => chatId));
  expect(file.backups[0]?.messages[0]?.before.content).toBe(DIRTY);
  expect(backups[0]?.bytes).toBe(Buffer.byteLength(JSON.stringify(file.backups[0])));

  await healing.deleteBackups([backups[0]?.id ?? 0]);
  expect((await healing.backups()).map(({ id }) => id)).toEqual(backups.slice(1).map(({ id }) => id));
  await healing.deleteBackups();
  expect(await healing.backups()).toEqual([]);
  expect(await (await healing.exportBackups()).text()).toBe('{"backups":[\n\n]}\n');
});

test.each([['0.9.2', false], ['0.9.3', true], ['0.9.5', true], ['0.9.6', false], ['0.12.4', false], ['0.6.43', false]] as const)('a warning on %s: %s', (version, warns) => {
  const healing = createHealing({ origin: ORIGIN, version, call: createFakeOpenWebUi('0.9.6').call, store: createMemoryStore() });

  expect(healing.caveat !== null).toBe(warns);
});

/** A store in which whoever works with it dies before or after its n-th write; then it is of no use any more. */
function dyingStore(store: HealingStore, dies: (n: number) => 'before' | 'after' | null, onDeath: () => void): HealingStore {
  let writes = 0;
  const never = new Promise<never>(() => {});
  return {
    ...store,
    exclusive: (_origin, run) => run(),
    async write(origin, rows) {
      const death = dies(writes++);
      if (death !== 'before') await store.write(origin, rows);
      if (death === null) return;
      onDeath();
      await never;
    },
  };
}

const kill = fc.record({ where: fc.constantFrom('call', 'write'), at: fc.nat({ max: 30 }), after: fc.boolean() });

test.each(GENERATIONS)('%s: killed at any moment, every chat is old or new, the list knows which, and undo brings all back', async (generation) => {
  await fc.assert(
    fc.asyncProperty(kill, fc.boolean(), async ({ where, at, after }, undoing) => {
      const fake = serverOf(generation, 3);
      const old = fake.snapshot();
      const fresh = healed(old) as Record<string, unknown>;
      const store = createMemoryStore();
      const ids = ['c0', 'c1', 'c2'];
      const alive = begin(generation, fake, { ...store, exclusive: (_origin, run) => run() });
      await scan(alive);
      if (undoing) await heal(alive, ids);

      const backups = await alive.backups();
      await new Promise<void>((resolve) => {
        const from = fake.requests.length;
        fake.fault = (_request, n) => {
          if (where !== 'call' || n - from !== at) return null;
          resolve();
          return after ? 'death-after' : 'death-before';
        };
        const dying = begin(generation, fake, dyingStore(store, (n) => (where === 'write' && n === at ? (after ? 'after' : 'before') : null), resolve));
        async function work(): Promise<void> {
          if (!undoing) return void (await heal(dying, ids));
          for (const { id } of backups) await dying.undo(id);
        }
        void work().then(resolve);
      });
      // What was under way on the server comes to its end.
      await new Promise((resolve) => setTimeout(resolve, 0));

      fake.fault = () => null;
      const now = fake.snapshot();
      const states = ids.map((id) => stateOf(now[id], old[id], fresh[id], generation));
      expect(states).not.toContain('neither');
      const next = begin(generation, fake, { ...store, exclusive: (_origin, run) => run() });
      const left = await next.resume();
      if (!undoing && left) {
        const open = new Set(left.left.map(({ chatId }) => chatId));
        expect(ids.map((id) => (open.has(id) ? 'old' : 'new'))).toEqual(states);
        await heal(next, left.left.map(({ chatId }) => chatId));
        expect(ids.map((id) => stateOf(fake.snapshot()[id], old[id], fresh[id], generation))).toEqual(['new', 'new', 'new']);
      }
      for (const { id } of await next.backups()) await next.undo(id);
      expect(fake.snapshot()).toEqual(old);
    }),
    { numRuns: 60 },
  );
});

/** 0.9.6 makes `content` from `output`; killed between the two steps, it is as clean, or as dirty, as `output`. */
function stateOf(now: unknown, old: unknown, fresh: unknown, generation: Generation): 'old' | 'new' | 'neither' {
  const text = (value: unknown): string => JSON.stringify(value);
  if (text(now) === text(old)) return 'old';
  if (text(now) === text(fresh)) return 'new';
  const trimmed = (value: unknown): string => text(value).replaceAll(/"content":"(?:[^"\\]|\\.)*"/g, (part) => part.replaceAll(/\\n|\s/g, ''));
  if (generation !== '0.9.6') return 'neither';
  return trimmed(now) === trimmed(old) ? 'old' : trimmed(now) === trimmed(fresh) ? 'new' : 'neither';
}
