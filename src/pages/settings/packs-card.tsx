import type { JSX } from 'preact';
import { Card } from '../parts/controls.tsx';
import { hashOf } from '../../extension/routes.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { costsTooMuch } from '../../rules/pack-cost.ts';
import { settingState } from '../../settings/setting-state.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { Place } from './choice-row.tsx';

/** How many rule packs are on, and a link to the one place where they are switched. */
export function PacksCard({ at }: { readonly at: Place }): JSX.Element {
  const packs = [...ALL_PACKS, ...at.packs];
  const on = packs.filter((pack) => !costsTooMuch(pack) && settingState(`packs.${pack.id}`, at.layers).value === true);
  return (
    <Card title={texts.packsTitle} about={texts.packsAbout}>
      <div class="row">
        <p class="words">{texts.onOf(on.length, packs.length)}</p>
        <a class="link" href={hashOf({ section: 'rules', site: at.site })}>
          {texts.packsLink}
        </a>
      </div>
    </Card>
  );
}
