import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { type Driver, type LaunchOptions } from '../../src/tools/browsers/driver.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { build } from '../../src/tools/cli/build.ts';
import { lateExtension } from './late-extension.ts';

/** The one browser of this run; set by the commands. */
const only = process.env.STREAM_FIXER_BROWSER;
/**
 * Set if the other browser has a run of its own, so that what one browser shows is not shown twice.
 */
const isHalf = process.env.STREAM_FIXER_HALF === '1';

/** Set by `test:again -- --late`, in milliseconds. */
const late = Number(process.env.STREAM_FIXER_LATE ?? 0);

const BOTH: readonly BrowserKind[] = ['chromium', 'firefox'];

/**
 * For `test.each`: both browsers, unless the command names one. A browser that is not installed
 * fails its tests; it is never skipped silently.
 */
export const BROWSERS: readonly BrowserKind[] = BOTH.filter((kind) => !only || kind === only);

/**
 * One of them, Chromium if nothing else is named: for what is the same code in both, such as words,
 * counts and the state of our own pages. What touches an API of the browser, or what a page
 * replaced, is tested in both.
 */
export const EITHER: typeof BROWSERS = (isHalf ? BOTH : BROWSERS)
  .slice(0, 1)
  .filter((kind) => BROWSERS.includes(kind));

/**
 * Chromium, unless the command names the other one, whose run would start a Chromium for it: for
 * what is the same code in both, and needs what only Chromium's protocol does.
 */
export const CHROMIUM: typeof BROWSERS = BROWSERS.filter((kind) => kind === 'chromium');

/** For the same code with several inputs: each of them in one browser, so that both have some. */
export function inTurn<T>(inputs: readonly T[]): (readonly [kind: BrowserKind, input: T])[] {
  const kinds = isHalf ? BOTH : BROWSERS;
  return inputs
    .map((input, i) => [kinds[i % kinds.length]!, input] as const)
    .filter(([kind]) => BROWSERS.includes(kind));
}

/**
 * On the worker's global object, because the browsers serve all files of a run, even if this module
 * is reloaded.
 */
const cache = globalThis as typeof globalThis & {
  sharedBrowsers?: Map<BrowserKind, Promise<Driver>>;
  lateExtensions?: Map<BrowserKind, string>;
};

/**
 * The one browser of its kind that all tests of a run share, with the built extension in it. It
 * ends with the worker. Leave it as you found it: close your pages, and use your own origin (a new
 * port will do).
 */
export function sharedBrowser(kind: BrowserKind): Promise<Driver> {
  cache.sharedBrowsers ??= new Map();
  const running = cache.sharedBrowsers.get(kind) ?? freshBrowser(kind);
  cache.sharedBrowsers.set(kind, running);
  return running;
}

/**
 * Starts a separate browser with the built extension in it, for tests that disturb it; close it
 * when you are done.
 * @param options as for `launch`; `extension: null` starts it bare
 */
export async function freshBrowser(
  kind: BrowserKind,
  options: Partial<LaunchOptions> = {},
): Promise<Driver> {
  const extension = options.extension === undefined ? await built(kind) : options.extension;
  return launch(kind, { ...options, extension });
}

async function built(kind: BrowserKind): Promise<string> {
  const folder = await build(kind);
  if (late === 0) return folder;
  cache.lateExtensions ??= new Map();
  const copy = cache.lateExtensions.get(kind) ?? lateExtension(folder, late);
  cache.lateExtensions.set(kind, copy);
  return copy;
}
