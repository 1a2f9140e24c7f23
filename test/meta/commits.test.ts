import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The last commit before the rule. A source archive, or a shallow clone, has no history to check.
 */
const BEFORE = 'd9bb435e';
const root = resolve(import.meta.dirname, '../..');
const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`], {
  cwd: root,
  encoding: 'utf8',
});
const subjects = log.status === 0 ? log.stdout.split('\n').filter(Boolean) : [];

/** @returns what is wrong with the subject of a commit; '' if nothing is */
function faultOf(subject: string): string {
  if (subject.length > 72) return `${subject.length} characters`;
  if (!/^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)?: \S/.test(subject)) return 'no area before it';
  if (/;/.test(subject)) return 'two topics';
  return /^[^:]*: (?!bring|embed|feed|need|speed)\w+(?:ed|ing)\b/.test(subject)
    ? 'not an imperative'
    : '';
}

test.skipIf(subjects.length === 0)(
  'each commit is one topic: `area: imperative`, at most 72 characters',
  () => {
    const faults = subjects.map((subject) => ({ subject, fault: faultOf(subject) }));

    expect(faults.filter(({ fault }) => fault !== '')).toEqual([]);
  },
);

test.each([
  ['badges: keep the place of a reply that is read again', ''],
  ['docs: feed the example', ''],
  ['badges, bridge: share the style', ''],
  ['Fix it', 'no area before it'],
  ['hook: fix one thing; fix another', 'two topics'],
  ['hook: fixed it', 'not an imperative'],
  ['hook: fixing it', 'not an imperative'],
  [`hook: ${'long '.repeat(14)}`, '76 characters'],
])('%s', (subject, fault) => {
  expect(faultOf(subject)).toBe(fault);
});
