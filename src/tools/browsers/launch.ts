import { launchChromium } from './chromium.ts';
import type { Driver, LaunchOptions } from './driver.ts';
import type { BrowserKind } from './find.ts';
import { launchFirefox } from './firefox.ts';
import { until } from './until.ts';

/**
 * Starts an installed browser with a fresh profile; both are gone after `close()` and when this
 * process ends, Ctrl-C included. Throws one clear line if no such browser is installed.
 */
export async function launch(kind: BrowserKind, options: LaunchOptions): Promise<Driver> {
  const driver = await (kind === 'firefox' ? launchFirefox(options) : launchChromium(options));
  if (options.extension === null || options.welcome) return driver;
  try {
    await until(() => driver.beside(closeWelcome), 'the welcome page to open', WELCOME_MS);
  } catch (error) {
    await driver.close();
    throw error;
  }
  return driver;
}

/** Milliseconds; under a second on an idle machine. */
const WELCOME_MS = 30_000;

interface TabsApi {
  readonly tabs: {
    query(
      query: object,
    ): Promise<readonly { readonly id: number; readonly url?: string; readonly status?: string }[]>;
    remove(id: number): Promise<void>;
  };
}

/** Runs beside the background. @returns whether the page was open, and is now closed */
async function closeWelcome(): Promise<boolean> {
  const { chrome } = globalThis as unknown as { chrome: TabsApi };
  const welcome = (await chrome.tabs.query({})).find(
    ({ url, status }) => url?.endsWith('/welcome.html') && status === 'complete',
  );
  if (welcome) await chrome.tabs.remove(welcome.id);
  return welcome !== undefined;
}
