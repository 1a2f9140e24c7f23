import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHealing } from '../../src/healing/healing.ts';
import { hostileChat, mostHostileChat } from './hostile-json.ts';
import { createMemoryStore } from './memory-store.ts';
import { heal, ORIGIN, scan, undo } from './steps.ts';
import { createTextServer } from './text-server.ts';

test.each(['0.8.12', '0.12.4'])(
  '%s: whatever a chat contains, cleaning changes the texts of its replies, undo restores every byte',
  async (version) => {
    const merges = version === '0.12.4';
    await fc.assert(
      fc.asyncProperty(hostileChat(!merges), async ({ dirty, clean }) => {
        const server = createTextServer(merges, [dirty]);
        const healing = createHealing({
          origin: ORIGIN,
          version,
          call: server.call,
          store: createMemoryStore(),
          pause: 0,
        });
        await scan(healing);

        expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed', kept: 0 }]);
        expect(server.chats()).toEqual([clean]);
        const [backup] = await healing.backups();
        expect(await undo(healing, backup?.id ?? 0)).toMatchObject({ kind: 'restored' });
        expect(server.chats()).toEqual([dirty]);
        // Backups can be read by other programs too.
      }),
      { numRuns: 25, examples: [[mostHostileChat(!merges)]] },
    );
  },
);
