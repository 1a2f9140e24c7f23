import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../../page/controls.tsx';
import { hashOf } from '../../page/section.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { settingsTexts as texts } from '../texts.ts';
import { ChoiceSwitch, type Place } from './choice-row.tsx';

/** Which rule packs are on: the built-in ones first, then the person's own. */
export function PacksCard({ at }: { readonly at: Place }): JSX.Element {
  const builtIn = ALL_PACKS.map(({ id }) => id);
  const own = at.packs.map(({ id }) => id).filter((id) => !builtIn.includes(id));
  const ids = [...builtIn, ...own];
  return (
    <Card title={texts.packsTitle} about={formats.sentences(texts.packsAbout, texts.nextReply)}>
      {ids.length === 0 && <p>{texts.packsNone}</p>}
      <div class="rows">
        {ids.map((id) => (
          <ChoiceSwitch key={id} at={at} of={`packs.${id}`} />
        ))}
      </div>
      <p>
        <a class="link" href={hashOf({ section: 'rules', site: at.site })}>
          {texts.packsLink}
        </a>
      </p>
    </Card>
  );
}
