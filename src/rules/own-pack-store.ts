/** The person's own rule packs in storage.local. Every context may read them; only the background writes. */
import { browser } from 'wxt/browser';
import { setData } from '../extension/storage.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { isPackId } from '../normalizer/rules/pack-id.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { isOwnPackId } from './own-packs.ts';
import { MAX_PACKS, readPacks, readStoredPacks } from './read-packs.ts';

export const PACKS_KEY = 'packs';

/** Requests of our own pages to the background. */
export type PackRequest =
  /** Saves packs, each replacing one with the same id; all or none. */
  | { readonly type: 'save-packs'; readonly packs: readonly RulePack[] }
  | { readonly type: 'delete-pack'; readonly id: string };

/** @returns the person's own rule packs, in the order in which they were added */
export async function readOwnPacks(): Promise<readonly RulePack[]> {
  return readStoredPacks(await packEntries());
}

/** @returns the ids of all stored packs, including those that cannot be read here */
export async function readOwnPackIds(): Promise<readonly string[]> {
  return (await packEntries()).map(({ id }) => id).filter((id) => typeof id === 'string');
}

/** @returns null for any other message, and if one of the packs is invalid */
export function readPackRequest(value: unknown): PackRequest | null {
  if (!isObject(value)) return null;
  const { type, id, packs } = value;
  if (type === 'delete-pack') return isPackId(id) ? { type, id } : null;
  if (type !== 'save-packs' || !Array.isArray(packs)) return null;
  const read = readPacks(packs, packs.length);
  return read.length === packs.length && read.every((pack) => isOwnPackId(pack.id)) ? { type, packs: read } : null;
}

/** Carries out a request, for the background. Not safe to run concurrently: queue it. */
export async function keepPacks(request: PackRequest): Promise<void> {
  await setData(
    await packsToStore((packs) =>
      request.type === 'save-packs' ? withPacks(packs, request.packs) : packs.filter(({ id }) => id !== request.id),
    ),
  );
}

/**
 * @param change receives and returns the packs that can be read; the others are kept, as another version may have
 * written them. What it throws is passed on
 * @returns what to write, by its key
 */
export async function packsToStore(
  change: (packs: readonly RulePack[]) => readonly RulePack[],
): Promise<Readonly<Record<string, unknown>>> {
  const entries = await packEntries();
  return { [PACKS_KEY]: withUnread(change(readStoredPacks(entries)), entries) };
}

function withPacks(known: readonly RulePack[], saved: readonly RulePack[]): readonly RulePack[] {
  // A Map keeps a replaced pack at its position.
  const packs = new Map([...known, ...saved].map((pack) => [pack.id, pack]));
  if (packs.size > MAX_PACKS)
    throw new Error(`There cannot be more than ${MAX_PACKS} rule packs of one's own. Delete some first.`);
  return [...packs.values()];
}

async function packEntries(): Promise<readonly Record<string, unknown>[]> {
  const entries = (await browser.storage.local.get(PACKS_KEY))[PACKS_KEY];
  return Array.isArray(entries) ? entries.filter(isObject) : [];
}

/** @param entries as stored. @returns the packs, followed by the entries that could not be read */
function withUnread(packs: readonly RulePack[], entries: readonly Record<string, unknown>[]): readonly object[] {
  const known = new Set<unknown>([...packs, ...readStoredPacks(entries)].map(({ id }) => id));
  return [...packs, ...entries.filter(({ id }) => !known.has(id))];
}
