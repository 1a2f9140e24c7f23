import { isObject } from '../normalizer/json/json-edit.ts';
import { isSite } from './origins.ts';
import { isOwnPackId } from '../rules/own-packs.ts';
import { isPackId } from '../normalizer/rules/pack-id.ts';
import { readPacks } from '../rules/read-packs.ts';
import { readAllChoices } from '../settings/read-all-choices.ts';
import { isChoiceKey, readChoices } from '../settings/settings.ts';
import type { SiteRequest } from './messages.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import type { ChoiceKey } from '../settings/settings.ts';

/**
 * Validates a message to the background about sites, settings and packs.
 * @param value whatever arrived
 * @returns a new object with known fields only; null if anything is wrong
 */
export function readRequest(value: unknown): SiteRequest | null {
  if (!isObject(value)) return null;
  switch (value.type) {
    case 'site-state':
    case 'site-on':
    case 'site-off':
    case 'site-pause':
      return isSite(value.origin) ? { type: value.type, origin: value.origin } : null;
    case 'choose':
      return isSiteOrAll(value.origin)
        ? { type: 'choose', origin: value.origin, change: readChoices(value.change) }
        : null;
    case 'unchoose':
      return isSiteOrAll(value.origin) ? { type: 'unchoose', origin: value.origin, keys: readKeys(value.keys) } : null;
    case 'replace-choices': {
      const choices = readAllChoices(value.choices);
      return choices && { type: 'replace-choices', choices };
    }
    case 'save-packs': {
      const packs = readOwnPacks(value.packs);
      return packs && { type: 'save-packs', packs };
    }
    case 'delete-pack':
      return isPackId(value.id) ? { type: 'delete-pack', id: value.id } : null;
    default:
      return null;
  }
}

function isSiteOrAll(value: unknown): value is string | null {
  return value === null || isSite(value);
}

/** @returns null if any of them is invalid: all are kept, or none */
function readOwnPacks(value: unknown): readonly RulePack[] | null {
  if (!Array.isArray(value)) return null;
  const packs = readPacks(value, value.length);
  return packs.length === value.length && packs.every(({ id }) => isOwnPackId(id)) ? packs : null;
}

function readKeys(value: unknown): readonly ChoiceKey[] | null {
  return Array.isArray(value) ? value.filter(isChoiceKey) : null;
}
