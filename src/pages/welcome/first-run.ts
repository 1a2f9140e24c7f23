import { browser } from 'wxt/browser';
import { openPage } from '../../extension/routes.ts';
import { reportFailure } from '../../extension/promises.ts';

/** Shows the welcome page once, after the extension was installed; never after an update. Call it synchronously when the background starts. */
export function welcomeOnInstall(): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') openPage('welcome.html').catch(reportFailure('show its welcome page'));
  });
}
