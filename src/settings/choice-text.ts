/** Names of the choices and their values. Pure. */
import { message, type MessageKey } from '../languages/messages.ts';
import { DEFECTS } from '../doctor/defects.ts';
import type { RulePack } from '../normalizer/rules/rule.ts';
import { ALL_PACKS } from '../rules/all-packs.ts';
import type { ChoiceKey } from './settings.ts';
import { settingsTexts as texts } from './texts.ts';

/** The name of a setting and what it does; either may be empty. */
export interface ChoiceText {
  readonly name: string;
  readonly about: string;
}

/** @param own the person's own packs; a pack in no list is called by its id */
export function choiceText(key: ChoiceKey, own: readonly RulePack[]): ChoiceText {
  const [group, id = ''] = key.split('.', 2);
  if (group === 'repairs')
    return { name: DEFECTS.find((known) => known.id === id)?.name ?? id, about: '' };
  if (group === 'packs') return packText(id, own);
  const [name, about] = ['name', 'about'].map((which) =>
    message(`settings_names_${key}_${which}` as MessageKey),
  );
  return { name: name || key, about: about ?? '' };
}

/** @param value undefined: not chosen */
export function valueText(value: boolean | undefined): string {
  if (value === undefined) return texts.notSet;
  return value ? texts.on : texts.off;
}

function packText(id: string, own: readonly RulePack[]): ChoiceText {
  const pack = [...ALL_PACKS, ...own].find((one) => one.id === id);
  return pack
    ? { name: pack.name, about: texts.rules(pack.rules.length) }
    : { name: id, about: texts.packUnknown };
}
