import type { JSX } from 'preact';
import { counted } from '../../languages/messages.ts';
import { unknownOf, type Counts } from '../../stats/figures.ts';

/** What became of the tools, as far as results say; nothing if none does. */
export function Outcomes({ counts }: { readonly counts: Counts }): JSX.Element | null {
  const { ran = 0, failed = 0, refused = 0 } = counts;
  if (ran + failed + refused === 0) return null;
  const unknown = unknownOf(counts);
  const parts = [
    ran > 0 && counted('counts_ran', ran),
    failed > 0 && counted('badges_failures', failed),
    refused > 0 && counted('badges_refusals', refused),
    unknown > 0 && counted('counts_unknown', unknown),
  ];
  return <p class="small outcomes">{parts.filter(Boolean).join(' · ')}</p>;
}
