import { isObject } from '../normalizer/json/json-edit.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { isOwnPackId } from '../rules/own-packs.ts';
import { MAX_PACKS, readPacks } from '../rules/read-packs.ts';
import { isSite } from '../extension/origins.ts';
import { readChoices, type Choices } from './settings.ts';

/** All settings of a person, as in a settings file. */
export interface AllChoices {
  readonly everywhere: Choices;
  /** By origin; does not include whether a site is on. */
  readonly sites: Readonly<Record<string, Choices>>;
  /** The rule packs that the person wrote or imported. */
  readonly packs: readonly RulePack[];
}

/** @returns the choices for one site; empty if there are none */
export function choicesOf({ sites }: AllChoices, site: string): Choices {
  return (Object.hasOwn(sites, site) ? sites[site] : undefined) ?? {};
}

/** Most sites that may have choices of their own; more are dropped. */
const MAX_SITES = 1000;

/**
 * Validates all settings of a person.
 * @param value of unknown shape and origin
 * @param onUnknown called with each key, origin or pack that was left out
 * @returns new objects with known fields only; null if it is not a settings object at all
 */
export function readAllChoices(
  value: unknown,
  onUnknown?: (key: string) => void,
): AllChoices | null {
  if (
    !isObject(value) ||
    !isObject(value.everywhere) ||
    !isObject(value.sites) ||
    !Array.isArray(value.packs)
  )
    return null;
  return {
    everywhere: readChoices(value.everywhere, onUnknown),
    sites: readSiteChoices(value.sites, onUnknown),
    packs: readOwnPacks(value.packs, onUnknown),
  };
}

function readSiteChoices(
  value: Record<string, unknown>,
  onUnknown?: (key: string) => void,
): Readonly<Record<string, Choices>> {
  const known: [string, Choices][] = [];
  for (const [origin, choices] of Object.entries(value)) {
    if (isObject(choices) && isSite(origin) && known.length < MAX_SITES)
      known.push([origin, readChoices(choices, onUnknown)]);
    else onUnknown?.(origin);
  }
  return Object.fromEntries(known);
}

function readOwnPacks(
  value: readonly unknown[],
  onUnknown?: (key: string) => void,
): readonly RulePack[] {
  const packs = readPacks(value, MAX_PACKS, onUnknown);
  // Any other id could name a built-in pack, now or in a later version.
  for (const { id } of packs) if (!isOwnPackId(id)) onUnknown?.(id);
  return packs.filter(({ id }) => isOwnPackId(id));
}
