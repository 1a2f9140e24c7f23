/** Rule packs in a file, to be passed on. Pure. */
import { isObject, parseJson } from '../normalizer/json-text.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { isOwnPackId, ownPackId } from './own-packs.ts';
import { MAX_PACKS, readPack } from './read-packs.ts';

/** Says what kind of file it is. */
const FORMAT = 'stream-fixer-rules';
/** Raised when a file can no longer be read by what came before. */
const VERSION = 1;
/** Longest file that is read, in UTF-16 units. */
export const MAX_FILE = 1_000_000;

/** Why a file was not taken. */
export type FileProblem = 'too-large' | 'no-json' | 'other-file' | 'newer-version' | 'no-packs';

/** What a file holds. */
export interface PackFile {
  readonly packs: readonly RulePack[];
  /** How many packs were left out, because something in them is wrong. */
  readonly leftOut: number;
}

/** @returns the text of a file with these packs */
export function writePackFile(packs: readonly RulePack[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, packs }, null, 2)}\n`;
}

/**
 * @param text of a file that anybody may have made
 * @param taken ids that no new pack may have; one that has such an id, or that of a built-in pack, gets another
 * @returns fresh packs of one's own, or why there are none
 */
export function readPackFile(text: string, taken: ReadonlySet<string>): PackFile | { readonly problem: FileProblem } {
  if (text.length > MAX_FILE) return { problem: 'too-large' };
  const json = parseJson(text);
  if (json === undefined) return { problem: 'no-json' };
  if (!isObject(json) || json.format !== FORMAT || typeof json.version !== 'number') return { problem: 'other-file' };
  if (json.version > VERSION) return { problem: 'newer-version' };
  const entries: readonly unknown[] = Array.isArray(json.packs) ? json.packs : [];
  const used = new Set(taken);
  const packs: RulePack[] = [];
  for (const entry of entries.slice(0, MAX_PACKS)) {
    const pack = readPack(entry);
    if ('problem' in pack) continue;
    const id = isOwnPackId(pack.id) && !used.has(pack.id) ? pack.id : ownPackId(pack.name, used);
    used.add(id);
    packs.push({ ...pack, id });
  }
  return packs.length === 0 ? { problem: 'no-packs' } : { packs, leftOut: entries.length - packs.length };
}
