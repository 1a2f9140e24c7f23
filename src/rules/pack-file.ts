/** Rule packs in a file, for sharing. Pure. */
import type { RulePack } from '../normalizer/rules/rule.ts';
import { isOwnPackId, ownPackId } from './own-packs.ts';
import { readOwnFile, writeOwnFile, type OwnFileProblem } from '../extension/own-file.ts';
import { costsTooMuch } from './pack-cost.ts';
import { MAX_PACKS, readPack } from './read-packs.ts';

const KIND = { format: 'stream-fixer-rules', version: 1 };

/** Why a file was rejected. */
export type FileProblem = OwnFileProblem | 'no-packs' | 'only-slow-packs';

/** The content of a file. */
export interface PackFile {
  readonly packs: readonly RulePack[];
  /** How many packs were left out as invalid. */
  readonly leftOut: number;
  /** Names of the packs that were left out because they cost too much. */
  readonly tooSlow: readonly string[];
}

/** @returns the text of a file with these packs */
export function writePackFile(packs: readonly RulePack[]): string {
  return writeOwnFile(KIND, { packs });
}

/**
 * @param text of a file that anybody may have made
 * @param taken ids that no new pack may have; a pack with such an id, or that of a built-in pack, gets another
 * @returns new packs for the person, or why there are none
 */
export function readPackFile(text: string, taken: ReadonlySet<string>): PackFile | { readonly problem: FileProblem } {
  const read = readOwnFile(text, KIND);
  if ('problem' in read) return read;
  const entries: readonly unknown[] = Array.isArray(read.content.packs) ? read.content.packs : [];
  const used = new Set(taken);
  const packs: RulePack[] = [];
  const tooSlow: string[] = [];
  for (const entry of entries.slice(0, MAX_PACKS)) {
    const pack = readPack(entry);
    if ('problem' in pack) continue;
    if (costsTooMuch(pack)) {
      tooSlow.push(pack.name);
      continue;
    }
    const id = isOwnPackId(pack.id) && !used.has(pack.id) ? pack.id : ownPackId(pack.name, used);
    used.add(id);
    packs.push({ ...pack, id });
  }
  if (packs.length === 0) return { problem: tooSlow.length > 0 ? 'only-slow-packs' : 'no-packs' };
  return { packs, leftOut: entries.length - packs.length - tooSlow.length, tooSlow };
}
