/** Why an agent asks, in words of the person's language. */
import { oneLine } from '../../lib/plain-text.ts';
import { approvalTexts } from './texts.ts';

type Kind = keyof typeof approvalTexts.reasons;

/**
 * What Hermes says of a command, by what it would do: the descriptions of `DANGEROUS_PATTERNS` in its tools/approval.py,
 * which are notes for developers ("delete in root path"). The first row that fits counts.
 */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['git', /^git /],
  ['data', /^SQL /],
  ['secrets', /SSH keys|Hermes secrets|metadata endpoint/],
  ['remote', /remote (?:content|script)/],
  [
    'config',
    /system config|system file|env\/config|config\/env|SSH\/shell-rc|^registry|boot config/,
  ],
  ['disk', /^format |^disk |^wipe |block device|shadow copies|^delete backups/],
  ['rights', /writable permissions|world\/other-writable|chown|Everyone access|ACLs|^sudo /],
  ['files', /delete|^xargs with rm|^find |^package manager uninstall/],
  [
    'stops',
    /^(?:force |stop|kill|fork bomb|start gateway|hermes update|system shutdown|docker.*lifecycle)/,
  ],
  ['code', /obfuscation|encoded command|via -|via heredoc|immediate execution|execution flag/],
];

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
  return KINDS.find(([, pattern]) => pattern.test(description))?.[0] ?? null;
}
