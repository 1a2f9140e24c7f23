import { isObject } from '../normalizer/json-text.ts';
import { isSite } from './origins.ts';
import { readPack } from '../rules/read-packs.ts';
import { isPackId } from '../rules/pack-id.ts';
import { readAllChoices } from '../settings/read-all-choices.ts';
import { isChoiceKey, readChoices } from '../settings/settings.ts';
import { readFindingsList } from '../stats/findings.ts';
import type { Counts, Request } from './messages.ts';
import type { ChoiceKey } from '../settings/settings.ts';

/** Highest number believed of one message: a page bridge sends about one a second. */
const MAX_COUNT = 10_000;
/** The same of one repair: every chunk of a fast stream may need it. */
const MAX_FOUND = 1_000_000;

/**
 * Validates a message to the background.
 * @param value whatever arrived
 * @returns a fresh object holding only known fields, or null when anything is off
 */
export function readRequest(value: unknown): Request | null {
  if (!isObject(value)) return null;
  switch (value.type) {
    case 'site-state':
    case 'site-on':
    case 'site-off':
      return isSite(value.origin) ? { type: value.type, origin: value.origin } : null;
    case 'choose':
      return isSiteOrAll(value.origin) ? { type: 'choose', origin: value.origin, change: readChoices(value.change) } : null;
    case 'unchoose':
      return isSiteOrAll(value.origin) ? { type: 'unchoose', origin: value.origin, keys: readKeys(value.keys) } : null;
    case 'replace-choices': {
      const choices = readAllChoices(value.choices);
      return choices && { type: 'replace-choices', choices };
    }
    case 'save-pack': {
      const pack = readPack(value.pack);
      return 'problem' in pack || !pack.id.startsWith('my-') ? null : { type: 'save-pack', pack };
    }
    case 'delete-pack':
      return isPackId(value.id) ? { type: 'delete-pack', id: value.id } : null;
    case 'counts': {
      const counts = readCounts(value.counts);
      return counts && { type: 'counts', counts, findings: readFindingsList(value.findings, MAX_FOUND) };
    }
    default:
      return null;
  }
}

function isSiteOrAll(value: unknown): value is string | null {
  return value === null || isSite(value);
}

function readKeys(value: unknown): readonly ChoiceKey[] | null {
  return Array.isArray(value) ? value.filter(isChoiceKey) : null;
}

function readCounts(value: unknown): Counts | null {
  if (!isObject(value)) return null;
  const { markers, tools, imitated } = value;
  return isCount(markers) && isCount(tools) && isCount(imitated) ? { markers, tools, imitated } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT;
}
