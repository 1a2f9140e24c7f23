import { expect, test } from 'vitest';
import { reasonSentences } from '../../../src/pages/approval/reason.ts';
import { approvalTexts } from '../../../src/pages/approval/texts.ts';

/** Of Hermes' tools/approval.py. */
test.each<[keyof typeof approvalTexts.reasons, string]>([
  ['files', 'delete in root path'],
  ['files', 'recursive delete (flags after operands)'],
  ['files', 'find -exec/-execdir rm'],
  ['files', 'xargs with rm'],
  ['data', 'SQL DELETE without WHERE'],
  ['rights', 'world/other-writable permissions'],
  ['rights', 'recursive chown to root (long flag)'],
  ['rights', 'sudo with combined-flag privilege escalation'],
  ['disk', 'format filesystem'],
  ['disk', 'write to block device'],
  ['config', 'overwrite system file via redirection'],
  ['config', 'in-place edit of Hermes config/env (perl/ruby)'],
  ['stops', 'stop/restart system service'],
  ['stops', 'stop/restart hermes gateway (kills running agents)'],
  ['stops', 'force kill processes'],
  ['remote', 'pipe remote content to shell'],
  ['remote', 'execute remote script via process substitution'],
  ['code', 'script execution via -e/-c flag'],
  ['code', 'pipe decoded content to shell (possible command obfuscation)'],
  ['git', 'git force push (rewrites remote history)'],
  ['git', 'git clean with force (deletes untracked files)'],
  ['secrets', 'access to SSH keys (Windows path)'],
])('%s: what Hermes means by "%s" is said in plain words', (kind, reason) => {
  expect(reasonSentences(reason)).toEqual([approvalTexts.reasons[kind]]);
});

test('several reasons are several sentences, each once', () => {
  expect(reasonSentences('delete in root path; recursive delete; SQL DROP')).toEqual([
    approvalTexts.reasons.files,
    approvalTexts.reasons.data,
  ]);
});

test('a reason that nobody knows is quoted, as are those beside it', () => {
  expect(reasonSentences('delete in root path; house rule 7')).toEqual([
    approvalTexts.reason('delete in root path; house rule 7'),
  ]);
});

test('no reason is no sentence', () => {
  expect(reasonSentences(' \n')).toEqual([]);
});
