import { expect, test } from 'vitest';
import { projectsOf } from './projects-of.ts';

test.each([
  [['projects-of'], ['unit']],
  [
    ['dialect', 'languages'],
    ['unit', 'fuzz'],
  ],
  [['Test/Meta/'], ['meta']],
  [['test/support/projects-of.test.ts:4'], ['unit']],
  [['projects-of', '-t', 'dialect'], ['unit']],
  [
    ['-t', 'a name'],
    ['unit', 'meta', 'fuzz', 'compliance', 'e2e'],
  ],
  // Needs real servers.
  [['test/real/'], []],
  [['no-such-test'], []],
])('%j are in %j', (args, projects) => {
  expect(projectsOf(args)).toEqual(projects);
});
