import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../../page/controls.tsx';
import { REPAIR_GROUPS, repairsOf, type RepairGroup } from '../repair-groups.ts';
import { settingState } from '../setting-state.ts';
import { settingsTexts as texts } from '../texts.ts';
import { ChoiceSwitch, type Place } from './choice-row.tsx';

/** Every repair, folded by what it mends: they are many, and few people need them. */
export function RepairsCard({ at }: { readonly at: Place }): JSX.Element {
  return (
    <Card title={texts.repairsTitle} about={formats.sentences(texts.repairsAbout, texts.nextReply)}>
      {REPAIR_GROUPS.map((group) => (
        <Group key={group} group={group} at={at} />
      ))}
    </Card>
  );
}

function Group({ group, at }: { readonly group: RepairGroup; readonly at: Place }): JSX.Element {
  const keys = repairsOf(group).map((id) => `repairs.${id}` as const);
  const states = keys.map((key) => settingState(key, at.layers));
  const on = states.filter(({ value }) => value === true).length;
  const chosen = states.filter((state) => state.chosen).length;
  return (
    <details class="fold" data-group={group}>
      <summary>
        <h3>{texts.groups[group]}</h3> <span class="small">{texts.onOf(on, keys.length)}</span>
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
