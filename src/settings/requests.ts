/** Requests of our own pages to the background that concern the settings. */
import { isSite } from '../extension/origins.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { readAllChoices, type AllChoices } from './read-all-choices.ts';
import { isChoiceKey, readChoices, type ChoiceKey, type Choices } from './settings.ts';

export type ChoiceRequest =
  /** `origin`: null for all sites. Settings that are not named keep their value. */
  | { readonly type: 'choose'; readonly origin: string | null; readonly change: Choices }
  /** Removes choices; all of them if `keys` is null. */
  | { readonly type: 'unchoose'; readonly origin: string | null; readonly keys: readonly ChoiceKey[] | null }
  /** Replaces everything that was chosen before, atomically. */
  | { readonly type: 'replace-choices'; readonly choices: AllChoices };

/** @returns a new object with known fields only; null for any other message */
export function readChoiceRequest(value: unknown): ChoiceRequest | null {
  if (!isObject(value)) return null;
  const { type, origin, keys } = value;
  if (type === 'replace-choices') {
    const choices = readAllChoices(value.choices);
    return choices && { type, choices };
  }
  if (origin !== null && !isSite(origin)) return null;
  if (type === 'choose') return { type, origin, change: readChoices(value.change) };
  if (type === 'unchoose') return { type, origin, keys: Array.isArray(keys) ? keys.filter(isChoiceKey) : null };
  return null;
}
