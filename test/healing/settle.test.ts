import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HealingStore } from '../../src/healing/store.ts';
import { GENERATIONS, type Generation } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';
import { begin, heal, healed, scan, serverOf } from './steps.ts';

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
