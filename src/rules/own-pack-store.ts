/**
 * The person's own rule packs in storage.local. Every context may read them; only the background
 * writes.
 */
import { browser } from 'wxt/browser';
import { setData } from '../extension/storage.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { affordable } from './pack-cost.ts';
import { MAX_PACKS, readPacks } from './read-packs.ts';

export const PACKS_KEY = 'packs';

/** Requests of our own pages to the background. */
export type PackRequest =
  /** Saves a pack, in place of one with the same id. */
  | { readonly type: 'save-pack'; readonly pack: RulePack }
  | { readonly type: 'delete-pack'; readonly id: string };

/** @returns the person's own rule packs, in the order in which they were added */
export async function readOwnPacks(): Promise<readonly RulePack[]> {
  return readPacks((await browser.storage.local.get(PACKS_KEY))[PACKS_KEY]);
}

/** Carries out a request, for the background. Not safe to run concurrently: queue it. */
export async function keepPacks(request: PackRequest): Promise<void> {
  // A Map keeps a replaced pack at its position.
  const packs = new Map((await readOwnPacks()).map((pack) => [pack.id, pack]));
  const isNew = request.type === 'save-pack' && !packs.has(request.pack.id);
  if (request.type === 'delete-pack') packs.delete(request.id);
  else packs.set(request.pack.id, request.pack);
  if (packs.size > MAX_PACKS)
    throw new Error(`There cannot be more than ${MAX_PACKS} rule packs of one's own.`);
  if (isNew && affordable([...packs.values()]).length < packs.size)
    throw new Error('Too many rules of these packs begin with the same character.');
  await setData({ [PACKS_KEY]: [...packs.values()] });
}
