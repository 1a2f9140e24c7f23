/** All settings in a file, to keep or to move to another browser. Pure. */
import { type AllChoices, readAllChoices } from './read-all-choices.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { oneLine } from '../lib/plain-text.ts';
import { affordable } from '../rules/pack-cost.ts';

const FORMAT = 'stream-fixer-settings';
/** Raised when earlier versions can no longer read the file. */
const VERSION = 1;
/**
 * Longest file that is read, in UTF-16 units: about as much as Chromium stores for an extension.
 */
export const MAX_FILE = 10_000_000;
/** Most unknown keys that are listed, and the longest of them, in UTF-16 units. */
const [MAX_NAMED, MAX_KEY] = [12, 60];

/** Why a file was rejected. */
export type FileProblem = 'other-file' | 'newer-version';

/** The content of a file. */
export interface SettingsFile {
  readonly choices: AllChoices;
  /**
   * Keys that are unknown here or have a value of the wrong kind, shortened; an ellipsis in place
   * of more than twelve.
   */
  readonly leftOut: readonly string[];
}

/** @returns the text of a file with these settings */
export function writeSettingsFile({ everywhere, sites, packs }: AllChoices): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, everywhere, sites, packs }, null, 2)}\n`;
}

/**
 * @param text of a file that anybody may have made
 * @returns new settings, or why there are none
 */
export function readSettingsFile(text: string): SettingsFile | { readonly problem: FileProblem } {
  const content = text.length > MAX_FILE ? null : parseJson(text);
  if (!isObject(content) || content.format !== FORMAT || typeof content.version !== 'number')
    return { problem: 'other-file' };
  if (content.version > VERSION) return { problem: 'newer-version' };
  const leftOut = new Set(
    Object.keys(content).filter((key) => !/^(?:format|version|everywhere|sites|packs)$/.test(key)),
  );
  const choices = readAllChoices(content, (key) => leftOut.add(key));
  if (!choices) return { problem: 'other-file' };
  const packs = affordable(choices.packs.filter(({ id }) => !leftOut.has(id)));
  for (const pack of choices.packs) if (!packs.includes(pack)) leftOut.add(pack.id);
  const named = [...leftOut].slice(0, MAX_NAMED).map((key) => oneLine(key, MAX_KEY));
  return {
    choices: { ...choices, packs },
    leftOut: named.length < leftOut.size ? [...named, '…'] : named,
  };
}
