import { browser } from 'wxt/browser';
import { openPage } from '../../sites/open-page.ts';
import { reportFailure } from '../../sites/report.ts';

/** Shows the welcome page once, after the extension was installed; never after an update. Call it synchronously when the background starts. */
export function welcomeOnInstall(): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') openPage('welcome.html').catch(reportFailure('show its welcome page'));
  });
}
