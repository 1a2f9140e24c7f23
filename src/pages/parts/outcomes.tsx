import type { JSX } from 'preact';
import { counted } from '../../languages/messages.ts';
import { unknownOf, type Counts } from '../../stats/figures.ts';

/** What became of the tools, as far as results say; nothing if none does. */
export function Outcomes({ counts }: { readonly counts: Counts }): JSX.Element | null {
  const texts = outcomeTexts(counts);
  return texts.length > 0 ? <p class="small outcomes">{texts.join(' · ')}</p> : null;
}

/** @returns the same in words, one for each outcome */
export function outcomeTexts(counts: Counts): readonly string[] {
  const { ran = 0, started = 0, failed = 0, refused = 0 } = counts;
  if (ran + started + failed + refused === 0) return [];
  const unknown = unknownOf(counts);
  return [
    ran > 0 && counted('counts_ran', ran),
    started > 0 && counted('badges_starts', started),
    failed > 0 && counted('badges_failures', failed),
    refused > 0 && counted('badges_refusals', refused),
    unknown > 0 && counted('counts_unknown', unknown),
  ].filter((text) => text !== false);
}
