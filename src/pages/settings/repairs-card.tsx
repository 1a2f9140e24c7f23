import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import { REPAIR_GROUPS, repairsOf } from '../../settings/repair-groups.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { Place } from './choice-row.tsx';
import { FoldedRows } from './folded-rows.tsx';

/** Every repair, folded by what it repairs: there are many, and few people need them. */
export function RepairsCard({ at }: { readonly at: Place }): JSX.Element {
  return (
    <Card title={texts.repairsTitle} about={formats.sentences(texts.repairsAbout, texts.nextReply)}>
      {REPAIR_GROUPS.map((group) => (
        <FoldedRows
          key={group}
          id={group}
          title={texts.groups[group]}
          keys={repairsOf(group).map((id) => `repairs.${id}` as const)}
          at={at}
        />
      ))}
    </Card>
  );
}
