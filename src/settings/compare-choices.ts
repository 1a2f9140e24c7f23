/** What would change if other settings replaced the present ones. Pure. */
import type { RulePack } from '../normalizer/rules/rule.ts';
import type { AllChoices } from './read-all-choices.ts';
import { BUILT_IN, chosenKeys, choiceOf, type ChoiceKey, type Choices } from './settings.ts';

/** A choice that would change; undefined where it is not made. */
export interface ChoiceChange {
  readonly key: ChoiceKey;
  readonly before: boolean | undefined;
  readonly after: boolean | undefined;
}

/** What would change for all sites (null) or for one. */
export interface PlaceChanges {
  readonly site: string | null;
  readonly changes: readonly ChoiceChange[];
}

/** What would happen to one of the person's own rule packs. */
export interface PackChange {
  readonly id: string;
  readonly name: string;
  readonly fate: 'new' | 'changed' | 'gone';
}

export interface Difference {
  /** All sites first, the others by origin; only those with changes. */
  readonly places: readonly PlaceChanges[];
  readonly packs: readonly PackChange[];
}

/** @returns every difference; empty lists if there is none */
export function compareChoices(before: AllChoices, after: AllChoices): Difference {
  const sites = [...new Set([...Object.keys(before.sites), ...Object.keys(after.sites)])].toSorted();
  const places = [
    { site: null, changes: changesOf(before.everywhere, after.everywhere) },
    ...sites.map((site) => ({ site, changes: changesOf(choicesOf(before, site), choicesOf(after, site)) })),
  ];
  return { places: places.filter(({ changes }) => changes.length > 0), packs: packChanges(before.packs, after.packs) };
}

/** @returns the choices for one site; empty if there are none */
export function choicesOf({ sites }: AllChoices, site: string): Choices {
  return (Object.hasOwn(sites, site) ? sites[site] : undefined) ?? {};
}

function changesOf(before: Choices, after: Choices): ChoiceChange[] {
  const keys = new Set([...chosenKeys(before), ...chosenKeys(after)]);
  return [...keys]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((key) => ({ key, before: choiceOf(before, key), after: choiceOf(after, key) }))
    .filter((change) => change.before !== change.after);
}

/** Returns the position of a setting, so that every list has the same order. */
function rank(key: ChoiceKey): number {
  return Object.keys(BUILT_IN).indexOf(key.split('.', 1)[0] ?? '');
}

function packChanges(before: readonly RulePack[], after: readonly RulePack[]): PackChange[] {
  const old = new Map(before.map((pack) => [pack.id, JSON.stringify(pack)]));
  const kept = new Set(after.map(({ id }) => id));
  const come = after.flatMap((pack): PackChange[] => {
    const known = old.get(pack.id);
    if (known === JSON.stringify(pack)) return [];
    return [{ id: pack.id, name: pack.name, fate: known === undefined ? 'new' : 'changed' }];
  });
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id, name }): PackChange => ({ id, name, fate: 'gone' }));
  return [...come, ...gone];
}
