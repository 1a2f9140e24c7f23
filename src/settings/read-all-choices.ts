import { isObject } from '../normalizer/json-text.ts';
import { readPacks } from '../rules/read-packs.ts';
import type { AllChoices } from '../sites/messages.ts';
import { isSite } from '../sites/origins.ts';
import { readChoices } from './settings.ts';

/** Sites that may have choices of their own, and packs of one's own; beyond, they are dropped. */
const MAX_SITES = 1000;
const MAX_PACKS = 50;

/**
 * Validates all settings of somebody.
 * @param value of unknown shape and origin
 * @param onUnknown told each key, origin or pack that was left out
 * @returns fresh objects with what is known only; null for what is no settings at all
 */
export function readAllChoices(value: unknown, onUnknown?: (key: string) => void): AllChoices | null {
  if (!isObject(value) || !isObject(value.everywhere) || !isObject(value.sites) || !Array.isArray(value.packs)) return null;
  const sites = Object.entries(value.sites);
  const known = sites.filter(([origin]) => isSite(origin)).slice(0, MAX_SITES);
  if (onUnknown) for (const entry of sites) if (!known.includes(entry)) onUnknown(entry[0]);
  return {
    everywhere: readChoices(value.everywhere, onUnknown),
    sites: Object.fromEntries(known.map(([origin, choices]) => [origin, readChoices(choices, onUnknown)])),
    packs: readPacks(value.packs, MAX_PACKS, onUnknown),
  };
}
