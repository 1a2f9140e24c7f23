import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import { hashOf } from '../../sites/section.ts';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { ALL_PACKS } from '../../rules/all-packs.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { Place } from './choice-row.tsx';
import { FoldedRows } from './folded-rows.tsx';

/** Which rule packs are on: the built-in ones, and the person's own where there are any. */
export function PacksCard({ at }: { readonly at: Place }): JSX.Element {
  return (
    <Card title={texts.packsTitle} about={formats.sentences(texts.packsAbout, texts.nextReply)}>
      <FoldedRows id="built-in-packs" title={texts.builtInPacks} keys={keysOf(ALL_PACKS)} at={at} />
      {at.packs.length > 0 && <FoldedRows id="own-packs" title={texts.ownPacks} keys={keysOf(at.packs)} at={at} />}
      <p>
        <a class="link" href={hashOf({ section: 'rules', site: at.site })}>
          {texts.packsLink}
        </a>
      </p>
    </Card>
  );
}

function keysOf(packs: readonly RulePack[]): readonly `packs.${string}`[] {
  return packs.map(({ id }) => `packs.${id}` as const);
}
