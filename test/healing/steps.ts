/** Steps that tests of healing share. */
import type { Hermes } from '../../src/settings/hermes.ts';
import { isObject } from '../../src/normalizer/json/json-edit.ts';
import { createHealing, type Healing } from '../../src/healing/healing.ts';
import type { HealingStore } from '../../src/healing/backups/indexed-db-store.ts';
import type { FoundChat, HealOutcome, ScanProgress, ScanResult } from '../../src/healing/types.ts';
import { CLEAN, DIRTY, makeChat } from './chats.ts';
import { createFakeOpenWebUi, type FakeOpenWebUi, type Generation } from './fake-open-webui.ts';
import { createMemoryStore } from './memory-store.ts';

export const ORIGIN = 'https://chat.example';

export function begin(
  version: string,
  fake: FakeOpenWebUi,
  store: HealingStore = createMemoryStore(),
  onChanged: (chatId: string, change: 'healed' | 'unhealed') => void = () => {},
  readHermes: () => Hermes = () => [],
): Healing {
  return createHealing({
    origin: ORIGIN,
    version,
    call: fake.call,
    store,
    pause: 0,
    onChanged,
    readHermes: () => Promise.resolve(readHermes()),
  });
}

/** A server with chats `c0`, `c1` and so on, all with markers. */
export function serverOf(generation: Generation, chats: number): FakeOpenWebUi {
  const fake = createFakeOpenWebUi(generation);
  for (let i = 0; i < chats; i++)
    fake.add(`c${i}`, makeChat({ generation, turns: 2 }), i % 3 === 2);
  return fake;
}

export interface Scanned {
  readonly found: FoundChat[];
  readonly steps: ScanProgress[];
  readonly result: ScanResult;
}

export async function scan(
  healing: Healing,
  options: { readonly chatId?: string; readonly signal?: AbortSignal } = {},
): Promise<Scanned> {
  const found: FoundChat[] = [];
  const steps: ScanProgress[] = [];
  const result = await healing.scan({
    signal: new AbortController().signal,
    ...options,
    onProgress: (progress) => void steps.push(progress),
    onFound: (one) => void found.push(one),
  });
  return { found, steps, result };
}

export async function heal(
  healing: Healing,
  chatIds: readonly string[],
  signal = new AbortController().signal,
): Promise<HealOutcome[]> {
  const outcomes: HealOutcome[] = [];
  await healing.heal(chatIds, { signal, onOutcome: (outcome) => void outcomes.push(outcome) });
  return outcomes;
}

/** Restores one chat. */
export async function undo(healing: Healing, backupId: number): Promise<HealOutcome | undefined> {
  const outcomes: HealOutcome[] = [];
  const { signal } = new AbortController();
  await healing.undoAll([backupId], {
    signal,
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  return outcomes[0];
}

/** The chats as they must be after healing. */
export function healed(before: unknown): unknown {
  return JSON.parse(JSON.stringify(before), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(DIRTY, CLEAN) : value,
  );
}

/** @returns a message of the history as it is stored */
export function messageOf(
  fake: FakeOpenWebUi,
  chatId: string,
  id: string,
): Record<string, unknown> {
  const { history } = fake.records.get(chatId)?.chat ?? {};
  const message = isObject(history) && isObject(history.messages) ? history.messages[id] : null;
  if (!isObject(message)) throw new Error(`no message ${id}`);
  return message;
}
