import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_PURE, PURE_FOLDERS } from './projects-of.ts';

test('no test that shares a process replaces anything in it', () => {
  const root = join(import.meta.dirname, '../..');
  const tests = PURE_FOLDERS.flatMap((folder) =>
    globSync(`test/${folder}/**/*.test.ts`, { cwd: root }),
  );
  const replacing = tests.filter((file) =>
    /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers)\b|\bsetI18n\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );

  expect(tests.length).toBeGreaterThan(150);
  expect(replacing.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(NOT_PURE);
});
