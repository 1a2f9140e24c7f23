import type { JSX } from 'preact';
import { SwitchRow } from '../parts/controls.tsx';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { choiceText, valueText } from '../../settings/choice-text.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import {
  requestFor,
  settingState,
  type Layers,
  type SettingState,
} from '../../settings/setting-state.ts';
import type { ChoiceKey } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';

/** The level whose settings are shown, and how to change them. */
export interface Place {
  /** Null for all sites. */
  readonly site: string | null;
  readonly layers: Layers;
  readonly packs: readonly RulePack[];
  readonly change: (request: ChoiceRequest) => Promise<boolean>;
}

interface ChoiceRowProps {
  readonly at: Place;
  readonly of: ChoiceKey;
}

/** One setting. */
export function ChoiceSwitch({
  at: { site, layers, packs, change },
  of: key,
}: ChoiceRowProps): JSX.Element {
  const state = settingState(key, layers);
  const { name, about } = choiceText(key, packs);
  return (
    <SwitchRow
      id={key}
      name={name}
      about={about}
      status={statusText(site, state)}
      locked={state.locked}
      on={state.value}
      onTurn={(on) => void change(requestFor(site, key, on, state))}
      onReset={
        state.chosen ? () => void change({ type: 'unchoose', origin: site, keys: [key] }) : null
      }
    />
  );
}

/** How it compares with what would apply without it. @returns null if it is the same */
function statusText(site: string | null, { value, base, chosen }: SettingState): string | null {
  if (!chosen || value === base) return null;
  return site === null ? texts.changed(valueText(base)) : texts.differs(valueText(base));
}
