import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';
import { loadedBy } from '../support/import-graph.ts';

const root = resolve(import.meta.dirname, '../..');

/** Folders that only a browser, or the program itself, can test as a whole, and the tests that do. */
const FOLDERS_TESTED_AS_A_WHOLE: Readonly<Record<string, string>> = {
  'src/badges': 'test/e2e/badges.test.ts and test/e2e/open-webui-badges.test.ts',
  'src/tools/browsers': 'every test of test/e2e, such as test/e2e/site-switch.test.ts, drives browsers by it',
  'src/chat-uis': 'test/e2e/placing.test.ts, test/e2e/chat-pages.test.ts and test/real/silly-tavern.test.ts',
  'src/tools/demo': 'the demo checks itself; test/e2e/reply.test.ts and test/real/conversation.test.ts run its servers',
  'src/pages/healing': 'test/e2e/healing-page.test.ts',
  'src/pages/inspector': 'test/e2e/inspector.test.ts',
  'src/pages/parts': 'test/e2e/settings-page.test.ts',
  'src/pages/popup': 'test/e2e/popup.test.ts, test/e2e/framed-site.test.ts and test/e2e/open-webui-popup.test.ts',
  'src/pages/rules': 'test/e2e/rules-page.test.ts',
  'src/pages/settings': 'test/e2e/settings-page.test.ts',
  'src/pages/shell': 'test/e2e/settings-page.test.ts',
  'src/pages/statistics': 'test/e2e/statistics-page.test.ts',
  'src/pages/welcome': 'test/e2e/welcome.test.ts',
};

/** Single modules that no test loads, and what tests them instead. Every entry must still be needed. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/tools/cli/icons.ts': 'draws pictures that are looked at and committed',
  'src/tools/cli/release.ts': 'test/meta/release.test.ts',
  'src/bridge/page-badges.ts':
    'needs a page and its extension: test/e2e/badges.test.ts and test/e2e/deferred-badges.test.ts',
  'src/healing/backups/indexed-db-store.ts': 'real page: test/e2e/healing-page.test.ts',
  'src/hook/bridge.ts': 'needs a page and two worlds: test/e2e/lifecycle.test.ts and test/e2e/hostile-page.test.ts',
  'src/hook/install.ts': 'the folder test/compliance, such as test/compliance/shapes.test.ts, in real browsers',
  'src/hook/transports/beacon.ts': 'real page: test/compliance/fetch-requests.test.ts',
  'src/hook/transports/kept-fetch.ts': 'timings of a browser: test/e2e/on-at-once.test.ts',
  'src/normalizer/cleaning/held-text.ts':
    'by both that use it: test/normalizer/bodies/event-normalizer.test.ts and test/normalizer/open-webui/generations.test.ts',
  'src/normalizer/progress/progress-types.ts': 'types, and two lists of words',
  'src/package/doctor.ts': 'test/package/runtimes.test.ts, in every runtime',
};

/**
 * @param tested the modules that tests load, or that have a test of their name
 * @param loads returns what a file loads when it runs
 * @returns the modules that no test reaches: they are not tested, nor part of a module beside or above them that is
 */
function unreached(
  modules: readonly string[],
  tested: ReadonlySet<string>,
  loads: (file: string) => readonly string[],
): string[] {
  const reached = new Set(modules.filter((file) => tested.has(file)));
  for (const file of reached) {
    for (const part of loads(file)) if (`${dirname(part)}/`.startsWith(`${dirname(file)}/`)) reached.add(part);
  }
  return modules.filter((file) => !reached.has(file));
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`);
}

function hasOwnTest(module: string): boolean {
  const name = module.replace(/^src\//, 'test/').replace(/\.(ts|tsx|mjs)$/, '');
  return ['ts', 'tsx'].some((ending) => existsSync(join(root, `${name}.test.${ending}`)));
}

/** Returns whether nothing of a module is there when it runs. */
function isOnlyTypes(file: string): boolean {
  const statements = readFileSync(join(root, file), 'utf8').match(/^[a-z].*/gm) ?? [];
  return statements.every((line) => /^(?:import type|(?:export )?(?:type|interface)) /.test(line));
}

test('a module that no test reaches is found', () => {
  const imports: Record<string, string[]> = {
    'src/a/tested.ts': ['src/a/part.ts', 'src/a/below/part.ts', 'src/b/alone.ts'],
    'src/a/part.ts': ['src/a/part-of-part.ts'],
  };
  const loads = (file: string) => imports[file] ?? [];
  const modules = [...Object.keys(imports), ...Object.values(imports).flat()];

  expect(unreached(modules, new Set(['src/a/tested.ts']), loads)).toEqual(['src/b/alone.ts']);
});

test('every module is reached by a test, or it is stated what tests it', () => {
  const modules = filesIn('src').filter((file) => !file.includes('/public/') && !file.includes('/chat-page/'));
  const tested = new Set([...filesIn('test').flatMap(loadedBy), ...modules.filter(hasOwnTest)]);
  const left = unreached(modules, tested, loadedBy)
    .filter((file) => !isOnlyTypes(file))
    .filter((file) => !Object.keys(FOLDERS_TESTED_AS_A_WHOLE).some((room) => file.startsWith(`${room}/`)));

  expect(left.toSorted()).toEqual(Object.keys(TESTED_ELSEWHERE).toSorted());
});

test('what is said to test a module is there, and so is each room', () => {
  const reasons = [...Object.values(FOLDERS_TESTED_AS_A_WHOLE), ...Object.values(TESTED_ELSEWHERE)];
  const named = reasons.flatMap((reason) => [...reason.matchAll(/test\/[\w./-]+\.tsx?/g)].map(([file]) => file));

  expect([...named, ...Object.keys(FOLDERS_TESTED_AS_A_WHOLE)].filter((file) => !existsSync(join(root, file)))).toEqual(
    [],
  );
});

test('every dialect is asked, and is named like its file', () => {
  const files = readdirSync(join(root, 'src/normalizer/dialects'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['dialect', 'fields', 'all-dialects'].includes(name));

  expect(ALL_DIALECTS.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('the transports know nothing of chats: only the parts of the hook around them run code of the normalizer', () => {
  const knowing = filesIn('src/hook').filter((file) =>
    /^import (?!type\b)[^;]*?\/normalizer\//m.test(readFileSync(join(root, file), 'utf8')),
  );

  expect(knowing.toSorted()).toEqual([
    'src/hook/agent.ts',
    'src/hook/body.ts',
    'src/hook/cleaning.ts',
    'src/hook/evidence.ts',
    'src/hook/install.ts',
    'src/hook/replies.ts',
    'src/hook/requests.ts',
    'src/hook/responses.ts',
    'src/hook/sockets.ts',
  ]);
});

test('where a file counts its way up to the root of the repository, it gets there, also after a move', () => {
  const paths = globSync('{src,entrypoints,test}/**/*.{ts,tsx,mjs}', { cwd: root }).flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(
        /^const root = resolve\((fileURLToPath\(import\.meta\.url\)|import\.meta\.dirname), '([./]+)'\);$/gim,
      ),
      ([, from = '', up = '']) => [file, resolve(root, from.endsWith('dirname') ? dirname(file) : file, up)],
    ),
  );

  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter(([, path]) => path !== root)).toEqual([]);
});
