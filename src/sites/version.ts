import { browser } from 'wxt/browser';

/** @returns the version of the extension */
export function version(): string {
  return browser.runtime.getManifest().version;
}
