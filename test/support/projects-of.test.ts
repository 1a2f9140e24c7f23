import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_PURE, projectsOf, PURE_FOLDERS } from './projects-of.ts';

test.each([
  [['projects-of'], ['unit']],
  [
    ['dialect', 'languages'],
    ['pure', 'unit', 'fuzz'],
  ],
  [['Test/Meta/'], ['meta']],
  [['test/doctor/'], ['pure']],
  [['open-webui/text-part'], ['unit']],
  [['test/support/projects-of.test.ts:4'], ['unit']],
  [['projects-of', '-t', 'dialect'], ['unit']],
  [
    ['-t', 'a name'],
    ['pure', 'unit', 'meta', 'fuzz', 'compliance', 'e2e'],
  ],
  // Needs real servers.
  [['test/real/'], []],
  [['no-such-test'], []],
])('%j are in %j', (args, projects) => {
  expect(projectsOf(args)).toEqual(projects);
});

test('no test that shares a process replaces anything in it', () => {
  const root = join(import.meta.dirname, '../..');
  const tests = PURE_FOLDERS.flatMap((folder) => globSync(`test/${folder}/**/*.test.ts`, { cwd: root }));
  const replacing = tests.filter((file) =>
    /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers)\b|\bsetI18n\b/.test(readFileSync(join(root, file), 'utf8')),
  );

  expect(tests.length).toBeGreaterThan(150);
  expect(replacing.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(NOT_PURE);
});
