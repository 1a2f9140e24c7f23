import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');

type Sample = readonly [path: string, code: string, rule: string];

/**
 * @returns a function of so many lines, with comments and blank ones, which count like all others
 */
function long(lines: number): string {
  return `export function work(): void {\n${'  // Why.\n'.repeat(lines - 3)}\n}`;
}

/** Each breaks one rule of its folder. */
const REFUSED: readonly Sample[] = [
  [
    'src/normalizer/global-browser.ts',
    'export const id = browser.runtime.id;',
    'no-restricted-globals',
  ],
  [
    'src/normalizer/global-chrome.ts',
    'export const id = chrome.runtime.id;',
    'no-restricted-globals',
  ],
  ['src/normalizer/dom.ts', 'export const title = document.title;', 'no-restricted-globals'],
  [
    'src/normalizer/dialects/network.ts',
    "export const reply = fetch('/');",
    'no-restricted-globals',
  ],
  [
    'src/normalizer/wxt.ts',
    "export { storage } from 'wxt/utils/storage';",
    'no-restricted-imports',
  ],
  [
    'src/normalizer/knows-hook.ts',
    "export { install } from '../hook/install.ts';",
    'no-restricted-imports',
  ],
  [
    'src/normalizer/repairs/node.ts',
    "export { readFile } from 'node:fs';",
    'no-restricted-imports',
  ],
  ['src/hook/log.ts', "console.log('here');", 'no-console'],
  ['src/hook/json.ts', "export const value = JSON.parse('1');", 'no-restricted-globals'],
  ['src/hook/live-fetch.ts', "export const reply = fetch('/');", 'no-restricted-globals'],
  ['src/hook/markup.ts', "document.body.innerHTML = 'x';", 'no-restricted-properties'],
  ['src/hook/uuid.ts', 'export const id = crypto.randomUUID();', 'no-restricted-properties'],
  [
    'src/bridge/main-side-uuid.ts',
    'export const id = crypto.randomUUID();',
    'no-restricted-properties',
  ],
  ['src/hook/extension-api.ts', "export { browser } from 'wxt/browser';", 'no-restricted-imports'],
  ['src/hook/bridge.ts', "export const value = JSON.parse('1');", 'no-restricted-globals'],
  ['src/bridge/protocol.ts', "export { browser } from 'wxt/browser';", 'no-restricted-imports'],
  ['entrypoints/page-hook.ts', "export { browser } from 'wxt/browser';", 'no-restricted-imports'],
  ['entrypoints/background.ts', "console.log('here');", 'no-console'],
  [
    'src/pages/popup/global-browser.ts',
    'export const id = browser.runtime.id;',
    'no-restricted-globals',
  ],
  ['src/settings/settings.ts', "export { browser } from 'wxt/browser';", 'no-restricted-imports'],
  ['src/rules/packs/api.ts', "export { browser } from 'wxt/browser';", 'no-restricted-imports'],
  ['src/pages/popup/markup.tsx', "document.body.innerHTML = 'x';", 'no-restricted-properties'],
  ['src/badges/log.ts', "console.log('here');", 'no-console'],
  ['src/stats/polyfill.ts', "export * from 'webextension-polyfill';", 'no-restricted-imports'],
  [
    'src/sites/synced.ts',
    "import { browser } from 'wxt/browser';\nexport const all = browser.storage.sync;",
    'no-restricted-properties',
  ],
  [
    'src/sites/second.ts',
    "import { browser } from 'wxt/browser';\nexport const api = browser.scripting;",
    'no-restricted-properties',
  ],
  ['src/tools/demo/polyfill.ts', "export * from 'webextension-polyfill';", 'no-restricted-imports'],
  [
    'src/tools/demo/extension-api.ts',
    "export { browser } from 'wxt/browser';",
    'no-restricted-imports',
  ],
  ['src/tools/cli/uuid.ts', 'export const id = crypto.randomUUID();', 'no-restricted-properties'],
  ['src/tools/cli/evaluates.ts', "eval('1');", 'no-eval'],
  ['src/tools/cli/new-function.ts', "export const run = new Function('return 1');", 'no-new-func'],
  ['src/tools/cli/anything.ts', 'export const value: any = 1;', 'no-explicit-any'],
  ['src/tools/cli/default.ts', 'export default 1;', 'no-default-export'],
  ['src/tools/cli/silent.ts', 'try {\n  Math.random();\n} catch {}', 'no-empty'],
  [
    'src/tools/cli/unhandled.ts',
    'async function work(): Promise<number> {\n  return 1;\n}\nwork();\nexport { work };',
    'no-floating-promises',
  ],
  ['src/normalizer/long.ts', long(121), 'max-lines-per-function'],
  ['src/tools/cli/CamelCase.ts', 'export const value = 1;', 'filename-case'],
];

/** The same things where they are in place. */
const ACCEPTED: readonly (readonly [path: string, code: string])[] = [
  [
    'src/hook/realm/natives.ts',
    'export const parse = JSON.parse;\nexport const nativeFetch = fetch;',
  ],
  ['src/bridge/isolated-side.ts', "export { browser } from 'wxt/browser';"],
  ['src/pages/rules/rules.tsx', "export { browser } from 'wxt/browser';"],
  ['src/pages/popup/popup.tsx', "export { browser } from 'wxt/browser';"],
  [
    'src/sites/registration.ts',
    "import { browser } from 'wxt/browser';\nexport const api = browser.scripting;",
  ],
  ['entrypoints/popup.ts', "export { browser } from 'wxt/browser';\nexport default 1;"],
  [
    'src/tools/cli/tool.ts',
    "export { readFile } from 'node:fs';\nexport const value = JSON.parse('1');",
  ],
  ['src/normalizer/not-long.ts', long(120)],
  ['src/normalizer/clean.ts', "export const value = JSON.parse('1');"],
];

interface Finding {
  readonly filename: string;
  readonly code: string;
}

let findings: readonly Finding[] = [];

/**
 * Lints all samples at once, with the project's own rules, in a folder laid out like the project.
 */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-lint-'));
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    // The part of it that knows types is looked for beside what is linted.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [path, code] of [...REFUSED, ...ACCEPTED]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${code}\n`);
    }
    const result = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    findings = (JSON.parse(result.stdout) as { diagnostics: readonly Finding[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function rulesBrokenIn(path: string): string[] {
  return findings
    .filter(({ filename }) => filename.replaceAll('\\', '/') === path)
    .map(({ code }) => code.replace(/^.*\(|\)$/g, ''));
}

test.each(REFUSED)('lint refuses %s', (path, _code, rule) => {
  expect(rulesBrokenIn(path)).toContain(rule);
});

test.each(ACCEPTED)('lint accepts %s', (path) => {
  expect(rulesBrokenIn(path)).toEqual([]);
});

test('every refused sample breaks its one rule and no other', () => {
  const surprising = REFUSED.filter(([path, , rule]) =>
    rulesBrokenIn(path).some((broken) => broken !== rule),
  );

  expect(surprising.map(([path]) => [path, rulesBrokenIn(path)])).toEqual([]);
});
