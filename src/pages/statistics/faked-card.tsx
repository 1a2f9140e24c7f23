import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { Calls } from '../../stats/chats.ts';
import { callsOf } from '../../stats/figures.ts';
import { Card } from '../parts/controls.tsx';
import { percent } from './formats.ts';
import { shareOf, type Comparison, type Statistics } from './sums.ts';
import { statisticsTexts as texts } from './texts.ts';

/** The share of faked calls before and since: of the same chats, or of the first week. */
export function FakedCard({ read: { counts, comparison } }: { readonly read: Statistics }): JSX.Element {
  const all = { calls: callsOf(counts), imitated: counts.imitated };
  return (
    <Card title={texts.faked} about={texts.fakedAbout}>
      <p class="share" data-comparison={comparison ? (comparison.cleaned === null ? 'week' : 'chats') : 'none'}>
        {comparison
          ? texts.beforeSince(percent(shareOf(comparison.before)), percent(shareOf(comparison.since)))
          : percent(shareOf(all))}
      </p>
      <p>{comparison ? comparedText(comparison) : formats.sentences(`${ofCalls(all)}.`, texts.noComparison)}</p>
    </Card>
  );
}

function comparedText({ before, since, cleaned }: Comparison): string {
  if (cleaned === null) return texts.inFirstWeek(ofCalls(before), ofCalls(since));
  return texts.inChats(ofCalls(before), ofCalls(since), formats.day(cleaned, Date.now()));
}

function ofCalls({ imitated, calls }: Calls): string {
  return texts.fakedOf(imitated, calls);
}
