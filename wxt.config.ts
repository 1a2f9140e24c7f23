import { fileURLToPath } from 'node:url';
import { defineConfig } from 'wxt';
import { LINKS } from './src/pages/parts/links.ts';
import { leanRepairs } from './src/tools/cli/vite-plugins/lean-repairs.ts';
import { preactAsText } from './src/tools/cli/vite-plugins/preact-as-text.ts';

/**
 * The oldest browsers, for which syntax is written; test/meta/oldest-browsers.test.ts checks all
 * else they must have. From Firefox 142 on, every system shows what an add-on collects.
 */
const OLDEST = { chrome: '121', firefox: '142' } as const;

/** Add-on id in Firefox; MV3 there requires one. */
const GECKO_ID = 'stream-fixer@addons';

/**
 * What pages of the extension may do: run and show their own files, and nothing else; no request
 * leaves them, wherever their code came from. The development server needs requests of its own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the polyfill replaces. */
const NATIVE = fileURLToPath(import.meta.resolve('wxt/browser'));

export default defineConfig({
  // The polyfill is used only through this alias, so that it can be dropped in one line.
  modules: ['@wxt-dev/webextension-polyfill'],
  manifestVersion: 3,
  publicDir: 'src/public',
  imports: false,
  // Its polyfill would put a `fetch` into the popup, which makes no request of its own.
  vite: () => ({
    plugins: [preactAsText()],
    build: {
      modulePreload: { polyfill: false },
      target: [`chrome${OLDEST.chrome}`, `firefox${OLDEST.firefox}`],
    },
  }),
  hooks: {
    // What the popup shares with other pages is one file: it opened in 300 ms with sixteen small
    // ones, in 268 with one (Chromium 156). What only the others share would delay it, and is
    // another; what the popup loads after its first paint is a third, without their styles. The
    // companion's source, which that needs, is a fourth.
    'vite:build:extendConfig': (entrypoints, config) => {
      if (entrypoints.every(({ type }) => type === 'unlisted-script')) {
        // Scripts in a page use nothing that the polyfill adds, and would evaluate its 10 kB in
        // every frame.
        config.resolve = { ...config.resolve, alias: { 'wxt/browser': NATIVE } };
        config.plugins = [...(config.plugins ?? []), leanRepairs()];
      }
      if (!entrypoints.some(({ type }) => type === 'popup')) return;
      config.build ??= {};
      config.build.rolldownOptions ??= {};
      config.build.rolldownOptions.output = {
        ...config.build.rolldownOptions.output,
        codeSplitting: {
          groups: [
            {
              name: (id, modules) => {
                if (isOfPopup(id, importersIn(modules))) return 'shared';
                if (id.includes('stream_fixer_companion.py')) return 'companion';
                return isOfPopup(id, loadersIn(modules)) ? 'shared-later' : 'shared-pages';
              },
              debugName: 'shared',
              minShareCount: 2,
            },
          ],
        },
      };
    },
  },
  manifest: ({ browser, command }) => ({
    default_locale: 'en',
    name: '__MSG_name__',
    short_name: '__MSG_name__',
    description: '__MSG_description__',
    homepage_url: LINKS?.home,
    // None of these is warned of at install. "activeTab" tells the popup the address of the tab
    // under it; it also lets registered scripts into that tab without a host permission (Chromium
    // 156), so a site that is off has none. "contextMenus" is for the menu of the icon, "alarms"
    // ends the pause of a site.
    permissions: ['storage', 'scripting', 'activeTab', 'contextMenus', 'alarms'],
    // Asked for only when a person turns on to be notified of an agent that waits.
    optional_permissions: ['notifications'],
    optional_host_permissions: ['*://*/*'],
    minimum_chrome_version: browser === 'firefox' ? undefined : OLDEST.chrome,
    content_security_policy: command === 'build' ? { extension_pages: POLICY } : undefined,
    icons: {
      16: 'icon/on-16.png',
      32: 'icon/on-32.png',
      48: 'icon/tile-48.png',
      128: 'icon/tile-128.png',
    },
    action: {
      default_title: '__MSG_name__',
      default_icon: { 16: 'icon/off-16.png', 32: 'icon/off-32.png' },
    },
    // Alt, Shift and a letter of Firefox's menu bar open that menu, on Linux and Windows; K is none
    // in any of our languages.
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+K' } } },
    // Firefox reads policies without a schema and warns of the key.
    storage: browser === 'firefox' ? undefined : { managed_schema: 'managed-schema.json' },
    browser_specific_settings: {
      gecko: {
        id: GECKO_ID,
        strict_min_version: `${OLDEST.firefox}.0`,
        data_collection_permissions: { required: ['none'] },
      },
    },
  }),
});

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

type Importers = (id: string) => readonly string[];

/** Modules that load another one with themselves. */
function importersIn(modules: Modules): Importers {
  return (id) => modules.getModuleInfo(id)?.importers ?? [];
}

/** Modules that load another one with themselves or later. */
function loadersIn(modules: Modules): Importers {
  return (id) => [
    ...importersIn(modules)(id),
    ...(modules.getModuleInfo(id)?.dynamicImporters ?? []),
  ];
}

/** Returns whether the popup is among the modules that load a module. */
function isOfPopup(id: string, importers: Importers, seen = new Set<string>()): boolean {
  if (/[/\\]entrypoints[/\\]popup[/\\]/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return importers(id).some((importer) => isOfPopup(importer, importers, seen));
}
