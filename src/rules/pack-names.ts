import { readOwnPacks } from '../sites/store.ts';
import { ALL_PACKS } from './all-packs.ts';

/** Names of rule packs by their ids. */
export type PackNames = ReadonlyMap<string, string>;

/** Reads what the packs are called that come with the extension, and the person's own. Rejects where the storage does. */
export async function readPackNames(): Promise<PackNames> {
  return new Map([...ALL_PACKS, ...(await readOwnPacks())].map(({ id, name }) => [id, name]));
}
