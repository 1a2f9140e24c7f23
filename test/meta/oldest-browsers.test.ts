import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { build } from '../../src/tools/cli/build.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  cssAtRule,
  cssFunction,
  cssProperty,
  cssPseudo,
  everywhereNewerThan,
  extensionApi,
  htmlElement,
  manifestKey,
  type Since,
  standardApi,
} from '../support/browser-support.ts';
import { importGraph } from '../support/import-graph.ts';
import { nameOf, programOf, walk } from '../support/syntax-tree.ts';
import { usedApis } from '../support/used-apis.ts';

const root = resolve(import.meta.dirname, '../..');

/** What is newer than a version that the manifest promises, and why that does no harm. */
const HARMLESS: Readonly<Record<string, string>> = {
  'AbortSignal.timeout':
    'Chrome before 124 gives its error another name, which src/detection/ask-in-page.ts does not read',
  'Body.body': 'read of a response; it is of a request that Firefox has none',
};

const builds = new Map<BrowserKind, string>();
for (const kind of BROWSERS) builds.set(kind, await build(kind));

function manifestOf(kind: BrowserKind): Record<string, unknown> {
  return JSON.parse(readFileSync(join(builds.get(kind) ?? '', 'manifest.json'), 'utf8')) as Record<
    string,
    unknown
  >;
}

/** The version that the manifest promises, which stores enforce. */
function oldest(kind: BrowserKind): number {
  const { minimum_chrome_version: chrome, browser_specific_settings: settings } = manifestOf(
    kind,
  ) as {
    minimum_chrome_version?: string;
    browser_specific_settings?: { gecko?: { strict_min_version?: string } };
  };
  return Number.parseFloat(
    (kind === 'chromium' ? chrome : settings?.gecko?.strict_min_version) ?? 'none',
  );
}

/** All modules of ours that end up in a build. */
function shipped(): string[] {
  const graph = importGraph();
  const reached = new Set<string>();
  const queue = [...graph.keys()].filter((file) => file.startsWith('entrypoints/'));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    queue.push(...(graph.get(file) ?? []).filter((other) => graph.has(other)));
  }
  return [...reached];
}

const used = usedApis(shipped());

function styles(): string {
  const files = ['src/pages', 'src/badges', 'src/languages', 'entrypoints'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  return files
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'/g, '""');
}

function namesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}

/** What the data does not know must be looked at too: it may be too new for it. */
function check(names: Iterable<string>, lookUp: (name: string) => Since | null): string[] {
  const wrong = new Set<string>();
  for (const name of names) {
    const since = lookUp(name);
    if (since === null) wrong.add(`${name}: not in the data`);
    for (const kind of BROWSERS)
      if (since && since(kind) > oldest(kind) && !(name in HARMLESS))
        wrong.add(`${name}: ${kind} from ${since(kind)} on`);
  }
  return [...wrong].toSorted();
}

test('the manifests promise browsers from a version on', () => {
  expect(Object.fromEntries(BROWSERS.map((kind) => [kind, oldest(kind)]))).toEqual({
    chromium: 121,
    firefox: 142,
  });
});

test('all that our sources use of language and page is in the oldest browsers', () => {
  expect(used.standard.size).toBeGreaterThan(300);
  expect(check(used.standard, standardApi)).toEqual([]);
});

test('all that our sources use of the extension API is in the oldest browsers', () => {
  expect([...used.extension]).toEqual(
    expect.arrayContaining(['storage.session.get', 'scripting.executeScript']),
  );
  expect(check(used.extension, extensionApi)).toEqual([]);
});

test('all elements and attributes of our pages are in the oldest browsers', () => {
  expect([...used.elements]).toEqual(
    expect.arrayContaining(['details', 'details open', 'progress']),
  );
  expect(check(used.elements, htmlElement)).toEqual([]);
});

test.each(BROWSERS)(
  'all keys and permissions of the manifest for %s are in its oldest version',
  (kind) => {
    const manifest = manifestOf(kind);

    // The other browser's part of the manifest is not for this one.
    const keys = Object.keys(manifest).filter(
      (key) => !['browser_specific_settings', 'minimum_chrome_version'].includes(key),
    );
    const wrong = keys.filter((key) => !(Number(manifestKey(key)?.(kind)) <= oldest(kind)));
    expect(wrong).toEqual([]);
  },
);

test('all that the styles of our pages use is in the oldest browsers', () => {
  const css = styles();
  const declarations = [...css.matchAll(/[{;]\s*(-{0,2}[a-z][\w-]*)\s*:\s*([^{};]+)(?=[;}])/g)];
  const properties = declarations
    .map(([, property = '']) => property)
    .filter((name) => !name.startsWith('--'));
  const functions = declarations.flatMap(([, property = '', value = '']) =>
    [...value.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)].map(([, name]) => `${property} ${name}`),
  );

  expect(new Set(properties).size).toBeGreaterThan(60);
  expect(functions).toContain('grid-template-columns minmax');
  // Older ones have it where something scrolls: elsewhere the page behind scrolls on.
  expect(check(properties, cssProperty)).toEqual([
    'overscroll-behavior: chromium from 144 on',
    'overscroll-behavior: firefox from 150 on',
  ]);
  expect(check(functions, cssFunction)).toEqual([]);
  expect(check(namesIn(css, /::?([a-z][a-z-]+)(?=[^;{}]*\{)/g), cssPseudo)).toEqual([]);
  expect(check(namesIn(css, /@([a-z-]+)/g), cssAtRule)).toEqual([]);
});

test('what only our dependencies name is in the oldest browsers, or asked for first', () => {
  const ours = new Set(
    shipped().flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? []),
  );
  const wrong = BROWSERS.flatMap((kind) => {
    const folder = builds.get(kind) ?? '';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    const members = new Set<string>();
    for (const file of files)
      walk(programOf(readFileSync(join(folder, file), 'utf8'), file), (node) => {
        if (node.type === 'MemberExpression' && node.computed === false)
          members.add(nameOf(node.property));
      });
    return [...members].filter(
      (name) => !ours.has(name) && everywhereNewerThan(kind, oldest(kind), name),
    );
  });

  // Preact moves with it where it is there, and inserts where it is not.
  expect([...new Set(wrong)]).toEqual(['moveBefore']);
});

test('nothing is excused that needs no excuse any more', () => {
  const needed = [...used.standard].filter((name) => {
    const since = standardApi(name);
    return BROWSERS.some((kind) => since !== null && since(kind) > oldest(kind));
  });

  expect(Object.keys(HARMLESS).toSorted()).toEqual(needed.toSorted());
});

test.each([
  ['IteratorObject.map', standardApi, 122],
  ['PromiseConstructor.try', standardApi, 128],
  ['Element.moveBefore', standardApi, 133],
  ['storage.local.getKeys', extensionApi, 130],
  ['tabs.nothingOfThis', extensionApi, null],
  ['Element.nothingOfThis', standardApi, null],
] as const)('the check knows since when %s is there', (name, lookUp, version) => {
  expect(lookUp(name)?.('chromium') ?? null).toBe(version);
});
