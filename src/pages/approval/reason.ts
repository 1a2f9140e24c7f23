/** Why an agent asks, in words of the person's language. */
import TABLE from '../../normalizer/tables/reasons.json' with { type: 'json' };
import { oneLine } from '../../lib/plain-text.ts';
import { approvalTexts } from './texts.ts';

type Kind = keyof typeof approvalTexts.reasons;

/**
 * What Hermes says of a command, by what it would do: the descriptions of `DANGEROUS_PATTERNS` in
 * its tools/approval.py, which are notes for developers ("delete in root path"). The first row that
 * fits counts. The companion has them, too.
 */
const KINDS = TABLE.map(({ kind, pattern }) => ({
  kind: kind as Kind,
  pattern: new RegExp(pattern),
}));

/**
 * @param reason as the agent gives it, with several joined by "; "; '' for none
 * @returns one sentence for each kind; if any of them is unknown, one that quotes them all
 */
export function reasonSentences(reason: string): readonly string[] {
  const text = oneLine(reason);
  if (text === '') return [];
  const kinds = text.split('; ').map(kindOf);
  if (kinds.includes(null)) return [approvalTexts.reason(text)];
  return [...new Set(kinds)].flatMap((kind) => (kind ? [approvalTexts.reasons[kind]] : []));
}

function kindOf(description: string): Kind | null {
  return KINDS.find(({ pattern }) => pattern.test(description))?.kind ?? null;
}
