import type { BrowserKind } from '../../src/browsers/find.ts';
import { type Driver, type LaunchOptions } from '../../src/browsers/driver.ts';
import { launch } from '../../src/browsers/launch.ts';
import { build } from '../../src/cli/build.ts';

/** Set by `npm run test:one` alone. */
const only = process.env.STREAM_FIXER_BROWSER;

/**
 * For `test.each`: both, but for `npm run test:one` with a browser named. A browser that is not installed fails its tests,
 * it never drops out silently.
 */
export const BROWSERS: readonly BrowserKind[] = (['chromium', 'firefox'] as const).filter(
  (kind) => !only || kind === only,
);

/** Lives on the worker's global object, for the browsers serve all files of a run, whatever becomes of this module. */
const cache = globalThis as typeof globalThis & { sharedBrowsers?: Map<BrowserKind, Promise<Driver>> };

/**
 * The one browser of its kind that all tests of a run share, with the built extension in it. It ends with the worker.
 * Leave it as you found it: close your pages, and use an origin of your own (a new port will do).
 */
export function sharedBrowser(kind: BrowserKind): Promise<Driver> {
  cache.sharedBrowsers ??= new Map();
  const running = cache.sharedBrowsers.get(kind) ?? freshBrowser(kind);
  cache.sharedBrowsers.set(kind, running);
  return running;
}

/**
 * A browser of your own with the built extension in it, for tests that disturb it; close it when you are done.
 * @param options as for `launch`; `extension: null` starts it bare
 */
export async function freshBrowser(kind: BrowserKind, options: Partial<LaunchOptions> = {}): Promise<Driver> {
  const extension = options.extension === undefined ? await build(kind) : options.extension;
  return launch(kind, { ...options, extension });
}
