import type { JSX } from 'preact';
import { SelectRow, SwitchRow } from '../parts/controls.tsx';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { choiceText, valueText } from '../../settings/choice-text.ts';
import type { ChoiceRequest } from '../../settings/requests.ts';
import { requestFor, settingState, type Layers, type SettingState } from '../../settings/setting-state.ts';
import { choiceOf, type ChoiceKey, type ChoiceValue } from '../../settings/settings.ts';
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

/** One setting that is on or off. */
export function ChoiceSwitch({ at, of: key }: ChoiceRowProps): JSX.Element {
  const state = settingState(key, at.layers);
  return (
    <SwitchRow {...rowOf(at, key, state)} on={state.value === true} onTurn={(on) => void turn(at, key, on, state)} />
  );
}

interface ChoiceSelectProps extends ChoiceRowProps {
  /** Values in the order of the list. */
  readonly options: readonly Exclude<ChoiceValue, boolean>[];
}

/** One setting with several values. */
export function ChoiceSelect({ at, of: key, options }: ChoiceSelectProps): JSX.Element {
  const state = settingState(key, at.layers);
  const known = options.map((value) => [value, valueText(value)] as const);
  return (
    <SelectRow
      {...rowOf(at, key, state)}
      value={state.value}
      options={known}
      onChoose={(value) => void turn(at, key, value, state)}
    />
  );
}

function rowOf({ site, layers, packs, change }: Place, key: ChoiceKey, state: SettingState) {
  const { name, about } = choiceText(key, packs);
  const seen = layers.seen && choiceOf(layers.seen, key);
  return {
    id: key,
    name,
    about,
    status: seen === undefined ? statusText(site, state) : seenText(seen, state),
    locked: state.locked,
    onReset: state.chosen ? () => void change({ type: 'unchoose', origin: site, keys: [key] }) : null,
  };
}

/** How it compares with what would apply without it. @returns null if it is the same */
function statusText(site: string | null, { value, base, chosen }: SettingState): string | null {
  if (!chosen || value === base) return null;
  return site === null ? texts.changed(valueText(base)) : texts.differs(valueText(base));
}

/**
 * The same, if the default depends on what was found on the site. @returns null if nothing was found and nothing chosen
 */
function seenText(seen: ChoiceValue, { chosen }: SettingState): string | null {
  return chosen || seen === true ? texts.seen(valueText(seen)) : null;
}

function turn({ site, change }: Place, key: ChoiceKey, value: ChoiceValue, state: SettingState): Promise<boolean> {
  return change(requestFor(site, key, value, state));
}
