import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { createChromeScope, evaluateIn } from './chrome-scope.ts';
import type { Driver, LaunchOptions, Popup } from './driver.ts';
import { findBrowser } from './find.ts';
import { createFirefoxPopup, runInHiddenPage } from './firefox-own-pages.ts';
import { answerPrompt, isPromptOpen } from './firefox-prompt.ts';
import { adviceFor } from './install.ts';
import { createProfile, type Profile } from './profile.ts';
import { until } from './until.ts';
import { matchPattern } from '../../extension/origins.ts';

/**
 * Firefox generates one for each profile; fixed here, so that we know the URLs of the extension's
 * pages.
 */
const UUID = '5f3a1c0e-6b1d-4c7e-9a52-0d6f7e8c9b1a';

/**
 * Expression for the windows and panels that are open, and the active window: any of them can keep
 * a popup closed.
 */
const OPEN_WINDOWS = `(() => {
  const windows = [...Services.wm.getEnumerator(null)].map(
    (one) => one.document.title + (one === Services.focus.activeWindow ? ' (active)' : ''),
  );
  const panels = [...document.querySelectorAll('panel, menupopup')].filter(({ state }) => state !== 'closed');
  return 'Windows: ' + windows.join(', ') + '. Panels: ' + panels.map(({ id, state }) => id + ' ' + state).join(', ') + '.';
})()`;

/** Starts Firefox; see `launch`. */
export async function launchFirefox(options: LaunchOptions): Promise<Driver> {
  const program = findBrowser('firefox');
  if (program === null) throw new Error(adviceFor('firefox'));
  const id = options.extension === null ? '' : await readAddonId(options.extension);
  const profile = createProfile();
  const { width, height } = options.windowSize ?? { width: 1280, height: 900 };
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: options.headless ?? true,
    // Each request would be told in detail, for nobody: a quarter of what the browser does.
    networkEnabled: false,
    userDataDir: profile.directory,
    defaultViewport: null,
    env: options.home === undefined ? process.env : { ...process.env, HOME: options.home },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without system access, neither extension pages nor the browser's own window can be reached.
    args: ['-remote-allow-system-access', '--width', String(width), '--height', String(height)],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      // The list of downloads would open over the page.
      'browser.download.alwaysOpenPanel': false,
      'extensions.webextensions.uuids': JSON.stringify(id ? { [id]: UUID } : {}),
      'layout.css.prefers-color-scheme.content-override': options.colorScheme === 'dark' ? 0 : 1,
      'ui.systemUsesDarkTheme': options.colorScheme === 'dark' ? 1 : 0,
    },
  });
  profile.launched(browser.process());
  try {
    await options.beforeInstall?.(browser);
    if (options.inPrivate)
      await createChromeScope(browser)(`(async () => {
        const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
        await ExtensionPermissions.add(${JSON.stringify(id)}, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
      })()`);
    if (options.extension !== null)
      await browser.installExtension(
        isPacked(options.extension)
          ? options.extension
          : profile.copyExtension(options.extension, permittedFor(options)),
      );
    return createDriver(browser, profile, id);
  } catch (error) {
    await browser.close();
    profile.remove();
    throw error;
  }
}

/** Grants access without the prompt, as in Chromium. */
function permittedFor({ leftWith }: LaunchOptions): readonly string[] {
  return leftWith === undefined ? [] : [matchPattern(leftWith, false)];
}

function isPacked(extension: string): boolean {
  return extension.endsWith('.xpi');
}

async function readAddonId(extension: string): Promise<string> {
  const text = isPacked(extension)
    ? strFromU8(unzipSync(await readFile(extension))['manifest.json'] ?? new Uint8Array())
    : await readFile(join(extension, 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as {
    browser_specific_settings?: { gecko?: { id?: string } };
  };
  const id = manifest.browser_specific_settings?.gecko?.id;
  if (!id)
    throw new Error(`${extension} is no build for Firefox: its manifest names no add-on id.`);
  return id;
}

function createDriver(browser: Browser, profile: Profile, id: string): Driver {
  const base = id && `moz-extension://${UUID}/`;
  const chrome = createChromeScope(browser);
  const extension = `WebExtensionPolicy.getByID(${JSON.stringify(id)}).extension`;
  const backgroundView = `[...${extension}.views].find((view) => view.viewType === 'background')`;
  const action = `(() => {
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    ExtensionParent.apiManager.global.browserActionFor(${extension}).openPopup(window);
  })()`;

  async function openPopup(
    tab: Page,
    readySelector = 'body',
    open = () => chrome(action),
  ): Promise<Popup> {
    await tab.bringToFront();
    // A popup left open would be mistaken for the new one; a person's click outside would have
    // closed it.
    const before = createFirefoxPopup(chrome);
    if (!(await before.isClosed())) await before.close();
    await open();
    const panelOpen = `document.querySelector('browser.webextension-popup-browser')?.closest('panel')?.state === 'open'`;
    await until(() => chrome(panelOpen), 'the popup to open').catch(async (error: unknown) => {
      throw new Error(`${String(error)} ${String(await chrome(OPEN_WINDOWS))}`, { cause: error });
    });
    const popup = createFirefoxPopup(chrome);
    const ready = (selector: string) =>
      document.readyState === 'complete' && document.querySelector(selector) !== null;
    await until(() => popup.evaluate(ready, readySelector), `${readySelector} in the popup`);
    return popup;
  }

  return {
    kind: 'firefox',
    browser,
    base,
    views: null,
    newPage: () => browser.newPage(),
    openPopup,
    isPromptOpen: () => isPromptOpen(chrome),
    answer: (allow) => answerPrompt(chrome, allow),
    async background(run, ...args) {
      await chrome(`${extension}.wakeupBackground?.()`);
      await until(() => chrome(`!!(${backgroundView})`), 'the background to run');
      return (await evaluateIn(chrome, `${backgroundView}.xulBrowser`, run, args)) as never;
    },
    beside: async (run, ...args) =>
      (await runInHiddenPage(chrome, extension, base, run, args)) as never,
    async leave() {
      const process = browser.process();
      const closed = new Promise<void>((done) =>
        process && process.exitCode === null ? process.once('exit', () => done()) : done(),
      );
      // The same as when it quits: it stops listening, and drops this very connection.
      chrome(
        `ChromeUtils.importESModule('chrome://remote/content/components/RemoteAgent.sys.mjs').RemoteAgent.observe(null, 'quit-application')`,
      ).catch(() => null);
      await closed;
    },
    async close() {
      await browser.close();
      profile.remove();
    },
  };
}
