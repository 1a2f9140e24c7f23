import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { messagesOf } from '../support/locales.ts';

const root = resolve(import.meta.dirname, '../..');
const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const WORKFLOWS = readdirSync(join(root, '.github/workflows'));

function workflow(name: string): string {
  return readFileSync(join(root, '.github/workflows', name), 'utf8');
}

function english(key: string): string {
  return messagesOf('en')[key]?.message ?? `no ${key}`;
}

/** Commands that npm has itself, besides ours. */
const OF_NPM = ['npm ci', 'npm publish', 'npm sbom'];

function commandsIn(text: string): string[] {
  const commands = [...text.matchAll(/\bnpm (?:run (?:--silent )?)?([\w:]+)/g)];
  return commands.filter(([command]) => !OF_NPM.includes(command)).map(([, name = '']) => name);
}

test.each(WORKFLOWS)('every command that %s runs is one of ours', (name) => {
  const commands = commandsIn(workflow(name));

  if (!name.startsWith('release')) expect(commands).not.toEqual([]);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
});

test.each(WORKFLOWS)(
  'what others wrote, %s takes at one commit, and says which version that is',
  (name) => {
    const taken = [...workflow(name).matchAll(/uses: (.+)/g)].map(([, what = '']) => what);

    expect(taken).not.toEqual([]);
    for (const what of taken)
      expect(what).toMatch(/^(?:\.\/\.github\/[\w/.-]+|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  },
);

test.each(WORKFLOWS)(
  '%s may read unless a job says what else it may and why, ends in time, and keeps no password',
  (name) => {
    const text = workflow(name);
    const jobs = text.match(/^ {4}runs-on: /gm)?.length ?? 0;

    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs);
    expect(text.match(/persist-credentials: false/g)).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    );
    expect(text).not.toContain('pull_request_target');
  },
);

test('a job that may write runs no code of packages', () => {
  const jobs = WORKFLOWS.flatMap((name) => workflow(name).split(/^(?= {2}[a-z-]+:$)/m));
  const writers = jobs.filter((job) => /^ {6}[a-z-]+: write$/m.test(job));

  expect(writers).not.toEqual([]);
  // To publish an archive runs nothing that is in it.
  for (const job of writers)
    expect(job).not.toMatch(/npm (?!publish \.\/\*\.tgz )|npx|node_modules|checkout@/);
});

test('a release takes its words from the changelog, which has a part for what is not released yet', () => {
  expect(workflow('release.yml')).toContain('"## [" version "]"');
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(
    /^## \[(?:Unreleased|\d+\.\d+\.\d+)\]/m,
  );
  // Who comes for a browser is told its file first.
  for (const name of ['stream-fixer-chrome-%s.zip', 'stream-fixer-firefox-%s.xpi'])
    expect(workflow('release.yml')).toContain(name);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each(['broken-reply.yml', 'something-else.yml'])(
  '%s asks for the report that the popup copies, under the names of its buttons',
  (name) => {
    const form = readFileSync(join(root, '.github/ISSUE_TEMPLATE', name), 'utf8');

    expect(form).toMatch(/id: report\n(?:.*\n)*?\s+required: true/);
    expect(form).toContain(
      `"${english('page_sections_help')}", then "${english('popup_help_copy')}"`,
    );
  },
);

test('who records a stream is told a command that there is', () => {
  const form = readFileSync(join(root, '.github/ISSUE_TEMPLATE/broken-reply.yml'), 'utf8');

  expect(form).toContain('npm run --silent normalize -- stream.txt --doctor');
  expect(commandsIn(form)).toEqual(['normalize']);
});
