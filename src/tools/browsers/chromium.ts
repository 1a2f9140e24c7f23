import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { Driver, LaunchOptions, OwnPage, Popup } from './driver.ts';
import { findBrowser } from './find.ts';
import { adviceFor, isRoot } from './install.ts';
import { createProfile, type Profile } from './profile.ts';
import { ignoreClosed, openHiddenPage, runningWorker } from './service-worker.ts';
import {
  answerPrompt,
  connectViews,
  readPrompt,
  UI_DEVTOOLS_ARGS,
  UI_DEVTOOLS_FEATURES,
} from './ui-devtools.ts';
import type { ViewTree } from './view-tree.ts';
import { matchPattern } from '../../extension/origins.ts';

/** The browser must connect to nothing but the pages under test. */
const QUIET_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--lang=en-US',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
];

/**
 * Chromium names an extension without a key by the folder that it is loaded from, in letters from
 * "a" for 0 on.
 */
function pinIcon(profile: string, extension: string): void {
  const digest = createHash('sha256').update(realpathSync(extension)).digest('hex').slice(0, 32);
  const id = digest.replaceAll(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
  mkdirSync(join(profile, 'Default'), { recursive: true });
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ extensions: { pinned_extensions: [id] } }),
  );
}

/** Starts Chromium, Chrome or Edge; see `launch`. */
export async function launchChromium(options: LaunchOptions): Promise<Driver> {
  const program = findBrowser('chromium');
  if (program === null) throw new Error(adviceFor('chromium'));
  const profile = createProfile();
  const copy =
    options.extension === null || options.live
      ? options.extension
      : profile.copyExtension(
          options.extension,
          options.leftWith === undefined ? [] : [matchPattern(options.leftWith, true)],
        );
  if (options.pinned && copy !== null) pinIcon(profile.directory, copy);
  const browser = await puppeteer.launch({
    executablePath: program,
    headless: options.headless ?? true,
    // Extensions can only be installed over a pipe; branded Chrome ignores `--load-extension` since
    // 137.
    pipe: true,
    enableExtensions: true,
    userDataDir: profile.directory,
    defaultViewport: null,
    // Its socket folder is deleted with the profile. (Elsewhere the path would be too long for a
    // socket.)
    env: process.platform === 'linux' ? { ...process.env, TMPDIR: profile.directory } : process.env,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // A new array each time: puppeteer removes `--enable-features` from the array it is given.
    args: argumentsFor(options),
  });
  profile.launched(browser.process());
  try {
    // The connection locks all others out, so it is made before the first page and kept as long as
    // there are pages.
    const views = options.leftWith === undefined ? await connectViews(profile.directory) : null;
    await options.beforeInstall?.(browser);
    const enabledInIncognito = options.inPrivate ?? false;
    const id = copy === null ? '' : await browser.installExtension(copy, { enabledInIncognito });
    return createDriver({ browser, profile, views, id });
  } catch (error) {
    await browser.close();
    profile.remove();
    throw error;
  }
}

function argumentsFor({
  headless = true,
  colorScheme = 'light',
  windowSize = { width: 1280, height: 900 },
  leftWith,
}: LaunchOptions): string[] {
  return [
    ...QUIET_ARGS,
    // Of tabs, popups and prompts, not of what pages and the extension draw: each would be drawn by
    // the processor.
    ...(headless ? ['--animation-duration-scale=0'] : []),
    ...(leftWith === undefined
      ? [...UI_DEVTOOLS_ARGS, `--enable-features=${UI_DEVTOOLS_FEATURES.join(',')}`]
      : []),
    `--window-size=${windowSize.width},${windowSize.height}`,
    // 0 is dark, 1 is light (blink's PreferredColorScheme); otherwise the desktop's theme would
    // decide.
    `--blink-settings=preferredColorScheme=${colorScheme === 'dark' ? 0 : 1}`,
    ...(colorScheme === 'dark' ? ['--force-dark-mode'] : []),
    ...(isRoot() ? ['--no-sandbox'] : []),
  ];
}

interface Running {
  readonly browser: Browser;
  readonly profile: Profile;
  readonly views: ViewTree | null;
  readonly id: string;
}

function createDriver({ browser, profile, views, id }: Running): Driver {
  const base = id && `chrome-extension://${id}/`;
  /**
   * The last popup; while it is open, a click on the toolbar button would close it instead of
   * opening another.
   */
  let openedPopup: Popup | null = null;
  let hidden: Page | null = null;

  async function triggerAction(tab: Page): Promise<void> {
    const extension = (await browser.extensions()).get(id);
    if (!extension) throw new Error('The extension is not installed in this browser.');
    await extension.triggerAction(tab);
  }

  async function openPopup(
    tab: Page,
    readySelector = 'body',
    open: () => Promise<unknown> = () => triggerAction(tab),
  ): Promise<Popup> {
    await tab.bringToFront();
    await openedPopup?.close();
    const before = new Set(browser.targets());
    await open();
    const target = await browser.waitForTarget(
      (one) => !before.has(one) && one.type() !== 'service_worker' && one.url().startsWith(base),
      {
        timeout: 5000,
      },
    );
    const page = await target.asPage();
    await page.waitForSelector(readySelector);
    openedPopup = createChromiumPage(page);
    return openedPopup;
  }

  return {
    kind: 'chromium',
    browser,
    base,
    views,
    newPage: () => browser.newPage(),
    openPopup,
    isPromptOpen: async () => views !== null && (await readPrompt(views)) !== null,
    async answer(allow) {
      if (!views)
        throw new Error(
          'This window is left to a person: nothing drives what belongs to the browser.',
        );
      await answerPrompt(views, allow ? 'Allow' : 'Deny');
    },
    background: async (run, ...args) => evaluateIn(await runningWorker(browser, base), run, args),
    async beside(run, ...args) {
      if (!hidden || !(await isOfExtension(hidden))) hidden = await openHiddenPage(browser, base);
      return evaluateIn(hidden, run, args);
    },
    async leave() {
      // Still connected, but over a pipe that nobody else can use.
      if (browser.connected)
        await new Promise<void>((done) => void browser.once('disconnected', () => done()));
    },
    async close() {
      views?.close();
      await browser.close();
      profile.remove();
    },
  };
}

/** Drives one page of the extension. */
export function createChromiumPage(page: Page): OwnPage {
  return {
    async click(selector) {
      // The window follows its content one frame late: a click at the old place may hit another
      // button, or miss the popup, which closes it.
      await page.evaluate(untilAtRest, selector);
      await page.click(selector).catch(ignoreClosed);
    },
    press: (key) => page.keyboard.press(key).catch(ignoreClosed),
    write: (text) => page.keyboard.type(text),
    text: (selector) => page.$eval(selector, (element) => element.textContent ?? ''),
    evaluate: (run, ...args) => evaluateIn(page, run, args),
    async screenshot(path) {
      await page.screenshot({ path: asPng(path) });
    },
    isClosed: async () => page.isClosed(),
    close: () => page.close().catch(ignoreClosed),
  };
}

/**
 * Runs in the popup: waits until an element and the window have been the same for a few frames, two
 * seconds at most.
 */
async function untilAtRest(selector: string): Promise<void> {
  let before = '';
  for (let frames = 0, same = 0; frames < 120 && same < 5; frames++) {
    await new Promise((done) => requestAnimationFrame(done));
    const box = document.querySelector(selector)?.getBoundingClientRect();
    const now = [box?.x, box?.y, box?.width, box?.height, innerWidth, innerHeight].join();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

/** @returns whether the page is open, and belongs to the extension as it was loaded last */
async function isOfExtension(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  return page.evaluate(() => {
    const { chrome } = globalThis as unknown as { readonly chrome?: { runtime?: { id?: string } } };
    return chrome?.runtime?.id !== undefined;
  });
}

/** Calls `evaluate`, whose puppeteer type expects arguments that may be handles; ours never are. */
function evaluateIn<A extends unknown[], R>(
  where: { evaluate(run: (...args: unknown[]) => unknown, ...args: unknown[]): Promise<unknown> },
  run: (...args: A) => R | Promise<R>,
  args: A,
): Promise<R> {
  return where.evaluate(run as (...args: unknown[]) => unknown, ...args) as Promise<R>;
}

function asPng(path: string): `${string}.png` {
  if (!path.endsWith('.png'))
    throw new Error(`Pictures are PNG files: name it something.png instead of ${path}.`);
  return path as `${string}.png`;
}
