/** All settings in a file: to keep, or to take to another browser. Pure. */
import { isObject, parseJson } from '../normalizer/json-text.ts';
import type { AllChoices } from '../sites/messages.ts';
import { readAllChoices } from './read-all-choices.ts';

/** Says what kind of file it is. */
const FORMAT = 'stream-fixer-settings';
/** Raised when a file can no longer be read by what came before. */
const VERSION = 1;
/** Longest file that is read, in bytes or UTF-16 units, whichever is asked for. */
export const MAX_FILE = 1_000_000;
/** Unknown keys that are named, and how much of each, in UTF-16 units. */
const MAX_NAMED = 12;
const MAX_KEY = 60;

const KEYS = ['format', 'version', 'everywhere', 'sites', 'packs'];

/** Why a file was not taken. */
export type FileProblem = 'too-large' | 'no-json' | 'other-file' | 'newer-version' | 'broken';

/** What a file holds. */
export interface SettingsFile {
  readonly choices: AllChoices;
  /** Keys that are unknown here or have a value of the wrong kind: at most twelve are named, each cut. */
  readonly leftOut: readonly string[];
  /** How many besides. */
  readonly leftOutMore: number;
}

/** @returns the text of a file with these settings */
export function writeSettingsFile({ everywhere, sites, packs }: AllChoices): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, everywhere, sites, packs }, null, 2)}\n`;
}

/** @param now in the time zone of the person. @returns for instance `stream-fixer-settings-2026-03-09.json` */
export function settingsFileName(now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${FORMAT}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.json`;
}

/**
 * @param text of a file that anybody may have made
 * @returns fresh settings, or why there are none
 */
export function readSettingsFile(text: string): SettingsFile | { readonly problem: FileProblem } {
  if (text.length > MAX_FILE) return { problem: 'too-large' };
  // Some editors write a byte-order mark.
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (json === undefined) return { problem: 'no-json' };
  if (!isObject(json) || json.format !== FORMAT || typeof json.version !== 'number') return { problem: 'other-file' };
  if (json.version > VERSION) return { problem: 'newer-version' };
  const leftOut = new Set(Object.keys(json).filter((key) => !KEYS.includes(key)));
  const choices = readAllChoices(json, (key) => leftOut.add(key));
  if (!choices) return { problem: 'broken' };
  const named = [...leftOut].slice(0, MAX_NAMED).map((key) => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key));
  return { choices, leftOut: named, leftOutMore: leftOut.size - named.length };
}
