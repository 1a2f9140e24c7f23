import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LINKS as OURS } from '../../src/pages/parts/links.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { build } from '../../src/tools/cli/build.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { FAULTS } from '../../src/doctor/faults.ts';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { auditHtml, auditScript, auditStyles, type Reading } from '../support/audit.ts';
import { BROWSERS } from '../support/browsers.ts';
import { LANGUAGES } from '../support/locales.ts';

/** Everything a manifest could ask for that ours must not. */
const NEVER = [
  'host_permissions',
  'content_scripts',
  'web_accessible_resources',
  'externally_connectable',
  'sandbox',
  'devtools_page',
  'chrome_url_overrides',
  'update_url',
];

type Manifest = Record<string, unknown>;

const folders = new Map<BrowserKind, string>();

beforeAll(async () => {
  for (const kind of BROWSERS) folders.set(kind, await build(kind));
}, 120_000);

function folderOf(kind: BrowserKind): string {
  return folders.get(kind) ?? '';
}

function readManifest(kind: BrowserKind): Manifest {
  return JSON.parse(readFileSync(join(folderOf(kind), 'manifest.json'), 'utf8')) as Manifest;
}

function filesOf(kind: BrowserKind): string[] {
  const entries = readdirSync(folderOf(kind), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folderOf(kind), join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    );
}

/**
 * Addresses shown as links: the source of a rule pack's format, the doctor's references, and our
 * own.
 */
const LINKS = new Set([
  ...[...ALL_PACKS, ...DEFECTS, ...FAULTS].map(({ source }) => source),
  ...Object.values(OURS ?? {}),
]);

/** What is found in each file, as "file: finding". */
function auditFolder(kind: BrowserKind): string[] {
  return filesOf(kind).flatMap((file) => {
    const audit = {
      '.js': auditJavaScript,
      '.html': auditHtml,
      '.css': auditStyles,
      '.svg': auditHtml,
    }[extname(file)];
    if (!audit) return [];
    const findings = audit(readFileSync(join(folderOf(kind), file), 'utf8'), file);
    return findings
      .filter((finding) => !LINKS.has(finding))
      .map((finding) => `${file}: ${finding}`);
  });
}

function auditJavaScript(code: string, file: string): string[] {
  const reading: Reading = file === 'page-hook.js' ? 'hook' : 'plain';
  return auditScript(code, reading);
}

function unexpectedKeys(manifest: Manifest): string[] {
  return NEVER.filter((key) => key in manifest);
}

test.each(BROWSERS)(
  'the manifest for %s asks for storage, scripting, the tab under its popup and a menu at install, and for no site or notification',
  (kind) => {
    const manifest = readManifest(kind);

    expect(manifest.manifest_version).toBe(3);
    expect(manifest.permissions).toEqual([
      'storage',
      'scripting',
      'activeTab',
      'contextMenus',
      'alarms',
    ]);
    expect(manifest.optional_host_permissions).toEqual(['*://*/*']);
    expect(manifest.optional_permissions).toEqual(['notifications']);
    expect(unexpectedKeys(manifest)).toEqual([]);
  },
);

test.each(BROWSERS)(
  'the manifest for %s says its name and what it does in every language, in at most 132 characters',
  (kind) => {
    const manifest = readManifest(kind);
    expect(manifest.homepage_url).toBe(OURS?.home);
    expect(manifest).toMatchObject({
      default_locale: 'en',
      name: '__MSG_name__',
      description: '__MSG_description__',
    });
    const locales = readdirSync(join(folderOf(kind), '_locales'));
    expect(locales.toSorted()).toEqual(LANGUAGES.map((tag) => tag.replace('-', '_')).toSorted());
    expect(locales.length).toBeGreaterThan(5);
    for (const locale of locales) {
      const messages = JSON.parse(
        readFileSync(join(folderOf(kind), '_locales', locale, 'messages.json'), 'utf8'),
      ) as Record<string, { message: string }>;
      expect(messages.name?.message).toBe('Stream Fixer');
      expect(messages.description?.message.length).toBeGreaterThan(10);
      expect(messages.description?.message.length).toBeLessThanOrEqual(132);
    }
  },
);

test('an administrator can set what Chromium has a schema for; Firefox asks for none', () => {
  expect(readManifest('chromium').storage).toEqual({ managed_schema: 'managed-schema.json' });
  expect(readManifest('firefox').storage).toBeUndefined();
});

test.each(BROWSERS)(
  'in %s pages of the extension run and show their own files only, and no request leaves them',
  (kind) => {
    const { content_security_policy: policies } = readManifest(kind) as {
      content_security_policy?: { extension_pages?: string };
    };

    expect(Object.keys(policies ?? {})).toEqual(['extension_pages']);
    expect(policies?.extension_pages?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  },
);

test('the check for unwanted manifest keys sees each of them', () => {
  expect(unexpectedKeys(Object.fromEntries(NEVER.map((key) => [key, []])))).toEqual(NEVER);
});

test('the manifest for firefox names the add-on, a version that shows the data consent on every system, and that no data is collected', () => {
  expect(readManifest('firefox').browser_specific_settings).toEqual({
    gecko: {
      id: 'stream-fixer@addons',
      strict_min_version: '142.0',
      data_collection_permissions: { required: ['none'] },
    },
  });
});

/** Bytes of what runs before any script of a page, and in each of its frames. */
const MAX_BRIDGE = 32_000;

test.each(BROWSERS)(
  'the bridge for %s is small: what most pages never need is not in it',
  (kind) => {
    const bridge = readFileSync(join(folderOf(kind), 'page-bridge.js'));

    expect(bridge.length).toBeLessThan(MAX_BRIDGE);
  },
);

test.each(BROWSERS)('performance.md says what hook, bridge and badges for %s weigh', (kind) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
  const [, chromium = '', firefox = ''] =
    /^\| size of hook, bridge and badges, kB \|[^|]*\| (\d+) \| (\d+) \|$/m.exec(page) ?? [];
  const bytes = ['page-hook.js', 'page-bridge.js', 'page-badges.js'].map(
    (name) => readFileSync(join(folderOf(kind), name)).length,
  );

  expect(Number(kind === 'chromium' ? chromium : firefox) / 10).toBeCloseTo(
    bytes.reduce((sum, one) => sum + one) / 10_000,
    0,
  );
});

test.each(BROWSERS)(
  'the build for %s holds only known kinds of files, and all page scripts',
  (kind) => {
    const files = filesOf(kind);

    expect(files).toEqual(
      expect.arrayContaining([
        'background.js',
        'page-badges.js',
        'page-bridge.js',
        'page-hook.js',
        'popup.html',
      ]),
    );
    expect(
      files.filter(
        (file) => !['.js', '.html', '.css', '.png', '.svg', '.json'].includes(extname(file)),
      ),
    ).toEqual([]);
  },
);

test.each(BROWSERS)('every file that the manifest for %s names is there', (kind) => {
  const named = JSON.stringify(readManifest(kind)).match(/"[\w/-]+\.(?:png|html|js|css)"/g) ?? [];

  expect(named.length).toBeGreaterThan(5);
  expect(
    named
      .map((name) => name.slice(1, -1))
      .filter((file) => !existsSync(join(folderOf(kind), file))),
  ).toEqual([]);
});

test.each(BROWSERS)(
  "the build for %s has no remote code, and one place that makes a request: the question to a page's own server",
  (kind) => {
    // The hook creates one to find its prototype behind what other scripts put in its place, and
    // never opens it.
    const prototypeOnly = 'page-hook.js: new XMLHttpRequest()';
    const [first, second, ...others] = auditFolder(kind).filter((found) => found !== prototypeOnly);

    // Handed over as source text, and run in the page: src/detection/ask-in-page.ts, in the
    // background and in a chunk that popup and pages share.
    expect(first).toBe('background.js: fetch');
    expect(second).toMatch(/^chunks\/[\w-]+\.js: fetch$/);
    expect(others).toEqual([]);
  },
);

const BAD_IN_PLAIN = [
  ['fetch("/x")', 'fetch'],
  ['globalThis.fetch("/x")', 'fetch'],
  ['self["fetch"]("/x")', 'fetch'],
  ['const send = fetch; send("/x")', 'fetch'],
  ['new XMLHttpRequest()', 'XMLHttpRequest'],
  ['new WebSocket(address)', 'WebSocket'],
  ['new EventSource(address)', 'EventSource'],
  ['navigator.sendBeacon("/x")', 'sendBeacon'],
  ['new Image().src = address', 'new Image()'],
] as const;

test.each(BAD_IN_PLAIN)("the audit of the extension's own scripts sees %s", (code, finding) => {
  expect(auditScript(code, 'plain')).toContain(finding);
});

const BAD_IN_HOOK = [
  ['fetch("/x")', 'fetch()'],
  ['window.fetch("/x")', 'fetch()'],
  ['(0, window.fetch)("/x")', 'fetch()'],
  ['window?.fetch("/x")', 'fetch()'],
  ['new XMLHttpRequest()', 'new XMLHttpRequest()'],
  ['new window.WebSocket(address)', 'new WebSocket()'],
  ['new EventSource(address)', 'new EventSource()'],
  ['navigator.sendBeacon("/x")', 'sendBeacon()'],
  ['navigator["sendBeacon"]("/x")', 'sendBeacon()'],
] as const;

test.each(BAD_IN_HOOK)('the audit of the page hook sees %s', (code, finding) => {
  expect(auditScript(code, 'hook')).toContain(finding);
});

const BAD_ANYWHERE = [
  ['eval("1")', 'eval()'],
  ['new Function("return 1")()', 'Function()'],
  ['window.eval("1")', 'eval()'],
  ['setTimeout("alert(1)", 5)', 'setTimeout() of a text'],
  ['import("https://example.org/more.js")', 'import()'],
  ['import(name)', 'import()'],
  ['importScripts("more.js")', 'importScripts'],
  ['new Worker("more.js")', 'Worker'],
  ['const home = "https://example.org/x"', 'https://example.org/x'],
  ['const home = `wss://${host}/x`', 'wss://'],
] as const;

test.each(BAD_ANYWHERE)('the audit of any script sees %s', (code, finding) => {
  expect(auditScript(code, 'plain')).toContain(finding);
  expect(auditScript(code, 'hook')).toContain(finding);
});

test('the audit of the page hook lets it name and wrap the functions of the page', () => {
  const wrap =
    'const native = window.fetch; window.fetch = new Proxy(native, { apply: (f, self, args) => Reflect.apply(f, self, args) });';

  expect(auditScript(wrap, 'hook')).toEqual([]);
  expect(
    auditScript(
      'Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "responseText")',
      'hook',
    ),
  ).toEqual([]);
});

test('a page may load a file of the extension, the hook none', () => {
  expect(auditScript('import("./chunks/more-1.js")', 'plain')).toEqual([]);
  expect(auditScript('import("./chunks/more-1.js")', 'hook')).toEqual(['import()']);
});

test('the audit of any script lets names of XML vocabularies and words in a text pass', () => {
  const code =
    'document.createElementNS("http://www.w3.org/2000/svg", "svg").textContent = "could not fetch (yet)"';

  expect(auditScript(code, 'plain')).toEqual([]);
});

test.each([
  '<script src="https://example.org/x.js"></script>',
  '<script src=//example.org/x.js></script>',
  '<link rel="stylesheet" href="https://example.org/x.css">',
  '<img src="http://example.org/x.png">',
  '<script>go()</script>',
  '<body onload="go()">',
])('the audit of pages sees %s', (html) => {
  expect(auditHtml(html)).toHaveLength(1);
});

test.each(['@import "https://example.org/x.css";', 'a { background: url(//example.org/x.png) }'])(
  'the audit of styles sees %s',
  (css) => {
    expect(auditStyles(css)).toHaveLength(1);
  },
);
