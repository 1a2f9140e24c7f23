import { isObject } from '../normalizer/json/json-edit.ts';
import { isId } from '../normalizer/open-webui/is-id.ts';
import { isSite } from './origins.ts';
import { isOwnPackId } from '../rules/own-packs.ts';
import { isPackId } from '../normalizer/rules/pack-id.ts';
import { readPacks } from '../rules/read-packs.ts';
import { readAllChoices } from '../settings/read-all-choices.ts';
import { isChoiceKey, readChoices } from '../settings/settings.ts';
import { isPageName, readBatches } from '../stats/batch.ts';
import { MAX_CHATS } from '../stats/chats.ts';
import type { Request } from './messages.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import type { ChoiceKey } from '../settings/settings.ts';

/**
 * Validates a message to the background.
 * @param value whatever arrived
 * @returns a new object with known fields only; null if anything is wrong
 */
export function readRequest(value: unknown): Request | null {
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
    case 'counts':
      return readCountsRequest(value);
    case 'healed':
    case 'unhealed':
      return isSite(value.origin) && areChatIds(value.chats)
        ? { type: value.type, origin: value.origin, chats: [...value.chats] }
        : null;
    case 'forget-figures':
      return isSiteOrAll(value.origin) ? { type: 'forget-figures', origin: value.origin } : null;
    default:
      return null;
  }
}

/** Does the same for the one message that pages of sites may send: of any other it reads only the type. */
export function readCountsRequest(value: unknown): (Request & { readonly type: 'counts' }) | null {
  if (!isObject(value) || value.type !== 'counts' || !isPageName(value.page)) return null;
  const batches = readBatches(value.batches);
  return batches && { type: 'counts', page: value.page, batches };
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

function areChatIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_CHATS && value.every(isId);
}
