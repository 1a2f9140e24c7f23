import type { JSX } from 'preact';
import { settingState } from '../../settings/setting-state.ts';
import type { ChoiceKey } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { ChoiceSwitch, type Place } from './choice-row.tsx';

interface FoldedRowsProps {
  /** For tests and pictures: which group it is. */
  readonly id: string;
  readonly title: string;
  readonly keys: readonly ChoiceKey[];
  readonly at: Place;
}

/** Many switches behind one line that says how many are on, and how many were changed here. */
export function FoldedRows({ id, title, keys, at }: FoldedRowsProps): JSX.Element {
  const states = keys.map((key) => settingState(key, at.layers));
  const on = states.filter(({ value }) => value === true).length;
  const chosen = states.filter((state) => state.chosen).length;
  return (
    <details class="fold" data-group={id}>
      <summary>
        <h3>{title}</h3> <span class="small">{texts.onOf(on, keys.length)}</span>{' '}
        {chosen > 0 && <span class="tag on">{texts.changes(chosen)}</span>}
      </summary>
      <div class="rows">
        {keys.map((key) => (
          <ChoiceSwitch key={key} at={at} of={key} />
        ))}
      </div>
    </details>
  );
}
